import { describe, expect, test } from 'bun:test'
import { usualBooks } from '../../../src/books/mapping/companies.ts'
import { openDecisions } from '../../../src/books/mapping/decisions.ts'
import { mappingsAnswer, bookSettings } from '../../../src/books/mapping/mappings-answer.ts'

import { api } from '../../support/member.ts'
import { owner as ownerEmail } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'
import { openBooksShop } from './books-shop.ts'
import { browserAt, listed } from './browser.ts'

const books = untilEnd(await openBooksShop())
const { shop, owner, key } = books

const confirmed = () => mappingsAnswer(shop.database.read, usualBooks(shop.database.read))

describe('a mapping', () => {
  test('is confirmed, is what the bridge asks for, and can be taken back', async () => {
    const browser = owner
    const field = 'ledger:cgst_input'
    const body = { field, master: 'in-cgst', reason: 'by its name' }
    expect((await browser.post('/books/mappings', body)).status).toBe(200)
    expect(confirmed().ledgers).toEqual({ cgst_input: 'Input CGST' })
    await books.parked({ code: 'ledger_missing', field: 'ledger:cgst_input:2.5' })
    expect(await books.causeOf('ledger:cgst_input:2.5')).toMatchObject({ foundAs: 'Input CGST' })
    expect(listed(await browser.get('/books/mappings?kind=ledger'))).toMatchObject([
      { field, title: 'Input CGST', name: 'Input CGST', isGone: false, reason: 'by its name' },
    ])
    expect((await browser.post('/books/mappings/remove', { field })).status).toBe(200)
    expect((await browser.post('/books/mappings/remove', { field })).status).toBe(404)
    expect(confirmed().ledgers).toEqual({})
  })

  test('needs something that can be mapped, and something that the books have', async () => {
    const refused = await owner.post('/books/mappings', { field: 'total', master: 'in-cgst' })
    expect(refused).toMatchObject({ status: 400, field: 'field' })
    const gone = await owner.post('/books/mappings', { field: 'ledger:freight', master: 'oil' })
    expect(gone).toMatchObject({ status: 404 })
  })

  test('of what the books lost says so, and keeps the name', async () => {
    await books.send('ledger', [{ id: 'lost', name: 'Lost & Found', alter_id: 1 }])
    await owner.post('/books/mappings', { field: 'ledger:charges', master: 'lost' })
    await shop.call('PUT', `${api}/bridge/masters`, {
      key,
      body: { kind: 'ledger', masters: [], gone: ['lost'] },
    })
    const found = listed(await owner.get('/books/mappings?kind=ledger&search=lost'))
    expect(found).toMatchObject([{ name: 'Lost & Found', isGone: true }])
  })

  test('is chosen among what the books have, by a part of the name or the GSTIN', async () => {
    const names = async (query: string) =>
      listed(await owner.get(`/books/masters?${query}`)).map(({ name }) => name)
    expect(await names('kind=ledger&search=consumer')).toEqual(['Tata Consumer Products Limited'])
    expect(await names('kind=ledger&search=aapfu')).toEqual(['Shree Traders'])
    expect(await names('kind=item&search=oil')).toEqual(['Sunflower Oil 1 Ltr'])
    expect((await owner.get('/books/masters?kind=voucher')).status).toBe(400)
  })
})

describe('a ledger that the books lack', () => {
  test('is asked for with what is known of the seller, under its group', async () => {
    const field = 'party:29AABCT1332L1ZA|Tata Steel'
    const made = await owner.post('/books/ledgers', { field, name: 'Tata Steel' })
    expect(made.status).toBe(200)
    const { items: open } = openDecisions(shop.database.read, books.keyId, undefined)
    expect(open.find(({ id }) => id === made.json['id'])).toMatchObject({
      kind: 'create_ledger',
      subject: '',
      detail: {
        field,
        name: 'Tata Steel',
        parent: 'Sundry Creditors',
        gstin: '29AABCT1332L1ZA',
        state: 'Karnataka',
      },
    })
  })

  test('is refused where the books have it, without a name, and where nobody says under which group', async () => {
    const field = 'ledger:tds'
    expect(await owner.post('/books/ledgers', { field, name: 'input cgst' })).toMatchObject({
      status: 409,
      field: 'name',
    })
    expect(await owner.post('/books/ledgers', { field, name: ' ' })).toMatchObject({
      status: 400,
      field: 'name',
    })
    expect(await owner.post('/books/ledgers', { field, name: 'TDS' })).toMatchObject({
      status: 400,
      field: 'parent',
    })
    const item = { field: 'item:Rice', name: 'Rice', parent: 'Goods' }
    expect((await owner.post('/books/ledgers', item)).status).toBe(400)
  })
})

