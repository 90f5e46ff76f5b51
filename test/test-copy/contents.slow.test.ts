import { afterAll, describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isGstin, makeGstin } from '../../src/platform/gst/gstin.ts'
import { hashKey } from '../../src/accounts/keys/rules.ts'
import { keepBooks } from '../../src/books/mapping/companies.ts'
import { mapTo } from '../../src/books/mapping/map.ts'
import { requireMapped } from '../../src/books/mapping/mapping-queries.ts'
import { storeMasters } from '../../src/books/mapping/take-report.ts'
import { diskShareSetting } from '../../src/platform/files/disk-share.ts'
import { writeSetting } from '../../src/platform/settings.ts'
import { readingSetting } from '../../src/services/scan-export/scans/reading-rows.ts'
import { duplicatesSetting } from '../../src/services/scan-export/service.ts'
import { foldersSetting } from '../../src/services/scan-export/folders/watched.ts'
import { askCopy } from '../../src/test-copy/ask-copy.ts'
import { tablesOf } from '../../src/test-copy/contents.ts'
import { owner } from '../support/shop.ts'
import { openTestShop } from '../support/test-shop.ts'

const shopsGstin = makeGstin('24', 'ABCPE1234F', '1')

const shop = await openTestShop()
await shop.database.write((conn) => {
  writeSetting(conn, duplicatesSetting, 'invoice_no_and_seller')
  writeSetting(conn, foldersSetting, [])
  writeSetting(conn, diskShareSetting, 1)
})
await shop.store('POST', '/api/public/v1/orders', {
  body: {
    customer_name: 'Asha Kulkarni',
    customer_phone: '98765 43210',
    customer_gstin: shopsGstin,
    shipping_address: '12 Laxmi Road',
    shipping_city: 'Surat',
    shipping_state: 'Gujarat',
    shipping_pincode: '395003',
    items: [{ sku: 'RICE-5', quantity: 1 }],
  },
})
await shop.database.write(({ $client }) => {
  $client.run(`INSERT INTO invoices (order_seq, number, kind, seller, place_of_supply, payable, issued_at)
    SELECT seq, 'I-1', 'tax', '{}', '', 0, 0 FROM orders`)
  $client.run(`INSERT INTO credit_notes (id, invoice_seq, number, reason, taxable, gst, discount, total, payable, issued_at)
    SELECT 'note', seq, 'C-1', 'Asha brought it back', 0, 0, 0, 0, 0, 0 FROM invoices`)
})
await fillBooks()
const file = join(shop.dir.root, 'copy.db')
await askCopy({ book: shop.dir.database, copy: file }, new AbortController().signal)
const copy = new Database(file, { readonly: true })

afterAll(async () => {
  copy.close(true)
  await shop.close()
})

/** The ledgers of accounting books: of a seller, of the customer of the order, and of one whom nothing is entered for. */
async function fillBooks(): Promise<void> {
  const { database } = shop
  const company = { system: 'tally', guid: 'g', number: '1', booksFrom: '2026-04-01', name: 'Co' }
  const books = await database.write((conn) => keepBooks(conn, company, 'key', 0))
  const ledgers = [
    { id: 'seller', name: 'Shree Traders', alter_id: 1 },
    { id: 'customer', name: 'A. Kulkarni (Debtor)', alter_id: 2, gstin: shopsGstin },
    {
      id: 'nobody',
      name: 'Meera Deshmukh',
      alter_id: 3,
      gstin: makeGstin('27', 'AAPFU0939F', '1'),
    },
  ]
  const of = { books, gone: [], run: 'r1', isWhole: true }
  await storeMasters({ database }, { ...of, kind: 'ledger', masters: ledgers })
  const items = [{ id: 'rice', name: 'Rice in Tally', alter_id: 4 }]
  await storeMasters({ database }, { ...of, kind: 'item', masters: items })
  const choose = async (field: string, masterId: string) => {
    const chosen = { ...requireMapped(field), books, masterId, reason: '' }
    await database.write((conn) => mapTo(conn, chosen, '', 0))
  }
  await choose('party:|Shree Traders', 'seller')
  await choose(`party:${shopsGstin}|A. Kulkarni`, 'customer')
  await choose('party:|Kulkarni and Co', 'customer')
}

