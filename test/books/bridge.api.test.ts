import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../src/accounts/tables.ts'
import { booksOfKey } from '../../src/books/mapping/companies.ts'
import { findDecision } from '../../src/books/mapping/decision-queries.ts'
import { decide, keptMs } from '../../src/books/mapping/decisions.ts'
import { mapTo, unmap } from '../../src/books/mapping/map.ts'
import { requireMapped } from '../../src/books/mapping/mapping-queries.ts'
import { findMaster } from '../../src/books/mapping/master-queries.ts'
import { mastersMax, type Master, type MasterKind } from '../../src/books/mapping/rules.ts'
import { knownBridges, silentAfterMs } from '../../src/books/mapping/take-report.ts'
import { addMember, api } from '../support/member.ts'
import { itemsOf, openShop, owner, ravi } from '../support/shop.ts'
import { untilEnd } from '../support/until-end.ts'

const shop = untilEnd(await openShop())
const { key, id: keyId } = await shop.addKey({
  email: owner,
  scopes: ['scans:import'],
  allUsers: true,
})

const report = {
  system: 'tally',
  company: { name: 'Anand Stores', guid: 'g-1', number: '100001', books_from: '2026-04-01' },
  health: 'ready',
  sentence: '',
  version: '0.1.0',
  machine: 'COUNTER-PC',
  waiting: 3,
}

const put = (path: string, body: unknown) =>
  shop.call('PUT', `${api}/bridge/${path}`, { key, body })

const get = (path: string) => shop.call('GET', `${api}/bridge/${path}`, { key })

const send = (kind: MasterKind, masters: unknown[], more = {}) =>
  put('masters', { kind, masters, ...more })

/** A ledger that no other test has. */
function ledger(about: Partial<Master> = {}): Master {
  const id = crypto.randomUUID()
  return { id, name: `Ledger ${id}`, alter_id: 1, ...about }
}

const ownBooks = () => booksOfKey(shop.database.read, keyId) ?? 0
const found = (kind: MasterKind, id: string) =>
  findMaster(shop.database.read).get({ books: ownBooks(), kind, id })

describe('a key of a bridge', () => {
  test('may be one, and all that a key without a scope may', async () => {
    expect((await get('mappings')).status).toBe(200)
    expect((await shop.call('GET', `${api}/scans/unsynced`, { key })).status).toBe(200)
    const body = { ids: [crypto.randomUUID()] }
    const marked = await shop.call('POST', `${api}/scans/mark-synced`, { key, body })
    expect(marked.status).toBe(200)
    expect((await shop.call('GET', `${api}/scans/unread`, { key })).status).toBe(403)
  })

  test('is for owners alone', async () => {
    const message = "Only an owner's key can have the scope scans:import."
    const asked = shop.addKey({ email: ravi, scopes: ['scans:import'] })
    expect(await asked.catch((error: unknown) => error)).toMatchObject({ message })
  })

  test('opens nothing for a user who is an owner no more, though it was not revoked', async () => {
    const member = await addMember(shop, 'owner')
    const left = await shop.addKey({ email: member.email, scopes: ['scans:import'] })
    const url = `${api}/bridge/mappings`
    const ask = async () => (await shop.call('GET', url, { key: left.key })).status
    expect(await ask()).toBe(200)
    await shop.database.write((conn) =>
      conn.update(users).set({ role: 'member' }).where(eq(users.id, member.id)).run(),
    )
    expect(await ask()).toBe(403)
  })
})

describe('a report', () => {
  test('says how the bridge and the books are, the last one counts', async () => {
    await put('report', { ...report, health: 'closed' })
    expect((await put('report', report)).json['decisions']).toBe(0)
    const [bridge] = knownBridges(shop, Date.now())
    expect(bridge).toMatchObject({ ...report, keyId, isSilent: false })
    expect(knownBridges(shop, Date.now() + silentAfterMs + 1)[0]?.isSilent).toBe(true)
  })

  test('may have no company, and says what is wrong with it', async () => {
    const body = { ...report, company: null, health: 'no_company' }
    expect((await put('report', body)).status).toBe(200)
    expect(knownBridges(shop, Date.now())[0]).toMatchObject({ company: null, health: 'no_company' })
    const refused = await put('report', { ...report, health: 'fine' })
    expect(refused.status).toBe(400)
    expect(refused.json['error']).toStartWith('health must be one of closed, silent')
    expect((await put('report', { ...report, waiting: -1 })).status).toBe(400)
  })
})

