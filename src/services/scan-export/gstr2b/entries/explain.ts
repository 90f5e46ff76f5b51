import { fieldName } from '../../../../paper/fields.ts'
import { rupees } from '../../../../paper/values.ts'
import type { FiledBill, KeptBill } from '../matching/bill.ts'
import type { Difference } from '../matching/differences.ts'
import type { Link } from '../matching/match.ts'
import { monthName } from '../months/rules.ts'

/* Why a line has its state, in sentences for people. */

type Explained = {
  filed: FiledBill
  link: Link | undefined
  replacedBy: FiledBill | undefined
  differences: readonly Difference[]
}

export function whyFiled({ filed, link, replacedBy, differences }: Explained): string {
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

export function whyNotFiled({ gstin, number }: KeptBill, month: string): string {
  const lacking = [
    ...(gstin === '' ? ['No GSTIN was read on it.'] : []),
    ...(number === '' ? ['No number was read on it.'] : []),
  ]
  const told = `It is in no GSTR-2B that is here, though that of ${monthName(month)} is: the seller has not filed it, or filed it otherwise.`
  return [told, ...lacking].join(' ')
}
