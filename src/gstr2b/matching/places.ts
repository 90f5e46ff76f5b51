import { dayInIndia } from '../../paper/values.ts'
import { taxOfBill, type FiledBill, type KeptBill } from './bill.ts'
import { agreementOf } from './differences.ts'
import { matchBills, type Decided, type Link, type Matching } from './match.ts'

/** The state of a filed bill. */
export type FiledState = 'matched' | 'differs' | 'suggested' | 'no_bill' | 'replaced'

/**
 * The place of a kept bill: linked to a filed bill, a copy of another bill, missing from its month's GSTR-2B, without tax to credit, or
 * dated in a month whose GSTR-2B is not imported yet.
 */
type BillPlace = 'linked' | 'copy' | 'not_in_2b' | 'no_credit' | 'not_due'

export type PlacedFiled = { filed: FiledBill; state: FiledState; link: Link | undefined }

export type PlacedBill = { bill: KeptBill; place: BillPlace; month: string }

/** Every filed bill and every kept bill, each in one place. */
export type Places = { matching: Matching; filed: PlacedFiled[]; bills: PlacedBill[] }

/** `months`: the imported months, as yyyy-mm. */
export function placeBills(
  filed: readonly FiledBill[],
  bills: readonly KeptBill[],
  decided: Decided,
  months: ReadonlySet<string>,
): Places {
  const matching = matchBills(filed, bills, decided)
  return {
    matching,
    filed: filed.map((one) => {
      const link = matching.links.get(one.id)
      return { filed: one, link, state: filedState(matching, one, link) }
    }),
    bills: bills.map((bill) => {
      const month = monthOf(bill)
      return { bill, month, place: billPlace(matching, bill, months.has(month)) }
    }),
  }
}

function filedState({ replaced }: Matching, { id }: FiledBill, link: Link | undefined): FiledState {
  if (replaced.has(id)) return 'replaced'
  if (link === undefined) return 'no_bill'
  switch (link.how) {
    case 'exact':
    case 'rounded':
      return 'matched'
    case 'number':
      return 'differs'
    case 'decided':
      return agreementOf(link.filed, link.bill) === 'different' ? 'differs' : 'matched'
    case 'similar number':
    case 'amounts':
    case 'other registration':
    case 'misread GSTIN':
      return 'suggested'
    default:
      return link.how satisfies never
  }
}

function billPlace({ linksOfBills, copies }: Matching, bill: KeptBill, isDue: boolean): BillPlace {
  if (copies.has(bill.id)) return 'copy'
  if (linksOfBills.has(bill.id)) return 'linked'
  const tax = taxOfBill(bill)
  if (tax === 0 || (tax === null && bill.gstin === '')) return 'no_credit'
  return isDue ? 'not_in_2b' : 'not_due'
}

/** The month of a bill's date. Without a date, the month in which the bill came in, in India. */
function monthOf({ day, seenAt }: KeptBill): string {
  return (day === '' ? dayInIndia(seenAt) : day).slice(0, 7)
}
