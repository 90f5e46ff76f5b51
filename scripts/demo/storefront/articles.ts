import { opposite, type PictureInput } from '../pictures/draw-picture.ts'
import type { PictureName } from '../pictures/pictograms.ts'
import { products as listedProducts } from '../products.ts'
import { type Prices, pricesOfListed, pricesOfOwn } from './prices.ts'
import type { ListedRow, OwnRow, Shelf } from './shelf.ts'
import { shelves } from './shelves.ts'

/** A product on a shelf, before its sizes and colours. */
export type Article = {
  shelf: Shelf
  sku: string
  name: string
  hsn: string
  gstPercent: number
  prices: Prices
  description: string
  pictures: readonly PictureInput[]
}

type Row = Omit<Article, 'shelf' | 'sku' | 'pictures'> & { picture: PictureName }

/** Clothes are shown in a second colour too. */
const clothingCode = 'CLO'

/** All articles of the shop, by shelf. */
export function composeArticles(): Article[] {
  return shelves.flatMap((shelf) => {
    const rows = [...shelf.listed.map(readListed), ...shelf.own.map(readOwn)]
    return rows.map(({ picture, ...row }, at) => ({
      ...row,
      shelf,
      sku: `${shelf.code}-${String(at + 1).padStart(3, '0')}`,
      pictures: composePictures(shelf, picture),
    }))
  })
}

function readListed([name, picture, description]: ListedRow): Row {
  const product = listedProducts.find((each) => each.name === name)
  if (product === undefined) throw new Error(`The shop's list does not have ${name}.`)
  const { hsn, gstPercent } = product
  const prices = pricesOfListed(product)
  return { name, picture, hsn, gstPercent, prices, description }
}

function readOwn(row: OwnRow): Row {
  const [name, picture, hsn, gstPercent, mrp, price, description] = row
  const prices = pricesOfOwn(mrp, price, gstPercent)
  return { name, picture, hsn, gstPercent, prices, description }
}

function composePictures({ hue, code }: Shelf, picture: PictureName): PictureInput[] {
  return code === clothingCode
    ? [
        { picture, hue },
        { picture, hue: opposite(hue) },
      ]
    : [{ picture, hue }]
}
