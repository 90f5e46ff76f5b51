import { gstIncluded, paiseMax } from '../../../platform/money.ts'

/** Bounds of `limit` in the unsynced list (source: the contract). */
export const listLimitDefault = 50
export const listLimitMax = 200

/** The code of a row whose order has changed since it was fetched. Only such rows have it, together with the current revision. */
export const staleCode = 'stale'

/** The most rows of one `orders/sync` (source: decisions, "Orders"), and the most item ids of one row. */
export const syncedOrdersMax = 1_000
export const syncedItemsMax = 1_000

/** The most lines of one order, and the most units of one line. */
export const itemsMax = 500
export const quantityMax = 100_000

/** The longest order number from another system, in characters. Daybook's numbers have at most 16 (CGST rule 46(b)). */
export const orderNoLengthMax = 50

/** The states of an order, in the order of its life (source: decisions, "Orders"). */
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

/** Forward through the first five states, and skipping is allowed. `cancelled` before dispatch, `returned` after it. */
export const nextStatuses: Record<OrderStatus, readonly OrderStatus[]> = {
  pending: ['paid', 'packed', 'dispatched', 'delivered', 'cancelled'],
  paid: ['packed', 'dispatched', 'delivered', 'cancelled'],
  packed: ['dispatched', 'delivered', 'cancelled'],
  dispatched: ['delivered', 'returned'],
  delivered: ['returned'],
  cancelled: [],
  returned: [],
}

/** Whether the goods were returned or never left: the units are in stock again, and the status is final. */
export function isUndone(status: OrderStatus): boolean {
  return status === 'cancelled' || status === 'returned'
}

/** The status that a text names, in any letter case. Undefined for none. */
export function statusOf(text: string): OrderStatus | undefined {
  const wanted = text.trim().toLowerCase()
  return orderStatuses.find((status) => status === wanted)
}

/** A line without its amounts. Money in paise, including GST. */
export type PricedLine = { quantity: number; unitPrice: number; gstBasisPoints: number }

type LineAmounts = { lineTotal: number; gstAmount: number }

/** The amounts of a line in paise. Undefined above 10^11 rupees. */
export function lineAmounts(line: PricedLine): LineAmounts | undefined {
  // Checked before multiplying, because the product of the two largest values does not fit a double.
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
 * The amounts of an order in paise: exactly `total = subtotal + gstTotal − discount`. Undefined if the sum of the
 * lines is above 10^11 rupees or below the discount.
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

/** The sums of the lines with one GST rate, in paise. `gst` is contained in the price, `taxable` is the rest. */
export type TaxOfRate = { gstBasisPoints: number; taxable: number; gst: number }

/** The GST of an order by rate, the lowest rate first. The sum of `taxable` is the order's subtotal, the sum of `gst` its GST. */
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

/** Whether the accounting system has an order. The lines of `left out` orders have no SKU, so they are never delivered. */
export const syncStates = ['waiting', 'synced', 'left out'] as const

export type SyncState = (typeof syncStates)[number]

export function syncStateOf(order: { waitingItems: number; syncedAt: number | null }): SyncState {
  if (order.waitingItems > 0) return 'waiting'
  return order.syncedAt === null ? 'left out' : 'synced'
}

/** The year in which a financial year begins: April to March, by this computer's clock. `time` in ms since the epoch. */
export function financialYearOf(time: number): number {
  const date = new Date(time)
  const april = 3
  return date.getMonth() >= april ? date.getFullYear() : date.getFullYear() - 1
}

const orderNoPattern = /^(\d{4})-(\d{2})\/(\d{5,8})$/

/** `2026-27/00001`: at most 16 characters up to the 99,999,999th order of a year. */
export function orderNoOf({ year, running }: { year: number; running: number }): string {
  return `${year}-${ending(year)}/${String(running).padStart(5, '0')}`
}

/** The year and the running number of an order number in Daybook's form. Undefined for other numbers. */
export function readOrderNo(orderNo: string): { year: number; running: number } | undefined {
  const [, begins = '', ends, running = ''] = orderNoPattern.exec(orderNo) ?? []
  const year = Number(begins)
  return ends === ending(year) ? { year, running: Number(running) } : undefined
}

function ending(year: number): string {
  return String((year + 1) % 100).padStart(2, '0')
}

/** Some systems store ids in capitals (.NET, SQL Server). They name the same order. */
export function asId(text: string): string {
  return text.trim().toLowerCase()
}
