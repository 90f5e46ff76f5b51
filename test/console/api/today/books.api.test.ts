import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { api } from '../../../support/member.ts'
import { listOf } from '../../../support/orders.ts'
import { untilEnd } from '../../../support/until-end.ts'
import { gstin, openBooksShop } from '../books-shop.ts'
import { newMember, type Browser } from '../browser.ts'

const books = untilEnd(await openBooksShop())

async function bookCards(browser: Browser = books.owner): Promise<JsonObject[]> {
  const cards = listOf((await browser.get('/today')).json['cards'])
  return cards.filter(({ kind }) => kind === 'book')
}

const answer = (card: JsonObject | undefined, choice: string, text = '', browser = books.owner) =>
  browser.post('/today/answers', { id: String(card?.['id']), choice, text })

async function cardOf(title: string, browser?: Browser): Promise<JsonObject | undefined> {
  return (await bookCards(browser)).find(({ asks }) => JSON.stringify(asks).includes(title))
}

describe('what the accounts do not know', () => {
  test('is asked with what they have, and the answer can be taken back', async () => {
    await books.parked({ code: 'item_missing', field: 'item:Sunflower Oil 1 L' })
    const card = await cardOf('Sunflower Oil 1 L')
    expect(card).toMatchObject({
      asks: { code: 'which item', values: { search: 'item' } },
      proposals: [{ id: 'oil', name: 'Sunflower Oil 1 Ltr' }],
      evidence: { type: 'waiting', of: 'scan', count: 1 },
      answers: ['typed'],
    })
    expect((await answer(card, 'oil')).json).toEqual({ mayUndo: true })
    expect(await cardOf('Sunflower Oil 1 L')).toBeUndefined()
    await books.owner.post('/today/undo', { id: null })
    const again = await cardOf('Sunflower Oil 1 L')
    // Another one, which somebody searched for.
    expect((await answer(again, 'rice')).status).toBe(200)
    expect(await cardOf('Sunflower Oil 1 L')).toBeUndefined()
  })

  test('that only needs a nod is one question, or one by one', async () => {
    await books.parked({ code: 'ledger_missing', field: `party:${gstin}|Shree` })
    await books.parked({ code: 'unit_missing', field: 'unit:Nos' })
    const together = await cardOf('sure')
    expect(together).toMatchObject({
      asks: { code: 'sure', values: { count: '2' } },
      evidence: { type: 'names' },
    })
    expect((await answer(together, 'different')).json).toEqual({ mayUndo: true })
    expect((await bookCards()).length).toBe(2)
    await books.owner.post('/today/undo', { id: null })
    expect((await answer(await cardOf('sure'), 'all')).json).toEqual({ mayUndo: true })
    expect(await bookCards()).toEqual([])
    await books.owner.post('/today/undo', { id: null })
    expect((await answer(await cardOf('sure'), 'all')).status).toBe(200)
  })

  test('is made there when it is a new seller', async () => {
    await books.parked({ code: 'ledger_missing', field: 'party:|Brand New Traders' })
    const card = await cardOf('Brand New Traders')
    expect(card).toMatchObject({ answers: ['typed', 'different'] })
    expect((await answer(card, 'different')).json).toEqual({ mayUndo: false })
    const decisions = await books.shop.call('GET', `${api}/bridge/decisions`, { key: books.key })
    expect(decisions.text).toContain('Brand New Traders')
  })

  test('is a clerk’s to say for its own documents, with what is proposed alone', async () => {
    const { browser, member } = await newMember(books.shop)
    const id = await member.addScan({ createdAt: Date.now() })
    const field = 'party:|Tata Consumer'
    const results = [{ id, outcome: 'parked', code: 'ledger_missing', field }]
    await books.shop.call('POST', `${api}/import-results`, { key: books.key, body: { results } })
    const card = await cardOf('Tata Consumer', browser)
    expect(card).toMatchObject({ proposals: [{ id: 'tata' }], answers: ['different'] })
    expect((await answer(card, 'shree', '', browser)).status).toBe(400)
    expect((await answer(card, 'tata', '', browser)).status).toBe(200)
    const late = await answer(card, 'tata')
    expect(late.status).toBe(409)
  })
})

test('what the accounts refused is tried again, or settled for good', async () => {
  await books.parked({ code: 'gst_mismatch', field: 'igst', message: 'The tax is another.' })
  const card = (await bookCards()).find(({ because }) => JSON.stringify(because).includes('tax'))
  expect(card).toMatchObject({
    asks: { code: 'refused gst_mismatch' },
    proposals: [
      { id: 'again' },
      { id: 'by_hand', isFinal: true },
      { id: 'dropped', isFinal: true },
    ],
  })
  expect((await answer(card, 'again')).json).toEqual({ mayUndo: false })
  expect(await bookCards()).toEqual([])
})
