import { describe, expect, test } from 'bun:test'
import { setCorrection } from '../../../../src/services/scan-export/scans/queries.ts'
import { honestBill } from '../../../support/bills.ts'
import { addMember } from '../../../support/member.ts'
import { listed, ownersShop } from '../browser.ts'
import { noId } from '../endpoints.ts'

const { shop, owner } = await ownersShop()

const newLabel = () => `Zref ${crypto.randomUUID()}`

describe('the preview of a rule', () => {
  test('says which waiting scans change and how, and changes nothing', async () => {
    const member = await addMember(shop)
    const label = newLabel()
    const scan = await member.addScan({
      filename: 'ravi-12.pdf',
      metadata: { [label]: 'A-77', Note: 'stays' },
      lines: [{ Item: 'Rice' }, { [label]: 'L' }],
    })
    const before = (await member.unsynced()).text
    const rule = { type: 'label', from: label, to: 'invoice_no' }
    const { json } = await owner.post('/rules/preview', { put: [rule] })
    expect(json).toMatchObject({ changed: 1, waiting: expect.any(Number) })
    expect(json['scans']).toEqual([
      {
        id: scan,
        filename: 'ravi-12.pdf',
        category: 'vendor_invoice',
        createdAt: expect.any(String),
        changes: [
          {
            line: null,
            before: [{ key: label, value: 'A-77' }],
            after: [{ key: 'invoice_no', value: 'A-77' }],
          },
          {
            line: 2,
            before: [{ key: label, value: 'L' }],
            after: [{ key: 'invoice_no', value: 'L' }],
          },
        ],
        moreParts: 0,
      },
    ])
    expect((await member.unsynced()).text).toBe(before)
    const rules = await owner.get(`/rules?search=${encodeURIComponent(label)}`)
    expect(rules.json['total']).toBe(0)
  })

  test('is what the change then does', async () => {
    const member = await addMember(shop)
    const label = newLabel()
    for (const number of ['1', '2', '3']) await member.addScan({ metadata: { [label]: number } })
    await member.addScan({ metadata: { Other: '4' } })
    const rule = { type: 'label', from: label, to: 'memo' }
    const { json } = await owner.post('/rules/preview', { put: [rule] })
    expect(json['changed']).toBe(3)
    expect((await owner.post('/rules', rule)).json['renormalised']).toBe(3)
    expect((await owner.post('/rules/preview', { put: [rule] })).json['changed']).toBe(0)
  })

  test('of one that goes shows what was read', async () => {
    const member = await addMember(shop)
    const label = newLabel()
    await member.addScan({ metadata: { [label]: 'A-1' } })
    await owner.post('/rules', { type: 'label', from: label, to: 'memo' })
    const [rule] = listed(await owner.get(`/rules?search=${encodeURIComponent(label)}`))
    const { json } = await owner.post('/rules/preview', { put: [], remove: [rule?.['id']] })
    expect(json).toMatchObject({
      changed: 1,
      scans: [
        {
          changes: [
            {
              before: [{ key: 'memo', value: 'A-1' }],
              after: [{ key: label, value: 'A-1' }],
            },
          ],
        },
      ],
    })
  })

  test('shows twenty scans, and the first lines of each, but counts all', async () => {
    const member = await addMember(shop)
    const label = newLabel()
    const lines = Array.from({ length: 9 }, (_, n) => ({ [label]: `line ${n}` }))
    for (let n = 0; n < 23; n++) await member.addScan({ lines })
    const rule = { type: 'label', from: label, to: 'memo' }
    const { json } = await owner.post('/rules/preview', { put: [rule] })
    expect(json['changed']).toBe(23)
    const { scans } = json
    expect(Array.isArray(scans) && scans.length).toBe(20)
    expect(json).toMatchObject({ scans: Array.from({ length: 20 }, () => ({ moreParts: 5 })) })
  })

  const rule = { type: 'label', from: 'a', to: 'b' }
  test.each([
    ['two rules', { put: [rule, rule] }],
    ['a rule that matches nothing', { put: [{ type: 'label', from: '', to: 'b' }] }],
    ['no list', { put: null }],
  ])('refuses %s', async (_, body) => {
    expect((await owner.post('/rules/preview', body)).status).toBe(400)
  })

  test('of a rule that is gone is as if it were gone', async () => {
    const answer = await owner.post('/rules/preview', { put: [], remove: [noId] })
    expect([answer.status, answer.json['changed']]).toEqual([200, 0])
  })
})

