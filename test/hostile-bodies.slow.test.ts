import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { join } from 'node:path'
import { createKey } from '../src/accounts/keys/keys.ts'
import { isScope, storefrontScopes } from '../src/accounts/keys/rules.ts'
import { newToken, startSession } from '../src/accounts/sessions/sessions.ts'
import { setUp } from '../src/accounts/users/set-up.ts'
import { sessionCookieName } from '../src/console/api/guard.ts'
import { openDatabaseForCommand } from '../src/platform/db/database.ts'
import { firstLine } from '../src/platform/own-program.ts'
import { expectShortTurns } from './support/short-turns.ts'
import { temporaryDir } from './support/temporary-database.ts'

/*
 * Bodies that are accepted, and made to cost as much as they can: nobody else may wait for long. The server runs in a
 * process of its own, and what counts is its processor time, so that a busy machine changes nothing.
 */

// A machine that does much else takes its time for all of them.
setDefaultTimeout(300_000)

const temporary = temporaryDir()
const script = join(import.meta.dir, 'support/watched-server.child.ts')
const server = Bun.spawn([process.execPath, script, temporary.dir.root], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const url = await firstLine(server.stdout)
const database = openDatabaseForCommand(temporary.dir, Date.now())
const owner = { email: 'owner@example.com', name: 'Owner', passwordHash: 'hash' }
const input = { email: owner.email, allUsers: false, name: 'K' }
const scopes = Object.keys(storefrontScopes).filter(isScope)
const token = newToken()
const cookie = `${sessionCookieName(url, { isSecure: false })}=${token}`
const keys = await database.write((conn) => {
  const now = Date.now()
  const userId = setUp(conn, { organisation: 'Test', owner }, now)
  startSession(conn, { userId, token, visitor: { address: '', userAgent: '' } }, now)
  const shop = { ...input, service: 'storefront' as const, scopes }
  return {
    scans: createKey(conn, { ...input, service: 'scan-export', scopes: [] }, now, random()).key,
    shop: createKey(conn, shop, now, random()).key,
  }
})
// The first request of each kind also compiles.
await post('scan-export:scans', scanOf([{ Item: 'Rice', Qty: '1' }]))
await post('storefront:products/bulk', {
  products: [{ sku: 'A', name: 'Rice', mrp: 1, sale_price: 1 }],
})

afterAll(async () => {
  await database.close()
  server.kill()
  await server.exited
  temporary[Symbol.dispose]()
})

function random(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(32))
}

