import { encodePng, type Rgb } from '../../demo/pictures/png.ts'
import { seededRandom } from '../../demo/random.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'

/*
 * The goods of the shop. A good has a number, and a version that rises each time it is sent. Both together determine every
 * field. So a proof needs only the two numbers, and finds a row that was only half written.
 * Their numbers tell three kinds apart: goods whose stock is set, goods that are ordered, and goods of imports.
 */

/** A good as it must be in one version. Amounts in paise. */
export type Good = {
  sku: string
  slug: string
  name: string
  description: string
  barcode: string
  mrp: number
  gstPct: number
  pictures: string[]
  variants: string[]
}

/** A SKU that customers order. It starts with few units, or with more than are ever ordered. Its price in paise never changes. */
export type Ware = { sku: string; units: number; isScarce: boolean; price: number }

const orderedFrom = 9_001
const orderedUntil = 9_024
const importedFrom = 9_501
const importedUntil = 9_520

/** One good in this many comes in two sizes. */
const inSizesEvery = 10
const orderedInSizesEvery = 4
const sizes = ['S', 'L']

/** The units of goods that run short on purpose, and of goods that never run out. Every third good runs short. */
const scarceUnits = 25
const plentyUnits = 1_000_000
const scarceEvery = 3

/** The number of shared pictures, and the number of versions after which a good's own pictures repeat. */
const sharedPictures = 25
const picturesComeAgain = 3

const gstRates = [0, 5, 18, 40]

/** The bounds of an MRP in paise. It is above every sale price, because the server warns of a lower one. */
const mrp = { least: 500_000, most: 9_999_999 }

/** The price of a good without variants in paise, and the amount added by its number. */
const warePrice = { base: 3750, step: 125 }

/** Colours and pixels on a side: 4 × 4 pixels in 16 colours are different for every name. */
const pictureSide = 4

export const orderedGoods = numbers(orderedFrom, orderedUntil)
export const importedGoods = numbers(importedFrom, importedUntil)

/** All SKUs that customers order, and their stock at the start. */
export const wares: readonly Ware[] = orderedGoods.flatMap((n) =>
  [skuOf(n), ...variantSkus(n)].map((sku) => ({
    sku,
    units: isScarce(n) ? scarceUnits : plentyUnits,
    isScarce: isScarce(n),
    price: wareCost(n),
  })),
)

export function goodOf(n: number, version: number): Good {
  const random = seededRandom(n * 1009 + version)
  const sku = skuOf(n)
  return {
    sku,
    slug: sku.toLowerCase(),
    name: `Good ${n}, version ${version}`,
    description: `What ${sku} is in version ${version}.`,
    barcode: `${n}-${version}`,
    mrp: random.int(mrp.least, mrp.most),
    gstPct: random.pick(gstRates),
    pictures: picturesOf(n, version),
    variants: variantSkus(n),
  }
}

/** The version of a stored good. Undefined if it is not one of these goods. */
export function versionOf(barcode: string): { n: number; version: number } | undefined {
  const [, n, version] = /^(\d+)-(\d+)$/.exec(barcode) ?? []
  return n === undefined ? undefined : { n: Number(n), version: Number(version) }
}

/** The row of `products/bulk` that brings a good into a version. */
export function recordOf(n: number, version: number): JsonObject {
  const good = goodOf(n, version)
  const start = startOf(n, version)
  return {
    sku: good.sku,
    slug: good.slug,
    name: good.name,
    description: good.description,
    barcode: good.barcode,
    mrp: good.mrp / 100,
    gst_pct: good.gstPct,
    ...start,
    images: good.pictures.map(imageEntry),
    variants: good.variants.map((sku, i) => ({
      sku,
      size: sizes[i] ?? '',
      mrp: good.mrp / 100,
      ...start,
    })),
  }
}

/** The stock and price (paise) that this version of a SKU's setting holds. Version 0 is before the first setting. */
export function stockOf(version: number): { units: number; price: number } {
  return { units: version, price: 10_000 + version }
}

export function skuOf(n: number): string {
  return `GOOD-${String(n).padStart(4, '0')}`
}

export function variantSkus(n: number): string[] {
  const every = n >= orderedFrom && n <= orderedUntil ? orderedInSizesEvery : inSizesEvery
  return n % every === 0 ? sizes.map((size) => `${skuOf(n)}-${size}`) : []
}

const pngs = new Map<string, Uint8Array>()

/** The PNG of a picture; another name, other bytes. */
export function pngOf(picture: string): Uint8Array {
  const known = pngs.get(picture)
  if (known !== undefined) return known
  const png = drawPng(picture)
  pngs.set(picture, png)
  return png
}

/** The picture's name in the database: SHA-256 and its type. */
export function fileOf(picture: string): string {
  return `${Bun.SHA256.hash(pngOf(picture), 'hex')}.png`
}

/** Fields that are sent only once. After that, orders or stock settings change them. Imports send the price each time. */
function startOf(n: number, version: number): JsonObject {
  if (importedGoods.includes(n)) return { sale_price: stockOf(0).price / 100 }
  if (version > 1) return {}
  const ware = wares.find(({ sku }) => sku === skuOf(n))
  if (ware === undefined) return { sale_price: stockOf(0).price / 100 }
  return { sale_price: ware.price / 100, stock_quantity: ware.units }
}

function isScarce(n: number): boolean {
  return n % scarceEvery === 0
}

function wareCost(n: number): number {
  return warePrice.base + warePrice.step * (n - orderedFrom)
}

/** Its own picture, a shared one, both or none. Earlier pictures come again later. */
function picturesOf(n: number, version: number): string[] {
  const own = `own ${n} ${version % picturesComeAgain}`
  const shared = `shared ${(n + version) % sharedPictures}`
  const lists = [[own], [own], [shared], [own, shared], [own], [shared, own], []]
  return lists[(n + 2 * version) % lists.length] ?? []
}

/** All forms that an inline image can have. */
function imageEntry(picture: string, i: number): string | JsonObject {
  const base64 = pngOf(picture).toBase64()
  const url = `data:image/png;base64,${base64}`
  const forms = [url, { base64, content_type: 'image/png' }, { data: url, alt: picture }]
  return forms[(picture.length + i) % forms.length] ?? url
}

function drawPng(picture: string): Uint8Array {
  const hash = Uint8Array.fromHex(Bun.SHA256.hash(picture, 'hex'))
  const colours = Array.from(hash.subarray(0, 16), (red, i): Rgb => [red, hash[i + 16] ?? 0, i])
  const bytes = Uint8Array.from({ length: pictureSide ** 2 }, (_, i) => i)
  return encodePng({ width: pictureSide, height: pictureSide, colours, bytes })
}

function numbers(from: number, until: number): number[] {
  return Array.from({ length: until - from + 1 }, (_, i) => from + i)
}
