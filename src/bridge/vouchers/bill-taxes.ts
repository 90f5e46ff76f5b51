import { gstSlabs } from '../../platform/gst/gst.ts'
import { addUp } from '../../paper/checks/add-up.ts'
import type { Figures } from '../../paper/checks/figures.ts'
import type { Trade } from '../../paper/facts.ts'
import { likelyTaxKind, printedTaxKind, type TaxKind } from '../../paper/checks/tax-kind.ts'
import { rupees } from '../../paper/values.ts'
import { allocate } from './allocate.ts'
import type { RateGroup, TaxAmount } from './amounts.ts'
import type { Lookup } from './lookup.ts'
import type { Paise, TaxHead } from './voucher.ts'

/** The tax of a paper under one head. Heads with 0 are left out. */
export type HeadAmount = { head: TaxHead; paise: Paise }

/** CGST and SGST are halves of one sum. Because each is rounded, they may differ by a paisa. */
const halvesPaise = 1
/** The law allows rounding tax to the rupee (source: CGST Act, section 170). */
const toRupeePaise = 50

type Taxes = { heads: HeadAmount[]; isKindKnown: boolean }

/**
 * The taxes of a paper by head. The printed taxes count. If there are none, the printed sum of tax or else the tax from the lines' rates is
 * put under the heads that the states require. Refuses heads that contradict each other.
 */
export function taxesOf(facts: Trade, ownGstin: string, lookup: Lookup): Taxes | undefined {
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
export function settleRates<Amount extends RateGroup>(
  amounts: readonly Amount[],
  groups: readonly RateGroup[],
  tax: Paise,
): Amount[] {
  const isUnknown = groups.some(({ percent, paise }) => percent === undefined && paise !== 0)
  if (!isUnknown) return [...amounts]
  const isWhole = groups.every(({ percent }) => percent === undefined)
  const known = groups.filter(({ percent }) => percent !== undefined)
  if (isWhole) {
    const percent = rateOf(
      tax,
      groups.reduce((sum, { paise }) => sum + paise, 0),
      amounts.length,
    )
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
export function splitTaxes(
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
