import { basisPointsMax, readPercent, readRupees, shareOf } from '../../../platform/money.ts'

/** What an offer takes off a price: hundredths of a per cent of it, or paise of each unit. */
export type Reduction = { kind: 'percentage' | 'flat'; value: number }

/** An offer that makes something cheaper. */
export type PricingOffer = { id: string; title: string; reduction: Reduction }

/** The price that an offer makes, in paise, and which one it is. */
export type Offered = { price: number; offerId: string; title: string }

/** 10 · 12.5 % */
const percentage = /^(\d+(?:\.\d{1,2})?)\s*%?$/

/** 1000 · ₹1,000 · Rs. 1,23,456.50/- */
const amount =
  /^(?:₹|rs\.?|inr)?\s*((?:\d+|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?)\s*(?:\/-)?$/i

/**
 * What the text of an offer's rule takes off; undefined when it says no percentage up to 100, or no amount. A percentage
 * is no amount, and 1,5 is neither.
 */
export function readReduction(kind: string, text: string): Reduction | undefined {
  if (kind !== 'percentage' && kind !== 'flat') return undefined
  const form = kind === 'percentage' ? percentage : amount
  const number = Number(form.exec(text.trim())?.[1]?.replaceAll(',', '') ?? 0)
  const value = kind === 'percentage' ? readPercent(number)?.basisPoints : readRupees(number)?.paise
  return value === undefined || value === 0 ? undefined : { kind, value }
}

/** Whether a price can be made by it: nothing is given away. */
export function canPrice({ kind, value }: Reduction): boolean {
  return kind === 'flat' || value < basisPointsMax
}

/**
 * A price less what an offer takes off, in paise, but not below the product's lowest one; undefined when the offer makes
 * nothing cheaper, or would give it away.
 */
export function reducedPrice(
  price: number,
  { kind, value }: Reduction,
  lowest: number | null,
): number | undefined {
  const reduced = price - (kind === 'flat' ? value : shareOf(price, value))
  const allowed = Math.max(reduced, lowest ?? 0)
  return allowed > 0 && allowed < price ? allowed : undefined
}

/** The lowest price that one of the offers makes; of equal ones the first. Undefined when none makes it cheaper. */
export function bestOffer(
  offers: readonly PricingOffer[],
  price: number,
  lowest: number | null,
): Offered | undefined {
  let best: Offered | undefined
  for (const { id, title, reduction } of offers) {
    const reduced = reducedPrice(price, reduction, lowest)
    if (reduced === undefined || (best !== undefined && reduced >= best.price)) continue
    best = { price: reduced, offerId: id, title }
  }
  return best
}
