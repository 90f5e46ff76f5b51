import { describe, expect, test } from 'bun:test'
import { changeRole } from '../../../../src/accounts/users/users.ts'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { listOf } from '../../../support/orders.ts'
import { newMember, ownersShop, type Browser } from '../browser.ts'
import { noId } from '../endpoints.ts'

const { shop, owner } = await ownersShop()

async function cardsOf(browser: Browser, about = ''): Promise<JsonObject[]> {
  const query = about === '' ? '' : `?about=${about}`
  return listOf((await browser.get(`/today${query}`)).json['cards'])
}

const answer = (browser: Browser, id: string, choice: string, text = '') =>
  browser.post('/today/answers', { id, choice, text })

function objectIn(json: JsonObject, field: string): JsonObject {
  const found = json[field]
  return isJsonObject(found) ? found : {}
}

let numbers = 0

/** Two documents with one number, which no other test has: the older one, the younger one, and the question about them. */
async function twins(addScan: (input: object) => Promise<string>) {
  numbers += 1
  const number = `P-${numbers}`
  const metadata = { 'Bill No': number, Supplier: 'Acme', Total: '1,180.00' }
  const kept = await addScan({ metadata, daysAgo: 3, bytes: 'one' })
  const other = await addScan({ metadata: { ...metadata, 'PO No': '7' }, daysAgo: 2 })
  return { kept, other, number, id: `duplicate ${other} ${kept}` }
}

describe('what needs a person', () => {
  test('comes as cards, with what to look at, what is asked, and the answers', async () => {
    const { member, browser } = await newMember(shop)
    const { kept, other, number, id } = await twins(member.addScan)
    const [card = {}] = await cardsOf(browser)
    expect(card).toMatchObject({
      id,
      kind: 'duplicate',
      subject: { id: other, title: `Acme · ${number}`, totalPaise: 118_000 },
      asks: { code: 'same number' },
      evidence: {
        type: 'pair',
        pair: {
          kept: { id: kept, state: 'waiting', file: { shownAs: 'text' } },
          other: { id: other, state: 'duplicate', file: null },
          looksSame: true,
          maySwap: true,
        },
      },
      proposals: [{ id: 'same' }, { id: 'instead' }],
      answers: ['different', 'remove'],
    })
    expect((await browser.get('/today')).json).toMatchObject({
      counts: [{ kind: 'duplicate', count: 1 }],
      left: 1,
      later: 0,
      done: [],
    })
  })

  test('is a member’s own work, and nothing of what others brought', async () => {
    const { member, browser } = await newMember(shop)
    const { id } = await twins(member.addScan)
    const { browser: stranger } = await newMember(shop)
    expect(await cardsOf(stranger)).toEqual([])
    expect((await answer(stranger, id, 'same')).status).toBe(404)
    const { member: dev, browser: counter } = await newMember(shop)
    const change = { userId: dev.id, role: 'member' as const, by: shop.users.owner }
    await shop.database.write((conn) =>
      changeRole(conn, { ...change, duties: ['counter'] }, Date.now()),
    )
    await dev.addScan({ failureReason: 'It is blank.' })
    expect((await counter.get('/today')).json).toMatchObject({ cards: [], counts: [], left: 0 })
    expect((await counter.get('/today/figures')).json).toEqual({
      billsPaise: null,
      salesPaise: 0,
      atRiskPaise: null,
    })
    expect((await cardsOf(browser)).length).toBe(1)
  })

  test('is answered once: the first answer wins, and undo asks again', async () => {
    const { member, browser } = await newMember(shop)
    const { kept, other, id } = await twins(member.addScan)
    expect((await answer(browser, id, 'same')).json).toEqual({ mayUndo: true })
    expect((await browser.get(`/documents/${other}`)).json).toMatchObject({
      state: 'settled',
      original: { id: kept },
      settled: { by: 'Somebody' },
    })
    const late = await answer(owner, id, 'different')
    expect([late.status, late.field]).toEqual([409, 'id'])
    expect(objectIn(late.json, 'error')['message']).toStartWith('Somebody else answered this first')
    expect((await member.unsynced()).json['count']).toBe(1)
    expect((await browser.post('/today/undo', { id: null })).json).toEqual({ id })
    expect((await cardsOf(browser)).length).toBe(1)
    expect((await answer(browser, id, 'different')).status).toBe(200)
    expect((await member.unsynced()).json['count']).toBe(2)
    expect((await browser.get('/today')).json['done']).toMatchObject([
      { id, choice: 'different', mayUndo: true },
    ])
  })

  test('cannot be undone once the document was delivered', async () => {
    const { member, browser } = await newMember(shop)
    const { other, id } = await twins(member.addScan)
    await answer(browser, id, 'different')
    await member.mark({ ids: [other] })
    expect((await browser.post('/today/undo', { id })).status).toBe(409)
    expect((await browser.post('/today/undo', { id: noId })).status).toBe(404)
  })

  test('begins with the document that a page asks about', async () => {
    const { member, browser } = await newMember(shop)
    await twins(member.addScan)
    const blank = await member.addScan({ failureReason: 'It is blank.' })
    const [first = {}] = await cardsOf(browser)
    expect(first['kind']).toBe('unread')
    const { other } = await twins(member.addScan)
    const [asked = {}] = await cardsOf(browser, other)
    expect(objectIn(asked, 'subject')['id']).toBe(other)
    expect(blank).not.toBe(other)
  })

  test('is put off, and taken up again', async () => {
    const { member, browser } = await newMember(shop)
    const { id } = await twins(member.addScan)
    expect((await answer(browser, id, 'later')).json).toEqual({ mayUndo: true })
    expect((await browser.get('/today')).json).toMatchObject({ cards: [], left: 0, later: 1 })
    expect((await browser.post('/today/take-up')).json).toEqual({ later: 0 })
    expect((await cardsOf(browser)).length).toBe(1)
  })

  test('refuses what is badly named', async () => {
    const { member, browser } = await newMember(shop)
    const { id } = await twins(member.addScan)
    expect([(await answer(browser, id, 'perhaps')).status]).toEqual([400])
    for (const wrong of [{ id: 7 }, { choice: null }, { text: 'x'.repeat(501) }]) {
      const sent = await browser.post('/today/answers', { id, choice: 'same', ...wrong })
      expect([sent.status, sent.field]).toEqual([400, Object.keys(wrong)[0]])
    }
    expect((await answer(browser, `unread ${noId}`, 'remove')).status).toBe(404)
    expect((await browser.get(`/today?about=${'x'.repeat(1001)}`)).status).toBe(400)
  })
})

test('the head says what came in this week and what was sold today', async () => {
  const { member, browser } = await newMember(shop)
  await member.addScan({ metadata: { 'Bill No': 'F-1', Total: '500.00' }, createdAt: Date.now() })
  expect((await browser.get('/today/figures')).json).toEqual({
    billsPaise: 50_000,
    salesPaise: null,
    atRiskPaise: null,
  })
  expect((await owner.get('/today/figures')).json).toMatchObject({ salesPaise: 0 })
})