describe('what no rule knows', () => {
  test('is counted by label and category, with an example and the likely field', async () => {
    const member = await addMember(shop)
    const label = `Quux ${crypto.randomUUID()}`
    for (const number of ['1', '2']) await member.addScan({ metadata: { [label]: number } })
    await member.addScan({ metadata: { [label.toUpperCase()]: '3', 'Invocie No': 'B-9' } })
    const found = async (search: string) =>
      listed(await owner.get(`/rules/unknown?search=${encodeURIComponent(search)}`))
    expect(await found(label)).toMatchObject([
      { category: 'vendor_invoice', place: 'head', scans: 3, likely: null },
    ])
    expect(await found('Invocie No')).toMatchObject([{ example: 'B-9', likely: 'invoice_no' }])
    await owner.post('/rules', { type: 'label', from: label, to: 'memo' })
    expect(await found(label)).toEqual([])
  })

  test('is no label that is built in, empty, or a field of a rule', async () => {
    const member = await addMember(shop)
    const field = `field_${crypto.randomUUID()}`
    await owner.post('/rules', { type: 'label', from: newLabel(), to: field })
    const empty = newLabel()
    await member.addScan({ metadata: { 'Bill No.': '1', [field]: 'x', [empty]: ' ' } })
    const labels = listed(await owner.get('/rules/unknown?size=200')).map(({ label }) => label)
    expect(labels).not.toContain('Bill No.')
    expect(labels).not.toContain(field)
    expect(labels).not.toContain(empty)
  })

  test('are values that cannot be read, and others of a field that has rules', async () => {
    const member = await addMember(shop)
    await owner.post('/rules', { type: 'value', key: 'state', from: 'MH', to: 'Maharashtra' })
    for (const state of ['MH', 'Maharashtra', 'Maha']) await member.addScan({ metadata: { state } })
    await member.addScan({ lines: [{ qty: 'two dozen' }, { qty: '2 Nos' }] })
    const values = listed(await owner.get('/rules/unknown?kind=values&size=200'))
    const seen = values.map(({ key, value, reason }) => [key, value, reason])
    expect(seen).toContainEqual(['qty', 'two dozen', 'unreadable'])
    expect(seen).toContainEqual(['state', 'Maha', 'has rules'])
    expect(seen).toHaveLength(2)
  })

  test('are values of a small vocabulary that come again and again', async () => {
    const member = await addMember(shop)
    for (const terms of ['30 days', '30 Days net']) {
      for (let n = 0; n < 3; n++) await member.addScan({ metadata: { 'Payment Terms': terms } })
    }
    const found = listed(await owner.get('/rules/unknown?kind=values&search=payment_terms'))
    const seen = found.map(({ value, reason, scans }) => [value, reason, scans])
    expect(seen.toSorted()).toEqual([
      ['30 Days net', 'recurs', 3],
      ['30 days', 'recurs', 3],
    ])
  })

  test('is not offered again when it is dismissed, and can be', async () => {
    const member = await addMember(shop)
    const label = `Mood ${crypto.randomUUID()}`
    await member.addScan({ metadata: { [label]: 'good' } })
    const ask = async (query: string) =>
      (await owner.get(`/rules/unknown?search=${encodeURIComponent(label)}${query}`)).json
    const offer = { kind: 'labels', category: 'vendor_invoice', text: label.toUpperCase() }
    const before = Number((await ask(''))['labels'])
    expect((await owner.post('/rules/unknown/dismiss', offer)).json).toEqual({ dismissed: true })
    expect(await ask('')).toMatchObject({ total: 0, labels: before - 1, dismissed: 1 })
    expect(await ask('&show=dismissed')).toMatchObject({ total: 1, items: [{ label }] })
    // Another category of documents may well need it.
    await member.addScan({ category: 'purchase_order', metadata: { [label]: 'bad' } })
    expect(await ask('')).toMatchObject({ total: 1, items: [{ category: 'purchase_order' }] })
    await owner.post('/rules/unknown/offer-again', offer)
    expect(await ask('')).toMatchObject({ total: 2, dismissed: 0 })
  })

  test('is a value that is dismissed under its field', async () => {
    const member = await addMember(shop)
    const value = `dozens ${crypto.randomUUID()}`
    await member.addScan({ lines: [{ qty: value }] })
    const ask = async () =>
      (await owner.get(`/rules/unknown?kind=values&search=${encodeURIComponent(value)}`)).json
    const offer = { kind: 'values', category: 'vendor_invoice', key: 'qty', text: value }
    await owner.post('/rules/unknown/dismiss', { ...offer, key: 'rate' })
    expect(await ask()).toMatchObject({ total: 1, dismissed: 0 })
    await owner.post('/rules/unknown/dismiss', offer)
    expect(await ask()).toMatchObject({ total: 0, dismissed: 1 })
  })

  test.each([{ kind: 'label' }, { category: 'all' }, { text: 7 }])(
    'is refused to be dismissed as %j',
    async (wrong) => {
      const offer = { kind: 'labels', category: 'bank_entry', text: 'Mood' }
      const answer = await owner.post('/rules/unknown/dismiss', { ...offer, ...wrong })
      expect([answer.status, answer.field]).toEqual([400, Object.keys(wrong)[0] ?? ''])
    },
  )

  test('counts a corrected scan by what stands in it now, and no other anew', async () => {
    const member = await addMember(shop)
    const [before, after] = [newLabel(), newLabel()]
    const id = await member.addScan({ metadata: { [before]: 'x' } })
    const seen = async () => {
      const labels = listed(await owner.get('/rules/unknown?size=200')).map(({ label }) => label)
      return [labels.includes(before), labels.includes(after)]
    }
    expect(await seen()).toEqual([true, false])
    const raw = honestBill('U-1', { head: { [after]: 'x' } })
    await shop.database.write((conn) =>
      setCorrection(conn).run({ id, correction: JSON.stringify(raw) }),
    )
    expect(await seen()).toEqual([false, true])
    await owner.post(`/documents/${id}/move`, { category: 'purchase_order' })
    const moved = listed(await owner.get('/rules/unknown?size=200&category=purchase_order'))
    expect(moved.map(({ label }) => label)).toContain(after)
  })

  test.each(['kind=fields', 'category=all', 'page=x'])('refuses ?%s', async (query) => {
    expect((await owner.get(`/rules/unknown?${query}`)).status).toBe(400)
  })
})
