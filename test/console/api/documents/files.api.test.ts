import { describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync } from 'node:fs'
import { openShop } from '../../../support/shop.ts'
import { listed, newMember, type Browser, upload, uploadOne } from '../browser.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())

const pdf = '%PDF-1.4\n% a bill\n%%EOF'
const png = Uint8Array.fromHex('89504e470d0a1a0a0000000d49484452')

function fetchFile(browser: Browser, id: string, query = '', headers = {}): Promise<Response> {
  return fetch(`${shop.url}/console/api/documents/${id}/file${query}`, {
    headers: { cookie: browser.cookie(), ...headers },
  })
}

describe('uploading', () => {
  test('enters files under the one who is signed in, to be read', async () => {
    const { browser, member } = await newMember(shop)
    const answer = await upload(
      shop,
      browser,
      { name: 'a.pdf', content: `${pdf} a`, category: 'purchase_order' },
      { name: 'b.png', content: png },
    )
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      items: [
        { filename: 'a.pdf', status: 'pending' },
        { filename: 'b.png', status: 'pending' },
      ],
    })
    const items = listed(await browser.get('/documents'))
    expect(items.map(({ state, category }) => [state, category])).toEqual([
      ['pending', 'purchase_order'],
      ['pending', 'purchase_order'],
    ])
    const id = String(items[0]?.['id'])
    expect((await member.unsynced()).json['count']).toBe(0)
    const today = new Date().toISOString().slice(0, 10)
    const raw = { invoice_metadata: { 'PO No': '9', 'PO Date': today, Supplier: 'Acme' } }
    const { version } = (await browser.get(`/documents/${id}/read`)).json
    await browser.post(`/documents/${id}/correct`, { raw, startedFrom: version })
    expect((await member.unsynced()).json['count']).toBe(1)
  })

  test('says when the same file came in before, to the same person alone', async () => {
    const { browser } = await newMember(shop)
    const stranger = await newMember(shop)
    const sent = { name: 'a.pdf', content: `${pdf} again` }
    await uploadOne(shop, stranger.browser, sent)
    const first = await upload(shop, browser, sent)
    expect(await first.json()).toMatchObject({ items: [{ before: null }] })
    const second = await upload(shop, browser, { ...sent, name: 'b.pdf' })
    expect(await second.json()).toMatchObject({ items: [{ before: { filename: 'a.pdf' } }] })
  })

  test('refuses an empty file as empty', async () => {
    const { browser } = await newMember(shop)
    const answer = await upload(shop, browser, { name: 'a.pdf', content: '' })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('a.pdf is empty: there is nothing in the file.')
  })

  test('a statement in UTF-16 is sent back as such', async () => {
    const { browser } = await newMember(shop)
    const content = Buffer.from('\ufeffDate,₹\r\n', 'utf16le')
    const id = await uploadOne(shop, browser, { name: 's.csv', content, category: 'bank_entry' })
    expect((await browser.get(`/documents/${id}`)).json).toMatchObject({
      file: { shownAs: 'text' },
    })
    const file = await fetchFile(browser, id)
    expect(file.headers.get('content-type')).toBe('text/plain; charset=utf-16le')
    expect(file.headers.get('content-disposition')).toStartWith('attachment')
  })

  test('a file that is sent twice with its key is entered once', async () => {
    const { browser } = await newMember(shop)
    const sent = { name: 'a.pdf', content: `${pdf} twice`, key: crypto.randomUUID() }
    const first = await uploadOne(shop, browser, sent)
    expect(await uploadOne(shop, browser, sent)).toBe(first)
    expect((await upload(shop, browser, { ...sent, content: `${pdf} other` })).status).toBe(409)
    expect((await browser.get('/documents')).json['total']).toBe(1)
  })

  test.each([
    ['a web page', { name: 'page.pdf', content: '<!doctype html><script>1</script>' }],
    ['an SVG', { name: 'x.png', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' }],
    ['an empty file', { name: 'empty.pdf', content: '' }],
    ['an unknown category', { name: 'a.pdf', content: pdf, category: 'bill' }],
  ])('refuses %s', async (_, sent) => {
    const { browser } = await newMember(shop)
    const answer = await upload(shop, browser, sent)
    expect(answer.status).toBe(400)
    expect((await browser.get('/documents')).json['total']).toBe(0)
  })
})

describe('the file of a document', () => {
  test.each([
    ['a PDF', 'Bill “5” é.pdf', pdf, 'application/pdf', 'inline'],
    ['a picture', 'photo.png', png, 'image/png', 'inline'],
    ['a text', 'notes.html', 'Date,Debit\n<b>1</b>', 'text/plain; charset=utf-8', 'attachment'],
  ])('%s comes byte for byte, and nothing of it runs', async (_, name, content, type, kind) => {
    const { browser } = await newMember(shop)
    const id = await uploadOne(shop, browser, { name, content })
    const answer = await fetchFile(browser, id)
    expect(answer.status).toBe(200)
    expect(await answer.bytes()).toEqual(new Uint8Array(await new Blob([content]).arrayBuffer()))
    const { headers } = answer
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toStartWith("sandbox; default-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('cache-control')).toBe('private, no-cache')
    const disposition = headers.get('content-disposition') ?? ''
    expect(disposition).toStartWith(`${kind}; filename="`)
    expect(disposition).toEndWith(`filename*=UTF-8''${encodeURIComponent(name)}`)
  })

  test('that cannot be read is refused, without a word of where it lies', async () => {
    const { browser } = await newMember(shop)
    const content = `${pdf} unreadable`
    const id = await uploadOne(shop, browser, { name: 'a.pdf', content })
    const original = shop.deps.store.path('documents', Bun.SHA256.hash(content, 'hex'))
    rmSync(original)
    mkdirSync(original)
    const answer = await fetchFile(browser, id)
    expect(answer.status).toBe(500)
    expect(answer.headers.get('x-request-id')).not.toBeNull()
    const text = await answer.text()
    expect(text).toStartWith('{"error":{"message":"Something went wrong inside Daybook.')
    expect(text).not.toContain(shop.dir.root)
  })

  test('is downloaded when that is asked for', async () => {
    const { browser } = await newMember(shop)
    const id = await uploadOne(shop, browser, { name: 'a.pdf', content: `${pdf} kept` })
    const { headers } = await fetchFile(browser, id, '?download')
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="a.pdf"; filename*=UTF-8''a.pdf`,
    )
  })

  test('comes in parts, and not again when it is there already', async () => {
    const { browser } = await newMember(shop)
    const id = await uploadOne(shop, browser, { name: 'a.txt', content: '0123456789' })
    const part = await fetchFile(browser, id, '', { range: 'bytes=2-4' })
    expect([part.status, await part.text()]).toEqual([206, '234'])
    const etag = part.headers.get('etag') ?? ''
    const again = await fetchFile(browser, id, '', { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })

  test('is not there when another program read the document', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ metadata: { 'Bill No': '1' } })
    const answer = await fetchFile(browser, id)
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('there is no file'),
    ])
  })

  test('leads to others with the same bytes', async () => {
    const { browser } = await newMember(shop)
    const first = await uploadOne(shop, browser, { name: 'a.pdf', content: `${pdf} same` })
    const second = await uploadOne(shop, browser, { name: 'b.pdf', content: `${pdf} same` })
    expect((await browser.get(`/documents/${second}`)).json).toMatchObject({
      file: { contentType: 'application/pdf', shownAs: 'pdf' },
      sameFile: [{ id: first }],
    })
  })
})
