import { describe, expect, test } from 'bun:test'
import { changeRole } from '../../../src/accounts/users/users.ts'
import { api } from '../../support/member.ts'
import { addProduct } from '../../support/orders.ts'
import { openBooksShop } from './books-shop.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { listed, newMember, type Browser } from './browser.ts'
import { untilEnd } from '../../support/until-end.ts'

const books = untilEnd(await openBooksShop())

const forbidden = { status: 403, json: { error: { code: 'forbidden' } } }

/** What a document of a clerk's own waits for. */
async function waitsFor(
  of: { code: string; field: string },
  { id, key }: { id: string; key: string },
) {
  const results = [{ ...of, id, outcome: 'parked' }]
  await books.shop.call('POST', `${api}/import-results`, { key, body: { results } })
}

/** A clerk with a document that waits for a seller that nobody has: it may be one that the books have. */
async function clerkWaiting(field: string, code = 'ledger_missing') {
  const { browser, member } = await newMember(books.shop)
  const id = await member.addScan({ createdAt: Date.now() })
  await waitsFor({ code, field }, { id, key: books.key })
  return { browser, member, id }
}

const told = (browser: Browser, body: JsonObject) => browser.post('/books/mappings', body)

describe('a clerk says of the books', () => {
  test('what its own document waits for, out of what is proposed', async () => {
    const field = 'party:|Shree Traders'
    const { browser } = await clerkWaiting(field)
    expect(await told(browser, { field, master: 'tata' })).toMatchObject(forbidden)
    expect((await told(browser, { field, master: 'shree' })).status).toBe(200)
    // An owner changes what is confirmed.
    expect(await told(browser, { field, master: 'shree' })).toMatchObject(forbidden)
    expect((await told(books.owner, { field, master: 'tata' })).status).toBe(200)
  })

  test('nothing that none of its documents waits for', async () => {
    const { browser } = await newMember(books.shop)
    await books.parked({ code: 'ledger_missing', field: 'party:|Tata Consumer Products' })
    for (const field of ['party:|Tata Consumer Products', 'ledger:bank:1234', 'item:Rice']) {
      expect(await told(browser, { field, master: 'tata' })).toMatchObject(forbidden)
      expect(await browser.post('/books/names', { field, name: 'X' })).toMatchObject(forbidden)
      const asked = { field, name: `New ${field}`, parent: 'Bank Accounts' }
      expect(await browser.post('/books/ledgers', asked)).toMatchObject(forbidden)
    }
  })

  test('nothing for which it made its document wait with a key of its own', async () => {
    const { browser, member } = await newMember(books.shop)
    const id = await member.addScan({ createdAt: Date.now() })
    const field = 'ledger:cgst_output'
    const claimed = [{ id, outcome: 'parked', code: 'ledger_missing', field }]
    const body = { results: claimed, books: books.number() }
    await books.shop.call('POST', `${api}/import-results`, { key: member.key, body })
    expect(await told(browser, { field, master: 'out-cgst' })).toMatchObject(forbidden)
  })

  test('a tax for its own rate alone, where every rate has a ledger already', async () => {
    const { browser } = await clerkWaiting('ledger:cgst_input:9')
    const forAll = { field: 'ledger:cgst_input', master: 'in-cgst' }
    expect((await told(browser, forAll)).status).toBe(200)
    const own = { field: 'ledger:cgst_input:9', master: 'in-cgst' }
    expect(await told(browser, own)).toMatchObject(forbidden)
  })

  test('that a party is new, in the group of all parties', async () => {
    const field = 'party:|Navkar Stationers'
    const { browser } = await clerkWaiting(field)
    const ask = (parent: string) =>
      browser.post('/books/ledgers', { field, name: 'Navkar Stationers', parent })
    for (const parent of ['Bank Accounts', 'Cash-in-Hand', 'Capital Account', 'Duties & Taxes']) {
      expect(await ask(parent)).toMatchObject(forbidden)
    }
    expect((await ask('sundry creditors')).status).toBe(200)
    const role = await clerkWaiting('ledger:freight')
    const freight = { field: 'ledger:freight', name: 'Freight', parent: 'Sundry Creditors' }
    expect(await role.browser.post('/books/ledgers', freight)).toMatchObject(forbidden)
  })

  test('a name of a ledger only as its papers have it, and of an item any', async () => {
    const field = 'party:|Kaveri Agencies'
    const { browser, id } = await clerkWaiting(field)
    const name = (called: string, of = field) =>
      browser.post('/books/names', { field: of, name: called })
    expect(await name('HDFC Bank')).toMatchObject(forbidden)
    expect((await name('Kaveri Agencies')).status).toBe(200)
    await waitsFor({ code: 'item_missing', field: 'item:Jaggery' }, { id, key: books.key })
    expect((await name('Gur 1 kg', 'item:Jaggery')).status).toBe(200)
    await waitsFor({ code: 'ledger_missing', field: 'ledger:tcs' }, { id, key: books.key })
    expect(await name('TCS', 'ledger:tcs')).toMatchObject(forbidden)
  })
})

