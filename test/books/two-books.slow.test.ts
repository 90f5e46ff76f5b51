import { describe, expect, test } from 'bun:test'
import { openDecisions } from '../../src/books/mapping/decisions.ts'
import { requireMapped } from '../../src/books/mapping/mapping-queries.ts'
import { mapTo } from '../../src/books/mapping/map.ts'
import { countMasters } from '../../src/books/mapping/master-queries.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'
import { listed, signedIn } from '../console/api/browser.ts'
import { api } from '../support/member.ts'
import { openShop, owner } from '../support/shop.ts'
import { untilEnd } from '../support/until-end.ts'

/** A bridge to one company: its key, and the number of its books. */
type Bridge = { key: string; keyId: string; books: number }

const shop = untilEnd(await openShop())
const browser = await signedIn(shop, shop.users.owner)

const put = (key: string, path: string, body: unknown) =>
  shop.call('PUT', `${api}/bridge/${path}`, { key, body })

const tally = await bridgeTo('tally', 'Anand Stores')
const erpnext = await bridgeTo('erpnext', 'Anand Foods')

async function bridgeTo(system: string, name: string): Promise<Bridge> {
  const { key, id } = await shop.addKey({ email: owner, scopes: ['scans:import'], allUsers: true })
  const { json } = await put(key, 'report', reportOf(system, name))
  return { key, keyId: id, books: Number(json['books']) }
}

function reportOf(system: string, name: string, more: JsonObject = {}) {
  const company = { name, guid: `guid of ${name}`, number: '1', books_from: '2026-04-01' }
  const rest = { health: 'ready', sentence: '', version: '1', machine: 'PC', waiting: 0 }
  return { system, company, ...rest, ...more }
}

const readAll = (bridge: Bridge, ...names: string[]) =>
  put(bridge.key, 'masters', {
    kind: 'ledger',
    masters: names.map((name) => ({ id: name, name, alter_id: 1 })),
    is_whole: true,
  })

const ledgersOf = ({ books }: Bridge) =>
  countMasters(shop.database.read)
    .all({ books })
    .find(({ kind }) => kind === 'ledger')?.n

describe('two bridges of two companies', () => {
  test('leave each other what the books hold, also where both read all of it', async () => {
    await readAll(tally, 'Om Sai Wholesale', 'Input CGST')
    await readAll(erpnext, 'Om Sai Wholesale - AF')
    await readAll(tally, 'Om Sai Wholesale', 'Input CGST')
    expect([ledgersOf(tally), ledgersOf(erpnext)]).toEqual([2, 1])
  })

  test('are told apart on the page, in the search and in what is proposed', async () => {
    const shown = (await browser.get('/books')).json['bridges']
    expect(shown).toMatchObject([{ masters: { ledgers: 1 } }, { masters: { ledgers: 2 } }])
    const search = async ({ books }: Bridge) =>
      listed(await browser.get(`/books/masters?kind=ledger&search=sai&books=${books}`))
    expect(await search(tally)).toMatchObject([{ name: 'Om Sai Wholesale' }])
    expect(await search(erpnext)).toMatchObject([{ name: 'Om Sai Wholesale - AF' }])
    const id = await shop.addScan()
    const field = 'party:|Om Sai Wholesale'
    for (const { key } of [tally, erpnext]) {
      const results = [{ id, outcome: 'parked', code: 'ledger_missing', field }]
      await shop.call('POST', `${api}/import-results`, { key, body: { results } })
    }
    const causes = listed(await browser.get('/books/causes'))
    const proposed = causes.map(({ books, proposals }) => [books, proposals])
    expect(proposed).toContainEqual([
      tally.books,
      [expect.objectContaining({ name: 'Om Sai Wholesale', reason: 'same name' })],
    ])
    expect(proposed).toContainEqual([
      erpnext.books,
      [expect.objectContaining({ name: 'Om Sai Wholesale - AF' })],
    ])
  })

  test('are each told what was confirmed for their company, and nothing else', async () => {
    const chosen = { ...requireMapped('ledger:purchase'), masterId: 'Input CGST', reason: '' }
    const of = { ...chosen, books: tally.books }
    await shop.database.write((conn) => mapTo(conn, of, shop.users.owner, Date.now()))
    const ledgers = async ({ key }: Bridge) =>
      (await shop.call('GET', `${api}/bridge/mappings`, { key })).json['ledgers']
    expect(await ledgers(tally)).toEqual({ purchase: 'Input CGST' })
    expect(await ledgers(erpnext)).toEqual({})
  })

  test('make each the ledgers that were asked for in their company', async () => {
    const body = { books: erpnext.books, field: 'party:|New & Sons', name: 'New & Sons' }
    expect((await browser.post('/books/ledgers', body)).status).toBe(200)
    expect(namesFor(tally)).toEqual([])
    expect(namesFor(erpnext)).toEqual(['New & Sons'])
    // The other company has none of that name: it is no reason to refuse it here.
    expect((await browser.post('/books/ledgers', { ...body, name: 'Input CGST' })).status).toBe(200)
    const there = await browser.post('/books/ledgers', {
      ...body,
      books: tally.books,
      name: 'input cgst',
    })
    expect(there.status).toBe(409)
  })

  test('are each told to try again what they could not enter, and use up nothing of the other', async () => {
    const id = await shop.addScan()
    const results = [{ id, outcome: 'parked', code: 'refused', field: 'x' }]
    await shop.call('POST', `${api}/import-results`, { key: erpnext.key, body: { results } })
    const again = { kind: 'scan', books: erpnext.books, code: 'refused', field: 'x' }
    expect((await browser.post('/books/causes/again', again)).json).toEqual({ told: 1 })
    expect(subjectsFor(tally)).not.toContain(`scan:${id}`)
    expect(subjectsFor(erpnext)).toContain(`scan:${id}`)
  })
})

