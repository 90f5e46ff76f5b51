import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { storeOf } from '../../../../src/app.ts'
import type { StorefrontDeps } from '../../../../src/services/storefront/deps.ts'
import { updateStock } from '../../../../src/services/storefront/bulk/update-stock.ts'
import { inApiForm } from '../../../../src/services/storefront/bulk/rows.ts'
import { upsertProducts } from '../../../../src/services/storefront/bulk/upsert-products.ts'
import {
  codeOf,
  setClock,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../../../support/temporary-database.ts'

let opened: TemporaryDatabase
let deps: StorefrontDeps

beforeEach(() => {
  opened = temporaryDatabase()
  const { dir, database } = opened
  const store = storeOf(dir)
  deps = { database, clock: setClock(), store }
})

afterEach(() => opened[Symbol.asyncDispose]())

/** SQLite says the same, and takes the same back, as when the disk itself has no page left. */
async function leaveRoomFor(pages: number): Promise<void> {
  await deps.database.write(({ $client }) => {
    const pragma = (name: string) =>
      $client.query<Record<string, number>, []>(`PRAGMA ${name}`).get()?.[name] ?? 0
    // Pages that the migrations left free are room too.
    const freeBytes = pragma('freelist_count') * pragma('page_size')
    if (freeBytes > 0) $client.run('CREATE TABLE filled AS SELECT zeroblob(?)', [freeBytes])
    $client.run(`PRAGMA max_page_count = ${pragma('page_count') + pages}`)
  })
}

const rowsEach = 120

const records = Array.from({ length: rowsEach }, (_, i) => ({
  sku: `SKU-${i}`,
  name: `Product ${i}`,
  details: 'x'.repeat(4_000),
}))

function upsert(rows: readonly object[] = records) {
  // One row a transaction.
  return upsertProducts(deps, rows, { dryRun: false, sliceMs: 0 })
}

function skusWhere(condition = 'true'): unknown[] {
  const select = `SELECT sku FROM products WHERE ${condition} ORDER BY seq`
  return opened.database.read.$client.query(select).values().flat()
}

describe('when the disk becomes full in the middle of a list', () => {
  test('bulk says of each row whether it is in the book, and a repeat brings in the rest', async () => {
    await leaveRoomFor(60)
    const results = await upsert()
    expect(results.map(({ index }) => index)).toEqual(records.map((_, i) => i))
    const created = results.filter(({ status }) => status === 'created').map(({ sku }) => sku)
    expect(created.length).toBeGreaterThan(0)
    expect(skusWhere()).toEqual(created)
    expect(results.slice(created.length).map(inApiForm)).toEqual(
      records.slice(created.length).map(({ sku }, i) => ({
        index: created.length + i,
        sku,
        status: 'error',
        id: null,
        images_uploaded: 0,
        error: {
          message:
            'The disk that holds the data is full: this row and those behind it were not written. Send them again.',
          code: 'out_of_space',
          field: null,
        },
      })),
    )
    await leaveRoomFor(1_000_000)
    const again = await upsert()
    expect(again.map(({ status, changed }) => (status === 'updated' ? changed : status))).toEqual(
      results.map(({ status }) => (status === 'created' ? false : 'created')),
    )
  })

  test('the error of a row that is there already shows its id', async () => {
    const [first] = await upsert(records.slice(0, 1))
    await leaveRoomFor(60)
    const results = await upsert([...records, { sku: 'SKU-0', name: 'Late' }])
    expect(results.at(-1)).toMatchObject({ status: 'error', id: first?.id })
  })

  test('stock says of each row whether it is in the book', async () => {
    const description = 'Long. '.repeat(100)
    await upsert(records.map(({ sku, name }) => ({ sku, name, description })))
    await leaveRoomFor(1)
    // Larger numbers take more room: pages that are full must be divided.
    const updates = records.map(({ sku }) => ({ sku, mrp: 9e10, sale_price: 9e10 }))
    const results = await updateStock(deps, updates, { sliceMs: 0 })
    const updated = results.filter(({ status }) => status === 'updated').map(({ sku }) => sku)
    expect(updated.length).toBeGreaterThan(0)
    expect(updated.length).toBeLessThan(updates.length)
    expect(skusWhere('mrp > 0')).toEqual(updated)
    expect(results.slice(updated.length)).toMatchObject(
      updates.slice(updated.length).map(({ sku }, i) => ({
        index: updated.length + i,
        sku,
        status: 'error',
        target: null,
        id: null,
        error: { code: 'out_of_space' },
      })),
    )
  })
})

test('when nothing could be written the request is refused', async () => {
  await leaveRoomFor(0)
  expect(await codeOf(upsert())).toBe('out_of_space')
  expect(skusWhere()).toEqual([])
})
