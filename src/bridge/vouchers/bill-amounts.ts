import {
  byRate,
  type InvoiceAmounts,
  type RateGroup,
  allocate,
  type TaxAmount,
  type LineAmount,
} from './amounts.ts'
import { extraOf, roundOffOf } from './entries.ts'
import type { Lookup } from './lookup.ts'
import { type Paise, sumOf, type TaxHead } from './voucher.ts'
import { addUp } from '../../paper/checks/add-up.ts'
import { lineAmount } from '../../paper/checks/check-lines.ts'
import {
  type Figures,
  type Charge,
  discountOn,
  type LineFigures,
} from '../../paper/checks/figures.ts'
import { likelyTaxKind, printedTaxKind, type TaxKind } from '../../paper/checks/tax-kind.ts'
import { linesSum, type Way, wayToTotal, someOf } from '../../paper/checks/totals.ts'
import type { Trade } from '../../paper/facts.ts'
import { rupees } from '../../paper/values.ts'
import { gstSlabs } from '../../platform/gst/rates-and-states.ts'

/**
 * The parts of a bill or note, to the paisa of its printed total. Refuses the paper and returns undefined if its figures do not add up to
 * the total, or contradict each other.
 */
export function billAmounts(
  figures: Trade,
  ownGstin: string,
  lookup: Lookup,
): InvoiceAmounts | undefined {
  const taxes = taxesOf(figures, ownGstin, lookup)
  if (taxes === undefined) return undefined
  const way = wayOf(figures, sumOf(taxes.heads), lookup)
  if (way === undefined) return undefined
  if (way.tax !== 0 && figures.isReverseCharge)
    return refuse(lookup, 'reverse_charge', reverseCharge)
  if (way.tax !== 0 && !taxes.isKindKnown) return refuse(lookup, 'state', unknownKind)
  const others = figures.charges.filter(({ key }) => !way.charges.keys.includes(key))
  const split = splitTaxable(figures, { taxable: way.taxable, tax: sumOf(taxes.heads) }, others)
  if (split === undefined) return refuseLines(lookup, figures, way.taxable)
  return assembled(figures, way, split, way.tax === 0 ? [] : taxes.heads, lookup)
}

/** How the figures add up to the printed total. */
function wayOf(figures: Figures, tax: Paise, lookup: Lookup): Way | undefined {
  if (figures.total === undefined) return refuseTotal(lookup, 'The paper has no total.')
  if (figures.total === 0)
    return refuseTotal(lookup, 'The total is nothing: there is nothing to enter.')
  const found = wayToTotal(figures, tax)
  const isRounded = Math.abs(figures.roundOff ?? 0) <= roundOffMaxPaise
  if (!isRounded) return refuseTotal(lookup, tooMuchRounded(figures.roundOff ?? 0))
  if (found?.fits === true) return found.way
  const sum = found === undefined ? 'has no figures' : `comes to ${rupees(found.way.sum)}`
  return refuseTotal(lookup, `The total is ${rupees(figures.total)}, but what is above it ${sum}.`)
}

function assembled(
  figures: Figures,
  way: Way,
  split: Split,
  heads: readonly HeadAmount[],
  lookup: Lookup,
): InvoiceAmounts {
  // Credit notes print amounts below zero.
  const upright = uprightBy(way.sum < 0 ? -1 : 1)
  const total = Math.abs(figures.total ?? 0)
  const outer = figures.charges.filter(({ key }) => way.charges.keys.includes(key))
  const charges = [...split.inner, ...outer].map(upright)
  const taxes = heads.map(upright)
  const printed = split.groups.map(upright)
  const settled = <Amount extends RateGroup>(amounts: Amount[]) =>
    settleRates(amounts, printed, sumOf(taxes))
  const groups = byRate(settled(printed))
  return {
    total,
    groups,
    ...(split.lines && { lines: settled(split.lines.map(upright)) }),
    footDiscount: upright({ paise: split.discount }).paise,
    extras: [...charges.map(extraOf), ...roundOffOf(total - Math.abs(way.sum))],
    taxes: splitTaxes(taxes, groups, sizeOf(charges), figures.lines.length, lookup),
  }
}

function sizeOf(amounts: readonly { paise: Paise }[]): Paise {
  return amounts.reduce((sum, { paise }) => sum + Math.abs(paise), 0)
}