describe('what a program said', () => {
  test('is told to itself and to others of the same books, and to nobody else', async () => {
    const id = await shop.addScan()
    const beside = await bridgeTo('tally', 'Anand Stores')
    expect(beside.books).toBe(tally.books)
    const said = { id, outcome: 'parked', code: 'exception_parked', attempts: 1 }
    await shop.call('POST', `${api}/import-results`, { key: tally.key, body: { results: [said] } })
    const told = async ({ key }: Bridge) =>
      (await shop.call('GET', `${api}/import-results?ids=${id}`, { key })).json['results']
    expect(await told(tally)).toMatchObject([{ ...said, own: true, settled: null }])
    expect(await told(beside)).toMatchObject([{ ...said, own: false }])
    expect(await told(erpnext)).toEqual([])
    expect(await told({ ...tally, key: shop.keys.owner })).toEqual([])
  })

  test('of orders belongs to the books that it names', async () => {
    const body = { results: [], books: 999 }
    const unknown = await shop.store('POST', '/api/public/v1/import-results', { body })
    expect(unknown.status).toBe(404)
  })
})

describe('the company of a bridge', () => {
  test('stays the paired one while another one is open', async () => {
    const open = reportOf('tally', 'Another Store', { health: 'wrong_company' })
    const books = async (more: JsonObject) =>
      (await put(tally.key, 'report', { ...open, ...more })).json['books']
    expect(await books({})).toBe(tally.books)
    const shown = (await browser.get('/books')).json['bridges']
    expect(shown).toContainEqual(
      expect.objectContaining({
        id: tally.keyId,
        booksName: 'Anand Stores',
        company: expect.objectContaining({ name: 'Another Store' }),
      }),
    )
    const { company: paired } = reportOf('tally', 'Anand Stores')
    expect(await books({ health: 'no_company', paired })).toBe(tally.books)
  })

  test('is the same when it is called otherwise', async () => {
    const { company } = reportOf('tally', 'Anand Stores')
    const renamed = reportOf('tally', '', { company: { ...company, name: 'Anand & Sons' } })
    expect((await put(tally.key, 'report', renamed)).json['books']).toBe(tally.books)
  })

  test('that is said after what it holds was brought keeps that', async () => {
    const { key, id } = await shop.addKey({ email: owner, scopes: ['scans:import'] })
    const late = { key, keyId: id, books: 0 }
    await readAll(late, 'Early')
    const { json } = await put(key, 'report', reportOf('tally', 'Late Stores'))
    expect(ledgersOf({ ...late, books: Number(json['books']) })).toBe(1)
  })
})

const decisionsFor = ({ keyId }: Bridge) =>
  openDecisions(shop.database.read, keyId, undefined).items

const namesFor = (bridge: Bridge) =>
  decisionsFor(bridge)
    .filter(({ kind }) => kind === 'create_ledger')
    .map(({ detail }) => detail['name'])

const subjectsFor = (bridge: Bridge) => decisionsFor(bridge).map(({ subject }) => subject)
