import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { findCreditBalance } from '../../../../src/accounts/credits.ts'
import { creditEntries } from '../../../../src/accounts/tables.ts'
import { addMember, itemOf, scanRow } from '../../../support/member.ts'
import { rowCounts } from '../../../support/row-counts.ts'
import { idsOf, itemsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/

const bill = {
  category: 'vendor_invoice',
  filename: 'bill-041.pdf',
  raw: {
    invoice_metadata: { 'Bill No.': 'A-41', Dated: '05-Nov-26', Supplier: 'ACME TRADERS' },
    line_items: [
      { Particulars: 'Basmati Rice 5 kg', Qty: '2 Nos', Rate: '₹450.00', Amount: '900.00' },
    ],
  },
}

const shop = untilEnd(await openShop())

const balance = () => findCreditBalance(shop.database.read).get()?.balance

async function expectRefused(change: object, sentence: string): Promise<void> {
  const before = rowCounts(shop)
  const answer = await shop.call('POST', '/api/public/v1/scans', {
    key: shop.keys.meena,
    body: { ...bill, ...change },
  })
  expect(answer.status).toBe(400)
  expect(String(answer.json['error'])).toStartWith(sentence)
  expect(answer.text.length).toBeLessThan(400)
  expect(rowCounts(shop)).toEqual(before)
}

describe('POST scans with JSON', () => {
  test('answers 201 with the id, the filename and the status of the scan', async () => {
    const member = await addMember(shop)
    const answer = await member.upload(bill)
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      items: [{ id: expect.stringMatching(uuid), filename: 'bill-041.pdf', status: 'successful' }],
    })
    expect(answer.headers.get('idempotency-replayed')).toBeNull()
  })

  test('is delivered with the next call, its built-in labels normalised', async () => {
    const member = await addMember(shop)
    const asked = Date.now()
    const [id = ''] = idsOf(await member.upload(bill))
    const item = itemOf(await member.unsynced(), id)
    expect(item).toMatchObject({
      id,
      invoice_no: 'A-41',
      filename: 'bill-041.pdf',
      category: 'vendor_invoice',
      data: {
        invoice_metadata: {
          invoice_no: 'A-41',
          invoice_date: '2026-11-05',
          vendor_name: 'ACME TRADERS',
          name: 'ACME TRADERS',
          gstin: '',
        },
        line_items: [{ description: 'Basmati Rice 5 kg', qty: 2, rate: 450, amount: 900 }],
      },
    })
    const createdAt = Date.parse(String(item?.['created_at']))
    expect(createdAt).toBeGreaterThanOrEqual(asked)
    expect(createdAt).toBeLessThanOrEqual(Date.now())
  })

  test('belongs to the user of the key, an owner’s as well as a member’s', async () => {
    const [member, owner] = [await addMember(shop), await addMember(shop, 'owner')]
    const [ofMember = ''] = idsOf(await member.upload(bill))
    const [ofOwner = ''] = idsOf(await owner.upload(bill))
    expect(idsOf(await member.unsynced())).toEqual([ofMember])
    expect(idsOf(await owner.unsynced())).toEqual([ofOwner])
    expect(scanRow(shop, ofMember).userId).toBe(member.id)
  })

  test('keeps what was read as it was, beside what is delivered', async () => {
    const member = await addMember(shop)
    const [id = ''] = idsOf(await member.upload(bill))
    expect(JSON.parse(scanRow(shop, id).raw ?? '')).toEqual(bill.raw)
  })

  test('uses one credit for each successful scan, entered in the ledger', async () => {
    const member = await addMember(shop)
    const before = balance() ?? 0
    const [id = ''] = idsOf(await member.upload(bill))
    await member.upload(bill)
    expect(balance()).toBe(before - 2)
    const entries = shop.database.read
      .select()
      .from(creditEntries)
      .where(eq(creditEntries.scanId, id))
      .all()
    expect(entries).toMatchObject([{ kind: 'use', amount: -1, userId: member.id }])
  })

  test('is never refused for lack of credit', async () => {
    expect(balance()).toBeLessThanOrEqual(0)
    const member = await addMember(shop)
    expect((await member.upload(bill)).status).toBe(201)
  })

  test('may leave out metadata or lines, or give null for them', async () => {
    const member = await addMember(shop)
    for (const raw of [{}, { invoice_metadata: null, line_items: null }, { line_items: [{}] }]) {
      expect((await member.upload({ ...bill, raw })).status).toBe(201)
    }
    expect((await member.unsynced()).json).toMatchObject({ count: 3 })
  })

  test('ignores unknown fields: nobody gives a scan an id, a user or a time', async () => {
    const member = await addMember(shop)
    const id = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
    const more = {
      id,
      user: 'owner@example.com',
      user_id: 'x',
      created_at: '2020-01-01',
      status: 'failed',
    }
    const answer = await member.upload({ ...bill, ...more })
    expect(answer.json).toMatchObject({ items: [{ status: 'successful' }] })
    expect(idsOf(answer)).not.toContain(id)
    expect(idsOf(await member.unsynced())).toEqual(idsOf(answer))
  })

  test.each([
    ['C:\\Bills\\2026\\bill 1.pdf', 'bill 1.pdf'],
    ['/home/ravi/bill.pdf', 'bill.pdf'],
    ['../../../etc/passwd', 'passwd'],
    ['..\\..\\evil.exe', 'evil.exe'],
    ['folder/sub\\bill.pdf', 'bill.pdf'],
    ['  bill.pdf  ', 'bill.pdf'],
    ['बिल ₹.pdf', 'बिल ₹.pdf'],
    [`${'x'.repeat(251)}.pdf`, `${'x'.repeat(251)}.pdf`],
    [`folder/${'x'.repeat(251)}.pdf`, `${'x'.repeat(251)}.pdf`],
    ['bill\u0000\n\u202ecod.pdf', 'billcod.pdf'],
  ])('takes the filename without its path: %s', async (filename, kept) => {
    const member = await addMember(shop)
    expect(itemsOf(await member.upload({ ...bill, filename }))).toMatchObject([{ filename: kept }])
    expect(itemsOf(await member.unsynced())).toMatchObject([{ filename: kept }])
  })

  describe('refuses, and writes nothing:', () => {
    const tooManyFields = Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`F ${i}`, i]))
    const longText = 'x'.repeat(2 * 1024 * 1024)

    test.each([
      ['category is missing: it must be one of vendor_invoice,', { category: undefined }],
      [
        'category must be one of vendor_invoice, purchase_order, bank_entry, got null.',
        { category: null },
      ],
      [
        'category must be one of vendor_invoice, purchase_order, bank_entry, got "invoice".',
        { category: 'invoice' },
      ],
      [
        'category must be one of vendor_invoice, purchase_order, bank_entry, got "Vendor_Invoice".',
        { category: 'Vendor_Invoice' },
      ],
      [
        'category must be one of vendor_invoice, purchase_order, bank_entry, got ["bank_entry"].',
        { category: ['bank_entry'] },
      ],
      ['filename is missing: it must be text of 1 to 255 characters.', { filename: undefined }],
      ['filename must be text of 1 to 255 characters, got null.', { filename: null }],
      ['filename must be text of 1 to 255 characters, got 5.', { filename: 5 }],
      ['filename must be text of 1 to 255 characters, got "".', { filename: '' }],
      ['filename must be text of 1 to 255 characters, got " ".', { filename: ' ' }],
      ['filename must be text of 1 to 255 characters, got "/".', { filename: '/' }],
      ['filename must be text of 1 to 255 characters, got "..".', { filename: '..' }],
      ['filename must be text of 1 to 255 characters, got "bills/. ".', { filename: 'bills/. ' }],
      ['filename must be text of 1 to 255 characters, got "xxx', { filename: 'x'.repeat(256) }],
      [
        'raw is missing: it must be an object with invoice_metadata and line_items.',
        { raw: undefined },
      ],
      ['raw must be an object with invoice_metadata and line_items, got null.', { raw: null }],
      ['raw must be an object with invoice_metadata and line_items, got [].', { raw: [] }],
      ['raw must be an object with invoice_metadata and line_items, got "{}".', { raw: '{}' }],
      ['raw.invoice_metadata must be an object, got [].', { raw: { invoice_metadata: [] } }],
      ['raw.invoice_metadata must be an object, got "A-1".', { raw: { invoice_metadata: 'A-1' } }],
      [
        'raw.line_items must be a list of at most 5000 objects, got {}.',
        { raw: { line_items: {} } },
      ],
      ['raw.line_items[1] must be an object, got 5.', { raw: { line_items: [{}, 5] } }],
      ['raw.line_items[0] must be an object, got null.', { raw: { line_items: [null] } }],
      ['raw.line_items[0] must be an object, got [].', { raw: { line_items: [[]] } }],
    ])('%s', async (sentence, change) => {
      await expectRefused(change, sentence)
    })

    test('more than 5,000 lines', async () => {
      const line_items = Array.from({ length: 5001 }, () => ({}))
      await expectRefused({ raw: { line_items } }, 'raw.line_items must be a list of at most 5000')
    })

    test('more than 500 fields of one object', async () => {
      await expectRefused(
        { raw: { line_items: [tooManyFields] } },
        'raw.line_items[0] must be an object of at most 500 fields',
      )
      await expectRefused(
        { raw: { invoice_metadata: tooManyFields } },
        'raw.invoice_metadata must be an object of at most 500 fields',
      )
    })

    test('a label of more than 500 characters, and more than 2 MiB of it all', async () => {
      const label = { raw: { invoice_metadata: { ['x'.repeat(501)]: '' } } }
      await expectRefused(
        label,
        'raw.invoice_metadata must be an object with labels of at most 500',
      )
      const text = { raw: { invoice_metadata: { note: longText } } }
      await expectRefused(text, 'raw must be at most 2097152 characters of JSON')
    })
  })
})
