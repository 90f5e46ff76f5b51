import type { PictureInput } from '../pictures/draw-picture.ts'
import type { PictureName } from '../pictures/pictograms.ts'
import { products as listedProducts } from '../products.ts'
import type { Random } from '../random.ts'
import { pricesOfListed, pricesOfOwn, type Prices } from './prices.ts'
import type { ListedRow, OwnRow, Shelf } from './shelf.ts'
import { shelves } from './shelves.ts'

/** What stands on a shelf, before anything of it varies. */
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

type Row = Omit<Article, 'shelf' | 'sku' | 'pictures'> & { picture: PictureName; label: string }

/** Clothes are shown in a second colour too. */
const clothingCode = 'CLO'

/** All articles of the shop, by shelf. Their own colours come from `random`. */
export function composeArticles(random: Random): Article[] {
  return shelves.flatMap((shelf) => {
    const rows = [...shelf.listed.map(readListed), ...shelf.own.map(readOwn)]
    return rows.map(({ picture, label, ...row }, at) => ({
      ...row,
      shelf,
      sku: `${shelf.code}-${String(at + 1).padStart(3, '0')}`,
      pictures: composePictures(random, shelf, { picture, label: labelOf(label) }),
    }))
  })
}

function readListed([name, picture, description]: ListedRow): Row {
  const product = listedProducts.find((each) => each.name === name)
  if (product === undefined) throw new Error(`The shop's list does not have ${name}.`)
  const { hsn, gstPercent } = product
  const prices = pricesOfListed(product)
  return { name, picture, label: name, hsn, gstPercent, prices, description }
}

function readOwn(row: OwnRow): Row {
  const [name, picture, hsn, gstPercent, mrp, price, description, label = name] = row
  const prices = pricesOfOwn(mrp, price, gstPercent)
  return { name, picture, label, hsn, gstPercent, prices, description }
}

function composePictures(
  random: Random,
  { hue, code }: Shelf,
  shown: Pick<PictureInput, 'picture' | 'label'>,
): PictureInput[] {
  const ownHue = random.int(0, 359)
  const first = { ...shown, hue, ownHue }
  return code === clothingCode ? [first, { ...first, hue: ownHue, ownHue: hue }] : [first]
}

/** The Latin part of a name in capitals, an amount and its unit in one word: "Toor Dal 1 kg" is "TOOR DAL 1KG". */
function labelOf(name: string): string {
  const latin = name.toUpperCase().replace(/[^A-Z0-9.&-]+/g, ' ')
  return latin.replace(/(\d) (KG|G|L|ML|W|A|M|MM|CM)\b/g, '$1$2').trim()
}
