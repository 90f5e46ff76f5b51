import { describe, expect, test } from 'bun:test'
import { changeRules } from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import { addMember, api, itemOf } from '../../../support/member.ts'
import { idsOf, itemsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const retentionMs = 30 * 24 * 60 * 60 * 1000

const shop = untilEnd(await openShop())

describe('GET scans/unsynced', () => {
  test('returns the scans of the key’s user, oldest first', async () => {
    const younger = await shop.addScan({ daysAgo: 1 })
    const older = await shop.addScan({ daysAgo: 2 })
    const ofMeena = await shop.addScan({ user: 'meena' })
    const answer = await shop.call('GET', `${api}/scans/unsynced`, { key: shop.keys.ravi })
    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual([older, younger])
    expect(idsOf(answer)).not.toContain(ofMeena)
    expect(answer.json).toMatchObject({ count: 2, waiting: 2, next: null })
  })

  test('answers an empty list when nothing waits', async () => {
    const member = await addMember(shop)
    const answer = await member.unsynced()
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({ count: 0, items: [], waiting: 0, next: null })
  })

  test('gives each item the fields of the contract, in their types, when it expires, and its facts', async () => {
    const member = await addMember(shop)
    const createdAt = Date.now() - 1234
    const id = await member.addScan({
      createdAt,
      filename: 'bill-041.pdf',
      category: 'purchase_order',
      metadata: { 'Bill No.': 'A-41', 'GSTIN/UIN': '27AAPFU0939F1ZV', Supplier: 'Acme' },
      lines: [{ Particulars: 'Rice', Qty: '2 Nos', Rate: '₹1,450.00', Amount: '2,900.00' }],
    })
    const [item] = itemsOf(await member.unsynced())
    expect(item).toEqual({
      id,
      invoice_no: 'A-41',
      filename: 'bill-041.pdf',
      category: 'purchase_order',
      created_at: new Date(createdAt).toISOString(),
      expires_at: new Date(createdAt + retentionMs).toISOString(),
      revision: expect.stringMatching(/^[0-9a-f]{16}$/),
      data: {
        invoice_metadata: {
          invoice_no: 'A-41',
          invoice_date: '',
          gstin: '27AAPFU0939F1ZV',
          name: 'Acme',
          vendor_name: 'Acme',
        },
        line_items: [{ description: 'Rice', qty: 2, rate: 1450, amount: 2900 }],
      },
      facts: {
        kind: 'order',
        number: 'A-41',
        seller: { name: 'Acme', gstin: '27AAPFU0939F1ZV' },
        currency: 'INR',
        lines: [{ description: 'Rice', quantity: 2, rate: 1450, amount: 2900 }],
        unread: [],
      },
    })
    expect(id).toMatch(uuid)
    expect(item?.['created_at']).toMatch(timestamp)
  })

  test('always says the category, and carries empty line_items when there are none', async () => {
    const member = await addMember(shop)
    for (const category of ['vendor_invoice', 'purchase_order', 'bank_entry'] as const) {
      await member.addScan({ category })
    }
    const items = itemsOf(await member.unsynced())
    expect(items.map((item) => item['category']).toSorted()).toEqual([
      'bank_entry',
      'purchase_order',
      'vendor_invoice',
    ])
    for (const item of items) {
      expect(item['data']).toMatchObject({
        invoice_metadata: { invoice_no: '', invoice_date: '', gstin: '', name: '' },
        line_items: [],
      })
    }
  })

  test('carries invoice_no only when the scan has one: blank counts as none', async () => {
    const member = await addMember(shop)
    const blank = await member.addScan({ metadata: { invoice_no: '  ' } })
    const none = await member.addScan()
    const nothing = await member.addScan({ metadata: { invoice_no: null } })
    const padded = await member.addScan({ metadata: { invoice_no: ' A-1 ' } })
    const answer = await member.unsynced()
    for (const id of [blank, none, nothing]) {
      expect(itemOf(answer, id)).not.toHaveProperty('invoice_no')
    }
    expect(itemOf(answer, padded)).toHaveProperty('invoice_no', 'A-1')
  })

  test('reads invoice_no from the normalised data: rules decide which label and which value', async () => {
    const member = await addMember(shop)
    const label = await member.addScan({ metadata: { 'Our Ref': 'R-7' } })
    const value = await member.addScan({ metadata: { invoice_no: 'NIL' } })
    const before = await member.unsynced()
    expect(itemOf(before, label)).not.toHaveProperty('invoice_no')
    expect(itemOf(before, value)).toHaveProperty('invoice_no', 'NIL')
    await changeRules(shop.deps, [
      { type: 'label', from: 'our-ref', to: 'invoice_no', category: null },
      { type: 'value', key: 'invoice_no', from: 'nil', to: '', category: null },
    ])
    const after = await member.unsynced()
    expect(itemOf(after, label)).toMatchObject({
      invoice_no: 'R-7',
      data: { invoice_metadata: { invoice_no: 'R-7' } },
    })
    expect(itemOf(after, value)).not.toHaveProperty('invoice_no')
  })

  test('gives a number that was read as a JSON number as text', async () => {
    const member = await addMember(shop)
    const id = await member.addScan({ metadata: { invoice_no: 41 } })
    expect(itemOf(await member.unsynced(), id)).toMatchObject({
      invoice_no: '41',
      data: { invoice_metadata: { invoice_no: '41' } },
    })
  })

  test('returns only successful scans: never a failed one, never one that is still to be read', async () => {
    const member = await addMember(shop)
    const failed = await member.addScan({ failureReason: 'The page is blank.' })
    const form = new FormData()
    form.set('category', 'vendor_invoice')
    form.set('file', new File(['%PDF-1.7'], 'unread.pdf'))
    const uploaded = await shop.call('POST', `${api}/scans`, { key: member.key, raw: form })
    expect(itemsOf(uploaded)).toMatchObject([{ status: 'pending' }])
    const successful = await member.addScan()
    const answer = await member.unsynced()
    expect(idsOf(answer)).toEqual([successful])
    expect(idsOf(answer)).not.toContain(failed)
    expect(answer.json).toMatchObject({ count: 1, waiting: 1 })
  })

  test('puts scans of the same millisecond in the order of their ids', async () => {
    const member = await addMember(shop)
    const createdAt = Date.now() - 1000
    const ids = Array.from({ length: 5 }, () => crypto.randomUUID())
    for (const id of ids) await member.addScan({ id, createdAt })
    const oldest = await member.addScan({ createdAt: createdAt - 1 })
    const youngest = await member.addScan({ createdAt: createdAt + 1 })
    expect(idsOf(await member.unsynced())).toEqual([oldest, ...ids.toSorted(), youngest])
  })

  test('gives the filename and all text in Unicode NFC', async () => {
    const member = await addMember(shop)
    const decomposed = 'Cafe\u0301'
    const body = {
      category: 'vendor_invoice',
      filename: `${decomposed}.pdf`,
      raw: { invoice_metadata: { [decomposed]: decomposed }, line_items: [] },
    }
    await member.upload(body)
    expect(itemsOf(await member.unsynced())).toMatchObject([
      { filename: 'Café.pdf', data: { invoice_metadata: { Café: 'Café' } } },
    ])
  })

  test('shows a key that an owner made for all users the scans of all users', async () => {
    const owner = await addMember(shop, 'owner')
    const member = await addMember(shop)
    const older = await member.addScan({ daysAgo: 3 })
    const younger = await owner.addScan({ daysAgo: 2 })
    const wide = await shop.addKey({ email: owner.email, allUsers: true })
    const answer = await shop.call('GET', `${api}/scans/unsynced`, { key: wide.key })
    const seen = idsOf(answer)
    expect(seen).toContain(older)
    expect(seen.indexOf(older)).toBeLessThan(seen.indexOf(younger))
    expect(idsOf(await owner.unsynced())).toEqual([younger])
  })

  test('writes nothing into the book', async () => {
    const member = await addMember(shop)
    await member.addScan()
    const before = shop.database.changeToken()
    await member.unsynced()
    await shop.call('GET', `${api}/vendors`, { key: member.key })
    await shop.call('GET', `${api}/products`, { key: member.key })
    expect(shop.database.changeToken()).toBe(before)
  })
})