function uprightBy(sign: number) {
  return <Amount extends { paise: Paise }>(amount: Amount): Amount => ({
    ...amount,
    paise: amount.paise * sign,
  })
}

/** Some sellers round to ten rupees. A larger amount is no round-off and belongs elsewhere. */
const roundOffMaxPaise = 1_000

function tooMuchRounded(paise: Paise): string {
  return `The round-off is ${rupees(paise)}: more than ${rupees(roundOffMaxPaise)} is something else.`
}

const reverseCharge =
  'The paper says that the buyer pays the tax (reverse charge), and yet its total has the tax in it.'
const unknownKind =
  'The paper prints one sum of tax and no state of the seller: whether it is IGST, or CGST and SGST, cannot be told.'

function refuse(lookup: Lookup, field: string, message: string): undefined {
  lookup.refuse({ code: 'gst_mismatch', field, message })
}

function refuseTotal(lookup: Lookup, message: string): undefined {
  lookup.refuse({ code: 'totals_mismatch', field: 'total', message })
}

function refuseLines(lookup: Lookup, { lines }: Figures, taxable: Paise): undefined {
  const sum = linesSum(lines) ?? 0
  const message = `${rupees(taxable)} is taxed at several rates, but the lines come to ${rupees(sum)}: how much at which rate cannot be told.`
  lookup.refuse({ code: 'totals_mismatch', field: 'taxable_value', message })
}

/** The tax of a paper under one head. Heads with 0 are left out. */
type HeadAmount = { head: TaxHead; paise: Paise }

/** CGST and SGST are halves of one sum. Because each is rounded, they may differ by a paisa. */
const halvesPaise = 1
/** The law allows rounding tax to the rupee (source: CGST Act, section 170). */
const toRupeePaise = 50

type Taxes = { heads: HeadAmount[]; isKindKnown: boolean }

/**
 * The taxes of a paper by head. The printed taxes count. If there are none, the printed sum of tax or else the tax from the lines' rates is
 * put under the heads that the states require. Refuses heads that contradict each other.
 */
function taxesOf(facts: Trade, ownGstin: string, lookup: Lookup): Taxes | undefined {
  const { cgst, sgst, igst, cess = 0 } = facts.tax
  const message = contradictionOf(facts) ?? wrongKindOf(facts, ownGstin)
  if (message !== undefined) {
    lookup.refuse({ code: 'gst_mismatch', field: 'cgst', message })
    return undefined
  }
  const isPrinted = [cgst, sgst, igst].some((paise) => paise !== undefined)
  if (isPrinted) return { heads: headsOf({ cgst, sgst, igst, cess }), isKindKnown: true }
  const added = addUp(facts, ownGstin === '' ? null : ownGstin)
  const computed = added.cgstPaise + added.sgstPaise + added.igstPaise
  const halves = halvesOf(facts.taxAmount ?? computed, added.taxKind)
  return { heads: headsOf({ ...halves, cess }), isKindKnown: added.taxKind !== null }
}

function contradictionOf({ tax: { cgst = 0, sgst = 0, igst = 0 } }: Figures): string | undefined {
  if (igst !== 0 && cgst + sgst !== 0) {
    return 'IGST stands beside CGST and SGST: a paper has the one or the others.'
  }
  if (Math.abs(cgst - sgst) <= halvesPaise) return undefined
  return `CGST and SGST are always equal: here they are ${rupees(cgst)} and ${rupees(sgst)}.`
}

/**
 * A message if the states require other taxes. A buyer at a counter in another state owes that state's CGST and SGST, but they are no
 * credit here. A person must decide this too.
 */
function wrongKindOf(facts: Trade, ownGstin: string): string | undefined {
  const { cgst = 0, sgst = 0, igst = 0 } = facts.tax
  const kind = printedTaxKind(facts) ?? likelyTaxKind(facts, ownGstin === '' ? null : ownGstin)
  if (igst !== 0 && kind === 'within a state' && !facts.isToZone) {
    return 'IGST is charged within a state: there it is CGST and SGST.'
  }
  if (cgst + sgst === 0 || kind !== 'between states') return undefined
  return 'CGST and SGST of another state are charged: between states it is IGST, and theirs is no credit here.'
}

function halvesOf(tax: Paise, kind: TaxKind | null): Partial<Record<TaxHead, Paise>> {
  if (kind === 'between states') return { igst: tax }
  const cgst = Math.ceil(tax / 2)
  return { cgst, sgst: tax - cgst }
}