/** Sends a body to `service:path`; the answer must have one of the statuses. */
async function post(path: string, body: unknown, status = [200, 201]): Promise<void> {
  const [service, rest] = path.split(':')
  const key = service === 'scan-export' ? keys.scans : keys.shop
  const isReady = body instanceof FormData || typeof body === 'string'
  const answer = await fetch(`${url}/${service}/api/public/v1/${rest}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: isReady ? body : JSON.stringify(body),
  })
  const text = await answer.text()
  if (!status.includes(answer.status)) throw new Error(`${answer.status} ${text.slice(0, 300)}`)
}

function many<T>(count: number, make: (at: number) => T): T[] {
  return Array.from({ length: count }, (_, at) => make(at))
}

function scanOf(lines: readonly Record<string, unknown>[], metadata = {}) {
  const raw = { invoice_metadata: metadata, line_items: lines }
  return { category: 'vendor_invoice', filename: 'bill.pdf', raw }
}

/** Spellings of one label that are the same text in Unicode: é, or e and an accent. */
const spellings = many(500, (at) => many(9, (bit) => ((at >> bit) & 1 ? 'é' : 'e\u0301')).join(''))
const marks = '\u0315\u0300'

const hostileScans: [string, unknown][] = [
  ['labels that are one in Unicode', scanOf(many(180, () => fieldsOf(spellings)))],
  ['a text of marks', scanOf([], { 'Invoice No': `a${marks.repeat(300_000)}` })],
  ['digits without end', scanOf([{ Qty: '1'.repeat(900_000), Rate: '1,'.repeat(450_000) }])],
  [
    'white space without end',
    scanOf([{ Qty: `1${' '.repeat(900_000)}x`, Item: ' a'.repeat(400_000) }]),
  ],
  [
    'five thousand lines',
    scanOf(
      many(5_000, (at) =>
        fieldsOf(
          many(20, (n) => `l${n}`),
          at,
        ),
      ),
    ),
  ],
  ['a value of many values', scanOf([], { a: many(500_000, () => 1) })],
  [
    'a value sixty levels deep',
    scanOf([], { a: JSON.parse(`${'['.repeat(58)}${']'.repeat(58)}`) }),
  ],
  [
    'hundreds of labels that a number follows',
    scanOf(many(60, () => fieldsOf(many(500, (at) => `a${' (2)'.repeat(at % 5)}${at}`)))),
  ],
]

function fieldsOf(labels: readonly string[], value: unknown = '1'): Record<string, unknown> {
  return Object.fromEntries(labels.map((label) => [label, value]))
}

function productOf(sku: string, more = {}) {
  return { sku, name: `Product ${sku} नमस्ते`, mrp: 10, sale_price: 9, ...more }
}

const nearlyOne = (at: number) => `${'é'.repeat(20)}${'e\u0301'.repeat(at % 50)}${at}`

const aliasesOf = (measured: number) => many(1_000, (at) => `${nearlyOne(at)}-${measured}`)

/** `measured`: how often the same was sent so far, and this time: names are others each time, so that there is as much to do. */
const hostileBodies: [string, string, (measured: number) => unknown][] = [
  [
    'ten thousand ids',
    'scan-export:scans/mark-synced',
    () => ({ ids: many(10_000, () => crypto.randomUUID()) }),
  ],
  [
    'ten thousand numbers of marks',
    'scan-export:scans/mark-synced',
    () => ({ invoice_nos: many(10_000, (at) => `${marks.repeat(40)}${at}`) }),
  ],
  [
    'an unknown field of 900,000 values',
    'scan-export:scans/mark-synced',
    () => ({ ids: ['a'], x: many(450_000, () => []) }),
  ],
  [
    'an unknown field of 20 MB',
    'scan-export:scans/mark-synced',
    () => ({ ids: ['a'], x: 'é'.repeat(10_000_000) }),
  ],
  [
    'a vendor with a thousand aliases',
    'scan-export:vendors',
    (measured) => ({ name: `Acme ${measured}`, aliases: aliasesOf(measured) }),
  ],
  [
    'an article with a thousand aliases',
    'scan-export:products',
    (measured) => ({ name: `Rice ${measured}`, aliases: aliasesOf(measured) }),
  ],
  [
    'ten thousand products',
    'storefront:products/bulk',
    (measured) => ({ products: many(10_000, (at) => productOf(`S${measured}-${at}`)) }),
  ],
  [
    'ten thousand products on trial',
    'storefront:products/bulk?dry_run=true',
    () => ({ products: many(10_000, (at) => productOf(`T${at}`)) }),
  ],
  [
    'names and descriptions of marks',
    'storefront:products/bulk',
    (measured) => ({
      products: many(500, (at) =>
        productOf(`M${measured}-${at}`, {
          name: `a${marks.repeat(149)}`,
          description: marks.repeat(10_000),
        }),
      ),
    }),
  ],
  [
    'long descriptions',
    'storefront:products/bulk',
    (measured) => ({
      products: many(700, (at) =>
        productOf(`L${measured}-${at}`, { description: 'é x '.repeat(5_000) }),
      ),
    }),
  ],
  [
    '200 variants each',
    'storefront:products/bulk',
    (measured) => ({
      products: many(50, (at) =>
        productOf(`V${measured}-${at}`, {
          variants: many(200, (n) => ({
            sku: `V${measured}-${at}-${n}`,
            size: `${n}`,
            mrp: 10,
            sale_price: 9,
          })),
        }),
      ),
    }),
  ],
  [
    'the stock of ten thousand',
    'storefront:products/stock',
    (measured) => ({
      updates: many(10_000, (at) => ({ sku: `S1-${at}`, stock_quantity: at + measured })),
    }),
  ],
  [
    'an order of 500 lines',
    'storefront:orders',
    () => ({
      customer_name: 'Asha',
      customer_phone: '9999999999',
      items: many(500, (at) => ({
        product_name: nearlyOne(at),
        unit_price: 1,
        gst_pct: 18,
        quantity: 1,
      })),
    }),
  ],
  [
    'a thousand orders of 400 lines',
    'storefront:orders/sync',
    () => ({
      orders: many(1_000, () => ({
        order_id: crypto.randomUUID(),
        order_item_ids: many(400, () => crypto.randomUUID()),
      })),
    }),
  ],
]

describe('nobody waits for', () => {
  test.each(hostileScans)('a document with %s', async (_what, body) => {
    await expectShortTurns(url, () => post('scan-export:scans', body))
  })

  test('a document that comes as a form', async () => {
    const form = new FormData()
    form.append('category', 'vendor_invoice')
    form.append('file', new File(['%PDF-1.4\n%%EOF'], 'bill.pdf'))
    form.append('raw', JSON.stringify(scanOf(many(180, () => fieldsOf(spellings))).raw))
    await expectShortTurns(url, () => post('scan-export:scans', form))
  })

  test.each(hostileBodies)('%s in %s', async (_what, path, body) => {
    await expectShortTurns(url, (measured) => post(path, body(measured)))
  })

  // Each document is normalised again in one go, and the largest is nothing but labels that are one.
  test('a rule that is added while all of these wait', async () => {
    await expectShortTurns(
      url,
      async (measured) => {
        const body = { type: 'label', from: `Zref${measured}`, to: 'note', category: null }
        const answer = await fetch(`${url}/console/api/rules`, {
          method: 'POST',
          headers: { origin: url, cookie, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        expect([answer.status, await answer.json()]).toEqual([
          200,
          expect.objectContaining({ rules: 1 }),
        ])
      },
      3,
    )
  })
})

describe('a body that is crowded', () => {
  test.each([
    ['values', `{"ids":["a"],"x":[${'[],'.repeat(10_000_000)}1]}`],
    ['labels', `{"ids":["a"],"x":{${many(1_000_000, (at) => `"k${at}":1`).join(',')}}}`],
    [
      'labels in its lines',
      `{"ids":["a"],"x":[${many(900_000, (at) => `{"k${at}":1}`).join(',')}]}`,
    ],
  ])('with %s is refused, and nobody waits for it', async (_what, body) => {
    await expectShortTurns(url, () => post('scan-export:scans/mark-synced', body, [413]))
  })
})
