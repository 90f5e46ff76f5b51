import { describe, expect, test } from 'bun:test'
import { correctScan } from '../../../src/services/scan-export/scans/change-scan.ts'
import { openFindings } from '../../../src/services/scan-export/scans/hold.ts'
import { findReading } from '../../../src/services/scan-export/scans/reading-rows.ts'
import { requireScan } from '../../../src/services/scan-export/scans/queries.ts'
import { honestBill } from '../../support/bills.ts'
import { addMember, api, type Member } from '../../support/member.ts'
import { idsOf, itemsOf, openShop, type Shop } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'

const shop = untilEnd(await openShop())

type Reader = Member & {
  readerKey: string
  /** A document of the member that nobody has read. */
  addFile(content?: string): Promise<string>
  unread(query?: string): ReturnType<Shop['call']>
  send(id: string, body: unknown): ReturnType<Shop['call']>
}

async function newReader(): Promise<Reader> {
  const member = await addMember(shop)
  const made = await shop.addKey({ email: member.email, scopes: ['scans:extract'] })
  const { key } = made
  return {
    ...member,
    readerKey: key,
    async addFile(content = crypto.randomUUID()) {
      const form = new FormData()
      form.append('files', new File([`%PDF-1.7 ${content}`], 'bill.pdf'))
      form.set('category', 'vendor_invoice')
      const answer = await shop.call('POST', `${api}/scans`, { key: member.key, raw: form })
      return idsOf(answer)[0] ?? ''
    },
    unread: (query = '') => shop.call('GET', `${api}/scans/unread?${query}`, { key }),
    send: (id, body) => shop.call('POST', `${api}/scans/${id}/reading`, { key, body }),
  }
}

const bill = honestBill('A-9')

describe('a key of another reader', () => {})

describe('what nobody has read', () => {
  test('is listed with what a reader needs to know, a page at a time, to its user alone', async () => {
    const reader = await newReader()
    const stranger = await newReader()
    const ids = [await reader.addFile(), await reader.addFile()]
    const first = await reader.unread('limit=1')
    expect(first.json).toMatchObject({ count: 1, next: ids[0] })
    expect(itemsOf(first)[0]).toMatchObject({
      id: ids[0],
      filename: 'bill.pdf',
      status: 'pending',
      content_type: 'application/pdf',
      category: 'vendor_invoice',
    })
    const rest = await reader.unread(`after=${ids[0]}`)
    expect(idsOf(rest)).toEqual(ids.slice(1))
    expect(rest.json['next']).toBeNull()
    expect((await stranger.unread()).json['count']).toBe(0)
    expect((await stranger.unread(`after=${ids[0]}`)).status).toBe(400)
    expect((await reader.unread('category=bank_entry')).json['count']).toBe(0)
    expect((await reader.unread('status=successful')).status).toBe(400)
  })

  test('leaves the list when somebody types it in', async () => {
    const reader = await newReader()
    const id = await reader.addFile()
    await correctScan(shop.deps, id, bill, reader.id)
    expect((await reader.unread()).json['count']).toBe(0)
  })
})

