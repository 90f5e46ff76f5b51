import { lineAmount } from '../../paper/checks/check-lines.ts'
import {
  type Charge,
  discountOn,
  type Figures,
  type LineFigures,
} from '../../paper/checks/figures.ts'
import { someOf } from '../../paper/checks/totals.ts'
import { allocate } from './allocate.ts'
import { byRate, type LineAmount, type RateGroup, sumOf } from './amounts.ts'
import type { Paise } from './voucher.ts'

/** How the taxable value of a bill is made up of its lines. */
export type Split = {
  /** By rate, after the discount at the foot and without the charges: these together are the taxable value. */
  groups: RateGroup[]
  lines?: LineAmount[]
  discount: Paise
  /** Charges that are taxed: they are in the taxable value. */
  inner: Charge[]
}

type Target = { taxable: Paise; tax: Paise }

/**
 * Tells which lines, which discount and which charges the taxable value of a bill is made of. `charges` are those that are
 * not added below it. Undefined where that cannot be told and several rates apply.
 */
export function splitTaxable(
  figures: Figures,
  target: Target,
  charges: readonly Charge[],
): Split | undefined {
  const columns = [figures.lines.map(lineAmount), figures.lines.map(({ taxable }) => taxable)]
  for (const column of columns) {
    const lines = linesOf(figures.lines, column)
    const split = exactSplit(figures, lines, target, charges) ?? inclusiveSplit(lines, target)
    if (split !== undefined) return split
  }
  return roundedSplit(figures, target) ?? wholeSplit(figures, target)
}

function linesOf(
  lines: readonly LineFigures[],
  column: readonly (number | undefined)[],
): LineAmount[] {
  return lines.map(({ gstPercent }, at) => ({ percent: gstPercent, paise: column[at] ?? 0 }))
}

/** The lines, less the discount that is printed at the foot, with some of the charges. */
function exactSplit(
  figures: Figures,
  lines: LineAmount[],
  { taxable }: Target,
  charges: readonly Charge[],
): Split | undefined {
  const sum = sumOf(lines)
  const printed = discountOn(figures.discount, sum)
  // A discount in per cent may have been rounded on each line.
  const tolerance = figures.discount.percent === undefined ? 0 : lines.length
  for (const { paise, keys } of [{ paise: 0, keys: [] }, ...someOf(charges)]) {
    const inner = charges.filter(({ key }) => keys.includes(key))
    const discount = sum + paise - taxable
    const isPrinted = printed !== 0 && Math.abs(discount - printed) <= tolerance
    if (lines.length === 0 || !(discount === 0 || isPrinted)) continue
    return { groups: discounted(byRate(lines), discount), lines, discount, inner }
  }
  return undefined
}

/** Prices with the tax in them. */
function inclusiveSplit(lines: LineAmount[], { taxable, tax }: Target): Split | undefined {
  if (tax === 0 || sumOf(lines) - tax !== taxable) return undefined
  const nets = lines.map(({ percent = 0, paise }) => paise / (1 + percent / 100))
  const net = nettedLines(lines, allocate(taxable, nets))
  return { groups: byRate(net), lines: net, discount: 0, inner: [] }
}

/** Amounts that were rounded when they were printed are summed as they were before: the largest line takes the rest. */
function roundedSplit(figures: Figures, { taxable }: Target): Split | undefined {
  const lines = linesOf(figures.lines, figures.lines.map(lineAmount))
  const rest = taxable - sumOf(lines)
  if (lines.length === 0 || Math.abs(rest) > lines.length) return undefined
  const largest = Math.max(...lines.map(({ paise }) => Math.abs(paise)))
  const at = lines.findIndex(({ paise }) => Math.abs(paise) === largest)
  const amended = lines.map((line, i) => (i === at ? { ...line, paise: line.paise + rest } : line))
  return { groups: byRate(amended), lines: amended, discount: 0, inner: [] }
}

/** Where lines are missing, or do not say what is in them: all of it, if there is one rate at most. */
function wholeSplit({ lines }: Figures, { taxable }: Target): Split | undefined {
  const [percent, ...others] = new Set(lines.map(({ gstPercent }) => gstPercent))
  if (others.length > 0) return undefined
  return { groups: [{ percent, paise: taxable }], discount: 0, inner: [] }
}

function nettedLines(lines: readonly LineAmount[], nets: readonly Paise[]): LineAmount[] {
  return lines.map((line, at) => ({ ...line, paise: nets[at] ?? 0 }))
}

/** A discount at the foot lowers what is taxed at each rate alike. */
function discounted(groups: RateGroup[], discount: Paise): RateGroup[] {
  const shares = allocate(
    discount,
    groups.map(({ paise }) => paise),
  )
  return groups.map((group, at) => ({ ...group, paise: group.paise - (shares[at] ?? 0) }))
}
