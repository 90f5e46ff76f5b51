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

/** How the lines make up the taxable value of a bill. */
export type Split = {
  /** Amounts by rate, after the discount at the foot and without charges. Together with the inner charges they are the taxable value. */
  groups: RateGroup[]
  lines?: LineAmount[]
  discount: Paise
  /** Taxed charges, which are part of the taxable value. */
  inner: Charge[]
}

type Target = { taxable: Paise; tax: Paise }

/**
 * Finds the lines, the discount and the charges that make up the taxable value of a bill. `charges` are the charges that are not added
 * below the taxable value. Undefined if these cannot be found and several rates apply.
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

/** The lines less the discount that is printed at the foot, with some of the charges. */
function exactSplit(
  figures: Figures,
  lines: LineAmount[],
  { taxable }: Target,
  charges: readonly Charge[],
): Split | undefined {
  const sum = sumOf(lines)
  const printed = discountOn(figures.discount, sum)
  // A percentage discount may have been rounded on each line.
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

/** The prices include the tax. */
function inclusiveSplit(lines: LineAmount[], { taxable, tax }: Target): Split | undefined {
  if (tax === 0 || sumOf(lines) - tax !== taxable) return undefined
  const nets = lines.map(({ percent = 0, paise }) => paise / (1 + percent / 100))
  const net = nettedLines(lines, allocate(taxable, nets))
  return { groups: byRate(net), lines: net, discount: 0, inner: [] }
}

/** If the printed amounts were rounded, their sum differs a little. The largest line takes the difference. */
function roundedSplit(figures: Figures, { taxable }: Target): Split | undefined {
  const lines = linesOf(figures.lines, figures.lines.map(lineAmount))
  const rest = taxable - sumOf(lines)
  if (lines.length === 0 || Math.abs(rest) > lines.length) return undefined
  const largest = Math.max(...lines.map(({ paise }) => Math.abs(paise)))
  const at = lines.findIndex(({ paise }) => Math.abs(paise) === largest)
  const amended = lines.map((line, i) => (i === at ? { ...line, paise: line.paise + rest } : line))
  return { groups: byRate(amended), lines: amended, discount: 0, inner: [] }
}

/** If lines are missing or unclear: the whole taxable value at one rate, if there is at most one. */
function wholeSplit({ lines }: Figures, { taxable }: Target): Split | undefined {
  const [percent, ...others] = new Set(lines.map(({ gstPercent }) => gstPercent))
  if (others.length > 0) return undefined
  return { groups: [{ percent, paise: taxable }], discount: 0, inner: [] }
}

function nettedLines(lines: readonly LineAmount[], nets: readonly Paise[]): LineAmount[] {
  return lines.map((line, at) => ({ ...line, paise: nets[at] ?? 0 }))
}

/** A discount at the foot lowers the amounts at all rates in proportion. */
function discounted(groups: RateGroup[], discount: Paise): RateGroup[] {
  const shares = allocate(
    discount,
    groups.map(({ paise }) => paise),
  )
  return groups.map((group, at) => ({ ...group, paise: group.paise - (shares[at] ?? 0) }))
}
