import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { changeRole } from '../../../src/accounts/users/users.ts'
import { api } from '../../support/member.ts'
import { addProduct } from '../../support/orders.ts'
import { openBooksShop, type BooksShop } from './books-shop.ts'
import { listed, newMember } from './browser.ts'

let books: BooksShop

beforeAll(async () => {
  books = await openBooksShop()
})

afterAll(() => books.shop.close())

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
