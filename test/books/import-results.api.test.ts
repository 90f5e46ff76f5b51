import { describe, expect, test } from 'bun:test'
import { importCodeNames, importSentence } from '../../src/platform/import-codes.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'
import { importResults } from '../../src/books/tables.ts'
import { partMax } from '../../src/books/results/record.ts'
import { history } from '../../src/accounts/tables.ts'
import { addProduct } from '../support/orders.ts'
import { addMember, api } from '../support/member.ts'
import { openShop, type Answer } from '../support/shop.ts'
import { untilEnd } from '../support/until-end.ts'

const path = `${api}/import-results`

const shop = untilEnd(await openShop())
const member = await addMember(shop)

const missing = {
  outcome: 'parked',
  code: 'ledger_missing',
  field: 'ledger:igst_input:18',
  message: 'The ledger "Input IGST" is missing.',
}

async function send(...results: JsonObject[]): Promise<Answer> {
  return await shop.call('POST', path, { key: member.key, body: { results } })
}

function kept(id: string) {
  const rows = shop.database.read.select().from(importResults).all()
  return rows
    .filter(({ subjectId }) => subjectId === id)
    .toSorted((one, other) => one.part - other.part)
}

function entriesOf(userId: string): JsonObject[] {
  const rows = shop.database.read.select().from(history).all()
  return rows
    .filter((row) => row.userId === userId && row.action === 'import results taken')
    .map(({ details }): JsonObject => JSON.parse(details))
}

describe('POST import-results of scan export', () => {
  test('keeps what a program says of a document, and leaves it waiting', async () => {
    const id = await member.addScan()
    const answer = await send({ id, ...missing, attempts: 3, first_at: '2026-11-01T10:00:00Z' })
    expect([answer.status, answer.json]).toEqual([
      200,
      {
        summary: { total: 1, stored: 1, errors: 0 },
        results: [{ id, part: 0, status: 'stored' }],
      },
    ])
    expect(kept(id)).toMatchObject([
      {
        program: member.keyId,
        outcome: 'parked',
        code: 'ledger_missing',
        field: 'ledger:igst_input:18',
        attempts: 3,
        firstAt: Date.parse('2026-11-01T10:00:00Z'),
        isOpen: true,
      },
    ])
    expect((await member.unsynced()).text).toContain(id)
  })

  test('a document has as many parts as a long statement has rows, and no more', async () => {
    const id = await member.addScan()
    const answer = await send(
      { id, ...missing, part: partMax },
      { id, ...missing, part: partMax + 1 },
    )
    expect(answer.json['results']).toMatchObject([
      { part: partMax, status: 'stored' },
      { status: 'error', error: { code: 'invalid_request' } },
    ])
  })

  test('the last word of a key about a part counts, and attempts are counted where it does not', async () => {
    const id = await member.addScan()
    await send({ id, ...missing }, { id, part: 1, ...missing })
    await send({ id, ...missing })
    await send({
      id,
      outcome: 'imported',
      external: { system: 'Tally', company: 'Sharma Stores', voucher_no: '118' },
    })
    expect(kept(id)).toMatchObject([
      { part: 0, outcome: 'imported', attempts: 3, system: 'Tally', voucherNo: '118', code: '' },
      { part: 1, outcome: 'parked', attempts: 1, isOpen: true },
    ])
  })

  test('each key speaks for itself', async () => {
    const id = await member.addScan()
    const { key } = await shop.addKey({ email: member.email })
    await send({ id, ...missing })
    await shop.call('POST', path, { key, body: { results: [{ id, outcome: 'imported' }] } })
    const outcomes = kept(id).map(({ outcome }) => outcome)
    expect(outcomes.toSorted()).toEqual(['imported', 'parked'])
  })

  test('an acknowledgement settles what was open', async () => {
    const id = await member.addScan()
    await send({ id, ...missing })
    await member.mark({ ids: [id] })
    expect(kept(id)).toMatchObject([{ isOpen: false, closedAs: 'delivered', closedBy: null }])
  })

  test('is entered in the history when it is news, and not when it was only tried again', async () => {
    const other = await addMember(shop)
    const id = await other.addScan()
    const call = async (result: JsonObject) => {
      const { status } = await shop.call('POST', path, {
        key: other.key,
        body: { results: [{ id, ...result }] },
      })
      expect(status).toBe(200)
    }
    await call({ ...missing, attempts: 1 })
    await call({ ...missing, attempts: 2 })
    await call({ outcome: 'imported' })
    expect(entriesOf(other.id)).toEqual([
      { of: 'scan', imported: 0, parked: 1, failed: 0, dropped: 0 },
      { of: 'scan', imported: 1, parked: 0, failed: 0, dropped: 0 },
    ])
  })

  test("somebody else's document, an unknown one and a bad row are errors of their rows", async () => {
    const [id, others] = [await member.addScan(), await shop.addScan({ userId: shop.users.meena })]
    const answer = await send(
      { id: others, outcome: 'imported' },
      { id: 'nothing', outcome: 'imported' },
      { id, outcome: 'lost' },
      { id },
      { id, outcome: 'parked', code: 'no_such_code' },
      { id, outcome: 'failed', last_at: 'yesterday' },
      { id, outcome: 'imported', external: { voucher_no: '1' } },
      { id, outcome: 'failed' },
    )
    expect(answer.json['summary']).toEqual({ total: 8, stored: 1, errors: 7 })
    expect(answer.json['results']).toMatchObject([
      {
        error: {
          code: 'not_found',
          message: `There is nothing with the id "${others}" that this key may see.`,
        },
      },
      { error: { code: 'not_found' } },
      {
        error: {
          message: 'outcome must be one of imported, parked, failed, dropped, got "lost".',
        },
      },
      { error: { message: 'outcome is missing: it must be given.' } },
      {
        error: {
          message: expect.stringContaining('code must be one of ledger_missing, item_missing'),
        },
      },
      { error: { message: 'last_at must be an ISO 8601 time, got "yesterday".' } },
      { error: { message: 'external.system is missing: it must be given.' } },
      { id, status: 'stored' },
    ])
    expect(kept(id)).toMatchObject([{ outcome: 'failed', code: 'other' }])
  })

  test('without results, with something else, or with more than 1,000 of them is refused whole', async () => {
    const id = await member.addScan()
    const call = (body: unknown) => shop.call('POST', path, { key: member.key, body })
    expect((await call({})).status).toBe(400)
    expect((await call({ results: 'all' })).status).toBe(400)
    const results = Array.from({ length: 1001 }, () => ({ id, outcome: 'imported' }))
    const answer = await call({ results })
    expect([answer.status, answer.json['error']]).toEqual([
      413,
      'results has 1001 rows, and at most 1000 are allowed: send them in smaller parts. Nothing was written.',
    ])
    expect(kept(id)).toEqual([])
  })
})

