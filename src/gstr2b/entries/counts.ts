import { subjectOfBill, type BillDecision } from '../decisions.ts'
import { taxOfBill, taxOfFiled, type FiledBill } from '../matching/bill.ts'
import type { FiledState, PlacedFiled, Places } from '../matching/places.ts'

/** The filters of a month's lines. `look`: lines that differ, and lines that are only likely. */
export const entryFilters = [
  'matched',
  'look',
  'no_bill',
  'not_in_2b',
  'none_needed',
  'replaced',
] as const

type EntryFilter = (typeof entryFilters)[number]

/**
 * The state of a month's line: that of a filed bill, or of a bill of the shop that nobody filed. `none_needed`: there is no bill, and
 * nobody needs to send one.
 */
export type EntryState = FiledState | 'none_needed' | 'not_in_2b'

/** The totals of a month: lines by state, and tax in paise, where credit notes count below zero. Ignored lines are in none of them. */
export type Counts = {
  /** All filed bills, including those that need nothing. */
  bills: number
  counts: Record<EntryFilter, number>
  /** Tax of the shop's bills that nobody filed. */
  atRiskPaise: number
  /** Tax that the portal gives credit for, of bills that the shop does not have. */
  withoutBillPaise: number
  /** Tax that the portal gives credit for. */
  creditPaise: number
}

export function filterOf(state: EntryState): EntryFilter {
  return state === 'differs' || state === 'suggested' ? 'look' : state
}

/** For goods through customs, the bill of entry counts. The shop does not want bills that it rejected in the portal. */
export function stateOf({ filed, state }: PlacedFiled): EntryState {
  if (state !== 'no_bill') return state
  return filed.isRejected || filed.kind === 'bill_of_entry' ? 'none_needed' : state
}

/** A credit note reduces the tax. */
export function signedTax(kind: FiledBill['kind'], taxPaise: number): number {
  return kind === 'credit_note' ? -taxPaise : taxPaise
}

/** All months at once, by yyyy-mm, without making their lines. */
export function countMonths(
  { filed, bills }: Places,
  decisions: ReadonlyMap<string, BillDecision>,
): Map<string, Counts> {
  const months = new Map<string, Counts>()
  const monthOf = (period: string) => months.getOrInsertComputed(period, noCounts)
  const isAside = (subject: string) => decisions.get(subject)?.mark === 'ignored'
  for (const placed of filed) {
    const month = monthOf(placed.filed.period)
    month.bills += 1
    if (!isAside(placed.filed.key)) countFiled(month, placed)
  }
  for (const { bill, place, month: period } of bills) {
    if (place !== 'not_in_2b' || isAside(subjectOfBill(bill.id))) continue
    const month = monthOf(period)
    month.counts.not_in_2b += 1
    month.atRiskPaise += signedTax(bill.kind, taxOfBill(bill) ?? 0)
  }
  return months
}

export function noCounts(): Counts {
  return {
    bills: 0,
    counts: { matched: 0, look: 0, no_bill: 0, not_in_2b: 0, none_needed: 0, replaced: 0 },
    atRiskPaise: 0,
    withoutBillPaise: 0,
    creditPaise: 0,
  }
}

function countFiled(month: Counts, placed: PlacedFiled): void {
  const { filed } = placed
  const state = stateOf(placed)
  month.counts[filterOf(state)] += 1
  if (filed.isRejected || filed.itc !== 'yes' || state === 'replaced') return
  const tax = signedTax(filed.kind, taxOfFiled(filed))
  month.creditPaise += tax
  if (state === 'no_bill') month.withoutBillPaise += tax
}
