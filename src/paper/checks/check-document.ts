import { type Trade, tradeFacts } from '../facts.ts'
import { fieldName, requiredIn } from '../fields.ts'
import { readPaise, rupees } from '../values.ts'
import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import { amountTolerance, checkLines, lineAmount } from './check-lines.ts'
import { checkStatement } from './check-statement.ts'
import { checkValues } from './check-values.ts'
import { type CheckedAgainst, type CheckedDocument, type Finding, textAt } from './document.ts'
import { discountOn, type Figures, isCharge, type LineFigures } from './figures.ts'
import { addUp } from './add-up.ts'
import type { SomeCharges } from './totals.ts'
import { chargesInTotal, chargeTaxes, linesSum, someOf, wayToTotal } from './totals.ts'
import { likelyTaxKind, printedTaxKind, type TaxKind } from './tax-kind.ts'

/** Everything in a document that cannot be right. An honest document has no findings. */
export function checkDocument(document: CheckedDocument, against: CheckedAgainst): Finding[] {
  return [
    ...checkPresence(document),
    ...checkValues(document, against),
    ...(document.category === 'bank_entry'
      ? checkStatement(document)
      : checkBill(document, against)),
  ]
}

function checkBill(document: CheckedDocument, { ownGstin }: CheckedAgainst): Finding[] {
  const facts = tradeFacts(document)
  return [...checkLines(facts.lines), ...checkSums(facts, ownGstin), ...checkTax(facts, ownGstin)]
}

/* Values that every paper of its kind has. */

/** Finds required values that are missing. */
function checkPresence(document: CheckedDocument): Finding[] {
  return requiredKeys(document).flatMap((keys) => {
    const isThere = keys.some((key) => textAt(document.head, key) !== '')
    const [key = ''] = keys
    return isThere ? [] : [missing(key)]
  })
}

/** Groups of required keys. One key of each group is enough. */
function requiredKeys(document: CheckedDocument): string[][] {
  return requiredIn(document.category).filter(
    ([key]) =>
      (key !== 'invoice_no' || isRegistered(document)) &&
      (key !== 'total' || !hasOtherTotal(document)),
  )
}

/** A registered seller numbers its bills (source: CGST rule 46(b)). A cash memo may have no number. */
function isRegistered({ head }: CheckedDocument): boolean {
  return ['gstin', 'cgst', 'sgst', 'igst'].some((key) => textAt(head, key) !== '')
}

/** A total under an unknown label counts too. */
function hasOtherTotal({ head, lines }: CheckedDocument): boolean {
  const hasUnknown = Object.keys(head).some(
    (key) => !/^[a-z_]+$/.test(key) && !isCharge(key) && readPaise(textAt(head, key)) !== undefined,
  )
  return hasUnknown && lines.length > 0
}

function missing(key: string): Finding {
  return { key, code: 'missing', message: `${fieldName(key)} is missing.` }
}

/* Checks the figures at the foot of a bill or an order: the sum of the lines, and the parts of the total. */

/** Bills are rounded to the rupee, handwritten bills to ten rupees. A larger difference is no rounding. */
const roundOffMaxPaise = 10_00

/** Finds sums below the lines that are wrong. */
function checkSums(facts: Trade, ownGstin: string | null): Finding[] {
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
  // Papers may print the sum to be paid as "Subtotal" too.
  if (key === 'subtotal' && printed === figures.total) return []
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
  const amounts = figures.lines.map((line) => lineAmount(line) ?? 0)
  return figures.charges
    .filter(({ key }) => !summed.has(key) && !isIncomeTax(key))
    .filter(({ paise }) => !isSumOfRun(paise, amounts))
    .map(({ key, paise }) => {
      const message = `${fieldName(key)}: ${rupees(paise)} is in no sum of the paper.`
      return { key, code: 'sum', message }
    })
}

/** The buyer deducts income tax when it pays. The total of the bill may leave it out. */
function isIncomeTax(label: string): boolean {
  return /\btds\b/i.test(label)
}

/** Whether lines that follow each other come to this sum: papers print it below a group of lines. */
function isSumOfRun(sum: number, amounts: readonly number[]): boolean {
  const before = new Set<number>()
  let upTo = 0
  return amounts.some((paise) => {
    before.add(upTo)
    upTo += paise
    return before.has(upTo - sum)
  })
}

function isNote({ title = '' }: Trade): boolean {
  return /\bnote\b|\breturn\b/i.test(title)
}

function isAlike(printed: number, expected: number, tolerance: number): boolean {
  // Credit notes may print amounts below zero.
  return Math.abs(Math.abs(printed) - Math.abs(expected)) <= tolerance
}

function moreOrLess(difference: number): string {
  return `${rupees(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'}`
}

/* Checks whether the printed taxes are the right ones, and whether they fit the rates of the lines. */

/** CGST and SGST are halves of one sum. Rounded separately, they may differ by a paisa. */
const halvesPaise = 1
/** Tax is rounded to the paisa for each line or for all, and by law to the rupee (source: CGST Act, section 170). */
const lineRoundingPaise = 0.5
const toRupeePaise = 50
/** No supply has a higher rate. Cess is separate. */
const percentMax = Math.max(...gstSlabs)

/** Finds wrong taxes. */
function checkTax(facts: Trade, ownGstin: string | null): Finding[] {
  return [...checkHalves(facts), ...checkKind(facts, ownGstin), ...checkAmount(facts)]
}

