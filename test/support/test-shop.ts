import { existsSync } from 'node:fs'
import { filesBelow } from '../../src/platform/disk/durable.ts'
import { tablesOf } from '../../src/test-copy/contents.ts'
import { addProduct } from './catalogue.ts'
import { allScopes, openShop, owner, type Shop } from './shop.ts'

/** Every scope of scan export, as a bridge and a reader have them. */
const scanScopes = [[], ['scans:import'], ['scans:extract']] as const

export type TestShop = Shop & {
  /** Test keys of the owner: of scan export, for the documents of everybody, and of the storefront. */
  scanKey: string
  storeKey: string
}

/** A shop with documents and products, and with test keys. */
export async function openTestShop(clock?: Parameters<typeof openShop>[0]): Promise<TestShop> {
  const shop = await openShop(clock)
  await shop.addScan({ metadata: { invoice_no: 'A-1', vendor_name: 'Acme' }, bytes: 'a bill' })
  await shop.addScan({ metadata: { invoice_no: 'A-2', vendor_name: 'Acme' } })
  await addProduct(shop.database, {
    sku: 'RICE-5',
    slug: 'rice',
    name: 'Basmati Rice',
    salePrice: 45_000,
    stockQuantity: 10,
  })
  const [scanKey = ''] = await scanKeysOf(shop)
  const { key: storeKey } = await shop.addKey({
    email: owner,
    service: 'storefront',
    scopes: allScopes,
    side: 'test',
  })
  return { ...shop, scanKey, storeKey }
}

/** A test key of scan export for each of its scopes, the first one without. */
export async function scanKeysOf(shop: Shop): Promise<string[]> {
  const keys: string[] = []
  for (const scopes of scanScopes) {
    const { key } = await shop.addKey({ email: owner, allUsers: true, side: 'test', scopes })
    keys.push(key)
  }
  return keys
}

/** Where a server notes by itself what the time was and what it did at night. */
const ownNotes = 'settings'

/** A digest of all rows of each table of the book, and the names of all its files. */
export async function bookOf({ database, dir }: Shop) {
  const { $client } = database.read
  const rows = tablesOf($client)
    .filter((name) => name !== ownNotes)
    .map((name) => [
      name,
      Bun.hash(JSON.stringify($client.query(`SELECT * FROM "${name}"`).values())).toString(36),
    ])
  const folders = [dir.documents, dir.images].filter((path) => existsSync(path))
  const files = await Promise.all(folders.map(filesBelow))
  return { rows: Object.fromEntries(rows), files: files.flat().toSorted() }
}
