import { describe, expect, test } from 'bun:test'
import { wordMastersMax } from '../../../src/books/mapping/alike.ts'
import { openDecisions } from '../../../src/books/mapping/decisions.ts'
import { isJsonObject } from '../../../src/platform/json/json.ts'
import { learnNewBills } from '../../../src/services/scan-export/proposals/learn.ts'
import { api } from '../../support/member.ts'
import { addProduct } from '../../support/orders.ts'
import { gstin, openBooksShop } from './books-shop.ts'
import { listed, newMember, signedIn } from './browser.ts'
import { untilEnd } from '../../support/until-end.ts'

const books = untilEnd(await openBooksShop())

/** What is proposed for something that documents wait for: names, with why. */
async function proposed(code: string, field: string): Promise<unknown[][]> {
  await books.parked({ code, field })
  const proposals = (await books.causeOf(field))?.['proposals']
  const all = Array.isArray(proposals) ? proposals.filter(isJsonObject) : []
  return all.map(({ name, reason, field: taken }) => [name, reason, taken])
}

describe('what waits', () => {
  test('is one cause for all that wait for the same, with how many', async () => {
    const field = 'ledger:igst_input:18'
    const ids = await books.parked({ code: 'ledger_missing', field, message: 'No Input IGST.' }, 3)
    expect(await books.causeOf(field)).toMatchObject({
      kind: 'scan',
      code: 'ledger_missing',
      count: 3,
      sentence: 'No Input IGST.',
      missing: { kind: 'ledger', title: 'Input IGST at 18 %' },
      foundAs: null,
    })
    const query = new URLSearchParams({
      kind: 'scan',
      books: String(books.number()),
      code: 'ledger_missing',
      field,
    })
    const waiting = listed(await books.owner.get(`/books/causes/waiting?${query}`))
    expect(waiting.map(({ id }) => id)).toContainAllValues(ids)
    expect(waiting[0]).toMatchObject({ title: 'bill.pdf', attempts: 1 })
  })

  test('has a sentence where the program sent none, and nothing to find where nothing can be found', async () => {
    await books.parked({ code: 'totals_mismatch', field: 'total' })
    expect(await books.causeOf('total')).toMatchObject({
      sentence: 'What it adds up to is not the total that it says.',
      missing: null,
      proposals: [],
    })
  })

  test('says of orders that were cancelled or returned that there is nothing to enter', async () => {
    const { shop } = books
    await addProduct(shop.database, { sku: 'RICE-5' })
    const body = {
      customer_name: 'Asha Patil',
      customer_phone: '9800000000',
      shipping_address: '12 MG Road',
      shipping_city: 'Pune',
      shipping_state: 'Maharashtra',
      shipping_pincode: '411001',
      items: [{ sku: 'RICE-5', quantity: 1 }],
    }
    const place = () => shop.store('POST', '/api/public/v1/orders', { body })
    const ids = [await place(), await place()].map(({ json }) => json['id'])
    const cause = { outcome: 'parked', code: 'other', field: 'status' }
    const results = ids.map((id, at) => ({ id, ...cause, message: `Order ${at}.` }))
    await shop.store('POST', '/api/public/v1/import-results', { body: { results } })
    expect((await books.causeOf('status'))?.['sentence']).toBe(
      'The orders were cancelled or returned: there is nothing to enter. Leave them out.',
    )
  })

  test('says in general what each of several says with figures of its own', async () => {
    const cause = { code: 'gst_mismatch', field: 'igst' }
    await books.parked({ ...cause, message: 'IGST is ₹18.00.' })
    expect(await books.causeOf('igst')).toMatchObject({ sentence: 'IGST is ₹18.00.' })
    await books.parked({ ...cause, message: 'IGST is ₹36.00.' })
    expect(await books.causeOf('igst')).toMatchObject({
      sentence: 'Its GST is not what its rate comes to.',
    })
  })

  test('is shown to a clerk as far as it is its own', async () => {
    const field = 'ledger:tcs'
    await books.parked({ code: 'ledger_missing', field }, 2)
    const { browser } = await newMember(books.shop)
    expect(await books.causeOf(field, browser)).toBeUndefined()
    const ravi = await signedIn(books.shop, books.shop.users.ravi)
    expect(await books.causeOf(field, ravi)).toMatchObject({ count: 2 })
  })
})

