import { gstIncluded, paiseMax } from '../../../platform/money.ts'

/** Bounds of `limit` of the unsynced list (source: the contract). */
export const listLimitDefault = 50
export const listLimitMax = 200

/** The code of a row whose order has changed since it was fetched: such rows alone have it, beside the revision of now. */
export const staleCode = 'stale'

/** Rows of one `orders/sync` (source: decisions, "Orders"), and item ids of one of its rows. */
export const syncedOrdersMax = 1_000
export const syncedItemsMax = 1_000

/** Lines of one order, and units of one line. */
export const itemsMax = 500
export const quantityMax = 100_000

/** Length of an order number from elsewhere, in characters; ours have at most 16 (CGST rule 46(b)). */
export const orderNoLengthMax = 50

/** What an order can be, in the order of its life (source: decisions, "Orders"). */
export const orderStatuses = [
  'pending',
  'paid',
  'packed',
  'dispatched',
  'delivered',
  'cancelled',
  'returned',
] as const

export type OrderStatus = (typeof orderStatuses)[number]

/** Forward along the first five, also past some of them; `cancelled` before dispatch, `returned` after. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'packed', 'dispatched', 'delivered', 'cancelled'],
  paid: ['packed', 'dispatched', 'delivered', 'cancelled'],
  packed: ['dispatched', 'delivered', 'cancelled'],
  dispatched: ['delivered', 'returned'],
  delivered: ['returned'],
  cancelled: [],
  returned: [],
}

/** Whether the goods came back, or never left: the units are in stock again, and nothing moves any more. */
export function isUndone(status: OrderStatus): boolean {
  return status === 'cancelled' || status === 'returned'
}

/** The status that a text means, in any case; undefined for none. */
export function statusOf(text: string): OrderStatus | undefined {
  const wanted = text.trim().toLowerCase()
  return orderStatuses.find((status) => status === wanted)
}

/** A line before its amounts are known; money in paise, including GST. */
export type PricedLine = { quantity: number; unitPrice: number; gstBasisPoints: number }

type LineAmounts = { lineTotal: number; gstAmount: number }

/** The amounts of a line in paise; undefined when they would be above 10^11 rupees. */
export function lineAmounts(line: PricedLine): LineAmounts | undefined {
  // Before multiplying: the product of the two largest does not fit a double.
  if (line.unitPrice > paiseMax / line.quantity) return undefined
  const lineTotal = line.unitPrice * line.quantity
  return { lineTotal, gstAmount: gstIncluded(lineTotal, line.gstBasisPoints) }
}

export type OrderAmounts = {
  subtotal: number
  gstTotal: number
  discount: number
  total: number
}

/**
 * The amounts of an order in paise: `total = subtotal + gstTotal − discount`, exactly. Undefined when the lines come to
 * more than 10^11 rupees, or to less than the discount.
 */
export function orderAmounts(
  lines: readonly LineAmounts[],
  discount: number,
): OrderAmounts | undefined {
  let gross = 0
  let gstTotal = 0
  for (const { lineTotal, gstAmount } of lines) {
    gross += lineTotal
    gstTotal += gstAmount
  }
  if (gross > paiseMax || discount > gross) return undefined
  return { subtotal: gross - gstTotal, gstTotal, discount, total: gross - discount }
}

/** What the lines of one GST rate come to, in paise: `gst` is contained in their price, `taxable` is the rest of it. */
export type TaxOfRate = { gstBasisPoints: number; taxable: number; gst: number }

/** The GST of an order by rate, the lowest rate first. All `taxable` are its subtotal, all `gst` its GST. */
export function gstByRate(lines: readonly (LineAmounts & PricedLine)[]): TaxOfRate[] {
  const rates = new Map<number, TaxOfRate>()
  for (const { gstBasisPoints, lineTotal, gstAmount } of lines) {
    const { taxable, gst } = rates.get(gstBasisPoints) ?? { taxable: 0, gst: 0 }
    rates.set(gstBasisPoints, {
      gstBasisPoints,
      taxable: taxable + lineTotal - gstAmount,
      gst: gst + gstAmount,
    })
  }
  return [...rates.values()].toSorted((a, b) => a.gstBasisPoints - b.gstBasisPoints)
}

/** Whether the accounting system has an order: `left out` are those whose lines it is never handed, without a SKU. */
export const syncStates = ['waiting', 'synced', 'left out'] as const

export type SyncState = (typeof syncStates)[number]

export function syncStateOf(order: { waitingItems: number; syncedAt: number | null }): SyncState {
  if (order.waitingItems > 0) return 'waiting'
  return order.syncedAt === null ? 'left out' : 'synced'
}

/** The year that a financial year begins in: April to March, by this computer's clock. `time` in ms since the epoch. */
export function financialYearOf(time: number): number {
  const date = new Date(time)
  const april = 3
  return date.getMonth() >= april ? date.getFullYear() : date.getFullYear() - 1
}

const orderNoPattern = /^(\d{4})-(\d{2})\/(\d{5,8})$/

/** `2026-27/00001`: at most 16 characters up to the 99,999,999th order of a year. */
export function orderNoOf(year: number, running: number): string {
  return `${year}-${ending(year)}/${String(running).padStart(5, '0')}`
}

/** The year and the running number of an order number that has our form; undefined for any other. */
export function readOrderNo(orderNo: string): { year: number; running: number } | undefined {
  const [, begins = '', ends, running = ''] = orderNoPattern.exec(orderNo) ?? []
  const year = Number(begins)
  return ends === ending(year) ? { year, running: Number(running) } : undefined
}

function ending(year: number): string {
  return String((year + 1) % 100).padStart(2, '0')
}

/** Some systems keep ids in capitals (.NET, SQL Server): they mean the same order. */
export function asId(text: string): string {
  return text.trim().toLowerCase()
}