describe('what the books hold', () => {
  test('is stored by its id, again only when it changed, and the new name counts', async () => {
    const one = ledger({ gstin: '27aapfu0939f1zv', aliases: ['Shree'] })
    expect((await send('ledger', [one])).json).toEqual({ stored: 1, gone: 0, refused: [] })
    expect((await send('ledger', [one])).json).toMatchObject({ stored: 0 })
    const renamed = { ...one, name: 'Shree Traders', alter_id: 2 }
    expect((await send('ledger', [renamed])).json).toMatchObject({ stored: 1 })
    expect(found('ledger', one.id)).toMatchObject({
      name: 'Shree Traders',
      alterId: 2,
      gstin: '27AAPFU0939F1ZV',
    })
  })

  test('goes when the books say so, or when a reading of all has not seen it', async () => {
    const [kept, dropped, gone] = [ledger(), ledger(), ledger()]
    await send('godown', [kept, dropped, gone])
    const answer = await send('godown', [], { gone: [gone.id, 'never there'] })
    expect(answer.json).toMatchObject({ stored: 0, gone: 1 })
    const more = ledger()
    const run = 'night'
    expect((await send('godown', [kept], { run })).json).toMatchObject({ gone: 0 })
    expect((await send('godown', [more], { run, is_whole: true })).json).toMatchObject({ gone: 1 })
    expect([kept, dropped, gone, more].map(({ id }) => found('godown', id) !== undefined)).toEqual([
      true,
      false,
      false,
      true,
    ])
  })

  test('is judged one by one: a bad one is refused by itself', async () => {
    const good = ledger()
    const answer = await send('unit', [{ id: 'x', name: '', alter_id: 1 }, good, 'no master'])
    expect(answer.json).toMatchObject({
      stored: 1,
      refused: [
        {
          index: 0,
          id: 'x',
          message: expect.stringMatching(/^name must be text of .* characters, got ""/),
          code: 'invalid_request',
          field: 'name',
        },
        { index: 2, id: '', message: 'The master must be an object.', field: null },
      ],
    })
    expect(found('unit', good.id)).toBeDefined()
  })

  test('comes in calls of a bounded size, of a kind that there is', async () => {
    const many = Array.from({ length: mastersMax + 1 }, () => ledger())
    expect((await send('ledger', many)).status).toBe(400)
    const refused = await put('masters', { kind: 'voucher', masters: [] })
    expect(refused.json['error']).toStartWith('kind must be one of ledger, item')
  })
})

describe('the mappings', () => {
  test('have only what somebody confirmed, under the name that the books have now', async () => {
    const party = ledger({ name: 'Shree Traders' })
    const item = ledger({ name: 'Sunflower Oil 1 Ltr', unit: 'Nos' })
    await send('ledger', [party])
    await send('item', [item])
    const before = (await get('mappings')).json
    expect(before).toMatchObject({
      own_gstin: '',
      parties: [],
      ledgers: {},
      voucher_types: { purchase: 'Purchase', debit_note: 'Debit Note' },
      settings: { invoice_as: 'accounting', already_present: 'ask' },
    })
    await choose('party:27AAPFU0939F1ZV|SHREE TRADERS', party.id)
    await choose('ledger:freight', party.id)
    await choose('item:Sunflower Oil 1 L', item.id)
    await send('ledger', [{ ...party, name: 'Shree Traders, Pune', alter_id: 2 }])
    const after = (await get('mappings')).json
    expect(after).toMatchObject({
      parties: [{ gstin: '27AAPFU0939F1ZV', name: 'SHREE TRADERS', ledger: 'Shree Traders, Pune' }],
      ledgers: { freight: 'Shree Traders, Pune' },
      items: [{ name: 'Sunflower Oil 1 L', sku: '', item: 'Sunflower Oil 1 Ltr', unit: 'Nos' }],
    })
    expect(after['revision']).not.toBe(before['revision'])
  })

  test('answer 304 until something changes', async () => {
    const first = await get('mappings')
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    const ask = () => shop.call('GET', `${api}/bridge/mappings`, { key, headers })
    expect((await ask()).status).toBe(304)
    const godown = ledger({ name: 'Main Location' })
    await send('godown', [godown])
    await choose('godown', godown.id)
    const changed = await ask()
    expect([changed.status, changed.json['godown']]).toEqual([200, 'Main Location'])
    const godownHere = { ...requireMapped('godown'), books: ownBooks() }
    await shop.database.write((conn) => unmap(conn, godownHere, shop.users.owner, Date.now()))
    expect((await ask()).status).toBe(304)
  })

  test('one GSTIN is one seller, however its papers write the name', async () => {
    const [one, other] = [ledger({ name: 'Old' }), ledger({ name: 'New' })]
    await send('ledger', [one, other])
    await choose('party:29AABCT1332L1ZA|Tata', one.id)
    await choose('party:29AABCT1332L1ZA|TATA Ltd', other.id)
    await choose('party:|Tata', one.id)
    const { parties } = (await get('mappings')).json
    const tata = { gstin: '29AABCT1332L1ZA', name: 'TATA Ltd', ledger: 'New' }
    expect(parties).toContainEqual(tata)
    expect(parties).toContainEqual({ gstin: '', name: 'Tata', ledger: 'Old' })
    expect(parties).not.toContainEqual(expect.objectContaining({ ledger: 'Old', name: 'TATA Ltd' }))
  })
})

