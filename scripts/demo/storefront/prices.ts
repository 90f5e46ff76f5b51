import type { Product } from '../products.ts'

/** In paise: what is printed, what is asked (both including GST), and what the shop pays before GST. */
export type Prices = { mrp: number; price: number; cost: number }

/** What the shop adds to what it pays for the goods of its list. */
const margin = 1.12

/** What it asks of the printed price, for the same goods. */
const shareOfMrp = 0.92

/** What it pays of what it asks before GST, for its other goods. */
const shareOfPrice = 0.8

/** Of a product of the shop's list, from what the shop pays. */
export function pricesOfListed({ rupees, gstPercent }: Product): Prices {
  const price = roundPrice(rupees * (1 + gstPercent / 100) * margin)
  const mrp = Math.max(price, Math.round(price / shareOfMrp / 100) * 100)
  return { mrp, price, cost: rupees * 100 }
}

/** From what is printed and asked, in whole rupees. */
export function pricesOfOwn(mrp: number, price: number, gstPercent: number): Prices {
  const cost = Math.round((price * 100 * shareOfPrice) / (1 + gstPercent / 100))
  return { mrp: mrp * 100, price: price * 100, cost }
}

/** The lowest price at which nothing is lost: the cost with GST on it. */
export function lowestPrice(cost: number, gstPercent: number): number {
  return Math.ceil((cost * (100 + gstPercent)) / 100)
}

export function toRupees(paise: number): number {
  return paise / 100
}

/** Rupees to paise: half rupees below a hundred rupees, whole ones above. */
function roundPrice(rupees: number): number {
  return rupees < 100 ? Math.round(rupees * 2) * 50 : Math.round(rupees) * 100
}
