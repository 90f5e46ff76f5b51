import { findName } from '../../../names/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { derivedId } from '../../../platform/ids.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { foldText } from '../../../platform/text.ts'
import {
  imageUrl,
  importOrder,
  readImportedOrder,
  storeCategory,
  storeOffer,
  upsertProducts,
  type StorefrontDeps,
} from '../../../services/storefront/service.ts'
import { drawPicture, type PictureInput } from '../pictures/draw-picture.ts'
import { sampleCatalogue, type SampleProduct } from './sample-catalogue.ts'
import { sampleOffers } from './sample-offers.ts'
import { sampleOrders, type SampleOrder } from './sample-orders.ts'
import { shelves } from './shelves.ts'

/** Makes the orders' ids the same every time. */
const orderIdSeed = Bun.SHA256.hash('daybook demo orders', 'hex')

/** The address of a stored image is known by its path: any server's name will do. */
const anyOrigin = 'http://localhost'

/** Fills the storefront of a new database whose vendors are there. The same seed and `now` (ms) give the same shop. */
export async function fillStorefront(
  deps: Pick<StorefrontDeps, 'database' | 'store'>,
  { seed, now }: { seed: number; now: number },
): Promise<void> {
  const products = sampleCatalogue({ seed, now })
  const opened = products[0]?.addedAt ?? now
  await addCategories({ ...deps, clock: { now: () => opened } })
  // A batch for each morning on which goods were put in, so that the newest are the newest.
  for (const [addedAt, batch] of Map.groupBy(products, (product) => product.addedAt)) {
    await addProducts({ ...deps, clock: { now: () => addedAt } }, batch)
  }
  await addOffers({ ...deps, clock: { now: () => now } })
  await addOrders(deps, sampleOrders({ seed, now, products }), now)
}

async function addCategories(deps: StorefrontDeps): Promise<void> {
  const records = await Promise.all(
    shelves.map(async ({ slug, name, hue, picture }, sort_order): Promise<JsonObject> => {
      const input = { picture, hue, ownHue: (hue + 180) % 360, label: name.toUpperCase() }
      return { slug, name, sort_order, image_url: await storePicture(deps, input) }
    }),
  )
  const now = deps.clock.now()
  await deps.database.write((conn) => {
    for (const record of records) storeCategory(conn, deps, record, now)
  })
}

async function addOffers(deps: StorefrontDeps): Promise<void> {
  const records = await Promise.all(
    sampleOffers(deps.clock.now()).map(async ({ record, picture }): Promise<JsonObject> => {
      return { ...record, image_url: await storePicture(deps, picture) }
    }),
  )
  const now = deps.clock.now()
  await deps.database.write((conn) => {
    for (const record of records) storeOffer(conn, deps, record, now)
  })
}

/** Brings a picture to the disk; returns its address. */
async function storePicture({ store }: StorefrontDeps, input: PictureInput): Promise<string> {
  const { hash } = await store.put('images', drawPicture(input))
  return imageUrl(`${hash}.png`, anyOrigin)
}

async function addProducts(
  deps: StorefrontDeps,
  products: readonly SampleProduct[],
): Promise<void> {
  const records = products.map((product) => recordOf(deps.database.read, product))
  const results = await upsertProducts(deps, records, { dryRun: false })
  const complaint = results.find(({ error, warnings }) => error ?? warnings)
  if (complaint !== undefined)
    throw new Error(`The sample shop is wrong: ${JSON.stringify(complaint)}`)
}

function recordOf(conn: Conn, { name, record, vendor, pictures }: SampleProduct): JsonObject {
  const images = pictures.map((input, sort_order) => ({
    base64: drawPicture(input).toBase64(),
    content_type: 'image/png',
    alt: name,
    sort_order,
  }))
  return { ...record, vendor_id: vendor === null ? null : vendorId(conn, vendor), images }
}

function vendorId(conn: Conn, name: string): string {
  const vendor = findName(conn).get({ kind: 'vendor', folded: foldText(name) })
  if (vendor === undefined) throw new Error(`The sample shop does not know ${name}.`)
  return vendor.id
}

async function addOrders(
  { database }: Pick<StorefrontDeps, 'database'>,
  orders: readonly SampleOrder[],
  now: number,
): Promise<void> {
  await database.write((conn) => {
    orders.forEach((order, at) => {
      const imported = readImportedOrder(order, derivedId(orderIdSeed, at + 1), now)
      const { warnings } = importOrder(conn, imported, now)
      if (warnings.length > 0) throw new Error(`The sample shop is wrong: ${warnings.join(' ')}`)
    })
  })
}
