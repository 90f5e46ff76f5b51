import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { StockInBooks } from '../../src/bridge/books.ts'
import type { Api } from '../../src/bridge/daybook/api.ts'
import { runOnce } from '../../src/bridge/run.ts'
import {
  bringStock,
  stockSentence,
  tryStock,
  articlesOf,
} from '../../src/bridge/stock/bring-stock.ts'
import type { StockChoice } from '../../src/bridge/stock/plan.ts'
import { wouldBring } from '../../src/cli/bridge/status.ts'
import { AppError } from '../../src/platform/errors.ts'
import { knownBridges } from '../../src/books/mapping/take-report.ts'
import { type BridgedShop, openBridgedShop, sampleMappings } from '../support/bridge.ts'
import { priceXml, putItem } from '../support/books-masters.ts'
import { addProduct } from '../support/orders.ts'

let bridged: BridgedShop

const asSales = {
  ...sampleMappings,
  settings: { ...sampleMappings.settings, order_as: 'sales' as const },
}

const choice: StockChoice = { sku: 'part-number', price: { level: 'Web', hasGst: false } }

beforeAll(async () => {
  bridged = await openBridgedShop()
  bridged.pairing.stock = choice
  bridged.restart()
  bridged.confirm(asSales)
  const { database } = bridged.shop
  await addProduct(database, { sku: 'OIL-1L', stockQuantity: 3, salePrice: 15_000 })
  await addProduct(database, {
    sku: 'SHIRT',
    stockQuantity: 0,
    variants: [{ sku: 'SHIRT-M', stockQuantity: 1, salePrice: 50_000, mrp: 50_000 }],
  })
  await addProduct(database, { sku: 'OURS', stockQuantity: 7 })
  await putItem(bridged.tally, {
    name: 'Mustard Oil 1 L',
    partNo: 'OIL-1L',
    quantity: '40 Nos',
    more:
      priceXml('Retail', '20250401', '999.00/Nos') +
      priceXml('Web', '20250401', '100.00/Nos') +
      priceXml('Web', '20260401', '120.00/Nos') +
      priceXml('Web', '20990401', '500.00/Nos'),
  })
  await putItem(bridged.tally, { name: 'Shirt M', partNo: 'SHIRT-M', quantity: '5 Nos' })
})

afterAll(() => bridged.close())

const api = () => {
  const { storefront } = bridged.bridge.daybook
  if (storefront === undefined) throw new Error('There is no key for the storefront.')
  return storefront
}

const from = () => ({ ...bridged.bridge, api: api(), mappings: asSales, choice })

/** Quantity, and the price in paise. */
const inStorefront = async (sku: string) => (await articlesOf(api())).get(sku)

const change = (name: string, partNo: string, quantity: string) =>
  putItem(bridged.tally, { name, partNo, quantity })