describe('another try', () => {
  test('is asked of the bridge for all that wait for one cause, once', async () => {
    const asked = { kind: 'scan', code: 'gst_mismatch', field: 'gst' }
    const ids = await books.parked(asked, 2)
    const body = { ...asked, books: books.number() }
    const again = () => books.owner.post('/books/causes/again', body)
    expect((await again()).json).toEqual({ told: 2 })
    expect(await books.causeOf('gst')).toBeUndefined()
    expect(told('retry')).toContainAllValues(ids.map((id) => `scan:${id}`))
    expect((await again()).json).toEqual({ told: 0 })
  })

  test.each([
    ['it is another paper than the books have', 'isAnother', { another: true }],
    ['an exception was deleted there', 'isDeleted', { deleted: true }],
  ])('says where %s', async (_, said, detail) => {
    const asked = { kind: 'scan', code: 'duplicate_in_book', field: said }
    const [id] = await books.parked(asked)
    const body = { ...asked, books: books.number(), [said]: true }
    expect((await books.owner.post('/books/causes/again', body)).json).toEqual({ told: 1 })
    const { items } = openDecisions(books.shop.database.read, books.keyId, undefined)
    const decision = items.find(({ subject }) => subject === `scan:${id}`)
    expect(decision).toMatchObject({ kind: 'retry', detail })
  })

  test('is a clerk’s for its own documents alone', async () => {
    const asked = { kind: 'scan', code: 'refused', field: 'x' }
    await books.parked(asked)
    const { browser } = await newMember(books.shop)
    expect(
      (await browser.post('/books/causes/again', { ...asked, books: books.number() })).json,
    ).toEqual({ told: 0 })
    expect(await books.causeOf('x')).toMatchObject({ count: 1 })
  })
})

/** The subjects of decisions that wait for the bridge. */
function told(kind: string): string[] {
  const { items } = openDecisions(books.shop.database.read, books.keyId, undefined)
  return items.filter((decision) => decision.kind === kind).map(({ subject }) => subject)
}

