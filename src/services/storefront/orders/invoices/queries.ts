import { asc, desc, eq, sql } from 'drizzle-orm'
import { type Params, query, snapshot } from '../../../../platform/db/connection.ts'
import { insertInto } from '../../../../platform/db/statements.ts'
import { creditNoteLines, creditNotes, invoices, orders } from '../../tables.ts'
import type { StorefrontDeps } from '../../deps.ts'

export type Invoice = typeof invoices.$inferSelect

export const findInvoice = query((conn, { orderSeq }: Params<{ orderSeq: number }>) =>
  conn.select().from(invoices).where(eq(invoices.orderSeq, orderSeq)),
)

export const insertInvoice = insertInto(invoices)

export const findInvoiceBySeq = query((conn, { seq }: Params<{ seq: number }>) =>
  conn.select().from(invoices).where(eq(invoices.seq, seq)),
)

export const findOrderOfInvoice = query((conn, { orderSeq }: Params<{ orderSeq: number }>) =>
  conn.select({ id: orders.id }).from(orders).where(eq(orders.seq, orderSeq)),
)

export const findCreditNote = query((conn, { id }: Params<{ id: string }>) =>
  conn.select().from(creditNotes).where(eq(creditNotes.id, id)),
)

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

/** The sort keys of the list. Numbers in a series rise with time. */
export const creditNoteSorts = ['made', 'total'] as const

type Sort = { by: (typeof creditNoteSorts)[number]; isDescending: boolean }

type Chosen = { search?: string | undefined; from?: number | undefined; until?: number | undefined }

/** A page of the credit notes and their total number. The search covers numbers and the customer's name. */
export function listCreditNotes(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  { search = '', from, until }: Chosen,
  { sort, limit, offset }: { sort: Sort; limit: number; offset: number },
) {
  const chosen = {
    search: search.trim(),
    from: from ?? Number.MIN_SAFE_INTEGER,
    until: until ?? Number.MAX_SAFE_INTEGER,
  }
  const page = pages[sort.by][sort.isDescending ? 'down' : 'up']
  return snapshot(read, () => ({
    notes: page(read).all({ ...chosen, limit, offset }),
    total: count(read).get(chosen)?.n ?? 0,
  }))
}

type Wanted = { search: string; from: number; until: number }

const isWanted = ({ search, from, until }: Params<Wanted>) => sql`(${search} = ''
  OR instr(${creditNotes.number}, upper(${search})) OR instr(${invoices.number}, upper(${search}))
  OR instr(${orders.orderNo}, ${search}) OR instr(lower(${orders.customerName}), lower(${search})))
  AND ${creditNotes.issuedAt} >= ${from} AND ${creditNotes.issuedAt} <= ${until}`

const pages = {
  made: { up: pageBy('made', asc), down: pageBy('made', desc) },
  total: { up: pageBy('total', asc), down: pageBy('total', desc) },
}

function pageBy(by: Sort['by'], direction: typeof asc) {
  const column = by === 'made' ? creditNotes.seq : creditNotes.payable
  return query((conn, p: Params<Wanted & { limit: number; offset: number }>) =>
    conn
      .select({
        id: creditNotes.id,
        number: creditNotes.number,
        issuedAt: creditNotes.issuedAt,
        reason: creditNotes.reason,
        invoice: invoices.number,
        invoicedAt: invoices.issuedAt,
        orderId: orders.id,
        orderNo: orders.orderNo,
        customerName: orders.customerName,
        customerGstin: orders.customerGstin,
        taxable: creditNotes.taxable,
        gst: creditNotes.gst,
        discount: creditNotes.discount,
        payable: creditNotes.payable,
      })
      .from(creditNotes)
      .innerJoin(invoices, eq(invoices.seq, creditNotes.invoiceSeq))
      .innerJoin(orders, eq(orders.seq, invoices.orderSeq))
      .where(isWanted(p))
      .orderBy(direction(column), direction(creditNotes.seq))
      .limit(p.limit)
      .offset(p.offset),
  )
}

const count = query((conn, p: Params<Wanted>) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(creditNotes)
    .innerJoin(invoices, eq(invoices.seq, creditNotes.invoiceSeq))
    .innerJoin(orders, eq(orders.seq, invoices.orderSeq))
    .where(isWanted(p)),
)
