import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import { lineAmount } from './check-lines.ts'
import type { Trade } from '../facts.ts'
import type { Finding } from './document.ts'
import type { Figures, LineFigures } from './figures.ts'
import { likelyTaxKind, printedTaxKind, type TaxKind } from './tax-kind.ts'
import { linesSum } from './totals.ts'
import { rupees } from '../values.ts'

/* Checks whether the printed taxes are the right ones, and whether they fit the rates of the lines. */

/** CGST and SGST are halves of one sum. Rounded separately, they may differ by a paisa. */
const halvesPaise = 1
/** Tax is rounded to the paisa for each line or for all, and by law to the rupee (source: CGST Act, section 170). */
const lineRoundingPaise = 0.5
const toRupeePaise = 50
/** No supply has a higher rate. Cess is separate. */
const percentMax = Math.max(...gstSlabs)

/** Finds wrong taxes. */
export function checkTax(facts: Trade, ownGstin: string | null): Finding[] {
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
  if (expected.some((tax) => isTax(printed, tax, parts, figures.lines.length))) return []
  const [usual] = expected
  if (usual === undefined) return tooMuch(key, printed, base)
  const name = parts === 2 ? 'CGST and SGST' : key === 'igst' ? 'IGST' : 'Tax'
  const message = `${name}: ${rupees(Math.abs(printed))}, but the rates of the lines come to ${rupees(Math.round(usual))}.`
  return [{ key, code: 'tax', message }]
}

/** The taxes by the rates: on the lines, on their taxable part, and included in the lines. Empty where rates are not printed. */
function expectedTaxes({ lines, taxable, discount }: Figures, base: number): number[] {
  if (lines.length === 1 && lines[0]?.gstPercent === undefined) {
    return discount.paise === undefined ? gstSlabs.map((percent) => (base * percent) / 100) : []
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

function tooMuch(key: string, printed: number, base: number): Finding[] {
  if (Math.abs(printed) <= (Math.abs(base) * percentMax) / 100 + toRupeePaise) return []
  const message = `Tax: ${rupees(printed)} on ${rupees(base)} is more than ${percentMax}%.`
  return [{ key, code: 'tax', message }]
}
