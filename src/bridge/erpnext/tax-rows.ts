import { allocate } from '../vouchers/allocate.ts'
import { sumOf } from '../vouchers/amounts.ts'
import type { LedgerEntry, Paise, TaxHead } from '../vouchers/voucher.ts'
import type { Goods } from './goods.ts'

/*
 * How a paper's taxes are entered in ERPNext. ERPNext spreads a tax amount over the lines by their amounts, whatever their rates. With
 * one rate, the printed amount can be sent as it is. With several rates only the rates can be sent, and ERPNext's result is sometimes off
 * by a paisa.
 */

export type TaxPlan = {
  rows: TaxRow[]
  /** Charges and discounts that the paper taxes together with the goods. */
  inner: readonly LedgerEntry[]
  /** The part of `inner` that is taken off before tax, above zero. */
  discount: Paise
  /** The part of `inner` that is charged; it gets lines of its own. */
  taxed: LedgerEntry[]
}

/** `paise` is the amount in ERPNext, also for rows by rates, which are sent without it. */
type TaxRow = { account: string; paise: Paise; isByRates: boolean }

export type Taxed = {
  goods: readonly Goods[]
  heads: readonly LedgerEntry[]
  beside: readonly LedgerEntry[]
}

/** How far a tax that is sent as an amount may be off its rate (source: India Compliance). */
const offMaxPaise = 100

const nothing = { inner: [], discount: 0, taxed: [] }

/** Where ERPNext computes no taxes: the amounts as printed. */
export function plainPlan(heads: readonly LedgerEntry[]): TaxPlan {
  const rows = heads.map(({ ledger, paise }) => ({ account: ledger, paise, isByRates: false }))
  return { ...nothing, rows }
}

/** Undefined where the rates cannot explain the taxes. Amounts that are owed are above zero. */
export function planTaxes({ goods, heads, beside }: Taxed): TaxPlan | undefined {
  if (heads.length === 0) return { ...nothing, rows: [] }
  for (const inner of subsets(beside)) {
    const plan = planWith(goods, heads, inner)
    if (plan !== undefined) return plan
  }
  return undefined
}

function planWith(
  goods: readonly Goods[],
  heads: readonly LedgerEntry[],
  inner: readonly LedgerEntry[],
): TaxPlan | undefined {
  const discount = -sumOf(inner.filter(({ paise }) => paise < 0))
  const taxed = inner.filter(({ paise }) => paise > 0)
  const highest = Math.max(0, ...goods.map(({ percent = 0 }) => percent))
  const lines = [...goods, ...taxed.map(({ paise }) => ({ paise, percent: highest }))]
  const nets = discounted(lines, discount)
  const rates = new Set(lines.map(({ percent }) => percent))
  const rows = heads.map(({ ledger, paise, role }) => {
    const computed = taxOn(nets, role)
    if (computed === undefined || Math.abs(computed - paise) > offMaxPaise) return undefined
    const isByRates = rates.size > 1
    return { account: ledger, paise: isByRates ? computed : paise, isByRates }
  })
  const found = rows.filter((row) => row !== undefined)
  return found.length === rows.length ? { rows: found, inner, discount, taxed } : undefined
}

/** Computes a tax as ERPNext does: per line, and rounded once. Undefined for a line without a rate. */
export function taxOn(
  lines: readonly { paise: Paise; percent?: number | undefined }[],
  role: LedgerEntry['role'],
): Paise | undefined {
  if (lines.some(({ percent }) => percent === undefined)) return undefined
  const share = role === 'igst' ? 100 : 200
  // Cess has its own rates, which no paper prints per line.
  if (role === 'cess') return undefined
  return Math.round(
    lines.reduce((sum, { paise, percent = 0 }) => sum + (paise * percent) / share, 0),
  )
}

export const isHead = (role: LedgerEntry['role']): role is TaxHead =>
  role === 'cgst' || role === 'sgst' || role === 'igst' || role === 'cess'

function discounted<Line extends { paise: Paise }>(
  lines: readonly Line[],
  discount: Paise,
): Line[] {
  const shares = allocate(
    discount,
    lines.map(({ paise }) => paise),
  )
  return lines.map((line, at) => ({ ...line, paise: line.paise - (shares[at] ?? 0) }))
}

/** The most amounts beside the goods to try. Each further amount doubles the combinations. */
const besideMax = 6

/** The empty subset first, then smaller before larger ones. */
function subsets(beside: readonly LedgerEntry[]): LedgerEntry[][] {
  if (beside.length > besideMax) return [[]]
  const all = Array.from({ length: 2 ** beside.length }, (_, bits) =>
    beside.filter((_entry, at) => (bits & (1 << at)) !== 0),
  )
  return all.toSorted((a, b) => a.length - b.length)
}
