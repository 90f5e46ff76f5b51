import { type Paise, sumOf, type TaxHead } from './voucher.ts'

/** The part of an amount that is taxed at one rate. `percent` is undefined if the paper prints no rate. */
export type RateGroup = { percent: number | undefined; paise: Paise }

/** `percent` is the rate of this head: 9 for the CGST of 18%. */
export type TaxAmount = { head: TaxHead; percent: number | undefined; paise: Paise }

/** An amount beside the goods, and the role of its ledger. A deduction is below zero. */
export type Extra = { role: string; name: string; paise: Paise }

/** A line's part of the taxable value, before the discount at the foot. */
export type LineAmount = RateGroup

/**
 * The parts of an invoice, in whole paise above zero. The groups (or the lines less the discount at the foot), the extras and the taxes add
 * up to the total to the paisa.
 */
export type InvoiceAmounts = {
  total: Paise
  groups: RateGroup[]
  /** One amount for each line of the document. Absent if the lines cannot be told apart to the paisa. */
  lines?: LineAmount[]
  /** The discount at the foot. The groups are already reduced by it. */
  footDiscount: Paise
  extras: Extra[]
  taxes: TaxAmount[]
}

/** Adds up amounts by rate, in the order in which the rates occur. */
export function byRate(amounts: readonly RateGroup[]): RateGroup[] {
  const sums = new Map<number | undefined, Paise>()
  for (const { percent, paise } of amounts) sums.set(percent, (sums.get(percent) ?? 0) + paise)
  return Array.from(sums, ([percent, paise]) => ({ percent, paise }))
}

/**
 * The same amounts for a shop under the composition scheme. Such a shop claims no tax and charges none. The tax is therefore part of the
 * cost of the goods, and one ledger takes the goods of all rates.
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

/** Divides an amount in proportion to the weights. The shares are whole paise and add up to the amount exactly (largest remainders). */
export function allocate(paise: Paise, weights: readonly number[]): Paise[] {
  const sum = weights.reduce((total, weight) => total + weight, 0)
  if (sum === 0) return weights.map((_, at) => (at === 0 ? paise : 0))
  const exact = weights.map((weight) => (paise * weight) / sum)
  const shares = exact.map(Math.floor)
  const left = paise - shares.reduce((total, share) => total + share, 0)
  const byRemainder = exact
    .map((share, at) => ({ at, remainder: share - Math.floor(share) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.at - b.at)
  for (const { at } of byRemainder.slice(0, left)) shares[at] = (shares[at] ?? 0) + 1
  return shares
}