function checkHalves({ tax: { cgst = 0, sgst = 0 } }: Figures): Finding[] {
  const difference = cgst - sgst
  const isHalved = cgst !== 0 && sgst !== 0 && Math.abs(difference) <= halvesPaise
  if (difference === 0 || isHalved) return []
  const key = difference > 0 ? 'sgst' : 'cgst'
  const message = `CGST and SGST are always equal: here they are ${rupees(cgst)} and ${rupees(sgst)}.`
  return [{ key, code: 'tax', message }]
}

function checkKind(facts: Trade, ownGstin: string | null): Finding[] {
  const { tax } = facts
  const [halves, whole] = [(tax.cgst ?? 0) + (tax.sgst ?? 0), tax.igst ?? 0]
  if (halves !== 0 && whole !== 0) {
    return [
      {
        key: 'igst',
        code: 'tax',
        message: 'IGST stands beside CGST and SGST: a bill has the one or the others.',
      },
    ]
  }
  const printed = printedTaxKind(facts)
  const isWithin = (printed ?? likelyTaxKind(facts, ownGstin)) === 'within a state'
  if (whole !== 0 && isWithin)
    // A sale to a special economic zone counts as a sale to another state (source: IGST Act, section 7(5)).
    return facts.isToZone ? [] : [wrongKind('igst', 'within a state')]
  return halves !== 0 && printed === 'between states' ? [wrongKind('cgst', 'between states')] : []
}

function wrongKind(key: 'igst' | 'cgst', kind: TaxKind): Finding {
  const message =
    kind === 'within a state'
      ? 'IGST is charged, but the seller and the place of supply are in one state: that is CGST and SGST.'
      : 'CGST and SGST are charged, but the seller and the place of supply are in two states: that is IGST.'
  return { key, code: 'tax', message }
}

/** Checks whether the taxes fit the rates of the lines. If the lines print no rates, checks whether such a rate exists. */
function checkAmount(figures: Figures): Finding[] {
  const { cgst = 0, sgst = 0, igst = 0 } = figures.tax
  const heads = cgst + sgst
  const printed = heads === 0 ? igst || (figures.taxAmount ?? 0) : heads
  const key = heads === 0 ? (igst === 0 ? 'tax_amount' : 'igst') : 'cgst'
  const base = figures.taxable ?? linesSum(figures.lines)
  if (printed === 0 || base === undefined || base === 0) return []
  const parts = heads === 0 ? 1 : 2
  const expected = expectedTaxes(figures, base)
  const { length } = figures.lines
  const taxes = [0, ...chargeTaxes(someOf(figures.charges))].map((tax) => printed - tax)
  if (taxes.some((of) => expected.some((tax) => isTax(of, tax, parts, length)))) return []
  const [usual] = expected
  if (usual === undefined) return tooMuch(key, printed, [base, figures.subtotal ?? 0])
  const name = parts === 2 ? 'CGST and SGST' : key === 'igst' ? 'IGST' : 'Tax'
  const message = `${name}: ${rupees(Math.abs(printed))}, but the rates of the lines come to ${rupees(Math.round(usual))}.`
  return [{ key, code: 'tax', message }]
}

/** The taxes by the rates: on the lines, on their taxable part, which may hold charges, and included in the lines. Empty where rates are not printed. */
function expectedTaxes({ lines, taxable, discount }: Figures, base: number): number[] {
  if (lines.length === 1 && lines[0]?.gstPercent === undefined) {
    const bases = discount.paise === undefined ? [base, linesSum(lines) ?? base] : []
    return bases.flatMap((one) => gstSlabs.map((percent) => (one * percent) / 100))
  }
  if (lines.length === 0 || lines.some(({ gstPercent }) => gstPercent === undefined)) return []
  const sum = linesSum(lines) ?? 0
  const onLines = sumOf(lines, (amount, percent) => (amount * percent) / 100)
  const within = sumOf(lines, (amount, percent) => (amount * percent) / (100 + percent))
  const scaled = taxable === undefined || sum === 0 ? [] : [(onLines * taxable) / sum]
  return [onLines, ...scaled, within]
}

function sumOf(
  lines: readonly LineFigures[],
  taxOf: (amount: number, percent: number) => number,
): number {
  return lines.reduce((sum, line) => sum + taxOf(lineAmount(line) ?? 0, line.gstPercent ?? 0), 0)
}

function isTax(printed: number, expected: number, parts: 1 | 2, lines: number): boolean {
  const difference = Math.abs(Math.abs(printed) - Math.abs(expected))
  if (difference <= lineRoundingPaise * parts * Math.max(lines, 1) + epsilon) return true
  return printed % (100 * parts) === 0 && difference <= toRupeePaise * parts
}

/** Paise. Sums of doubles may be off by this much. */
const epsilon = 0.001

/** `sums`: the goods alone, and with charges that are taxed with them. */
function tooMuch(key: string, printed: number, sums: readonly number[]): Finding[] {
  const base = Math.max(...sums.map(Math.abs))
  if (Math.abs(printed) <= (base * percentMax) / 100 + toRupeePaise) return []
  const message = `Tax: ${rupees(printed)} on ${rupees(base)} is more than ${percentMax}%.`
  return [{ key, code: 'tax', message }]
}
