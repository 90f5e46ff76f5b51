import { billNumber } from './bill-numbers.ts'
import type { Bill } from './bill.ts'
import type { Random } from './random.ts'

/**
 * Gives each bill the next number of its seller's series, by date, with gaps for the seller's other
 * customers. No number is given twice, and none of `taken`. So only intended duplicates have equal numbers.
 */
export function numberBills(
  random: Random,
  bills: readonly Bill[],
  taken: readonly string[],
): void {
  const used = new Set(taken)
  const last = new Map<string, number>()
  for (const bill of bills.toSorted((a, b) => a.date - b.date)) {
    const { name, numbering } = bill.seller
    let n = last.get(name) ?? random.int(110, 940)
    do {
      n += random.int(1, 9)
      bill.number = billNumber(numbering, name, n, bill.date)
    } while (used.has(bill.number))
    used.add(bill.number)
    last.set(name, n)
  }
}
