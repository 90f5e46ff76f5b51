import { Database } from 'bun:sqlite'
import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { deleteMarked } from '../../../src/platform/files/file-rows.ts'
import { isJsonObject, type JsonValue } from '../../../src/platform/json/json.ts'
import { endpoints } from '../../console/api/endpoints.ts'
import { signedIn } from '../../console/api/browser.ts'
import { addProduct } from '../../support/orders.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { textColumns } from './filled-tables.ts'

/*
 * A database that was taken over from elsewhere, and what it then serves: in each text that is only shown stands something
 * that would lead out of the data directory, or run.
 */

const secret = 'what nobody may read'

/** Ids, and words that the code chooses by: a database with another one is broken, and leads nowhere. */
const chosenBy =
  /(_id|\.id|hash|\.(kind|status|role|service|type|category|rule_kind|approval_status|scopes|created_by)|^settings\.name)$/
const jsonText =
  /(\.details|\.raw|\.correction|\.data|\.synced_data|\.response|\.size_chart|settings\.value)$/

/** What answers 200 to the path alone, whatever the texts say; the others ask for more, or for a row that is not there. */
const answersAlways = (path: string) => !/ID|synced-count|^\/names/.test(path)

/** Each starts a program, and takes seconds: these are asked of the last book alone. */
const startingPrograms = ['/settings/troubles', '/settings/report']

/** What shows the rows that are there: one of the ids leads to each. */
const shownRows = ['/documents/ID', '/orders/ID', '/products/ID']

/** Where an answer says where something is. */
const addressField = /(url|href|src|file|link|image)$/i

const shop = await openShop()
const owner = await signedIn(shop, shop.users.owner)
const scan = await shop.addScan({ user: 'owner', bytes: 'a bill', metadata: { invoice_no: 'A' } })
const sku = await addProduct(shop.database)
const placed = await shop.store('POST', '/api/public/v1/orders', {
  body: { customer_name: 'Asha', customer_phone: '98', items: [{ sku, quantity: 1 }] },
})
for (const place of [shop.dir.root, join(shop.dir.root, '..'), shop.dir.documents]) {
  await Bun.write(join(place, secretName(shop)), secret)
}
const products = (await owner.get('/products')).text
const ids = [scan, String(placed.json['id']), /"id":"([^"]+)"/.exec(products)?.[1] ?? '']

afterAll(async () => {
  await Bun.file(join(shop.dir.root, '..', secretName(shop))).delete()
  await shop.close()
})

test.each([(name: string) => `../../${name}`, (name: string) => `javascript:alert('${name}')`])(
  'what a strange book shows stays in the data directory and leads nowhere: %#',
  async (valueOf) => {
    const shown = textColumns().filter(({ table, column }) => {
      const name = `${table}.${column}`
      return !chosenBy.test(name) && !jsonText.test(name) && !/image|video/.test(name)
    })
    expect(shown.length).toBeGreaterThan(40)
    const everySecond = shown.filter((_, at) => at % 2 === 0)
    for (const some of [everySecond, shown]) {
      write(some, valueOf(secretName(shop)))
      await expectHarmless(startingPrograms)
    }
  },
)

test('nor does a book that an earlier version let in serve or delete a file that is none of its own', async () => {
  const hashes = [
    { table: 'documents', column: 'hash' },
    { table: 'files', column: 'hash' },
  ]
  write(hashes, `../../${secretName(shop)}`, '')
  using database = new Database(shop.dir.database)
  database.run("UPDATE files SET state = 'deleting'")
  database.close(true)
  await expectHarmless()
  await shop.database.write((conn) => deleteMarked(conn, shop.deps.store))
  expect(await Bun.file(join(shop.dir.root, secretName(shop))).text()).toBe(secret)
})

function secretName({ dir }: Shop): string {
  return `secret-of-${dir.root.slice(-6)}.txt`
}

/** Something else of each row behind its value: some must differ, and not every table has row numbers. */
function write(
  columns: readonly { table: string; column: string }[],
  value: string,
  behind = " || '#' || hex(randomblob(4))",
): void {
  using database = new Database(shop.dir.database)
  for (const { table, column } of columns) {
    database.run(
      `UPDATE OR REPLACE ${table} SET "${column}" = ? ${behind} WHERE "${column}" IS NOT NULL`,
      [value],
    )
  }
  database.close(true)
}

async function expectHarmless(left: readonly string[] = []): Promise<void> {
  const answers = []
  for (const { method, path } of endpoints) {
    if (method !== 'GET' || left.includes(path)) continue
    const paths = path.includes('ID') ? ids.map((id) => path.replace('ID', id)) : [path]
    for (const one of paths) answers.push({ path, ...(await get(one)) })
  }
  const { keys } = shop
  for (const path of ['/scans/unsynced', '/vendors', '/products']) {
    const answer = await shop.call('GET', `/api/public/v1${path}`, { key: keys.owner })
    answers.push({ path, ...answer })
  }
  for (const path of ['/products', '/categories', '/offers', '/orders/unsynced']) {
    answers.push({ path, ...(await shop.store('GET', `/api/public/v1${path}`)) })
  }
  const failed = answers.filter(({ path, status }) => answersAlways(path) && status !== 200)
  expect(failed.map(({ path, status }) => `${status} ${path}`)).toEqual([])
  const found = answers.filter(({ status }) => status === 200).map(({ path }) => path)
  expect(found).toEqual(expect.arrayContaining(shownRows))
  for (const { status, text, json } of answers) {
    expect(status).toBeLessThan(500)
    expect(text).not.toContain(secret)
    for (const address of addressesIn(json)) expect(address).toMatch(/^(https?:\/\/|\/|$)/)
  }
}

/** Files are not JSON. */
async function get(path: string) {
  const headers = { cookie: owner.cookie() }
  const response = await fetch(`${shop.url}/console/api${path}`, { headers })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  const json: JsonValue = isJson ? JSON.parse(text) : null
  return { status: response.status, text, json }
}

/** Every text in an answer that says where something is. */
function addressesIn(value: JsonValue, field = ''): string[] {
  if (typeof value === 'string') return addressField.test(field) ? [value] : []
  if (Array.isArray(value)) return value.flatMap((entry) => addressesIn(entry, field))
  if (!isJsonObject(value)) return []
  return Object.entries(value).flatMap(([name, entry]) => addressesIn(entry, name))
}
