import { cleanNumber } from './numbers.ts'
import { taxOfBill, taxOfFiled, type FiledBill, type KeptBill } from './bill.ts'

/** How far amounts may differ and still agree, in paise. Each is rounded separately, and tax has up to four parts. */
const amountTolerance = 100
const taxTolerance = 200

const taxedFields = ['taxable', 'igst', 'cgst', 'sgst', 'cess'] as const

/** A field, by its key in a document, and its value on each side. Amounts in paise. */
export type Difference =
  | { field: AmountField; isAmount: true; filed: number; bill: number }
  | { field: TextField; isAmount: false; filed: string; bill: string }

type AmountField = 'total' | 'taxable_value' | 'igst' | 'cgst' | 'sgst' | 'cess'
type TextField = 'invoice_no' | 'invoice_date' | 'gstin' | 'place_of_supply' | 'reverse_charge'

const amountKeys: Readonly<Record<(typeof taxedFields)[number], AmountField>> = {
  taxable: 'taxable_value',
  igst: 'igst',
  cgst: 'cgst',
  sgst: 'sgst',
  cess: 'cess',
}

/** How the amounts of both sides compare. `unknown`: the bill has no amounts. */
export type Agreement = 'equal' | 'rounded' | 'different' | 'unknown'

/** The total does not count where taxable value and tax are known: suppliers file it before or after rounding, with or without freight. */
export function agreementOf(filed: FiledBill, bill: KeptBill): Agreement {
  let [compared, widest] = [0, 0]
  for (const field of taxedFields) {
    const amount = bill[field]
    if (amount === null) continue
    compared += 1
    widest = Math.max(widest, Math.abs(amount - filed[field]))
  }
  const isTaxKnown = knowsTax(bill)
  if (bill.total !== null && !(isTaxKnown && bill.taxable !== null)) {
    compared += 1
    widest = Math.max(widest, Math.abs(bill.total - filed.value))
  }
  if (compared === 0) return 'unknown'
  if (widest === 0) return 'equal'
  const taxGap = isTaxKnown ? Math.abs((taxOfBill(bill) ?? 0) - taxOfFiled(filed)) : 0
  return widest > amountTolerance || taxGap > taxTolerance ? 'different' : 'rounded'
}

/** Whether a bill states its full tax: IGST, or CGST and SGST. */
function knowsTax({ igst, cgst, sgst }: KeptBill): boolean {
  return igst !== null || (cgst !== null && sgst !== null)
}

/** Whether nothing on the bill contradicts the filed place of supply or reverse charge. */
export function isOneSupply(filed: FiledBill, bill: KeptBill): boolean {
  const isOnePlace = bill.pos === '' || filed.pos === '' || bill.pos === filed.pos
  return isOnePlace && (!bill.isReverse || filed.isReverse)
}

/** Every field that both sides have with different values. */
export function differencesOf(filed: FiledBill, bill: KeptBill): Difference[] {
  const texts: Difference[] = [
    ...(isOneNumber(filed, bill) ? [] : [textPair('invoice_no', filed.number, bill.number)]),
    textPair('invoice_date', filed.day, bill.day),
    textPair('gstin', filed.gstin, bill.gstin),
    ...(isOneSupply(filed, bill)
      ? []
      : [
          textPair('place_of_supply', filed.pos, bill.pos || filed.pos),
          textPair('reverse_charge', yesNo(filed.isReverse), yesNo(bill.isReverse)),
        ]),
  ]
  const amounts = taxedFields.flatMap((field): Difference[] =>
    amountPair(amountKeys[field], filed[field], bill[field]),
  )
  return [
    ...texts.filter((pair) => pair.filed !== pair.bill && pair.filed !== ''),
    ...amounts,
    ...amountPair('total', filed.value, bill.total),
  ]
}

/** Ignores how each side writes the number. */
function isOneNumber(filed: FiledBill, bill: KeptBill): boolean {
  return cleanNumber(filed.number, filed.day) === cleanNumber(bill.number, bill.day)
}

function textPair(field: TextField, filed: string, bill: string): Difference {
  return { field, isAmount: false, filed, bill }
}

function amountPair(field: AmountField, filed: number, bill: number | null): Difference[] {
  const isAlike = bill === null || Math.abs(filed - bill) <= amountTolerance
  return isAlike ? [] : [{ field, isAmount: true, filed, bill }]
}

function yesNo(is: boolean): string {
  return is ? 'Yes' : 'No'
}
