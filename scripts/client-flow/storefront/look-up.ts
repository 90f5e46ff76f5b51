import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'
import { fetchBytes, numberOf, objectsOf, textOf } from '../api.ts'
import type { Desk } from './desk.ts'
import { goodOf, pngOf, stockOf, type Good } from './goods.ts'

const path = '/api/public/v1/products/'

/** How many goods are looked up at once. */
const atOnce = 8

/** Looks up every good, as a customer would see it. */
export async function requireAllGoods(desk: Desk): Promise<void> {
  const left = [...desk.versions.keys()]
  const lane = async () => {
    for (let n = left.pop(); n !== undefined; n = left.pop()) await requireGood(desk, n)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

/**
 * A good is as it was sent last, and each of its pictures byte for byte. Nobody else may send it meanwhile. Throws when
 * it is not.
 */
export async function requireGood({ send, versions, settings }: Desk, n: number): Promise<void> {
  const good = goodOf(n, versions.get(n) ?? 0)
  const { data } = await send({ method: 'GET', path: `${path}${good.slug}` })
  if (!isJsonObject(data)) throw new Error(`${good.slug} has no data.`)
  const told = JSON.stringify(factsOf(data))
  const expected = JSON.stringify(factsOfGood(good))
  if (told !== expected) throw new Error(`${good.slug} is answered as ${told}, not ${expected}.`)
  requireSetting(data, good.sku, settings.get(good.sku))
  await requirePictures(data, good)
}

function factsOf(data: JsonObject) {
  const variants = objectsOf(data, 'variants')
  return [
    textOf(data, 'name'),
    textOf(data, 'description'),
    Math.round(numberOf(data, 'mrp') * 100),
    numberOf(data, 'gst_pct'),
    variants.map((variant) => [textOf(variant, 'sku'), numberOf(variant, 'mrp')]),
  ]
}

function factsOfGood({ name, description, mrp, gstPct, variants }: Good) {
  return [name, description, mrp, gstPct, variants.map((sku) => [sku, mrp / 100])]
}

/** The stock is set meanwhile: it may be further, never behind. */
function requireSetting(data: JsonObject, sku: string, setting: number | undefined): void {
  if (setting === undefined) return
  const units = numberOf(data, 'stock_quantity')
  const price = Math.round(numberOf(data, 'sale_price') * 100)
  if (units >= setting && stockOf(units).price === price) return
  throw new Error(`${sku} has ${units} units at ${price} paise after setting ${setting}.`)
}

async function requirePictures(data: JsonObject, { slug, pictures }: Good): Promise<void> {
  const urls = objectsOf(data, 'images').map((image) => textOf(image, 'url'))
  const [first] = urls
  const shown = textOf(data, 'image_url')
  const isFirst = first === undefined ? shown.endsWith('/placeholder.png') : shown === first
  if (urls.length !== pictures.length || !isFirst) {
    throw new Error(`${slug} shows ${shown} of ${urls.join()}, not ${pictures.join()}.`)
  }
  for (const [i, picture] of pictures.entries()) {
    const url = urls[i] ?? shown
    if (Buffer.compare(await fetchBytes(url), pngOf(picture)) === 0) continue
    throw new Error(`${url} of ${slug} is not the picture that was sent, ${picture}.`)
  }
}