describe('the file of a document', () => {
  test('is sent as it came in, and again only when it is another', async () => {
    const reader = await newReader()
    const id = await reader.addFile('one')
    const path = `${api}/scans/${id}/file`
    const answer = await shop.call('GET', path, { key: reader.readerKey })
    expect([answer.status, answer.text]).toEqual([200, '%PDF-1.7 one'])
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    expect(answer.headers.get('content-disposition')).toStartWith('attachment; filename="bill.pdf"')
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
    const again = await shop.call('GET', path, { key: reader.readerKey, headers })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('is not found for somebody else’s document, an unknown one, one that came without, and one that was delivered', async () => {
    const [reader, stranger] = [await newReader(), await newReader()]
    const typed = await reader.addScan()
    const delivered = await reader.addScan({ bytes: 'delivered', metadata: { 'Bill No.': 'D-1' } })
    await reader.mark({ ids: [delivered] })
    for (const [key, id] of [
      [stranger.readerKey, await reader.addFile()],
      [reader.readerKey, crypto.randomUUID()],
      [reader.readerKey, 'nothing'],
      [reader.readerKey, typed],
      [reader.readerKey, delivered],
    ]) {
      const answer = await shop.call('GET', `${api}/scans/${id}/file`, { key })
      expect(answer.status).toBe(404)
    }
  })
})

describe('what another reader read', () => {
  test('is delivered at once, and told with where it stands and what is doubtful', async () => {
    const reader = await newReader()
    const id = await reader.addFile()
    const box = [0.1, 0.2, 0.3, 0.4]
    const explain = {
      'invoice_metadata.Bill No.': {
        source: 'ocr',
        page: 2,
        box,
        confidence: 0.6,
        doubts: ['A-9?'],
      },
      'line_items.0.Qty': { confidence: 0.9 },
    }
    const sent = await reader.send(id, { raw: bill, explain })
    expect(sent).toMatchObject({ status: 200, json: { id, status: 'successful' } })
    const [item] = itemsOf(await reader.unsynced('explain=true'))
    expect(item).toMatchObject({ id, doubts: ['invoice_metadata.invoice_no'] })
    expect(item?.['explain']).toMatchObject({
      'invoice_metadata.invoice_no': {
        source: 'api',
        page: 2,
        box,
        confidence: 0.6,
        doubts: ['A-9?'],
      },
      'line_items.0.qty': { source: 'api', confidence: 0.9, doubts: [] },
    })
    expect((await reader.unread()).json['count']).toBe(0)
  })

  test.each(['qr', 'xml', 'text', 'ocr', 'derived'])(
    'comes from that program, also where it says %s: Daybook has not seen it',
    async (source) => {
      const reader = await newReader()
      const id = await reader.addFile()
      await reader.send(id, { raw: bill, explain: { 'invoice_metadata.Total': { source } } })
      const [item] = itemsOf(await reader.unsynced('explain=true'))
      expect(item?.['explain']).toMatchObject({ 'invoice_metadata.total': { source: 'api' } })
    },
  )

  test('changes nothing when it is sent again, and replaces what was read when it is better', async () => {
    const reader = await newReader()
    const id = await reader.addFile()
    await reader.send(id, { raw: bill })
    const { read } = shop.database
    const before = findReading(read).get({ scanId: id })
    expect((await reader.send(id, { raw: bill })).status).toBe(200)
    expect(findReading(read).get({ scanId: id })).toEqual(before)
    await reader.send(id, { raw: honestBill('A-10') })
    expect(itemsOf(await reader.unsynced())).toMatchObject([{ id, invoice_no: 'A-10' }])
  })

  test('stays behind what a person typed', async () => {
    const reader = await newReader()
    const id = await reader.addFile()
    await correctScan(shop.deps, id, honestBill('B-1'), reader.id)
    expect((await reader.send(id, { raw: bill })).json['status']).toBe('successful')
    expect(itemsOf(await reader.unsynced())).toMatchObject([{ id, invoice_no: 'B-1' }])
  })

  test('is doubted by the checks where it cannot be right, and goes out all the same', async () => {
    const reader = await newReader()
    const id = await reader.addFile()
    await reader.send(id, { raw: honestBill('A-9', { head: { Total: '1,060.00' } }) })
    const { read } = shop.database
    expect(openFindings(read, shop.deps, requireScan(read, id))).not.toBeEmpty()
    expect(idsOf(await reader.unsynced())).toEqual([id])
  })

  test('is refused once the document was delivered', async () => {
    const reader = await newReader()
    const id = await reader.addFile()
    await reader.send(id, { raw: bill })
    await reader.mark({ ids: [id] })
    expect((await reader.send(id, { raw: honestBill('A-10') })).status).toBe(409)
  })

  test('may be nothing: then the reason is listed, until it was read after all', async () => {
    const reader = await newReader()
    const id = await reader.addFile()
    const reason = 'The photo is too dark.'
    const failed = await reader.send(id, { failure_reason: reason })
    expect(failed).toMatchObject({ status: 200, json: { status: 'failed' } })
    expect((await reader.unread()).json['count']).toBe(0)
    expect(itemsOf(await reader.unread('status=failed'))).toMatchObject([
      { id, failure_reason: reason },
    ])
    await reader.send(id, { raw: bill })
    expect(idsOf(await reader.unsynced())).toEqual([id])
    expect((await reader.send(id, { failure_reason: reason })).status).toBe(409)
  })

  test.each([
    ['nothing', {}, 'one of the two'],
    ['both', { raw: bill, failure_reason: 'x' }, 'one of the two'],
    ['a reason that is none', { failure_reason: '  ' }, 'failure_reason'],
    ['fields that are no object', { raw: [] }, 'raw'],
    ['an explanation of nothing', { raw: bill, explain: { 'invoice_metadata.X': {} } }, 'explain'],
    [
      'a path of a line that is not there',
      { raw: bill, explain: { 'line_items.99.Qty': {} } },
      'explain',
    ],
    [
      'a confidence above 1',
      { raw: bill, explain: { 'line_items.0.Qty': { confidence: 2 } } },
      'from 0 to 1',
    ],
    [
      'a source that is none',
      { raw: bill, explain: { 'line_items.0.Qty': { source: 'me' } } },
      'xml, qr',
    ],
    ['half a box', { raw: bill, explain: { 'line_items.0.Qty': { box: [0, 1] } } }, 'fractions'],
  ])('is refused when it is %s', async (_, body, said) => {
    const reader = await newReader()
    const id = await reader.addFile()
    const answer = await reader.send(id, body)
    expect(answer.status).toBe(400)
    expect(answer.json['error']).toContain(said)
    expect((await reader.unread()).json['count']).toBe(1)
  })

  test('is not found for somebody else’s document', async () => {
    const [reader, stranger] = [await newReader(), await newReader()]
    expect((await stranger.send(await reader.addFile(), { raw: bill })).status).toBe(404)
    expect((await reader.send(crypto.randomUUID(), { raw: bill })).status).toBe(404)
  })
})
