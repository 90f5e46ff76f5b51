import { describe, expect, test } from 'bun:test'
import { createKey, type KeyInput } from '../../../src/accounts/keys/keys.ts'
import { setUp } from '../../../src/accounts/users/set-up.ts'
import { createApp } from '../../../src/app.ts'
import type { Call } from '../../../src/platform/http/request.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { storeScan } from '../../../src/services/scan-export/intake/store-scan.ts'
import { addProducts } from '../../support/catalogue.ts'
import { noon, setClock, temporaryDatabase } from '../../support/temporary-database.ts'
import { untilEnd } from '../../support/until-end.ts'

const email = 'owner@example.com'
const unknownId = '019a0000-0000-7000-8000-0000000000ff'

let lastCall: Call | undefined

const temporary = untilEnd(temporaryDatabase())
const { database, dir } = temporary
const app = createApp({
  database,
  dir,
  clock: setClock(),
  log: silentLog,
  calls: { add: (call) => void (lastCall = call) },
  corsOrigins: [],
  publicUrl: undefined,
})
const userId = await database.write((conn) =>
  setUp(conn, { organisation: 'Shop', owner: { email, name: 'O', passwordHash: '' } }, noon),
)
await addProducts(database, [{ name: 'Rice', sku: 'RICE' }])
const keys = {
  storefront: await addKey({
    service: 'storefront',
    scopes: ['products:write', 'orders:write', 'orders:create'],
  }),
  scans: await addKey({ service: 'scan-export', scopes: [] }),
}
const scan = { userId, filename: 'a.pdf', createdAt: noon, document: null, failureReason: null }
const raw = { invoice_metadata: {}, line_items: [] }
const stored = await database.write((conn) =>
  storeScan(conn, app.scanExport, { ...scan, category: 'vendor_invoice', raw }, noon),
)
const scanId = stored.id

async function addKey(input: Pick<KeyInput, 'service' | 'scopes'>): Promise<string> {
  const random = crypto.getRandomValues(new Uint8Array(32))
  const { key } = await temporary.database.write((conn) =>
    createKey(conn, { email, allUsers: false, name: 'ERP', ...input }, noon, random),
  )
  return key
}

/** What the log has of a call. */
async function logged(key: string, path: string, body: unknown) {
  const service = key === keys.scans ? 'scan-export' : 'storefront'
  const request = new Request(`http://shop.example/${service}/api/public/v1/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  await (await app.dispatcher.answer(request, { service: undefined }, '')).text()
  return lastCall
}

describe('rows that are refused in an answer that is no refusal', () => {
  test('are in the log when stock is set: unknown SKUs and wrong values alike', async () => {
    const updates = [
      { sku: 'RICE', stock_quantity: 5 },
      { sku: 'NONE', stock_quantity: 5 },
      { sku: 'RICE', stock_quantity: 'many' },
    ]
    const call = await logged(keys.storefront, 'products/stock', { updates })
    expect(call).toMatchObject({ status: 200, rows: 3, refusedRows: 2 })
    expect(call?.error).toBe('NONE: there is no product or variant with this SKU.')
  })

  test('are in the log when products are sent, and name the row where there is no SKU', async () => {
    const products = [{ sku: 'OIL', name: 'Oil' }, { name: 'Salt' }]
    const call = await logged(keys.storefront, 'products/bulk', { products })
    expect(call).toMatchObject({ status: 200, rows: 2, refusedRows: 1 })
    expect(call?.error).toStartWith('Row 2: sku is missing')
  })

  test('are in the log when orders are marked', async () => {
    const orders = [{ order_id: unknownId, all_items: true }]
    const call = await logged(keys.storefront, 'orders/sync', { orders })
    expect(call).toMatchObject({ status: 200, rows: 1, refusedRows: 1 })
    expect(call?.error).toContain(unknownId)
  })

  test('are in the log when documents are marked that the key cannot see, but not when repeated', async () => {
    const ids = [scanId, unknownId]
    const first = await logged(keys.scans, 'scans/mark-synced', { ids })
    expect(first).toMatchObject({ status: 200, rows: 2, refusedRows: 1 })
    expect(first?.error).toContain(unknownId)
    const again = await logged(keys.scans, 'scans/mark-synced', { ids: [scanId] })
    expect(again).toMatchObject({ status: 200, rows: 0 })
    expect(again).not.toHaveProperty('refusedRows')
  })

  test('are kept short, however long what was sent is', async () => {
    const updates = [{ sku: 'x'.repeat(10_000), stock_quantity: 1 }]
    const call = await logged(keys.storefront, 'products/stock', { updates })
    expect(call?.error).toHaveLength(500)
  })

  test('are none where everything was written, or the whole call was refused', async () => {
    const updates = [{ sku: 'RICE', stock_quantity: 5 }]
    const good = await logged(keys.storefront, 'products/stock', { updates })
    expect(good).toMatchObject({ status: 200, rows: 1 })
    expect(good).not.toHaveProperty('refusedRows')
    const refused = await logged(keys.storefront, 'products/stock', { updates: 'none' })
    expect(refused).toMatchObject({ status: 400, rows: 0 })
    expect(refused).not.toHaveProperty('refusedRows')
  })
})