async function placedOrder(): Promise<string> {
  const productId = await addProduct(shop.database)
  const answer = await shop.store('POST', `${api}/orders`, {
    body: { customer_name: 'Asha', items: [{ sku: productId, quantity: 1 }] },
  })
  expect(answer.status).toBe(201)
  return String(answer.json['id'])
}

describe('POST import-results of the storefront', () => {
  test('keeps what a program says of an order, until the order is acknowledged', async () => {
    const id = await placedOrder()
    const results = [{ id, revision: 1, ...missing, outcome: 'failed' }]
    const answer = await shop.store('POST', path, { body: { results } })
    expect(answer.json['summary']).toEqual({ total: 1, stored: 1, errors: 0 })
    expect(kept(id)).toMatchObject([{ kind: 'order', revision: '1', isOpen: true }])
    const body = { orders: [{ order_id: id, all_items: true }] }
    await shop.store('POST', `${api}/orders/sync`, { body })
    expect(kept(id)).toMatchObject([{ isOpen: false, closedAs: 'delivered' }])
  })

  test('an unknown order is an error of its row', async () => {
    const results = [{ id: member.id, outcome: 'imported' }]
    const answer = await shop.store('POST', path, { body: { results } })
    expect(answer.json).toMatchObject({
      summary: { total: 1, stored: 0, errors: 1 },
      results: [{ error: { code: 'not_found' } }],
    })
  })
})

test('every code has a sentence of its own', () => {
  const sentences = importCodeNames.map(importSentence)
  expect(new Set(sentences).size).toBe(importCodeNames.length)
})
