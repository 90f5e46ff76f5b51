import { describe, expect, test } from 'bun:test'
import type { Call } from '../../../src/platform/http/request.ts'
import { storeScan } from '../../../src/services/scan-export/intake/store-scan.ts'
import { appHere } from '../../support/app-here.ts'
import { addProducts } from '../../support/catalogue.ts'
import { noon } from '../../support/temporary-database.ts'
import { untilEnd } from '../../support/until-end.ts'

const unknownId = '019a0000-0000-7000-8000-0000000000ff'

let lastCall: Call | undefined

const here = untilEnd(await appHere((call) => void (lastCall = call)))
await addProducts(here.database, [{ name: 'Rice', sku: 'RICE' }])
const scopes = ['products:write', 'orders:write', 'orders:create'] as const
const keys = {
  storefront: (await here.addKey({ service: 'storefront', scopes })).key,
  scans: (await here.addKey({ service: 'scan-export', scopes: [] })).key,
}
const scan = {
  userId: here.ownerId,
  category: 'vendor_invoice' as const,
  filename: 'a.pdf',
  createdAt: noon,
  document: null,
  failureReason: null,
  raw: { invoice_metadata: {}, line_items: [] },
}
const { id: scanId } = await here.database.write((conn) =>
  storeScan(conn, here.app.scanExport, scan, noon),
)

/** What the log has of a call. */
async function logged(key: string, path: string, body: unknown) {
  const service = key === keys.scans ? 'scan-export' : 'storefront'
  const json = { 'content-type': 'application/json' }
  await (await here.ask(key, `${service}/${path}`, body, json)).text()
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