function headsOf(amounts: Partial<Record<TaxHead, Paise | undefined>>): HeadAmount[] {
  return heads.flatMap((head) => {
    const paise = amounts[head] ?? 0
    return paise === 0 ? [] : [{ head, paise }]
  })
}

const heads = ['cgst', 'sgst', 'igst', 'cess'] as const

/**
 * Fills in rates that the paper does not print. A single group without a rate gets the rate that matches its tax. Among several groups,
 * those without a rate are exempt if the other groups explain the tax. Otherwise no rate is known.
 */
function settleRates<Amount extends RateGroup>(
  amounts: readonly Amount[],
  groups: readonly RateGroup[],
  tax: Paise,
): Amount[] {
  const isUnknown = groups.some(({ percent, paise }) => percent === undefined && paise !== 0)
  if (!isUnknown) return [...amounts]
  const isWhole = groups.every(({ percent }) => percent === undefined)
  const known = groups.filter(({ percent }) => percent !== undefined)
  if (isWhole) {
    const percent = rateOf(tax, sumOf(groups), amounts.length)
    return amounts.map((amount) => ({ ...amount, percent }))
  }
  const isExplained = Math.abs(expectedTax(known) - tax) <= toleranceOf(tax, amounts.length)
  return amounts.map((amount) => ({
    ...amount,
    percent: isExplained ? (amount.percent ?? 0) : undefined,
  }))
}

/** The GST rate that gives this tax on this amount. Undefined if no rate does, or if there is no tax. */
function rateOf(tax: Paise, taxable: Paise, lines: number): number | undefined {
  if (tax === 0) return undefined
  const missedBy = (percent: number) => Math.abs((taxable * percent) / 100 - tax)
  const nearest = gstSlabs.reduce((best, one) => (missedBy(one) < missedBy(best) ? one : best))
  return missedBy(nearest) <= toleranceOf(tax, lines) ? nearest : undefined
}

/** Tax is rounded to the paisa on each line or on the sum, or each head is rounded to the rupee. */
function toleranceOf(tax: Paise, lines: number): Paise {
  return Math.max(lines, 1) + (tax % 100 === 0 ? 2 * toRupeePaise : 0)
}

function expectedTax(groups: readonly RateGroup[]): Paise {
  return groups.reduce((sum, { percent = 0, paise }) => sum + (paise * percent) / 100, 0)
}

/**
 * Splits the amount of each head by rate. The parts add up to the printed amount. `charged` is the sum of the charges and deductions beside
 * the groups, without signs, because they may be taxed too. Refuses amounts that the rates cannot explain.
 */
function splitTaxes(
  printed: readonly HeadAmount[],
  groups: readonly RateGroup[],
  charged: Paise,
  lines: number,
  lookup: Lookup,
): TaxAmount[] {
  return printed.flatMap(({ head, paise }): TaxAmount[] => {
    if (head === 'cess') return [{ head, percent: undefined, paise }]
    const parts = head === 'igst' ? 1 : 2
    const taxed = groups.filter((group) => group.percent !== 0 && group.paise !== 0)
    const [single, ...others] = taxed
    if (single !== undefined && others.length === 0 && single.percent === undefined) {
      return [{ head, percent: undefined, paise }]
    }
    const expected = taxed.map((group) => (group.paise * (group.percent ?? 0)) / 100 / parts)
    const sum = expected.reduce((all, one) => all + one, 0)
    const highest = Math.max(0, ...taxed.map(({ percent = 0 }) => percent))
    const onCharges = (charged * highest) / 100 / parts
    if (Math.abs(paise - sum) > toleranceOf(paise, lines) + onCharges) {
      refuseRates(lookup, head, paise, sum)
      return []
    }
    const shares = allocate(paise, expected)
    return taxed.map(({ percent = 0 }, at) => ({
      head,
      percent: percent / parts,
      paise: shares[at] ?? 0,
    }))
  })
}

function refuseRates(lookup: Lookup, head: TaxHead, paise: Paise, sum: number): void {
  const name = head.toUpperCase()
  const message = `${name} is ${rupees(paise)}, but the rates of the lines come to ${rupees(Math.round(sum))}.`
  lookup.refuse({ code: 'gst_mismatch', field: head, message })
}

/** How the lines make up the taxable value of a bill. */
type Split = {
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
function splitTaxable(
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
