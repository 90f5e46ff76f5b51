import { describe, expect, test } from 'bun:test'
import { openShop } from '../../../support/shop.ts'
import {
  bulk,
  bulkPath,
  fieldOf,
  messageOf,
  productRow,
  put,
  resultsOf,
  stockPath,
} from './rows.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())

const rows = { [bulkPath]: 'products', [stockPath]: 'updates' }

describe.each(Object.entries(rows))('POST %s', (path, field) => {
  test('an empty list is 200 with zero totals', async () => {
    const { json } = await shop.store('POST', path, { body: { [field]: [] } })
    expect(json['results']).toEqual([])
    expect(json['summary']).toMatchObject({ total: 0, updated: 0, errors: 0 })
  })

  test.each([
    [{}, `${field} is missing: it must be a list.`],
    [{ [field]: null }, `${field} must be a list, got null.`],
    [{ [field]: { sku: 'A' } }, `${field} must be a list, got {"sku":"A"}.`],
    [{ [field]: 'A' }, `${field} must be a list, got "A".`],
  ])('the envelope %j is 400 and names the field', async (body, message) => {
    const answer = await shop.store('POST', path, { body })
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({ error: { message, code: 'invalid_request', field }, status: 400 })
  })

  test('an unknown field beside the list is ignored', async () => {
    const answer = await shop.store('POST', path, { body: { [field]: [], source: 'tally' } })
    expect(answer.status).toBe(200)
  })

  test('10,001 rows are 413 and nothing is written', async () => {
    const body = {
      [field]: Array.from({ length: 10_001 }, (_, i) => ({ sku: `MANY-${i}`, name: 'x', mrp: 1 })),
    }
    const answer = await shop.store('POST', path, { body })
    expect(answer.status).toBe(413)
    expect(answer.text).toContain('at most 10000')
    expect(productRow(shop, 'MANY-0')).toEqual({})
  })

  test.each([[null], [5], ['RICE'], [[]], [[{}]]])(
    'an element that is %j fails alone',
    async (element) => {
      const answer = await shop.store('POST', path, { body: { [field]: [element] } })
      expect(answer.status).toBe(200)
      expect(answer.json['summary']).toMatchObject({ total: 1, errors: 1 })
      expect(resultsOf(answer)).toMatchObject([{ index: 0, sku: '', status: 'error', id: null }])
    },
  )

  test.each([
    ['"mrp":1e400', 'mrp', 'mrp must be a number from 0 to 100000000000, got a number that is too'],
    ['"mrp":1e17', 'mrp', 'mrp must be a number from 0 to 100000000000, got 100000000000000000.'],
    ['"name":"a\\ud800","mrp":1', 'name', 'name holds text that is not valid Unicode.'],
    ['"size_chart":{"\\udfff":1},"mrp":1', 'size_chart', 'size_chart holds text that is not'],
    ['"size_chart":[1e999],"mrp":1', 'size_chart', 'size_chart[0] holds a number that is too'],
    [`"size_chart":${'['.repeat(70)}${']'.repeat(70)},"mrp":1`, 'size_chart', 'nested too deeply'],
  ])('a row that JSON cannot carry whole fails alone: %s', async (member, blamed, message) => {
    const good = `{"sku":"GOOD","name":"Good","mrp":5}`
    const raw = `{"${field}":[{"sku":"BAD","name":"Bad",${member}},${good}]}`
    const answer = await shop.store('POST', path, { raw })
    expect(answer.status).toBe(200)
    const [bad, other] = resultsOf(answer)
    expect(bad).toMatchObject({ sku: 'BAD', status: 'error', id: null })
    expect(fieldOf(bad)).toBe(blamed)
    expect(messageOf(bad)).toContain(message)
    expect(other?.['status']).not.toBe('error')
  })

  test('an element that is nested deeper than a program can follow fails alone', async () => {
    const deep = 100_000
    const raw = `{"${field}":[${'['.repeat(deep)}${']'.repeat(deep)}]}`
    const answer = await shop.store('POST', path, { raw })
    expect(answer.json['summary']).toMatchObject({ total: 1, errors: 1 })
  })

  test('a SKU that is no valid Unicode is echoed as text that every client can read', async () => {
    const answer = await shop.store('POST', path, { raw: `{"${field}":[{"sku":"A\\ud800"}]}` })
    expect(resultsOf(answer)).toMatchObject([{ sku: 'A\ufffd', status: 'error' }])
  })
})

