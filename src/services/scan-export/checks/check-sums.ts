import { addUp } from './add-up.ts'
import { amountTolerance } from './check-lines.ts'
import { type CheckedDocument, type Finding, textAt } from './document.ts'
import { fieldName } from './field-names.ts'
import { discountOn, type Figures } from './figures.ts'
import { linesSum, sumsOfSome, wayToTotal } from './totals.ts'
import { rupees } from './values.ts'

/* The figures at the foot of a bill or an order: what the lines come to, and what the total is made of. */

/** Bills are rounded to the rupee, those by hand to ten; more is no rounding. */
const roundOffMaxPaise = 10_00

/** What does not add up below the lines. */
export function checkSums(
  document: CheckedDocument,
  figures: Figures,
  ownGstin: string | null,
): Finding[] {
  return [
    ...checkBase(figures, 'taxable_value', figures.taxable),
    ...checkBase(figures, 'subtotal', figures.subtotal),
    ...checkRoundOff(figures),
    ...checkTotal(document, figures, ownGstin),
  ]
}

/** Whether the lines come to what is printed as their sum. */
function checkBase(
  figures: Figures,
  key: 'taxable_value' | 'subtotal',
  printed: number | undefined,
): Finding[] {
  const expected = figures.lines.length === 0 ? [] : basesOf(figures)
  const [usual] = expected
  if (printed === undefined || usual === undefined) return []
  // Amounts that were rounded when they were printed are summed as they were before.
  const rounded = figures.lines.filter((line) => amountTolerance(line) > 0).length
  const tolerance = Math.ceil(rounded / 2)
  if (expected.some((paise) => isAlike(printed, paise, tolerance))) return []
  const difference = Math.abs(printed) - Math.abs(usual)
  const message = `${fieldName(key)}: ${moreOrLess(difference)} than the lines add up to (${rupees(usual)}).`
  return [{ key, code: 'sum', message }]
}

/** What may be printed as the sum of the lines, the usual one first. */
function basesOf(figures: Figures): number[] {
  const { freight = 0, charges, tax } = figures
  const taxes = (tax.cgst ?? 0) + (tax.sgst ?? 0) + (tax.igst ?? 0) + (tax.cess ?? 0)
  const columns = [linesSum(figures.lines), grossSum(figures), ...columnSums(figures)].filter(
    (sum) => sum !== undefined,
  )
  return columns.flatMap((sum) => {
    const net = sum - discountOn(figures.discount, sum)
    return [sum, net].flatMap((base) => [
      base,
      ...sumsOfSome([freight, ...charges]).map((other) => base + other),
      // Prices with the tax in them.
      base - taxes,
    ])
  })
}

/** What the lines come to before their discounts; undefined where one has no rate. */
function grossSum({ lines }: Figures): number | undefined {
  const amounts = lines.map(({ qty, rate }) =>
    qty === undefined || rate === undefined ? undefined : Math.round(qty * rate * 100),
  )
  const known = amounts.filter((paise) => paise !== undefined)
  return known.length === lines.length ? known.reduce((sum, one) => sum + one, 0) : undefined
}

/** Where each line prints several amounts, any of these columns may be what is summed. */
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

function checkTotal(
  document: CheckedDocument,
  figures: Figures,
  ownGstin: string | null,
): Finding[] {
  const { total } = figures
  if (total === undefined) return []
  const added = addUp(document, ownGstin)
  if (total < 0 && !isNote(document)) {
    return [{ key: 'total', code: 'sum', message: `Total: ${rupees(total)} is below zero.` }]
  }
  const isSum = isAddedUp(figures, added)
  if (isSum !== false) return []
  const difference = Math.abs(total) - Math.abs(added.totalPaise)
  const message = `${fieldName('total')}: ${moreOrLess(difference)} than its figures come to (${rupees(added.totalPaise)}).`
  return [{ key: 'total', code: 'sum', message }]
}

/** Undefined where nothing is there to be added. */
function isAddedUp(figures: Figures, added: ReturnType<typeof addUp>): boolean | undefined {
  const { cgstPaise, sgstPaise, igstPaise, cessPaise } = added
  const heads = cgstPaise + sgstPaise + igstPaise
  const tax = (heads === 0 ? (figures.taxAmount ?? 0) : heads) + cessPaise
  return wayToTotal(figures, tax)?.fits
}

function isNote({ head }: CheckedDocument): boolean {
  return /\bnote\b/i.test(textAt(head, 'document_type'))
}

function isAlike(printed: number, expected: number, tolerance: number): boolean {
  // Notes of credit print amounts below zero.
  return Math.abs(Math.abs(printed) - Math.abs(expected)) <= tolerance
}

function moreOrLess(difference: number): string {
  return `${rupees(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`
}
