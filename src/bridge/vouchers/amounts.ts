import { allocate } from './allocate.ts'
import type { Paise, TaxHead } from './voucher.ts'

/** A share of what is taxed at one rate; without a percentage where the paper prints none. */
export type RateGroup = { percent: number | undefined; paise: Paise }

/** `percent` is that of this head: 9 for the CGST of 18%. */
export type TaxAmount = { head: TaxHead; percent: number | undefined; paise: Paise }

/** An amount beside the goods, and the role of the ledger that takes it; what is taken off is below zero. */
export type Extra = { role: string; name: string; paise: Paise }

/** A line's share of the taxable value before what is taken off at the foot. */
export type LineAmount = RateGroup

/**
 * What an invoice is made of, in whole paise above zero:
 * the groups, or the lines less the discount at the foot, with the extras and the taxes are the total to the paisa.
 */
export type InvoiceAmounts = {
  total: Paise
  groups: RateGroup[]
  /** By line of the document; absent where the lines cannot be told apart to the paisa. */
  lines?: LineAmount[]
  /** What is taken off the lines at the foot; it is taken off in the groups already. */
  footDiscount: Paise
  extras: Extra[]
  taxes: TaxAmount[]
}

/** Amounts by rate, in the order in which the rates are met. */
export function byRate(amounts: readonly RateGroup[]): RateGroup[] {
  const sums = new Map<number | undefined, Paise>()
  for (const { percent, paise } of amounts) sums.set(percent, (sums.get(percent) ?? 0) + paise)
  return Array.from(sums, ([percent, paise]) => ({ percent, paise }))
}

export function sumOf(amounts: readonly { paise: Paise }[]): Paise {
  return amounts.reduce((sum, { paise }) => sum + paise, 0)
}

/**
 * The same for a shop under the composition scheme: it claims no tax and charges none, so that tax is a part of what goods
 * cost, and one ledger takes them at all rates.
 */
export function withTaxInGoods(amounts: InvoiceAmounts): InvoiceAmounts {
  const tax = sumOf(amounts.taxes)
  const taxed = <Amount extends RateGroup>(of: readonly Amount[]): Amount[] => {
    const rated = of.map(({ percent = 0, paise }) => Math.abs(paise) * percent)
    const weights = rated.some((weight) => weight > 0)
      ? rated
      : of.map(({ paise }) => Math.abs(paise))
    const shares = allocate(tax, weights)
    return of.map((one, at) => ({
      ...one,
      percent: undefined,
      paise: one.paise + (shares[at] ?? 0),
    }))
  }
  const { lines } = amounts
  return {
    ...amounts,
    groups: byRate(taxed(amounts.groups)),
    ...(lines && { lines: taxed(lines) }),
    taxes: [],
  }
}
