import { describe, expect, test } from 'bun:test'
import { addMember, api, scanRow } from '../../../support/member.ts'
import { rowCounts } from '../../../support/row-counts.ts'
import { idsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const path = `${api}/scans/mark-synced`
const nothingNamed = 'ids or invoice_nos must name at least one scan: both are empty or missing.'

const shop = untilEnd(await openShop())
const member = await addMember(shop)
const waiting = await member.addScan({ metadata: { invoice_no: 'A-1' } })

/** Refused with this sentence, and nothing is written. */
async function expectRefused(body: unknown, sentence: string): Promise<void> {
  const before = rowCounts(shop)
  const answer = await member.mark(body)
  expect(answer.status).toBe(400)
  expect(answer.json).toEqual({ error: sentence })
  expect(rowCounts(shop)).toEqual(before)
  expect(idsOf(await member.unsynced())).toEqual([waiting])
}

describe('the body of POST scans/mark-synced', () => {
  test.each([
    [{}],
    [{ source: 'tally' }],
    [{ ids: [] }],
    [{ invoice_nos: [] }],
    [{ ids: [], invoice_nos: [] }],
    [{ ids: null, invoice_nos: null }],
    [{ ids: [], invoice_nos: null }],
    [{ Ids: ['x'], invoiceNos: ['x'] }],
    [{ constructor: { ids: ['x'] } }],
  ])('must name at least one scan: %j is refused', async (body) => {
    await expectRefused(body, nothingNamed)
  })

  test('may give null for one of the lists, which counts as absent', async () => {
    expect((await member.mark({ ids: ['unknown'], invoice_nos: null })).status).toBe(200)
    expect((await member.mark({ ids: null, invoice_nos: ['unknown'] })).status).toBe(200)
  })

  test.each([
    ['ids', 'A-1', '"A-1"'],
    ['ids', 7, '7'],
    ['ids', true, 'true'],
    ['ids', { 0: 'x' }, '{"0":"x"}'],
    ['ids', [1], '[1]'],
    ['ids', [null], '[null]'],
    ['ids', ['x', ['y']], '["x",["y"]]'],
    ['ids', [{ id: 'x' }], '[{"id":"x"}]'],
    ['invoice_nos', 'A-1', '"A-1"'],
    ['invoice_nos', [41], '[41]'],
    ['invoice_nos', [false], '[false]'],
  ])('must hold lists of texts: %s of %j is refused', async (field, value, shown) => {
    const sentence = `${field} must be a list of at most 10000 texts, got ${shown}.`
    await expectRefused({ [field]: value }, sentence)
  })

  test('a wrong entry refuses the whole call, whatever the others name', async () => {
    await expectRefused(
      { ids: [waiting, 5] },
      `ids must be a list of at most 10000 texts, got ["${waiting}",5].`,
    )
    const numbers = 'invoice_nos must be a list of at most 10000 texts, got "A-1".'
    await expectRefused({ ids: [waiting], invoice_nos: 'A-1' }, numbers)
  })

  test.each(['ids', 'invoice_nos'])('%s holds at most 10,000 entries', async (field) => {
    const entries = Array.from({ length: 10_001 }, () => waiting)
    const answer = await member.mark({ [field]: entries })
    expect(answer.status).toBe(400)
    expect(String(answer.json['error'])).toStartWith(
      `${field} must be a list of at most 10000 texts, got [`,
    )
    expect(answer.text.length).toBeLessThan(300)
    expect(idsOf(await member.unsynced())).toEqual([waiting])
  })

  test.each([[5], [['tally']], [{ name: 'tally' }], [true], ['x'.repeat(101)]])(
    'source is text of at most 100 characters: %j is refused',
    async (source) => {
      const answer = await member.mark({ ids: [waiting], source })
      expect(answer.status).toBe(400)
      expect(String(answer.json['error'])).toStartWith(
        'source must be text of at most 100 characters, got ',
      )
      expect(idsOf(await member.unsynced())).toEqual([waiting])
    },
  )

  test('source of 100 characters is taken, and kept as it was sent', async () => {
    const id = await member.addScan()
    const source = `${'x'.repeat(97)} ₹é`
    expect((await member.mark({ ids: [id], source })).json).toMatchObject({ updated: 1 })
    expect(scanRow(shop, id).syncedSource).toBe(source)
  })

  test('unknown fields are ignored', async () => {
    const id = await member.addScan()
    const body = { ids: [id], updated: 5, synced_at: 'yesterday', user_id: 'x', dry_run: true }
    expect((await member.mark(body)).json).toMatchObject({ ok: true, updated: 1 })
  })

  test('is asked for when it is missing', async () => {
    const answer = await shop.call('POST', path, { key: member.key })
    expect(answer.status).toBe(400)
    expect(answer.json).toEqual({ error: 'The body is empty: send a JSON object.' })
  })
})
