import { type Split, splitTaxable } from './split-taxable.ts'
import type { CheckedDocument } from '../../paper/checks/document.ts'
import { tradeFacts } from '../../paper/facts.ts'
import type { Figures } from '../../paper/checks/figures.ts'
import { linesSum, type Way, wayToTotal } from '../../paper/checks/totals.ts'
import { rupees } from '../../paper/values.ts'
import { byRate, type InvoiceAmounts, type RateGroup, sumOf } from './amounts.ts'
import { type HeadAmount, settleRates, splitTaxes, taxesOf } from './bill-taxes.ts'
import { extraOf, roundOffOf } from './extras.ts'
import type { Lookup } from './lookup.ts'
import type { Paise } from './voucher.ts'

/**
 * The parts of a bill or note, to the paisa of its printed total. Refuses the paper and returns undefined if its figures do not add up to
 * the total, or contradict each other.
 */
export function billAmounts(
  document: CheckedDocument,
  ownGstin: string,
  lookup: Lookup,
): InvoiceAmounts | undefined {
  const figures = tradeFacts(document)
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
