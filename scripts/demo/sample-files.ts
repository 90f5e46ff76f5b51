import { arrivals, day, hour, indiaMidnight } from '../../src/cli/demo/dates.ts'
import { derivedId } from '../../src/platform/ids.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'
import { drawPicture, type PictureInput } from './pictures/draw-picture.ts'
import { scanLines } from './papers.ts'
import { sampleShop } from './sample-shop.ts'
import { sampleCatalogue, type SampleProduct } from './storefront/sample-catalogue.ts'
import { sampleOffers } from './storefront/sample-offers.ts'
import { sampleOrders } from './storefront/sample-orders.ts'
import { shelves } from './storefront/goods.ts'

/** The shop is the same every time, but for the dates. */
const seed = 1

/** Make the ids the same every time, so that the documentation can print them. */
const scanIdSeed = Bun.SHA256.hash('daybook demo', 'hex')
const orderIdSeed = Bun.SHA256.hash('daybook demo orders', 'hex')

/** The files of the sample shop by name, as `daybook import` takes them: its last day is that of `now` (ms). */
export function sampleFiles(now: number): ReadonlyMap<string, string | Uint8Array> {
  const shop = sampleShop({ seed, now })
  const scans = scanLines([...shop.scans, ...shop.toTypeIn])
  const products = sampleCatalogue({ seed, now })
  const pictures = new Map<string, Uint8Array>()
  const fileOf = (input: PictureInput) => fileOfPicture(pictures, input)
  const orders = sampleOrders({ seed, now, products })
  const lists: [string, readonly object[]][] = [
    ['vendors', shop.vendors],
    ['product-names', shop.productNames],
    ['rules', shop.rules],
    ['scans', scans.map((scan, i) => ({ id: derivedId(scanIdSeed, i + 1), ...scan }))],
    ['categories', categoryLines(fileOf)],
    ...arrivals.map((daysAgo): [string, JsonObject[]] => {
      const arrived = indiaMidnight(now) - daysAgo * day + 9 * hour
      const some = products.filter(({ addedAt }) => addedAt === arrived)
      return [`products-${daysAgo}`, some.map((product) => productLine(product, fileOf))]
    }),
    [
      'offers',
      sampleOffers(now).map(({ record, picture }) => ({ ...record, image_file: fileOf(picture) })),
    ],
    ['orders', orders.map((order, i) => ({ id: derivedId(orderIdSeed, i + 1), ...order }))],
  ]
  const texts = lists.map(([name, lines]): [string, string] => [`${name}.jsonl`, jsonLines(lines)])
  return new Map<string, string | Uint8Array>([...texts, ...pictures])
}

type FileOf = (input: PictureInput) => string

/** The path of a picture, which many may show. */
function fileOfPicture(pictures: Map<string, Uint8Array>, input: PictureInput): string {
  const path = `pictures/${input.picture}-${input.hue}.png`
  if (!pictures.has(path)) pictures.set(path, drawPicture(input))
  return path
}

function categoryLines(fileOf: FileOf): JsonObject[] {
  return shelves.map(({ slug, name, hue, picture }, sort_order) => {
    return { slug, name, sort_order, image_file: fileOf({ picture, hue }) }
  })
}

function productLine(
  { name, record, vendor, pictures }: SampleProduct,
  fileOf: FileOf,
): JsonObject {
  const images = pictures.map((input, sort_order) => ({
    file: fileOf(input),
    alt: name,
    sort_order,
  }))
  return { ...record, ...(vendor === null ? {} : { vendor_name: vendor }), images }
}

function jsonLines(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
