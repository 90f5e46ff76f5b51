import { afterEach, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { requestHead, sendRaw } from '../../support/raw-request.ts'
import { browserAt, setUpShop } from './browser.ts'
import { backUp, keepServing, type Kept } from './kept-daybook.ts'

/** Each starts a server: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

let kept: Kept

beforeEach(async () => {
  kept = await keepServing()
})

afterEach(() => kept[Symbol.asyncDispose]())

test('an owner alone goes on with a restore: its id tells others but how far it is', async () => {
  await setUpShop(kept.browser, kept.setUp)
  const { name } = await backUp(kept)
  const id = String((await kept.browser.post('/settings/restores')).json['id'])
  const stranger = browserAt(kept.url)
  const steps: [path: string, body?: unknown][] = [
    ['read-file'],
    ['read-backup', { name }],
    ['read-copy', { at: '2027-03-31' }],
    ['read-folder', { path: '/media/usb', key: 'AAAA' }],
    ['read-s3', { bucket: 'shop', accessKeyId: 'AK', secret: 'secret', key: 'AAAA' }],
    ['in-place', {}],
    ['give-up'],
  ]
  const code = { 'x-set-up-code': kept.setUp?.code ?? '' }
  for (const [path, body] of steps) {
    expect((await stranger.post(`/restores/${id}/${path}`, body, code)).status).toBe(401)
  }
  expect((await stranger.post(`/restores/${id}/pieces`, {}, code)).status).toBe(401)
  expect((await stranger.get(`/restores/${id}`)).json).toMatchObject({ step: 'receiving' })
  kept.clock.pass(11 * 60_000)
  for (const [path, body] of steps) {
    const refused = await kept.browser.post(`/restores/${id}/${path}`, body)
    expect([refused.status, refused.field]).toEqual([403, 'confirmation'])
  }
})

test('one that was begun with the set-up code is for owners, too, once a shop is set up', async () => {
  const code = kept.setUp?.code ?? ''
  const begun = await kept.browser.post('/set-up/restores', { code })
  await setUpShop(kept.browser, kept.setUp)
  const { name } = await backUp(kept)
  const path = `/restores/${String(begun.json['id'])}/read-backup`
  const refused = await browserAt(kept.url).post(path, { name }, { 'x-set-up-code': code })
  expect(refused.status).toBe(401)
})

test('a piece of a file is not waited for before its sender’s right is asked', async () => {
  await setUpShop(kept.browser, kept.setUp)
  const id = String((await kept.browser.post('/settings/restores')).json['id'])
  const head = requestHead('POST', `/console/api/restores/${id}/pieces`, {
    origin: 'http://localhost',
    'content-type': 'multipart/form-data; boundary=piece',
    'content-length': String(30 * 1024 * 1024),
  })
  expect(await sendRaw(kept.url, head)).toStartWith('HTTP/1.1 401 ')
})
