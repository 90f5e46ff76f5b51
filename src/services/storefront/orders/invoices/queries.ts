import { asc, eq } from 'drizzle-orm'
import { query, type Params } from '../../../../platform/db/connection.ts'
import { insertInto, findIn } from '../../../../platform/db/statements.ts'
import { orders } from '../../tables.ts'
import { creditNoteLines, creditNotes, invoices } from '../../tables.ts'

export type Invoice = typeof invoices.$inferSelect

export const findInvoice = findIn(invoices, 'orderSeq')

export const insertInvoice = insertInto(invoices)

export const findInvoiceBySeq = findIn(invoices, 'seq')

export const findOrderOfInvoice = findIn(orders, 'seq')

export const findCreditNote = findIn(creditNotes, 'id')

/** The credit notes of an invoice, oldest first. */
export const listCreditNotesOf = query((conn, { invoiceSeq }: Params<{ invoiceSeq: number }>) =>
  conn
    .select()
    .from(creditNotes)
    .where(eq(creditNotes.invoiceSeq, invoiceSeq))
    .orderBy(asc(creditNotes.seq)),
)

/** The lines of all credit notes of an invoice, each with its note. */
export const listCreditedLines = query((conn, { invoiceSeq }: Params<{ invoiceSeq: number }>) =>
  conn
    .select({
      noteSeq: creditNoteLines.noteSeq,
      itemId: creditNoteLines.itemId,
      quantity: creditNoteLines.quantity,
      lineTotal: creditNoteLines.lineTotal,
      gstAmount: creditNoteLines.gstAmount,
    })
    .from(creditNoteLines)
    .innerJoin(creditNotes, eq(creditNotes.seq, creditNoteLines.noteSeq))
    .where(eq(creditNotes.invoiceSeq, invoiceSeq))
    .orderBy(asc(creditNoteLines.seq)),
)
