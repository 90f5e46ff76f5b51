import { taxOfBill, taxOfFiled, type FiledBill, type KeptBill } from '../matching/bill.ts'
import { differencesOf, type Difference } from '../matching/differences.ts'
import type { PlacedBill, PlacedFiled } from '../matching/places.ts'
import { subjectOfBill, type BillDecision } from '../decisions.ts'
import type { Reconciliation } from '../reconcile.ts'
import { stateOf, type EntryState } from './counts.ts'
import { fieldName } from '../../paper/fields.ts'
import { rupees } from '../../paper/values.ts'
import type { Link } from '../matching/match.ts'
import { monthName } from '../months.ts'

/** The shop's bill on a line. */
type EntryBill = {
  id: string
  number: string
  day: string
  gstin: string
  seller: string
  totalPaise: number | null
  taxPaise: number | null
}

/** A line of a month: a filed bill with the shop's bill, if any, or a bill of the shop that nobody filed. */
export type Entry = {
  id: string
  /** The subject of its decisions. */
  subject: string
  period: string
  state: EntryState
  gstin: string
  seller: string
  kind: FiledBill['kind']
  section: FiledBill['section'] | null
  number: string
  day: string
  totalPaise: number
  taxablePaise: number | null
  taxPaise: number
  /** Null for a bill that nobody filed. */
  itc: FiledBill['itc'] | null
  reason: string
  isRejected: boolean
  isReverse: boolean
  filedOn: string
  bill: EntryBill | null
  differences: readonly Difference[]
  /** How the bill was found, as a sentence. */
  why: string
  /** Whether a person decided which bill it is. */
  isDecided: boolean
  /** Bills that a person decided it is not. */
  notBills: readonly string[]
  mark: BillDecision['mark']
  note: string
}

/** The lines of a month: first the filed bills, then the month's bills that nobody filed. */
export function entriesOf(known: Reconciliation, period: string): Entry[] {
  const filed = known.filed.filter(({ filed: one }) => one.period === period)
  const missing = known.bills.filter(
    ({ place, month }) => place === 'not_in_2b' && month === period,
  )
  return [
    ...filed.map((placed) => filedEntry(known, placed)),
    ...missing.map((placed) => billEntry(known, placed)),
  ]
}

function filedEntry(known: Reconciliation, placed: PlacedFiled): Entry {
  const { filed, link } = placed
  const bill = link?.bill
  const differences = bill === undefined ? [] : differencesOf(filed, bill)
  return {
    id: filed.id,
    subject: filed.key,
    period: filed.period,
    state: stateOf(placed),
    gstin: filed.gstin,
    seller: filed.name,
    kind: filed.kind,
    section: filed.section,
    number: filed.number,
    day: filed.day,
    totalPaise: filed.value,
    taxablePaise: filed.taxable,
    taxPaise: taxOfFiled(filed),
    itc: filed.isRejected ? 'no' : filed.itc,
    reason: filed.reason,
    isRejected: filed.isRejected,
    isReverse: filed.isReverse,
    filedOn: filed.filedOn,
    bill: bill === undefined ? null : shownBill(bill),
    differences,
    why: whyFiled({ filed, link, replacedBy: known.matching.replaced.get(filed.id), differences }),
    isDecided: link?.how === 'decided',
    ...saidOf(known, filed.key),
  }
}

function billEntry(known: Reconciliation, { bill, month }: PlacedBill): Entry {
  const subject = subjectOfBill(bill.id)
  return {
    id: `${month}-${subject}`,
    subject,
    period: month,
    state: 'not_in_2b',
    gstin: bill.gstin,
    seller: bill.seller,
    kind: bill.kind,
    section: null,
    number: bill.number,
    day: bill.day,
    totalPaise: bill.total ?? (bill.taxable ?? 0) + (taxOfBill(bill) ?? 0),
    taxablePaise: bill.taxable,
    taxPaise: taxOfBill(bill) ?? 0,
    itc: null,
    reason: '',
    isRejected: false,
    isReverse: bill.isReverse,
    filedOn: '',
    bill: shownBill(bill),
    differences: [],
    why: whyNotFiled(bill, month),
    isDecided: false,
    ...saidOf(known, subject),
  }
}

function shownBill(bill: KeptBill): EntryBill {
  const { id, number, day, gstin, seller, total } = bill
  return { id, number, day, gstin, seller, totalPaise: total, taxPaise: taxOfBill(bill) }
}

function saidOf({ decisions }: Reconciliation, subject: string) {
  const { notBills = [], mark = null, note = '' } = decisions.get(subject) ?? {}
  return { notBills, mark, note }
}

/* Why a line has its state, in sentences for people. */

type Explained = {
  filed: FiledBill
  link: Link | undefined
  replacedBy: FiledBill | undefined
  differences: readonly Difference[]
}

function whyFiled({ filed, link, replacedBy, differences }: Explained): string {
  if (replacedBy !== undefined) return whyReplaced(replacedBy)
  if (link === undefined) return whyNoBill(filed)
  return [foundBy(link), ...differences.map(differenceText)].join(' ')
}

function whyReplaced({ period, number, originalNumber }: FiledBill): string {
  const month = monthName(period)
  return originalNumber === ''
    ? `It stands again in the GSTR-2B of ${month}: it counts there.`
    : `The seller amended it in the GSTR-2B of ${month}, as ${number}: it counts there.`
}

function whyNoBill({ kind, isRejected }: FiledBill): string {
  if (isRejected) return 'You rejected it in the portal: no bill is needed.'
  return kind === 'bill_of_entry'
    ? 'Goods through customs: the credit is taken by the bill of entry.'
    : 'No bill with this number or these amounts of this seller came in.'
}

function foundBy({ how }: Link): string {
  switch (how) {
    case 'decided':
      return 'Somebody said that they are one.'
    case 'exact':
      return 'Seller, number and amounts are the same.'
    case 'rounded':
      return 'Seller and number are the same, the amounts to the rupee.'
    case 'number':
      return 'Seller and number are the same.'
    case 'similar number':
      return 'Seller and amounts are the same, and the numbers look alike.'
    case 'amounts':
      return 'Seller, amounts and time are the same, the number is another.'
    case 'other registration':
      return 'Number and amounts are the same; the seller is the same by its PAN, in another registration.'
    case 'misread GSTIN':
      return 'Number, date and amounts are the same.'
    default:
      return how satisfies never
  }
}

/** "Total: ₹1,050.00 in the 2B, ₹10,050.00 on the bill." */
export function differenceText(difference: Difference): string {
  const [filed, bill] = difference.isAmount
    ? [rupees(difference.filed), rupees(difference.bill)]
    : [difference.filed, difference.bill || 'nothing']
  return `${fieldName(difference.field)}: ${filed} in the 2B, ${bill} on the bill.`
}

function whyNotFiled({ gstin, number }: KeptBill, month: string): string {
  const lacking = [
    ...(gstin === '' ? ['No GSTIN was read on it.'] : []),
    ...(number === '' ? ['No number was read on it.'] : []),
  ]
  const told = `It is in no GSTR-2B that is here, though that of ${monthName(month)} is: the seller has not filed it, or filed it otherwise.`
  return [told, ...lacking].join(' ')
}