function rowsOf(table: string): number {
  return copy.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${table}"`).get()?.n ?? 0
}

describe('the copy that test keys work on', () => {
  test('has the documents, products and orders of the shop, and what reads them', () => {
    const tables = ['scans', 'waiting_scans', 'documents', 'products', 'orders', 'order_items']
    expect(tables.map(rowsOf)).toEqual([2, 2, 1, 1, 1, 1])
    const settings = copy.query<{ name: string }, []>('SELECT name FROM settings').all()
    expect(settings.map(({ name }) => name).toSorted()).toEqual([
      diskShareSetting.name,
      duplicatesSetting.name,
      readingSetting.name,
    ])
  })

  test('has nobody who may sign in, no key, no history, and no customer', () => {
    const empty = [
      'users',
      'api_keys',
      'sessions',
      'links',
      'history',
      'customers',
      'credit_entries',
    ]
    expect(empty.map(rowsOf)).toEqual(empty.map(() => 0))
    const inBook = ['users', 'api_keys', 'history'].map(
      (table) => shop.database.read.$client.query(`SELECT 1 FROM ${table}`).all().length,
    )
    expect(Math.min(...inBook)).toBeGreaterThan(0)
    expect(tablesOf(shop.database.read.$client).toSorted()).toEqual(tablesOf(copy).toSorted())
  })

  test('makes the customers of orders up: names and numbers that nobody has, in the same state', () => {
    const [order] = copy.query<Record<string, string>, []>('SELECT * FROM orders').all()
    expect(order).toMatchObject({
      customer_name: 'Test customer 1',
      customer_phone: '0000000001',
      shipping_address: 'Test address 1',
      shipping_state: 'Gujarat',
      shipping_pincode: '395001',
    })
    expect(copy.query('SELECT reason FROM credit_notes').all()).toEqual([{ reason: 'Test reason' }])
    const gstin = order?.['customer_gstin'] ?? ''
    expect([isGstin(gstin), gstin.slice(0, 2), gstin === shopsGstin]).toEqual([true, '24', false])
  })

  test('has the ledgers in which something is entered, and none of a customer', () => {
    const names = (table: string) =>
      copy.query<{ name: string }, []>(`SELECT name FROM ${table} ORDER BY name`).all()
    expect(names('book_masters').map(({ name }) => name)).toEqual([
      'Rice in Tally',
      'Shree Traders',
    ])
    expect(names('book_mappings').map(({ name }) => name)).toEqual(['Shree Traders'])
    const left = 'SELECT DISTINCT master_id AS id FROM book_master_terms ORDER BY id'
    expect(copy.query(left).all()).toEqual([{ id: 'rice' }, { id: 'seller' }])
  })

  test('holds none of it in its bytes either, also not where rows were', () => {
    const bytes = readFileSync(file).toString('latin1')
    expect(bytes).toContain('Basmati Rice')
    const people = [
      'Asha',
      '98765',
      'Laxmi',
      'Kulkarni',
      'kulkarni',
      'Meera',
      'meera',
      'AAPFU0939F',
    ]
    for (const secret of [...people, shopsGstin, owner, hashKey(shop.keys.owner)]) {
      expect(bytes).not.toContain(secret)
    }
  })

  test('follows what changes from then on, as the book does, and was not changed by being made', () => {
    const seq = 'SELECT max(seq) AS n FROM changes'
    const [inBook, inCopy] = [shop.database.read.$client, copy].map((one) =>
      one.query<{ n: number }, []>(seq).get(),
    )
    expect(inCopy).toEqual(inBook ?? null)
    const triggers = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY name"
    expect(copy.query(triggers).all()).toEqual(shop.database.read.$client.query(triggers).all())
  })
})
