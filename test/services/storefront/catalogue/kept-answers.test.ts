import { describe, expect, test } from 'bun:test'
import { revokeKey } from '../../../../src/accounts/keys/keys.ts'
import { openDatabaseForCommand } from '../../../../src/platform/db/database.ts'
import type { Call } from '../../../../src/platform/http/request.ts'
import { appHere } from '../../../support/app-here.ts'
import { addProducts, changeProduct } from '../../../support/catalogue.ts'
import { noon } from '../../../support/temporary-database.ts'
import { untilEnd } from '../../../support/until-end.ts'

let calls: Call[] = []

const here = untilEnd(await appHere((call) => calls.push(call)))
/** Another process, as the server sees it. */
const other = untilEnd(openDatabaseForCommand(here.dir, noon))
const added = await addProducts(here.database, [
  { name: 'Rice' },
  { name: 'Oil' },
  { name: 'Salt' },
])

const addKey = () => here.addKey({ service: 'storefront', scopes: ['storefront:read'] })

async function get(key: string, path: string, headers: Record<string, string> = {}) {
  const response = await here.ask(key, `storefront${path}`, undefined, headers)
  return { status: response.status, text: await response.text() }
}

describe('an answer that is kept', () => {
  test.each([
    ['/products', 3],
    ['/products?limit=2', 2],
    ['/products?search=rice', 1],
    ['/categories', 1],
  ])('has its rows in the call log, first and again: %s', async (path, rows) => {
    const { key } = await addKey()
    calls = []
    for (let i = 0; i < 3; i++) await get(key, path)
    await get(key, path, { 'if-none-match': '*' })
    expect(calls.map((call) => call.rows)).toEqual([rows, rows, rows, rows])
    expect(calls.map((call) => call.status)).toEqual([200, 200, 200, 304])
  })

  test('shows a change at once, whichever process made it', async () => {
    const { key } = await addKey()
    const { id = '', slug = '' } = added[1] ?? {}
    const paths = [
      '/products',
      `/products/${slug}`,
      '/products?search=oil',
      '/products?category=uncategorised',
    ]
    const prices = async () => {
      const answers = await Promise.all(paths.map((path) => get(key, path)))
      return answers.map(({ text }) => /"name":"Oil".*?"sale_price":([\d.]+)/.exec(text)?.[1])
    }
    for (const [price, database] of [
      [100, here.database],
      [200, other],
      [300, here.database],
    ] as const) {
      await changeProduct(database, id, { salePrice: price * 100 })
      expect(await prices()).toEqual(paths.map(() => String(price)))
      expect(await prices()).toEqual(paths.map(() => String(price)))
    }
  })

  test('is not given to a key that was revoked, in whichever process', async () => {
    const { key, id } = await addKey()
    await get(key, '/products')
    expect((await get(key, '/products')).status).toBe(200)
    await other.write((conn) => revokeKey(conn, id, noon))
    expect((await get(key, '/products')).status).toBe(401)
  })

  test('does not answer a request that says it brings too large a body', async () => {
    const { key } = await addKey()
    await get(key, '/products')
    const large = { 'content-length': String(64 * 1024 * 1024) }
    expect((await get(key, '/products', large)).status).toBe(413)
  })

  test('does not answer a query that is refused', async () => {
    const { key } = await addKey()
    for (const query of [
      'limit=0x10',
      'limit=0',
      'sort=up',
      'offset=-1',
      `search=${'x'.repeat(201)}`,
    ]) {
      for (let i = 0; i < 2; i++) expect((await get(key, `/products?${query}`)).status).toBe(400)
    }
    expect((await get(key, '/products?limit=')).status).toBe(200)
  })
})
