import { describe, expect, test } from 'bun:test'
import { addMember } from '../../../support/member.ts'
import { idsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const waitingScans = 1002

/** One shop for the file: what it holds is not changed by asking. */
const shop = untilEnd(await openShop())
const member = await addMember(shop)
const now = Date.now()
const categories = Array.from({ length: waitingScans }, (_, i) =>
  i < 2 ? 'bank_entry' : i < 4 ? 'purchase_order' : 'vendor_invoice',
)
await Promise.all(categories.map((category, i) => member.addScan({ category, createdAt: now - i })))

describe('limit', () => {
  test('is 500 when it is not given', async () => {
    const answer = await member.unsynced()
    expect(answer.json).toMatchObject({ count: 500, waiting: waitingScans })
    expect(idsOf(answer)).toHaveLength(500)
  })

  test.each([1, 2, 999, 1000])('of %d is honoured', async (limit) => {
    const answer = await member.unsynced(`limit=${limit}`)
    expect(answer.json).toMatchObject({ count: limit, waiting: waitingScans })
    expect(idsOf(answer)).toHaveLength(limit)
  })

  test.each([
    ['0', '0'],
    ['1001', '1001'],
    ['-1', '-1'],
    ['abc', 'abc'],
    ['0x10', '0x10'],
    ['1e1', '1e1'],
    ['%205', ' 5'],
    ['5%20', '5 '],
    ['+5', ' 5'],
    ['1.0', '1.0'],
    ['5.5', '5.5'],
    ['Infinity', 'Infinity'],
    ['NaN', 'NaN'],
    ['null', 'null'],
    ['%D9%A5', '٥'],
    ['99999999999999999999', '99999999999999999999'],
    ['%zz', '%zz'],
    ['5;6', '5;6'],
  ])('of %s is refused, never clamped or guessed', async (sent, shown) => {
    const answer = await member.unsynced(`limit=${sent}`)
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({
      error: `limit must be a whole number from 1 to 1000, got ${JSON.stringify(shown)}.`,
    })
  })

  test.each(['limit=', 'limit'])('that is empty counts as not given: %s', async (query) => {
    expect((await member.unsynced(query)).json).toMatchObject({ count: 500 })
  })

  test('that comes twice is refused: nobody can tell which was meant', async () => {
    expect((await member.unsynced('limit=2&limit=3')).status).toBe(400)
    expect((await member.unsynced('limit=&limit=3')).json).toMatchObject({ count: 3 })
  })
})

describe('category', () => {
  test.each([
    ['bank_entry', 2],
    ['purchase_order', 2],
    ['vendor_invoice', waitingScans - 4],
  ])('%s selects its scans only', async (category, waiting) => {
    const answer = await member.unsynced(`category=${category}&limit=2`)
    expect(answer.json).toMatchObject({ count: 2, waiting })
    const items = answer.json['items']
    expect(items).toEqual([
      expect.objectContaining({ category }),
      expect.objectContaining({ category }),
    ])
  })

  test('selects nothing when it is empty: it counts as not given', async () => {
    expect((await member.unsynced('category=')).json).toMatchObject({ waiting: waitingScans })
  })

  test.each([
    ['invoice', 'invoice'],
    ['VENDOR_INVOICE', 'VENDOR_INVOICE'],
    ['%20bank_entry', ' bank_entry'],
    ['vendor_invoice%2Cbank_entry', 'vendor_invoice,bank_entry'],
    ['%00', '\0'],
  ])('that is unknown is refused with the three words: %s', async (sent, shown) => {
    const answer = await member.unsynced(`category=${sent}`)
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({
      error: `category must be one of vendor_invoice, purchase_order, bank_entry, got ${JSON.stringify(shown)}.`,
    })
  })

  test('that comes twice is refused: nobody can tell which was meant', async () => {
    const answer = await member.unsynced('category=bank_entry&category=vendor_invoice')
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({ error: 'category is given more than once: send it once.' })
  })
})

describe('other parameters', () => {
  test.each([
    'page=2',
    'Limit=1',
    'limit[]=1',
    '__proto__=1',
    'constructor=1',
    '%zz',
    '&&=&',
    'x=%00',
  ])('are ignored: %s', async (query) => {
    const answer = await member.unsynced(query)
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ count: 500, waiting: waitingScans })
  })
})
