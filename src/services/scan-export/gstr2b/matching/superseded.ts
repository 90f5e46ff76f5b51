import type { FiledBill, KeptBill } from './bill.ts'
import { cleanNumber, financialYear } from './numbers.ts'

/* What does not count: bills that came twice, and what suppliers said otherwise later. */

/**
 * Filed bills that a later month amends, or brings once more with the same number and day, by id → what stands in their place.
 * What one month says twice counts twice: its supplier has to mend that. What the shop rejected takes nobody's place.
 */
export function replacedAmong(filed: readonly FiledBill[]): Map<string, FiledBill> {
  const inOrder = filed.toSorted(
    (a, b) => compare(a.period, b.period) || amends(a) - amends(b) || compare(a.id, b.id),
  )
  const replaced = new Map<string, FiledBill>()
  const latest = new Map<string, FiledBill>()
  for (const bill of inOrder) {
    const own = identityOf(bill, bill.number, bill.day)
    const original =
      bill.originalNumber === '' ? own : identityOf(bill, bill.originalNumber, bill.originalDay)
    for (const identity of new Set([original, own])) {
      const before = latest.get(identity)
      if (before !== undefined && bill.isRejected) continue
      if (before !== undefined && isLater(bill, before)) replaced.set(before.id, bill)
      latest.set(identity, bill)
    }
  }
  return replaced
}

function amends({ section }: FiledBill): number {
  return section.endsWith('a') ? 1 : 0
}

function isLater(bill: FiledBill, before: FiledBill): boolean {
  return bill.id !== before.id && (bill.period !== before.period || bill.section !== before.section)
}

function identityOf({ gstin, kind }: FiledBill, number: string, day: string): string {
  return [gstin, kind, day, cleanNumber(number, day)].join('|')
}

/**
 * Bills that came before, by id → the first one: the same seller gives a number once a year (source: CGST Rules, rule 46(b)).
 * Some give it again all the same, and numbers are misread: so the day or the total has to be the same too.
 */
export function copiesAmong(bills: readonly KeptBill[]): Map<string, KeptBill> {
  const inOrder = bills.toSorted((a, b) => a.seenAt - b.seenAt || compare(a.id, b.id))
  const copies = new Map<string, KeptBill>()
  const firsts = new Map<string, KeptBill[]>()
  for (const bill of inOrder) {
    const { gstin, kind, number, day } = bill
    const clean = cleanNumber(number, day)
    if (gstin === '' || clean === '') continue
    const identity = [gstin, kind, financialYear(day), clean].join('|')
    const before = firsts.get(identity)
    const first = before?.find((one) => isCopy(bill, one))
    if (first !== undefined) copies.set(bill.id, first)
    else if (before === undefined) firsts.set(identity, [bill])
    else before.push(bill)
  }
  return copies
}

function isCopy(bill: KeptBill, before: KeptBill): boolean {
  return (
    (bill.day !== '' && bill.day === before.day) ||
    (bill.total !== null && bill.total === before.total)
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
