import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync } from 'node:fs'
import { eq } from 'drizzle-orm'
import { findCreditBalance } from '../../../../src/accounts/credits.ts'
import { documents } from '../../../../src/services/scan-export/tables.ts'
import { addMember, api, itemOf, scanRow, type Member } from '../../../support/member.ts'
import { rowCounts } from '../../../support/row-counts.ts'
import { zipOf } from '../../../support/zip.ts'
import { idsOf, itemsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const path = `${api}/scans`
const raw = JSON.stringify({ invoice_metadata: { 'Bill No.': 'F-1' }, line_items: [] })

function form(files: File[], fields: Record<string, string> = {}): FormData {
  const made = new FormData()
  for (const file of files) made.append('files', file)
  for (const [name, value] of Object.entries({ category: 'vendor_invoice', ...fields })) {
    made.set(name, value)
  }
  return made
}

const pdf = (name: string, content = name) => new File([`%PDF-1.7 ${content}`], name)

const shop = untilEnd(await openShop())

const send = (member: Member, body: FormData) =>
  shop.call('POST', path, { key: member.key, raw: body })

function documentOf(scanId: string) {
  const id = scanRow(shop, scanId).documentId ?? ''
  return shop.database.read.select().from(documents).where(eq(documents.id, id)).get()
}

async function expectRefused(body: FormData, sentence: string): Promise<void> {
  const before = rowCounts(shop)
  const answer = await shop.call('POST', path, { key: shop.keys.meena, raw: body })
  expect(answer.status).toBe(400)
  expect(answer.json).toEqual({ error: sentence })
  expect(rowCounts(shop)).toEqual(before)
}

describe('POST scans with files', () => {
  test('at a path of their own are taken alike, and refused alike', async () => {
    const member = await addMember(shop)
    const files = `${path}/files`
    const body = () => form([pdf('own-path.pdf')])
    const headers = { 'idempotency-key': 'own-path' }
    const answer = await shop.call('POST', files, { key: member.key, raw: body(), headers })
    expect(answer.status).toBe(201)
    const again = await shop.call('POST', files, { key: member.key, raw: body(), headers })
    expect([again.status, again.text]).toEqual([201, answer.text])
    expect((await shop.call('POST', files, { key: member.key, raw: form([]) })).status).toBe(400)
  })

  test('answers 201: the scan is pending until it has been read, and is not delivered', async () => {
    const member = await addMember(shop)
    const answer = await send(member, form([pdf('bill.pdf')]))
    expect(answer.status).toBe(201)
    expect(answer.json).toEqual({
      items: [{ id: expect.any(String), filename: 'bill.pdf', status: 'pending' }],
    })
    expect((await member.unsynced()).json).toMatchObject({ count: 0, waiting: 0 })
  })

  test('keeps the document byte for byte', async () => {
    const member = await addMember(shop)
    const bytes = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 1, 2, 0x0d, 0x0a, 0xff])
    const [id = ''] = idsOf(await send(member, form([new File([bytes], 'photo.jpg')])))
    const document = documentOf(id)
    expect(document).toMatchObject({
      filename: 'photo.jpg',
      contentType: 'image/jpeg',
      bytes: bytes.length,
      hash: Bun.SHA256.hash(bytes, 'hex'),
      userId: member.id,
    })
    const hash = document?.hash ?? ''
    const file = `${shop.dir.documents}/${hash.slice(0, 2)}/${hash}`
    expect(existsSync(file)).toBe(true)
    expect(new Uint8Array(readFileSync(file))).toEqual(bytes)
  })

  test('with raw is successful at once, uses a credit and is delivered', async () => {
    const member = await addMember(shop)
    const before = findCreditBalance(shop.database.read).get()?.balance ?? 0
    const answer = await send(member, form([pdf('bill.pdf')], { raw }))
    expect(itemsOf(answer)).toMatchObject([{ filename: 'bill.pdf', status: 'successful' }])
    const [id = ''] = idsOf(answer)
    expect(itemOf(await member.unsynced(), id)).toMatchObject({ invoice_no: 'F-1' })
    expect(findCreditBalance(shop.database.read).get()?.balance).toBe(before - 1)
  })

  test.each(['', 'null', ' null '])(
    'without a value in raw waits to be read: "%s"',
    async (none) => {
      const member = await addMember(shop)
      const answer = await send(member, form([pdf('bill.pdf')], { raw: none }))
      expect(itemsOf(answer)).toMatchObject([{ status: 'pending' }])
    },
  )

  test('uses no credit for a scan that has not been read', async () => {
    const member = await addMember(shop)
    const before = findCreditBalance(shop.database.read).get()?.balance
    await send(member, form([pdf('bill.pdf')]))
    expect(findCreditBalance(shop.database.read).get()?.balance).toBe(before ?? 0)
  })

  test('takes several files, one scan each, in their order and category', async () => {
    const member = await addMember(shop)
    const files = [pdf('c.pdf'), pdf('a.pdf'), pdf('b.pdf')]
    const answer = await send(member, form(files, { category: 'bank_entry' }))
    expect(itemsOf(answer).map((item) => item['filename'])).toEqual(['c.pdf', 'a.pdf', 'b.pdf'])
    expect(new Set(idsOf(answer)).size).toBe(3)
    for (const id of idsOf(answer)) expect(scanRow(shop, id).category).toBe('bank_entry')
  })

  test('takes files whatever their fields are called', async () => {
    const member = await addMember(shop)
    const body = form([])
    body.set('file', pdf('one.pdf'))
    body.set('upload[0]', pdf('two.pdf'))
    expect(itemsOf(await send(member, body))).toHaveLength(2)
  })

  test('takes the filename without its path', async () => {
    const member = await addMember(shop)
    const answer = await send(member, form([pdf('..\\..\\secret\\bill.pdf')]))
    expect(itemsOf(answer)).toMatchObject([{ filename: 'bill.pdf' }])
  })

  test('takes Multipart/Form-Data in any spelling', async () => {
    const member = await addMember(shop)
    const request = new Request(shop.url, { method: 'POST', body: form([pdf('bill.pdf')]) })
    const contentType = request.headers.get('content-type') ?? ''
    const answer = await shop.call('POST', path, {
      key: member.key,
      raw: new Uint8Array(await request.arrayBuffer()),
      headers: {
        'content-type': contentType.replace('multipart/form-data', 'Multipart/Form-Data'),
      },
    })
    expect(answer.status).toBe(201)
  })

  test.each([
    ['a.pdf', '%PDF-1.4', 'application/pdf'],
    ['a.jpg', '\xff\xd8\xff\xe0', 'image/jpeg'],
    ['a.png', '\x89PNG\r\n\x1a\n', 'image/png'],
    ['a.webp', 'RIFF\0\0\0\0WEBP', 'image/webp'],
    ['a.gif', 'GIF89a', 'image/gif'],
    ['a.tif', 'II*\0', 'image/tiff'],
    ['a.xls', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/vnd.ms-excel'],
    ['a.csv', 'Date,Narration\n', 'text/plain'],
    ['excel.csv', 'Date,Caf\xe9\r\n', 'text/plain; charset=windows-1252'],
    ['bank.csv', '\xff\xfeD\0a\0y\0', 'text/plain; charset=utf-16le'],
    ['wrong.exe', '%PDF-1.4', 'application/pdf'],
  ])('judges a document by its bytes: %s', async (name, content, type) => {
    const member = await addMember(shop)
    const bytes = new Uint8Array(Buffer.from(content, 'latin1'))
    const [id = ''] = idsOf(await send(member, form([new File([bytes], name)])))
    expect(documentOf(id)?.contentType).toBe(type)
  })

  test.each([
    ['a program', 'bill.pdf', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
    ['bytes that are no text', 'bill.csv', new Uint8Array([0xc3, 0x28, 0x01, 0xa1])],
  ])('refuses %s, whatever it is called', async (_what, name, bytes) => {
    await expectRefused(
      form([pdf('good.pdf'), new File([bytes], name)]),
      `${name} is not a document that Daybook takes: PDF, JPEG, PNG, WebP, GIF, TIFF, Excel, CSV, TXT or JSON.`,
    )
  })

  test('refuses an empty file as empty', async () => {
    await expectRefused(
      form([pdf('good.pdf'), new File([], 'empty.pdf')]),
      'empty.pdf is empty: there is nothing in the file.',
    )
  })

  test('refuses a Word document by its name, and stores nothing of the files beside it', async () => {
    const good = pdf('good.pdf', 'never stored')
    const word = new File([zipOf(['[Content_Types].xml', 'word/document.xml'])], 'notes.docx')
    await expectRefused(
      form([good, word]),
      'notes.docx is a Word document, which Daybook does not take. Open it and save it as PDF, then send the PDF.',
    )
    const hash = Bun.SHA256.hash(await good.bytes(), 'hex')
    expect(existsSync(`${shop.dir.documents}/${hash.slice(0, 2)}/${hash}`)).toBe(false)
  })

  test('refuses no file, and more than 100', async () => {
    await expectRefused(form([]), 'Send 1 to 100 files, got 0.')
    const many = Array.from({ length: 101 }, (_, i) => pdf(`${i}.pdf`))
    await expectRefused(form(many), 'Send 1 to 100 files, got 101.')
    const member = await addMember(shop)
    expect(itemsOf(await send(member, form(many.slice(1))))).toHaveLength(100)
  })

  test('refuses an unknown category', async () => {
    await expectRefused(
      form([pdf('bill.pdf')], { category: 'invoice' }),
      'category must be one of vendor_invoice, purchase_order, bank_entry, got "invoice".',
    )
    const none = form([pdf('bill.pdf')])
    none.delete('category')
    await expectRefused(
      none,
      'category is missing: it must be one of vendor_invoice, purchase_order, bank_entry.',
    )
  })

  test('refuses raw that is no JSON or no object, and raw with more than one file', async () => {
    const one = [pdf('bill.pdf')]
    await expectRefused(form(one, { raw: '{' }), "raw is not valid JSON: Expected '}'.")
    await expectRefused(
      form(one, { raw: '[]' }),
      'raw must be an object with invoice_metadata and line_items, got [].',
    )
    await expectRefused(
      form([...one, pdf('two.pdf')], { raw }),
      'raw belongs to one file: send each file in a request of its own.',
    )
  })

  test('refuses a body that is no multipart, or has no boundary', async () => {
    for (const contentType of ['multipart/form-data', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': contentType }
      const options = { key: shop.keys.meena, headers, raw: '--y\r\nnonsense' }
      const answer = await shop.call('POST', path, options)
      expect([answer.status, answer.json]).toEqual([
        400,
        { error: 'The body is not valid multipart/form-data.' },
      ])
    }
  })
})