describe('what a clerk is shown of the books', () => {
  test('is no search of all ledgers, no list of what is confirmed, and no file', async () => {
    const { browser } = await clerkWaiting('item:Salt', 'item_missing')
    expect(await browser.get('/books/masters?kind=ledger&search=shree')).toMatchObject(forbidden)
    expect((await browser.get('/books/masters?kind=item&search=rice')).status).toBe(200)
    for (const path of ['/books/mappings?kind=party', '/books/mappings?kind=item']) {
      expect(await browser.get(path)).toMatchObject(forbidden)
    }
    const file = { bridge: books.keyId, file: 'x.xml', as: 'imported' }
    expect(await browser.post('/books/files', file)).toMatchObject(forbidden)
    const removed = { field: 'party:|Shree Traders' }
    expect(await browser.post('/books/mappings/remove', removed)).toMatchObject(forbidden)
    const { json } = await browser.get('/books')
    expect(json).toMatchObject({ failed: [] })
    expect(JSON.stringify(json)).not.toContain('.xml')
  })
})

describe('what a clerk has of the books', () => {
  test('is shown as far as it is its own, however many of others wait for the same', async () => {
    const asked = { kind: 'scan', code: 'ledger_missing', field: 'ledger:tds' }
    await books.parked(asked, 110)
    const { browser, member } = await newMember(books.shop)
    const id = await member.addScan({ createdAt: Date.now() })
    const results = [{ ...asked, id, outcome: 'parked', first_at: '2030-01-01T00:00:00.000Z' }]
    await books.shop.call('POST', `${api}/import-results`, { key: member.key, body: { results } })
    const query = new URLSearchParams(asked)
    expect(listed(await browser.get(`/books/causes/waiting?${query}`))).toMatchObject([{ id }])
    expect((await browser.post('/books/causes/again', asked)).json).toEqual({ told: 1 })
  })

  test('has orders only at the counter', async () => {
    const { shop } = books
    const asked = { kind: 'order', code: 'duplicate_in_book', field: 'WEB/1' }
    const sku = await addProduct(shop.database, { stockQuantity: 1 })
    const order = { customer_name: 'Asha', items: [{ sku, quantity: 1 }] }
    const { id } = (await shop.store('POST', `${api}/orders`, { body: order })).json
    const results = [
      { ...asked, id, outcome: 'parked' },
      { id, part: 1, outcome: 'imported', external: { system: 'tally', voucher_no: 'S-9' } },
    ]
    await shop.store('POST', `${api}/import-results`, { body: { results } })
    const { browser, member } = await newMember(shop)
    const waiting = async () =>
      listed(await browser.get(`/books/causes/waiting?${new URLSearchParams(asked)}`))
    const entered = async () => (await browser.get('/books/entered')).json['total']
    const again = () => browser.post('/books/causes/again', { ...asked, isAnother: true })
    expect([await waiting(), await entered(), (await again()).json]).toEqual([[], 0, { told: 0 }])
    expect(await books.causeOf('WEB/1', browser)).toBeUndefined()
    const { owner } = shop.users
    const duties = ['clerk', 'counter'] as const
    const standing = { userId: member.id, role: 'member', duties, by: owner } as const
    await shop.database.write((conn) => changeRole(conn, standing, Date.now()))
    expect(await waiting()).toMatchObject([{ id }])
    expect(await books.causeOf('WEB/1', browser)).toMatchObject({ count: 1 })
    expect([await entered(), (await again()).json]).toEqual([1, { told: 1 }])
  })
})
