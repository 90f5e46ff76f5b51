import { basisPointsMax, readPercent, readRupees, shareOf } from '../../../platform/money.ts'

/** The reduction of a price by an offer: hundredths of a per cent, or paise for each unit. */
export type Reduction = { kind: 'percentage' | 'flat'; value: number }

/** An offer that reduces prices. */
export type PricingOffer = { id: string; title: string; reduction: Reduction }

/** The price with an offer, in paise, and the offer. */
export type Offered = { price: number; offerId: string; title: string }

/** 10 · 12.5 % */
const percentage = /^(\d+(?:\.\d{1,2})?)\s*%?$/

/** 1000 · ₹1,000 · Rs. 1,23,456.50/- */
const amount =
  /^(?:₹|rs\.?|inr)?\s*((?:\d+|\d{1,2}(?:,\d{2})*,\d{3}|\d{1,3}(?:,\d{3})+)(?:\.\d{1,2})?)\s*(?:\/-)?$/i

/**
 * Reads the reduction from the text of an offer's rule. Undefined if it is neither a percentage up to 100 nor an
 * amount. A percentage is not an amount, and 1,5 is neither.
 */
export function readReduction(kind: string, text: string): Reduction | undefined {
  if (kind !== 'percentage' && kind !== 'flat') return undefined
  const form = kind === 'percentage' ? percentage : amount
  const number = Number(form.exec(text.trim())?.[1]?.replaceAll(',', '') ?? 0)
  const value = kind === 'percentage' ? readPercent(number)?.basisPoints : readRupees(number)?.paise
  return value === undefined || value === 0 ? undefined : { kind, value }
}

/** Whether the reduction leaves a price: nothing is given away. */
export function canPrice({ kind, value }: Reduction): boolean {
  return kind === 'flat' || value < basisPointsMax
}

/**
 * A price minus an offer's reduction, in paise, but not below the product's lowest price. Undefined if the offer does
 * not lower the price or would give the product away.
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

/** The lowest price with one of the offers. Ties go to the first offer. Undefined if no offer lowers the price. */
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
