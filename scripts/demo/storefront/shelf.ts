import type { PictureName } from '../pictures/pictograms.ts'
import type { Trade } from '../products.ts'

/** A product of the shop's list (products.ts) as the storefront shows it. Its prices are calculated from the shop's cost. */
export type ListedRow = readonly [name: string, picture: PictureName, description: string]

/**
 * A product that only the storefront has. `mrp` and `price` in whole rupees including GST.
 */
export type OwnRow = readonly [
  name: string,
  picture: PictureName,
  hsn: string,
  gstPercent: 0 | 5 | 18 | 40,
  mrp: number,
  price: number,
  description: string,
]

/** One category of the storefront and what is on its shelf. */
export type Shelf = {
  slug: string
  name: string
  /** The first letters of the shelf's SKUs. */
  code: string
  /** The trade of its vendors. No vendor sells clothes. */
  trade: Trade | null
  /** The hue of its pictures, 0 to 359. */
  hue: number
  picture: PictureName
  listed: readonly ListedRow[]
  own: readonly OwnRow[]
}