describe('decisions', () => {
  test('are listed in the order in which they were made until they are done', async () => {
    const subject = `scan:${crypto.randomUUID()}`
    const first = await told({ kind: 'retry', subject })
    const second = await told({ kind: 'drop', subject, part: 2 })
    expect((await put('report', report)).json).toMatchObject({ decisions: 2 })
    const listed = await get('decisions')
    expect(itemsOf(listed)).toMatchObject([
      { id: first, kind: 'retry', subject, part: null, detail: {} },
      { id: second, kind: 'drop', part: 2 },
    ])
    expect(listed.json['next']).toBeNull()
    expect(itemsOf(await get(`decisions?after=${first}`))).toHaveLength(1)
    expect(await done(first, { ok: true })).toMatchObject({ status: 200, json: { id: first } })
    expect(await done(first, { ok: false })).toMatchObject({ status: 200 })
    expect(await done(second, { ok: false, message: 'It is gone.' })).toMatchObject({ status: 200 })
    expect(itemsOf(await get('decisions'))).toEqual([])
  })

  test('refuse what they are not', async () => {
    expect((await done(crypto.randomUUID(), { ok: true })).status).toBe(404)
    const id = await told({ kind: 'retry', subject: '' })
    expect((await done(id, {})).json['error']).toBe('ok is missing: it must be true or false.')
    expect((await get(`decisions?after=${'x'.repeat(37)}`)).status).toBe(400)
    await done(id, { ok: true })
  })

  test('are dropped by the next one when nobody carried them out for as long as documents are kept', async () => {
    const decision = { kind: 'retry', subject: 'scan:old' } as const
    const longAgo = Date.now() - keptMs - 1
    const old = await shop.database.write((conn) => decide(conn, decision, null, longAgo))
    const isKnown = (id: string) => findDecision(shop.database.read).get({ id }) !== undefined
    expect(isKnown(old)).toBe(true)
    const young = await told({ kind: 'retry', subject: '' })
    expect([old, young].map(isKnown)).toEqual([false, true])
    await done(young, { ok: true })
  })

  test('a ledger that was made is what it was made for, one that was not is not', async () => {
    const made = await told({ kind: 'create_ledger', subject: '', detail: detailOf('Made & Sons') })
    const failed = await told({ kind: 'create_ledger', subject: '', detail: detailOf('Unmade') })
    await done(made, { ok: true })
    await done(failed, { ok: false, message: 'The books refused it.' })
    const { parties } = (await get('mappings')).json
    expect(parties).toContainEqual({ gstin: '', name: 'Made & Sons', ledger: 'Made & Sons' })
    expect(JSON.stringify(parties)).not.toContain('Unmade')
  })
})

function choose(field: string, masterId: string) {
  const chosen = { ...requireMapped(field), books: ownBooks(), masterId, reason: '' }
  return shop.database.write((conn) => mapTo(conn, chosen, shop.users.owner, Date.now()))
}

const detailOf = (name: string) => ({ field: `party:|${name}`, name })

const told = (decision: Parameters<typeof decide>[1]): Promise<string> =>
  shop.database.write((conn) => decide(conn, decision, shop.users.owner, Date.now()))

const done = (id: string, body: unknown) =>
  shop.call('POST', `${api}/bridge/decisions/${id}/done`, { key, body })
