import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import { lineAmount } from './check-lines.ts'
import { type Charge, discountOn, type Figures, type LineFigures } from './figures.ts'

/* How the figures of a bill make its total. Papers add up in several ways. The first way that fits counts. */

/** One way to the total before rounding, in paise. */
export type Way = {
  readonly taxable: number
  readonly tax: number
  readonly charges: SomeCharges
  readonly sum: number
}

/** Some of the charges: their sum in paise, and their keys. */
export type SomeCharges = { readonly paise: number; readonly keys: readonly string[] }

/** Without a printed round-off, a total in whole rupees is the nearest rupee. */
const toRupeePaise = 50

/** The sum of the lines before tax. Undefined when no line has figures. */
export function linesSum(lines: readonly LineFigures[]): number | undefined {
  const amounts = lines.map(lineAmount).filter((paise) => paise !== undefined)
  return amounts.length === 0 ? undefined : sumOf(amounts)
}

/** The way that fits the printed total, or else the usual way. Undefined where there is nothing to add. */
export function wayToTotal(figures: Figures, tax: number): { way: Way; fits: boolean } | undefined {
  const ways = waysToTotal(figures, tax)
  const fitting = ways.find((way) => isTotal(figures, way.sum))
  const way = fitting ?? ways[0]
  return way === undefined ? undefined : { way, fits: fitting !== undefined }
}

/** The charges in the printed total, by any of the ways that fit it. */
export function chargesInTotal(figures: Figures, tax: number): string[] {
  const fitting = waysToTotal(figures, tax).filter(({ sum }) => isTotal(figures, sum))
  return fitting.flatMap(({ charges }) => charges.keys)
}

/** Whether the printed total equals a sum, with the printed round-off or to the nearest rupee. */
function isTotal({ total, roundOff }: Figures, sum: number): boolean {
  if (total === undefined) return false
  // Credit notes may print amounts below zero.
  const fits = (expected: number) => Math.abs(total) === Math.abs(expected)
  if (roundOff !== undefined) {
    // "Less: round-off 0.40" has no sign. Half a rupee is rounded up.
    const isLess = Math.abs(roundOff) < toRupeePaise && fits(sum - Math.abs(roundOff))
    return isLess || fits(sum + roundOff)
  }
  return (
    fits(sum) || (total % 100 === 0 && Math.abs(Math.abs(total) - Math.abs(sum)) <= toRupeePaise)
  )
}

function waysToTotal(figures: Figures, tax: number): Way[] {
  const { taxable, subtotal, charges, isReverseCharge } = figures
  const lines = linesSum(figures.lines)
  const discounted = [lines, subtotal].filter((base) => base !== undefined)
  const bases = [
    taxable,
    ...discounted.map((base) => base - discountOn(figures.discount, base)),
    ...discounted,
  ].filter((base) => base !== undefined)
  // Under reverse charge the buyer pays the tax to the state (source: CGST Act, section 9(3)).
  const taxes = isReverseCharge ? [0, tax] : [tax]
  const others = someOf(charges)
  const ways = taxes.flatMap((taxed) =>
    bases.flatMap((base) => others.map((other) => wayOf(base, taxed, other))),
  )
  return [...ways, ...inclusiveWays(lines, tax, allOf(charges)), ...ofLineTotals(figures)]
}

/** Lines with their taxes make the total. The charges have none, or the tax of one rate. */
function ofLineTotals({ lines, charges }: Figures): Way[] {
  const totals = lines.flatMap(({ total }) => total ?? [])
  if (lines.length === 0 || totals.length < lines.length) return []
  const tax = sumOf(lines.flatMap((line) => Object.values(line.tax)))
  return someOf(charges).flatMap((some) =>
    [0, ...(some.paise > 0 ? chargeTaxes([some]) : [])].map((more) =>
      wayOf(sumOf(totals) - tax, tax + Math.round(more), some),
    ),
  )
}

/** The taxes on charges, which may have a rate of their own, in paise and parts of a paisa. */
export function chargeTaxes(charges: readonly Pick<SomeCharges, 'paise'>[]): number[] {
  return charges.flatMap(({ paise }) => gstSlabs.map((percent) => (paise * percent) / 100))
}

function sumOf(amounts: readonly (number | undefined)[]): number {
  return amounts.reduce<number>((sum, paise = 0) => sum + paise, 0)
}

/** With up to this many charges, any of them may be part of the taxable value. With more, all or none. */
const severalMax = 5

/** Every choice of charges. All charges together come first. */
export function someOf(charges: readonly Charge[]): SomeCharges[] {
  if (charges.length > severalMax) return [charges, charges.slice(0, 1), []].map(allOf)
  return charges
    .reduceRight<Charge[][]>((some, one) => [...some.map((rest) => [one, ...rest]), ...some], [[]])
    .map(allOf)
}

function allOf(charges: readonly Charge[]): SomeCharges {
  return {
    paise: sumOf(charges.map(({ paise }) => paise)),
    keys: charges.map(({ key }) => key),
  }
}

/** Prices that include tax: the lines make the total, and the paper states the tax beside it. */
function inclusiveWays(lines: number | undefined, tax: number, charges: SomeCharges): Way[] {
  return lines === undefined || tax === 0 ? [] : [wayOf(lines - tax, tax, charges)]
}

function wayOf(taxable: number, tax: number, charges: SomeCharges): Way {
  return { taxable, tax, charges, sum: taxable + tax + charges.paise }
}
