import type { PictureName } from '../pictures/pictograms.ts'
import type { Trade } from '../products.ts'

/** A product of the shop's list (products.ts), as the storefront shows it; prices follow from what the shop pays. */
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
  /** Starts the SKUs of the shelf. */
  code: string
  /** Of the vendors that it comes from; none of them sells clothes. */
  trade: Trade | null
  /** Of its pictures: hue 0 to 359. */
  hue: number
  picture: PictureName
  listed: readonly ListedRow[]
  own: readonly OwnRow[]
}