describe('the books', () => {
  test('are shown as the bridge found them, as long as its key works', async () => {
    const body = {
      system: 'tally',
      company: { name: 'Anand Stores', guid: 'g', number: '1', books_from: '2026-04-01' },
      health: 'silent',
      sentence: 'A dialog is open.',
      version: '1',
      machine: 'PC',
      waiting: 1,
    }
    const other = await shop.addKey({ email: ownerEmail, scopes: ['scans:import'], name: 'Old' })
    await shop.call('PUT', `${api}/bridge/report`, { key, body })
    await shop.call('PUT', `${api}/bridge/report`, { key: other.key, body })
    const bridges = async () => (await owner.get('/books')).json['bridges']
    expect(await bridges()).toHaveLength(2)
    await owner.post(`/keys/${other.id}/revoke`)
    expect(await bridges()).toMatchObject([
      { health: 'silent', sentence: 'A dialog is open.', isSilent: false, waiting: 1 },
    ])
  })

  test('are entered into as an owner chose', async () => {
    const settings = { ...bookSettings.default, invoice_as: 'items', as_optional: true }
    expect((await owner.post('/books/settings', { settings })).status).toBe(200)
    expect((await owner.get('/books')).json['settings']).toEqual(settings)
    expect(confirmed().settings).toMatchObject({ invoice_as: 'items' })
    const wrong = { ...settings, invoice_as: 'voucher' }
    expect((await owner.post('/books/settings', { settings: wrong })).status).toBe(400)
  })

  test('list what went in with its voucher, the newest first', async () => {
    const [first, second] = [await shop.addScan(), await shop.addScan()]
    for (const [id, voucherNo] of [
      [first, '117'],
      [second, '118'],
    ]) {
      const external = { system: 'tally', company: 'Anand', voucher_id: 'g', voucher_no: voucherNo }
      const results = [{ id, outcome: 'imported', external }]
      await shop.call('POST', `${api}/import-results`, { key, body: { results } })
    }
    const entered = listed(await owner.get('/books/entered'))
    expect(entered.map(({ voucherNo }) => voucherNo)).toEqual(['118', '117'])
    expect(entered[0]).toMatchObject({ kind: 'scan', subjectId: second, title: 'bill.pdf' })
  })

  test('number the rows of a statement from 1', async () => {
    const id = await shop.addScan({ category: 'bank_entry' })
    const results = [0, 1].map((part) => ({ id, part, outcome: 'imported' }))
    await shop.call('POST', `${api}/import-results`, { key, body: { results } })
    const entered = listed(await owner.get('/books/entered'))
    const rows = entered.flatMap(({ subjectId, row }) => (subjectId === id ? [row] : []))
    expect(rows).toEqual([1, 2])
    expect(entered.filter(({ subjectId }) => subjectId !== id)[0]?.['row']).toBeNull()
  })

  test('get a bridge by two lines and a code, for keys that may just that', async () => {
    const { json } = await owner.post('/books/pair')
    expect(json).toEqual({
      address: shop.url,
      code: expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/),
      expiresAt: expect.stringMatching(/Z$/),
      pair: `daybook bridge pair tally --daybook ${shop.url}`,
      run: 'daybook bridge run',
      service: 'daybook bridge service install',
    })
    const stranger = browserAt(shop.url)
    const sent = { code: json['code'], system: 'erpnext' }
    const exchanged = await stranger.post('/books/pair/keys', sent)
    expect(exchanged.status).toBe(200)
    const [made, orders] = [String(exchanged.json['key']), String(exchanged.json['ordersKey'])]
    const names = listed(await owner.get('/keys')).map(({ name }) => name)
    expect(names.filter((name) => name === 'Bridge to ERPNext')).toHaveLength(2)
    const twice = await stranger.post('/books/pair/keys', sent)
    expect([twice.status, twice.field]).toEqual([403, 'code'])
    expect((await shop.call('GET', `${api}/bridge/mappings`, { key: made })).status).toBe(200)
    expect((await shop.store('GET', `${api}/orders/unsynced`, { key: orders })).status).toBe(200)
    expect((await shop.store('GET', `${api}/categories`, { key: orders })).status).toBe(403)
  })
})