describe('the stock of the books', () => {
  test('is shown beforehand, and nothing is written', async () => {
    expect(await tryStock(from())).toEqual([
      { sku: 'OIL-1L', quantity: 40, price: 12_600 },
      { sku: 'SHIRT-M', quantity: 5 },
    ])
    expect(await inStorefront('OIL-1L')).toEqual({ quantity: 3, price: 15_000 })
  })

  test('is in the storefront after a round, by SKU, with the price of the level, GST added', async () => {
    await runOnce(bridged.bridge)
    expect(await inStorefront('OIL-1L')).toEqual({ quantity: 40, price: 12_600 })
    expect(await inStorefront('SHIRT-M')).toEqual({ quantity: 5, price: 50_000 })
    // What the books do not have stays, and what only they have is not made.
    expect(await inStorefront('OURS')).toMatchObject({ quantity: 7 })
    expect((await articlesOf(api())).size).toBe(4)
    const [report] = knownBridges(bridged.shop, Date.now())
    expect(report?.sentence).toBe(
      'Tally is ready. 2 articles have the stock of the books. 12 stock items are not in the storefront.',
    )
  })

  test('is sent again only where it differs', async () => {
    expect(await tryStock(from())).toEqual([])
    await change('Shirt M', 'SHIRT-M', '4 Nos')
    expect(await tryStock(from())).toEqual([{ sku: 'SHIRT-M', quantity: 4 }])
    expect(await bringStock(from())).toMatchObject({ known: 2, changed: 1, unknown: 12 })
    expect(await inStorefront('SHIRT-M')).toMatchObject({ quantity: 4 })
  })

  test('is not read again while nothing changed in the books, for an hour', async () => {
    const { books } = bridged.bridge
    let read = 0
    const counting = {
      ...books,
      stock() {
        read += 1
        return books.stock()
      },
    }
    const later = { now: () => Date.now() + 61 * 60_000 }
    await bringStock({ ...from(), books: counting })
    expect(read).toBe(0)
    await bringStock({ ...from(), books: counting, clock: later })
    expect(read).toBe(1)
    // A round asks every ten minutes at most.
    bridged.bridge.books = { ...counting, mark: async () => (await books.mark()) + read }
    await runOnce(bridged.bridge)
    await runOnce(bridged.bridge)
    bridged.bridge.books = books
    expect(read).toBe(1)
  })

  test('is taken for less by web orders that the books cannot know of yet', async () => {
    const item = { sku: 'OIL-1L', quantity: 6 }
    const order = { items: [item], customer_name: 'Asha', phone: '9820012345' }
    const placed = await bridged.shop.store('POST', '/api/public/v1/orders', { body: order })
    expect(placed.status).toBe(201)
    await change('Mustard Oil 1 L', 'OIL-1L', '50 Nos')
    await bringStock(from())
    expect(await inStorefront('OIL-1L')).toMatchObject({ quantity: 44 })
    // An order that waits for days is older than the count, and as unknown to the books.
    const threeDays = 3 * 24 * 60 * 60_000
    await bridged.shop.database.write((conn) => {
      conn.$client.run('UPDATE orders SET created_at = created_at - ?', [threeDays])
    })
    await change('Mustard Oil 1 L', 'OIL-1L', '60 Nos')
    await bringStock(from())
    expect(await inStorefront('OIL-1L')).toMatchObject({ quantity: 54 })
  })

  test('of a company whose books begin later is taken likewise', async () => {
    const { books } = bridged.bridge
    const later = { ...books, company: { ...books.company, booksFrom: '2099-04-01' } }
    await change('Mustard Oil 1 L', 'OIL-1L', '70 Nos')
    expect(await bringStock({ ...from(), books: later })).toMatchObject({ changed: 1, refused: 0 })
    expect(await inStorefront('OIL-1L')).toMatchObject({ quantity: 64 })
  })

  test('that the storefront refuses is told, and tried again', async () => {
    await change('Mustard Oil 1 L', 'OIL-1L', '80 Nos')
    const error = { code: 'invalid_request', message: 'It is locked.' }
    const refusing: Api = {
      ask: (asked) =>
        asked.path === 'products/stock'
          ? Promise.resolve({ results: [{ status: 'error', error }] })
          : api().ask(asked),
    }
    const brought = await bringStock({ ...from(), api: refusing })
    expect(brought).toMatchObject({ known: 2, changed: 0, refused: 1 })
    expect(stockSentence(brought)).toStartWith(
      '1 article has the stock of the books. The storefront refused 1: It is locked. ',
    )
    expect(await bringStock(from())).toMatchObject({ changed: 1, refused: 0 })
    expect(await inStorefront('OIL-1L')).toMatchObject({ quantity: 74 })
  })

  test('does not go when somebody writes in the books while it is read', async () => {
    const { books } = bridged.bridge
    await change('Mustard Oil 1 L', 'OIL-1L', '90 Nos')
    let read = 0
    const moving = {
      ...books,
      mark: async () => (await books.mark()) + read,
      stock() {
        read += 1
        return books.stock()
      },
    }
    const refused = bringStock({ ...from(), books: moving })
    expect(await refused.catch((error: unknown) => error)).toMatchObject({ code: 'conflict' })
    expect(await inStorefront('OIL-1L')).toMatchObject({ quantity: 74 })
    expect(await bringStock(from())).toMatchObject({ changed: 1 })
  })

  test('does not go while orders become sales orders, which Tally takes nothing off for', async () => {
    await change('Shirt M', 'SHIRT-M', '9 Nos')
    const refused = bringStock({ ...from(), mappings: sampleMappings })
    expect(await refused.catch((error: unknown) => error)).toMatchObject({ code: 'conflict' })
    expect(await inStorefront('SHIRT-M')).toMatchObject({ quantity: 4 })
  })

  test('does not go when Tally shows no quantity of anything', async () => {
    const { books } = bridged.bridge
    const blank = {
      ...books,
      async *stock(): AsyncGenerator<StockInBooks> {
        for await (const item of books.stock()) yield { ...item, quantity: 'blank' }
      },
    }
    const refused = bringStock({ ...from(), books: blank })
    expect(await refused.catch((error: unknown) => error)).toMatchObject({ code: 'conflict' })
    expect(await inStorefront('SHIRT-M')).toMatchObject({ quantity: 4 })
  })

  test('hides no name that would come where it cannot be read, nor names the stock', async () => {
    const unread = new AppError('unavailable', 'Tally does not answer.')
    const { books } = bridged.bridge
    const brings = { names: true, stock: choice }
    const noStock = {
      ...books,
      stock() {
        throw unread
      },
    }
    const { result, lines } = await wouldBring({ ...bridged.bridge, brings, books: noStock })
    expect(result).toMatchObject({ names: expect.arrayContaining([expect.anything()]), stock: [] })
    expect(lines).toContain(unread.message)
    await change('Shirt M', 'SHIRT-M', '8 Nos')
    const noNames = { ...books, sellerGroups: () => Promise.reject(unread) }
    const other = await wouldBring({ ...bridged.bridge, brings, books: noNames })
    const stock = expect.arrayContaining([{ sku: 'SHIRT-M', quantity: 8 }])
    expect(other.result).toEqual({ names: [], stock })
    expect(other.lines[0]).toBe(unread.message)
  })

  test('is known of more articles than one answer holds', async () => {
    const products = Array.from({ length: 2_500 }, (_, n) => {
      return { sku: `MANY-${n}`, name: `No ${n}` }
    })
    const path = '/api/public/v1/products/bulk'
    const { status } = await bridged.shop.store('POST', path, { body: { products } })
    expect(status).toBe(200)
    expect((await articlesOf(api())).size).toBe(2_504)
  })
})
