import { expect, test } from 'bun:test'
import { lockedPdf, pdfFile } from '../../../../src/cli/demo/papers/write-papers.ts'
import { photoOnItsSide } from '../../../support/papers.ts'
import { openShop } from '../../../support/shop.ts'
import { fax4, tagsOf, tiffFile } from '../../../support/tiff.ts'
import { newMember, type Browser, uploadOne } from '../browser.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())

const bill = pdfFile([
  { width: 595, height: 842, content: '0 0 100 100 re f' },
  { width: 842, height: 595, content: '' },
])

function fetchPage(browser: Browser, path: string, headers = {}): Promise<Response> {
  return fetch(`${shop.url}/console/api/documents/${path}`, {
    headers: { cookie: browser.cookie(), ...headers },
  })
}

test('the pages of a PDF are counted, and each is sent as a picture', async () => {
  const { browser } = await newMember(shop)
  const id = await uploadOne(shop, browser, { name: 'bill.pdf', content: bill })
  expect((await browser.get(`/documents/${id}/pages`)).json).toEqual({
    total: 2,
    pages: [
      { width: 595, height: 842 },
      { width: 842, height: 595 },
    ],
    problem: null,
  })
  const second = await fetchPage(browser, `${id}/pages/2?width=1200`)
  expect(second.headers.get('content-type')).toBe('image/jpeg')
  expect(second.headers.get('cache-control')).toBe('private, no-cache')
  const picture = new Bun.Image(await second.arrayBuffer())
  expect(await picture.metadata()).toMatchObject({ width: 1200, height: 848 })
})

test('a fax is shown as pictures of its pages, and the TIFF itself is only downloaded', async () => {
  const size = { width: 300, height: 200 }
  const sheet = { tags: tagsOf(size, 4, 0), pieces: [fax4({ ...size, isBlack: (x) => x < 9 })] }
  const { browser } = await newMember(shop)
  const id = await uploadOne(shop, browser, { name: 'fax.tif', content: tiffFile([sheet, sheet]) })
  expect((await browser.get(`/documents/${id}`)).json).toMatchObject({
    file: { contentType: 'image/tiff', shownAs: 'pages' },
  })
  expect((await browser.get(`/documents/${id}/pages`)).json).toEqual({
    total: 2,
    pages: [size, size],
    problem: null,
  })
  const second = await fetchPage(browser, `${id}/pages/2?width=1200`)
  expect(second.headers.get('content-type')).toBe('image/jpeg')
  const file = await fetchPage(browser, `${id}/file`)
  expect(file.headers.get('content-type')).toBe('image/tiff')
  expect(file.headers.get('content-disposition')).toStartWith('attachment')
})

test('a page that the browser has already is not sent again', async () => {
  const { browser } = await newMember(shop)
  const id = await uploadOne(shop, browser, { name: 'bill.pdf', content: bill })
  const etag = (await fetchPage(browser, `${id}/pages/1`)).headers.get('etag')
  const again = await fetchPage(browser, `${id}/pages/1`, { 'if-none-match': etag })
  expect(again.status).toBe(304)
})

test('a photo is one page, upright', async () => {
  const { browser } = await newMember(shop)
  const id = await uploadOne(shop, browser, {
    name: 'a.jpg',
    content: photoOnItsSide({ width: 300, height: 100 }),
  })
  expect((await browser.get(`/documents/${id}/pages`)).json).toEqual({
    total: 1,
    pages: [{ width: 100, height: 300 }],
    problem: null,
  })
})

test('a PDF that is locked says so, and its pages are refused', async () => {
  const { browser } = await newMember(shop)
  const id = await uploadOne(shop, browser, { name: 'locked.pdf', content: lockedPdf() })
  const pages = (await browser.get(`/documents/${id}/pages`)).json
  expect(pages).toEqual({ total: 0, pages: [], problem: 'password' })
  expect((await fetchPage(browser, `${id}/pages/1`)).status).toBe(400)
})

test.each(['pages/3', 'pages/0', 'pages/x', 'pages/1?width=5000', 'pages/1?width=x'])(
  'of a bill of two pages, %s is refused',
  async (path) => {
    const { browser } = await newMember(shop)
    const id = await uploadOne(shop, browser, { name: 'bill.pdf', content: bill })
    expect((await fetchPage(browser, `${id}/${path}`)).status).toBe(400)
  },
)

test('what is no PDF and no photo has no pages', async () => {
  const { browser } = await newMember(shop)
  const id = await uploadOne(shop, browser, { name: 'list.csv', content: 'a,b\n' })
  const answer = await browser.get(`/documents/${id}/pages`)
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('list.csv has no pages')
  expect((await fetchPage(browser, `${id}/pages/1`)).status).toBe(400)
})
