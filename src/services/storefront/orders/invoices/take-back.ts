import { eq, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../../../platform/db/connection.ts'
import { insertInto } from '../../../../platform/db/statements.ts'
import { newId } from '../../../../platform/ids.ts'
import { recordHistory } from '../../history.ts'
import type { ItemWithSku, Order } from '../order.ts'
import { returnStock } from '../placing/stock.ts'
import { creditNoteLines, creditNotes, orderItems } from '../../tables.ts'
import { type CreditedLine, creditTotals, creditedLine, creditedTaxes, taxSum } from './rules.ts'
import {
  type Invoice,
  findCreditNote,
  findInvoice,
  listCreditNotesOf,
  listCreditedLines,
} from './queries.ts'
import { sellerSettings } from './seller.ts'
import { takeInvoiceNumber } from './issue-invoice.ts'
import { splitOf } from './show-invoice.ts'

/** Returned units of a line. */
export type Returned = { item: ItemWithSku; units: number }

type TakingBack = { reason: string; by: string | undefined; now: number }

/**
 * Takes goods of an order back, in the caller's transaction. The units return to the stock if the order took them from
 * it. If there is an invoice, a credit note gives the credit.
 */
export function takeBack(
  conn: Conn,
  order: Order,
  items: readonly ItemWithSku[],
  returned: readonly Returned[],
  { reason, by, now }: TakingBack,
): void {
  if (returned.length === 0) return
  if (order.takesStock) {
    returnStock(
      conn,
      returned.map(({ item, units }) => ({ ...item, quantity: units })),
    )
  }
  const invoice = findInvoice(conn).get({ orderSeq: order.seq })
  if (invoice !== undefined) credit(conn, { order, invoice, items, returned, reason, by, now })
  for (const { item, units } of returned) addReturned(conn).run({ id: item.id, units })
}

type Crediting = TakingBack & {
  order: Order
  invoice: Invoice
  items: readonly ItemWithSku[]
  returned: readonly Returned[]
}

function credit(conn: Conn, crediting: Crediting): void {
  const { order, invoice, items, returned, reason, by, now } = crediting
  const lines = returned.map(({ item, units }) => creditedLine(item, item.returnedQuantity, units))
  const gross = sumOf(lines)
  const includedGst = lines.reduce((sum, { gstAmount }) => sum + gstAmount, 0)
  const earlier = listCreditNotesOf(conn).all({ invoiceSeq: invoice.seq })
  const earlierLines = listCreditedLines(conn).all({ invoiceSeq: invoice.seq })
  const gst =
    invoice.kind === 'tax invoice'
      ? taxSum(creditedTaxes(items, splitOf(invoice), earlierLines, lines))
      : includedGst
  const before = {
    gross: sumOf(earlierLines),
    discount: earlier.reduce((sum, { discount }) => sum + discount, 0),
    payable: earlier.reduce((sum, { payable }) => sum + payable, 0),
  }
  const billed = {
    gross: sumOf(items),
    discount: order.discount,
    payable: invoice.payable,
    isRounded: isRounded(conn, order, invoice),
  }
  const totals = creditTotals(billed, before, gross)
  const id = newId(now)
  const number = takeInvoiceNumber(conn, 'credit note', now)
  const note = { id, invoiceSeq: invoice.seq, number, reason, taxable: gross - includedGst, gst }
  insertCreditNote(conn).run({ ...note, ...totals, issuedAt: now })
  const { seq: noteSeq } = requireInserted(findCreditNote(conn).get({ id }))
  for (const line of lines) insertCreditNoteLine(conn).run({ ...line, noteSeq })
  const details = { id: order.id, orderNo: order.orderNo, number, invoice: invoice.number }
  const doer = by === undefined ? {} : { userId: by }
  recordHistory(conn, now, { action: 'credit note made', ...doer, details })
}

/** A total in whole rupees does not show whether the shop rounds. */
function isRounded(conn: Conn, { total }: Order, { payable }: Invoice): boolean {
  return payable !== total || (payable % 100 === 0 && sellerSettings(conn).roundsOff)
}

function sumOf(lines: readonly Pick<CreditedLine, 'lineTotal'>[]): number {
  return lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
}

function requireInserted<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new Error('A credit note was inserted, and is not there.')
  return row
}

const addReturned = query((conn, { id, units }: Params<{ id: string; units: number }>) =>
  conn
    .update(orderItems)
    .set({ returnedQuantity: sql`${orderItems.returnedQuantity} + ${units}` })
    .where(eq(orderItems.id, id)),
)

const insertCreditNote = insertInto(creditNotes)

const insertCreditNoteLine = insertInto(creditNoteLines)
