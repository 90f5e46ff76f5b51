import { subjectOfBill, type BillDecision } from '../decisions/decide.ts'
import { taxOfBill, taxOfFiled, type FiledBill } from '../matching/bill.ts'
import type { FiledState, PlacedFiled, Places } from '../matching/places.ts'

/** What to look at, beside single states: what differs, and what is only likely. */
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
 * Where a line of a month stands: as filed bills do, or it is a bill of the shop that nobody filed. `none_needed` has no bill, and
 * nobody is to send one.
 */
export type EntryState = FiledState | 'none_needed' | 'not_in_2b'

/** A month as a whole: how many lines stand where, and the tax in paise, of credit notes below zero. What needs nothing is in none. */
export type Counts = {
  /** Filed ones, also those that need nothing. */
  bills: number
  counts: Record<EntryFilter, number>
  /** Tax of bills of the shop that nobody filed. */
  atRiskPaise: number
  /** Tax that the portal gives credit for, of bills that the shop lacks. */
  withoutBillPaise: number
  /** Tax that the portal gives credit for. */
  creditPaise: number
}

export function filterOf(state: EntryState): EntryFilter {
  return state === 'differs' || state === 'suggested' ? 'look' : state
}

/** For goods through customs the bill of entry counts, and what the shop itself rejected in the portal it does not want. */
export function stateOf({ filed, state }: PlacedFiled): EntryState {
  if (state !== 'no_bill') return state
  return filed.isRejected || filed.kind === 'bill_of_entry' ? 'none_needed' : state
}

/** A credit note takes away. */
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
