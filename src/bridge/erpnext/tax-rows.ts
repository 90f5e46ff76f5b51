import { allocate } from '../vouchers/allocate.ts'
import { sumOf } from '../vouchers/amounts.ts'
import type { LedgerEntry, Paise, TaxHead } from '../vouchers/voucher.ts'
import type { Goods } from './goods.ts'

/*
 * How the taxes of a paper stand in ERPNext. An amount is shared out there by what the lines come to, whatever their rates: at one rate
 * the printed amount can be sent as it is; at several only the rates, and what ERPNext makes of them is off by a paisa at times.
 */

export type TaxPlan = {
  rows: TaxRow[]
  /** What stands beside the goods on the paper, and is taxed with them. */
  inner: readonly LedgerEntry[]
  /** What of that is taken off before tax, above zero. */
  discount: Paise
  /** What of that is charged: lines of their own. */
  taxed: LedgerEntry[]
}

/** `paise` is what it comes to there; of a row by rates too, where it is not sent. */
type TaxRow = { account: string; paise: Paise; isByRates: boolean }

export type Taxed = {
  goods: readonly Goods[]
  heads: readonly LedgerEntry[]
  beside: readonly LedgerEntry[]
}

/** The tax of a head may be off what its rate comes to by so much, where it is sent as an amount (source: India Compliance). */
const offMaxPaise = 100

const nothing = { inner: [], discount: 0, taxed: [] }

/** Where nothing works taxes out: amounts as they are printed. */
export function plainPlan(heads: readonly LedgerEntry[]): TaxPlan {
  const rows = heads.map(({ ledger, paise }) => ({ account: ledger, paise, isByRates: false }))
  return { ...nothing, rows }
}

/** Undefined where the rates cannot explain the taxes. Amounts are above zero for what is owed. */
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

/** As ERPNext works it out: on each line, and rounded once. Undefined for a line without a rate. */
export function taxOn(
  lines: readonly { paise: Paise; percent?: number | undefined }[],
  role: LedgerEntry['role'],
): Paise | undefined {
  if (lines.some(({ percent }) => percent === undefined)) return undefined
  const share = role === 'igst' ? 100 : 200
  // Cess has rates of its own, which no paper says by line.
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

/** Amounts beside the goods that a bill has at most: each more doubles the ways. */
const besideMax = 6

/** None first, then the smaller ones. */
function subsets(beside: readonly LedgerEntry[]): LedgerEntry[][] {
  if (beside.length > besideMax) return [[]]
  const all = Array.from({ length: 2 ** beside.length }, (_, bits) =>
    beside.filter((_entry, at) => (bits & (1 << at)) !== 0),
  )
  return all.toSorted((a, b) => a.length - b.length)
}
