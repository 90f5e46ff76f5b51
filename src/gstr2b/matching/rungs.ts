import { taxOfBill, taxOfFiled, type FiledBill, type KeptBill } from './bill.ts'
import { agreementOf, isOneSupply } from './differences.ts'
import { cleanNumber, gstinDistance, likeness, mayBeOneYear, panOf } from './numbers.ts'

/** The sign by which a filed bill and a kept bill were matched. `decided`: a person decided. */
export type How =
  | 'decided'
  | 'exact'
  | 'rounded'
  | 'number'
  | 'similar number'
  | 'amounts'
  | 'other registration'
  | 'misread GSTIN'

/** One sign. Bills with a common key are compared. Of several that fit, the lowest rank wins; with `isAlone`, none does. */
export type Rung = {
  how: How
  filedKeys(filed: FiledBill): string[]
  billKeys(bill: KeptBill): string[]
  fits(filed: FiledBill, bill: KeptBill): boolean
  rank(filed: FiledBill, bill: KeptBill): number
  isAlone?: true
}

/** The most characters in which a misread GSTIN differs. */
const misreadMax = 2

type Keys = Pick<Rung, 'filedKeys' | 'billKeys' | 'rank'>

const bySupplierAndNumber: Keys = {
  billKeys(bill) {
    const number = numberOf(bill)
    return number === '' || bill.gstin === '' ? [] : [`${bill.gstin}|${sideOf(bill)}|${number}`]
  },
  filedKeys: (filed) =>
    numbersOf(filed).map((number) => `${filed.gstin}|${sideOf(filed)}|${number}`),
  rank: daysBetween,
}

const byNumber: Keys = {
  billKeys(bill) {
    const number = numberOf(bill)
    return number === '' ? [] : [`${sideOf(bill)}|${number}`]
  },
  filedKeys: (filed) =>
    filed.gstin === '' ? [] : numbersOf(filed).map((number) => `${sideOf(filed)}|${number}`),
  rank: daysBetween,
}

/** By total or by tax, in whole rupees and the rupees next to them: either may be misread, and the total may be rounded. */
const bySupplierAndAmount: Keys = {
  billKeys(bill) {
    if (bill.gstin === '') return []
    const tax = taxOfBill(bill)
    const start = `${bill.gstin}|${sideOf(bill)}`
    return [
      ...(bill.total === null ? [] : [`${start}|total|${rupeesOf(bill.total)}`]),
      ...(tax === null || tax === 0 ? [] : [`${start}|tax|${rupeesOf(tax)}`]),
    ]
  },
  filedKeys(filed) {
    if (filed.gstin === '') return []
    const start = `${filed.gstin}|${sideOf(filed)}`
    const [total, tax] = [rupeesOf(filed.value), rupeesOf(taxOfFiled(filed))]
    return [-1, 0, 1].flatMap((near) => [
      `${start}|total|${total + near}`,
      `${start}|tax|${tax + near}`,
    ])
  },
  rank: daysBetween,
}

/** The most certain sign comes first. */
export const rungs: readonly Rung[] = [
  {
    how: 'exact',
    ...bySupplierAndNumber,
    fits: (filed, bill) =>
      isOneYear(filed, bill) && isOneSupply(filed, bill) && agreementOf(filed, bill) === 'equal',
  },
  {
    how: 'rounded',
    ...bySupplierAndNumber,
    fits: (filed, bill) =>
      isOneYear(filed, bill) && isOneSupply(filed, bill) && agrees(filed, bill),
  },
  { how: 'number', ...bySupplierAndNumber, fits: isOneYear },
  {
    how: 'similar number',
    ...bySupplierAndAmount,
    fits: (filed, bill) => isAlike(filed, bill) && isOneYear(filed, bill) && agrees(filed, bill),
    rank: (filed, bill) => -likenessOf(filed, bill) * daysMax + daysBetween(filed, bill),
  },
  {
    how: 'amounts',
    ...bySupplierAndAmount,
    fits: (filed, bill) => isOneDay(filed, bill) && agrees(filed, bill),
  },
  {
    how: 'amounts',
    ...bySupplierAndAmount,
    fits: (filed, bill) => isOneMonth(filed, bill) && agrees(filed, bill),
    isAlone: true,
  },
  {
    how: 'other registration',
    ...byNumber,
    fits: (filed, bill) =>
      panOf(filed.gstin) === panOf(bill.gstin) && isOneYear(filed, bill) && agrees(filed, bill),
  },
  {
    how: 'misread GSTIN',
    ...byNumber,
    fits: (filed, bill) =>
      (bill.gstin === '' || gstinDistance(filed.gstin, bill.gstin) <= misreadMax) &&
      isOneDay(filed, bill) &&
      agrees(filed, bill),
  },
]

/** A credit note matches only a credit note. */
function sideOf({ kind }: { kind: FiledBill['kind'] }): string {
  return kind === 'credit_note' ? 'credit' : 'bill'
}

/** Each number is cleaned once, however often it is compared. */
const cleaned = new WeakMap<KeptBill | FiledBill, readonly string[]>()

function numberOf(bill: KeptBill): string {
  const [number = ''] = cleanedOf(bill, () => [cleanNumber(bill.number, bill.day)])
  return number
}

/** The paper of an amendment may have the number that was filed first. */
function numbersOf(filed: FiledBill): readonly string[] {
  return cleanedOf(filed, () => {
    const { number, day, originalNumber, originalDay } = filed
    const numbers = [cleanNumber(number, day), cleanNumber(originalNumber, originalDay)]
    return [...new Set(numbers)].filter((clean) => clean !== '')
  })
}

function cleanedOf(bill: KeptBill | FiledBill, clean: () => readonly string[]): readonly string[] {
  const known = cleaned.get(bill)
  if (known !== undefined) return known
  const numbers = clean()
  cleaned.set(bill, numbers)
  return numbers
}

function isAlike(filed: FiledBill, bill: KeptBill): boolean {
  const alike = likenessOf(filed, bill)
  // The next bill of the same day may differ in one character too.
  return alike > 1 || (alike === 1 && isOneDay(filed, bill))
}

function likenessOf(filed: FiledBill, bill: KeptBill): number {
  const number = numberOf(bill)
  return Math.max(0, ...numbersOf(filed).map((own) => likeness(own, number)))
}

function agrees(filed: FiledBill, bill: KeptBill): boolean {
  const agreement = agreementOf(filed, bill)
  return agreement === 'equal' || agreement === 'rounded'
}

function isOneYear(filed: FiledBill, bill: KeptBill): boolean {
  return mayBeOneYear(filed.day, bill.day)
}

function isOneDay(filed: FiledBill, bill: KeptBill): boolean {
  return bill.day !== '' && filed.day === bill.day
}

function isOneMonth(filed: FiledBill, bill: KeptBill): boolean {
  return bill.day !== '' && filed.day.slice(0, 7) === bill.day.slice(0, 7)
}

function rupeesOf(paise: number): number {
  return Math.floor(paise / 100)
}

/** More days than a financial year has. */
const daysMax = 1_000

/** Days of a month, rounded up. The distance only tells which bill is nearest. */
const monthDays = 31

function daysBetween(filed: FiledBill, bill: KeptBill): number {
  if (filed.day === '' || bill.day === '') return daysMax - 1
  return Math.min(Math.abs(dayNumber(filed.day) - dayNumber(bill.day)), daysMax - 1)
}

function dayNumber(day: string): number {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7))
  return months * monthDays + Number(day.slice(8))
}
