import { addUp } from './add-up.ts'
import { amountTolerance, lineAmount } from './check-lines.ts'
import type { Trade } from '../facts.ts'
import type { Finding } from './document.ts'
import { fieldName } from '../fields.ts'
import { discountOn, type Figures } from './figures.ts'
import { chargesInTotal, linesSum, type SomeCharges, someOf, wayToTotal } from './totals.ts'
import { rupees } from '../values.ts'

/* Checks the figures at the foot of a bill or an order: the sum of the lines, and the parts of the total. */

/** Bills are rounded to the rupee, handwritten bills to ten rupees. A larger difference is no rounding. */
const roundOffMaxPaise = 10_00

/** Finds sums below the lines that are wrong. */
export function checkSums(facts: Trade, ownGstin: string | null): Finding[] {
  return [
    ...checkBase(facts, 'taxable_value'),
    ...checkBase(facts, 'subtotal'),
    ...checkRoundOff(facts),
    ...checkTotal(facts, ownGstin),
  ]
}

/** The keys under which papers print the sum of the lines. */
type BaseKey = 'taxable_value' | 'subtotal'

/** Checks whether the lines add up to their printed sum. */
function checkBase(figures: Figures, key: BaseKey): Finding[] {
  const printed = printedBase(figures, key)
  const [usual] = basesOf(figures)
  if (printed === undefined || usual === undefined) return []
  if (fittingBases(figures, key).length > 0) return []
  const difference = Math.abs(printed) - Math.abs(usual.paise)
  const message = `${fieldName(key)}: ${moreOrLess(difference)} than the lines add up to (${rupees(usual.paise)}).`
  return [{ key, code: 'sum', message }]
}

function printedBase({ taxable, subtotal }: Figures, key: BaseKey): number | undefined {
  return key === 'subtotal' ? subtotal : taxable
}

/** Combinations of lines and charges that equal the printed sum. */
function fittingBases(figures: Figures, key: BaseKey): SomeCharges[] {
  const printed = printedBase(figures, key)
  if (printed === undefined) return []
  // Papers may sum amounts before rounding them for print.
  const rounded = figures.lines.filter((line) => amountTolerance(line) > 0).length
  const tolerance = Math.ceil(rounded / 2)
  return basesOf(figures).filter(({ paise }) => isAlike(printed, paise, tolerance))
}

/** What papers may print as the sum of the lines, the usual sum first, with the charges in it. */
function basesOf(figures: Figures): SomeCharges[] {
  const { charges, tax } = figures
  if (figures.lines.length === 0) return []
  const taxes = (tax.cgst ?? 0) + (tax.sgst ?? 0) + (tax.igst ?? 0) + (tax.cess ?? 0)
  const columns = [linesSum(figures.lines), grossSum(figures), ...columnSums(figures)].filter(
    (sum) => sum !== undefined,
  )
  return columns.flatMap((sum) => {
    const net = sum - discountOn(figures.discount, sum)
    return [sum, net].flatMap((base) => [
      { paise: base, keys: [] },
      ...someOf(charges).map(({ paise, keys }) => ({ paise: base + paise, keys })),
      // Prices that include tax.
      { paise: base - taxes, keys: [] },
    ])
  })
}

/** The sum of the lines before their discounts. Undefined if a line has no rate. */
function grossSum({ lines }: Figures): number | undefined {
  const amounts = lines.map(({ qty, rate }) =>
    qty === undefined || rate === undefined ? undefined : Math.round(qty * rate * 100),
  )
  const known = amounts.filter((paise) => paise !== undefined)
  return known.length === lines.length ? known.reduce((sum, one) => sum + one, 0) : undefined
}

/** Lines may print several amounts. Any of these columns may be summed. */
function columnSums({ lines }: Figures): (number | undefined)[] {
  return (['taxable', 'total'] as const).map((column) => {
    const amounts = lines.map((line) => line[column]).filter((paise) => paise !== undefined)
    return amounts.length === lines.length ? amounts.reduce((sum, one) => sum + one, 0) : undefined
  })
}

function checkRoundOff({ roundOff }: Figures): Finding[] {
  if (roundOff === undefined || Math.abs(roundOff) <= roundOffMaxPaise) return []
  const message = `${fieldName('round_off')}: ${rupees(roundOff)} is more than a rounding takes.`
  return [{ key: 'round_off', code: 'sum', message }]
}

function checkTotal(facts: Trade, ownGstin: string | null): Finding[] {
  const { total } = facts
  if (total === undefined) return []
  const added = addUp(facts, ownGstin)
  if (total < 0 && !isNote(facts)) {
    return [{ key: 'total', code: 'sum', message: `Total: ${rupees(total)} is below zero.` }]
  }
  const tax = taxIn(facts, added)
  const isSum = wayToTotal(facts, tax)?.fits
  if (isSum === true) return checkCharges(facts, tax)
  // Undefined where there is nothing to add.
  if (isSum === undefined) return []
  const difference = Math.abs(total) - Math.abs(added.totalPaise)
  const message = `${fieldName('total')}: ${moreOrLess(difference)} than its figures come to (${rupees(added.totalPaise)}).`
  return [{ key: 'total', code: 'sum', message }]
}

function taxIn({ taxAmount }: Figures, added: ReturnType<typeof addUp>): number {
  const { cgstPaise, sgstPaise, igstPaise, cessPaise } = added
  const heads = cgstPaise + sgstPaise + igstPaise
  return (heads === 0 ? (taxAmount ?? 0) : heads) + cessPaise
}

/** A charge may be part of the total, or of a sum above it. A charge that is in neither does not belong to this bill. */
function checkCharges(figures: Figures, tax: number): Finding[] {
  const inBases = (['taxable_value', 'subtotal'] as const).flatMap((key) =>
    fittingBases(figures, key).flatMap(({ keys }) => keys),
  )
  const summed = new Set([...chargesInTotal(figures, tax), ...inBases])
  const lines = new Set(figures.lines.map(lineAmount))
  return figures.charges
    .filter(({ key, paise }) => !summed.has(key) && !lines.has(paise))
    .map(({ key, paise }) => {
      const message = `${fieldName(key)}: ${rupees(paise)} is in no sum of the paper.`
      return { key, code: 'sum', message }
    })
}

function isNote({ title = '' }: Trade): boolean {
  return /\bnote\b/i.test(title)
}

function isAlike(printed: number, expected: number, tolerance: number): boolean {
  // Credit notes may print amounts below zero.
  return Math.abs(Math.abs(printed) - Math.abs(expected)) <= tolerance
}

function moreOrLess(difference: number): string {
  return `${rupees(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`
}
