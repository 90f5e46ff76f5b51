import type { Product } from '../products.ts'

/** In paise: the printed price and the shop's price, both including GST, and the shop's cost before GST. */
export type Prices = { mrp: number; price: number; cost: number }

/** For goods of the shop's list: the price before GST, as a multiple of the cost. */
const margin = 1.12

/** For the same goods: the price, as a share of the printed price. */
const shareOfMrp = 0.92

/** For the shop's other goods: the cost, as a share of the price before GST. */
const shareOfPrice = 0.8

/** The prices of a product of the shop's list, calculated from its cost. */
export function pricesOfListed({ rupees, gstPercent }: Product): Prices {
  const price = roundPrice(rupees * (1 + gstPercent / 100) * margin)
  const mrp = Math.max(price, Math.round(price / shareOfMrp / 100) * 100)
  return { mrp, price, cost: rupees * 100 }
}

/** The prices of another product, calculated from its printed price and its price, both in whole rupees. */
export function pricesOfOwn(mrp: number, price: number, gstPercent: number): Prices {
  const cost = Math.round((price * 100 * shareOfPrice) / (1 + gstPercent / 100))
  return { mrp: mrp * 100, price: price * 100, cost }
}

/** The lowest price without a loss: the cost plus GST. */
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
