import { opposite, type PictureInput } from '../pictures/draw-picture.ts'
import { products as listedProducts } from '../products.ts'
import { type Prices, pricesOfListed, pricesOfOwn } from './prices.ts'
import type { Row } from '../tables.ts'
import { pictureOf, type Shelf, shelves } from './goods.ts'

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

/** Clothes are shown in a second colour too. */
const clothingCode = 'CLO'

/** All articles of the shop, by shelf. */
export function composeArticles(): Article[] {
  return shelves.flatMap((shelf) =>
    shelf.goods.map(([name, row], at) => ({
      name,
      ...(row('hsn') === '' ? taxedAsListed(name) : taxedAsSaid(row)),
      description: row('description'),
      shelf,
      sku: `${shelf.code}-${String(at + 1).padStart(3, '0')}`,
      pictures: composePictures(shelf, pictureOf(row)),
    })),
  )
}

type Taxed = Pick<Article, 'hsn' | 'gstPercent' | 'prices'>

function taxedAsListed(name: string): Taxed {
  const product = listedProducts.find((each) => each.name === name)
  if (product === undefined) throw new Error(`The shop's list does not have ${name}.`)
  const { hsn, gstPercent } = product
  return { hsn, gstPercent, prices: pricesOfListed(product) }
}

function taxedAsSaid(row: Row): Taxed {
  const [gstPercent, mrp, price] = [Number(row('gst')), Number(row('mrp')), Number(row('price'))]
  return { hsn: row('hsn'), gstPercent, prices: pricesOfOwn(mrp, price, gstPercent) }
}

function composePictures({ hue, code }: Shelf, picture: PictureInput['picture']): PictureInput[] {
  return code === clothingCode
    ? [
        { picture, hue },
        { picture, hue: opposite(hue) },
      ]
    : [{ picture, hue }]
}