describe('what is proposed', () => {
  test('for a seller is the ledger with its GSTIN, else one that is called so, or nearly', async () => {
    const byGstin = `party:${gstin}|S. Traders`
    expect(await proposed('ledger_missing', byGstin)).toEqual([
      ['Shree Traders', 'same GSTIN', byGstin],
    ])
    const byName = 'party:|shree  TRADERS'
    expect(await proposed('ledger_missing', byName)).toEqual([
      ['Shree Traders', 'same name', byName],
    ])
    const alike = 'party:|Tata Consumer Products Ltd'
    expect(await proposed('ledger_missing', alike)).toEqual([
      ['Tata Consumer Products Limited', 'name is alike', alike],
    ])
  })

  test('for a seller of another GSTIN says so', async () => {
    const field = 'party:29AABCT1332L1ZA|Shree Traders'
    expect(await proposed('ledger_missing', field)).toEqual([
      ['Shree Traders', 'same name, but another GSTIN', field],
    ])
  })

  test('for a tax is the ledger of its side, which serves every rate; for purchases the one of the rate', async () => {
    expect(await proposed('ledger_missing', 'ledger:cgst_input:9')).toEqual([
      ['Input CGST', 'by its name', 'ledger:cgst_input'],
    ])
    expect(await proposed('ledger_missing', 'ledger:purchase:18')).toEqual([
      ['Purchase 18%', 'by its name', 'ledger:purchase:18'],
    ])
    expect(await proposed('ledger_missing', 'ledger:suspense')).toEqual([])
  })

  test('for an account at a bank is the ledger with its last digits, and never one with others', async () => {
    const bank = { parent: 'Bank Accounts' }
    await books.send('ledger', [
      { id: 'axis', name: 'Axis Bank 4041', alter_id: 31, ...bank },
      { id: 'icici', name: 'ICICI Bank A/c 50100006729', alter_id: 32, ...bank },
      { id: 'hdfc', name: 'HDFC Bank', alter_id: 33, ...bank },
    ])
    const field = 'ledger:bank:XXXXXXXX6729'
    expect(await proposed('ledger_missing', field)).toEqual([
      ['ICICI Bank A/c 50100006729', 'the last digits 6729', field],
      ['HDFC Bank', 'by its name', field],
    ])
  })

  test('for an item is one of its name, of its alias in the books or in the shop, or nearly', async () => {
    const byAlias = 'item:br-5'
    expect(await proposed('item_missing', byAlias)).toEqual([
      ['Basmati Rice', 'same name', byAlias],
    ])
    await books.shop.call('POST', `${api}/products`, {
      key: books.key,
      body: { name: 'Basmati Rice', aliases: ['Lal Qilla 5'] },
    })
    const byOurs = 'item:Lal Qilla 5'
    expect(await proposed('item_missing', byOurs)).toEqual([
      ['Basmati Rice', 'an alias of yours: Basmati Rice', byOurs],
    ])
    const alike = 'item:Sunflower Oil 1 L'
    expect(await proposed('item_missing', alike)).toEqual([
      ['Sunflower Oil 1 Ltr', 'name is alike', alike],
    ])
  })

  test('for an item of the HSN that bills say is one of that HSN, though its name is less alike', async () => {
    await books.send('item', [
      { id: 'cord', name: 'Nylon Cord Grade A Roll', alter_id: 9, hsn: '560750' },
      { id: 'cord-2', name: 'Nylon Cord Grade B Coil', alter_id: 9, hsn: '854411' },
    ])
    await books.shop.addScan({
      metadata: { Supplier: 'Rope House', Dated: '01/11/2026' },
      lines: [{ Item: 'Nylon Cord 6 mm White Bundle', HSN: '5607', Rate: '90', Qty: '2' }],
    })
    await learnNewBills(books.shop.deps)
    const field = 'item:Nylon Cord 6 mm White Bundle'
    expect(await proposed('item_missing', field)).toEqual([
      ['Nylon Cord Grade A Roll', 'same HSN, and the name is alike', field],
    ])
    const other = 'item:Nylon Cord 8 mm White Bundle'
    expect(await proposed('item_missing', other)).toEqual([])
  })

  test('is nothing that has no more than everyday words in common', async () => {
    const ledgers = Array.from({ length: wordMastersMax + 1 }, (_, at) => ({
      id: `everyday-${at}`,
      name: `${at} Wholesale Merchants`,
      alter_id: 1,
    }))
    await books.send('ledger', [
      ...ledgers,
      { id: 'zenith', name: 'Zenith Wholesale Merchants', alter_id: 1 },
    ])
    expect(await proposed('ledger_missing', 'party:|Acme Wholesale Merchants')).toEqual([])
    const alike = 'party:|Zenith Wholesale Merchant'
    expect(await proposed('ledger_missing', alike)).toEqual([
      ['Zenith Wholesale Merchants', 'name is alike', alike],
    ])
  })

  test('for a unit is another spelling, for the godown the only one, for a type the one of its kind', async () => {
    expect(await proposed('unit_missing', 'unit:Pcs')).toEqual([
      ['Nos', 'the same unit', 'unit:Pcs'],
    ])
    expect(await proposed('godown_missing', 'godown')).toEqual([
      ['Main Location', 'the only one', 'godown:'],
    ])
    expect(await proposed('type_missing', 'voucher_type:purchase')).toEqual([
      ['Purchase Local', 'a kind of Purchase', 'voucher_type:purchase'],
    ])
  })
})