describe('POST products/bulk', () => {
  test('creates, then updates by SKU, and the summary adds up', async () => {
    const first = await shop.store('POST', bulkPath, {
      body: {
        products: [
          { sku: 'A-1', name: 'Atta', mrp: 60 },
          { sku: 'A-2' },
          { sku: 'A-3', name: 'Dal' },
        ],
      },
    })
    expect(first.json['summary']).toEqual({ total: 3, created: 2, updated: 0, errors: 1 })
    const [created] = resultsOf(first)
    expect(created).toEqual({
      index: 0,
      sku: 'A-1',
      status: 'created',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      images_uploaded: 0,
    })
    const second = await bulk(shop, { sku: 'A-1', name: 'Atta 10 kg' })
    expect(second).toEqual([
      {
        index: 0,
        sku: 'A-1',
        status: 'updated',
        id: created?.['id'] ?? '',
        images_uploaded: 0,
        changed: true,
      },
    ])
    expect(productRow(shop, 'A-1')).toMatchObject({
      name: 'Atta 10 kg',
      slug: 'atta',
      folded_name: 'atta 10 kg',
    })
  })

  test('results are in the order of the rows, whatever became of them', async () => {
    const results = await bulk(shop, { sku: 'O-1', name: 'a' }, 7, { sku: 'O-2', name: 'b' }, {})
    expect(results.map(({ index, status }) => [index, status])).toEqual([
      [0, 'created'],
      [1, 'error'],
      [2, 'created'],
      [3, 'error'],
    ])
  })

  test('the same SKU twice in one request: both apply, in order', async () => {
    const results = await bulk(
      shop,
      { sku: 'TWICE', name: 'First', mrp: 10 },
      { sku: ' TWICE ', name: 'Second', stock_quantity: 4 },
    )
    expect(results.map(({ status }) => status)).toEqual(['created', 'updated'])
    expect(results[1]?.['id']).toBe(results[0]?.['id'] ?? '')
    expect(productRow(shop, 'TWICE')).toMatchObject({
      name: 'Second',
      mrp: 1000,
      stock_quantity: 4,
    })
  })

  test('a repeat changes nothing', async () => {
    const product = { sku: 'SAME', name: 'Same', mrp: 12.5, description: 'Cafe\u0301', gst_pct: 5 }
    await put(shop, product)
    const before = productRow(shop, 'SAME')
    expect(await put(shop, product)).toMatchObject({ status: 'updated', changed: false })
    expect(productRow(shop, 'SAME')).toEqual(before)
    expect(before['description']).toBe('Café')
  })

  test('two requests that create the same SKU at once: one creates, the other updates', async () => {
    for (const sku of ['RACE-1', 'RACE-2', 'RACE-3']) {
      const results = await Promise.all(
        [1, 2, 3, 4].map((mrp) => put(shop, { sku, name: 'Race', mrp })),
      )
      const statuses = results.map(({ status }) => status)
      expect(statuses.toSorted()).toEqual(['created', 'updated', 'updated', 'updated'])
      expect(new Set(results.map(({ id }) => id)).size).toBe(1)
    }
  })

  test('1,200 rows go in slices, in order, with a bad one among them', async () => {
    const products = Array.from({ length: 1_200 }, (_, i) =>
      i === 600 ? { sku: 'S-600' } : { sku: `S-${i}`, name: `Soap ${i}`, stock_quantity: i },
    )
    const results = await bulk(shop, ...products)
    expect(results.map(({ index }) => index)).toEqual(products.map((_, i) => i))
    expect(results.filter(({ status }) => status === 'error')).toHaveLength(1)
    expect(messageOf(results[600])).toBe(
      'name is missing: it must be text of 1 to 300 characters without control characters.',
    )
    expect(productRow(shop, 'S-1199')['stock_quantity']).toBe(1199)
  })
})
