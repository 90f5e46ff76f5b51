import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addName } from '../../../src/names/add-name.ts'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { copyBackup } from '../../../src/platform/offsite/copies.ts'
import { openPlace } from '../../../src/platform/offsite/place.ts'
import { newRecoveryText, recoveryKey } from '../../../src/platform/offsite/recovery-key.ts'
import { markPlace } from '../../../src/platform/offsite/snapshots.ts'
import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'
import { firstOwner, setUpShop, type ConsoleAnswer } from './browser.ts'
import { backUp, keepServing, stepOf, type Kept } from './kept-daybook.ts'

/** Each stops a server and starts it again: longer than Bun's limit on a busy computer, in milliseconds. */
setDefaultTimeout(120_000)

const { password } = firstOwner

/** Sets up, and enters the password as somebody does who restores. */
async function setUp({ browser, setUp: link }: Kept, organisation: string): Promise<void> {
  expect((await setUpShop(browser, link, { organisation })).status).toBe(200)
  expect((await browser.post('/confirmation', { password })).status).toBe(200)
}

async function addVendor({ dir }: Kept, name: string): Promise<void> {
  const database = openDatabaseForCommand(dir, Date.now())
  await database.write((conn) => addName(conn, 'vendor', { name, aliases: [] }, Date.now()))
  await database.close()
}

async function begin({ browser }: Kept): Promise<string> {
  return String((await browser.post('/settings/restores')).json['id'])
}

async function vendors({ browser }: Kept): Promise<unknown> {
  await browser.post('/sign-in', { email: 'om@example.com', password })
  const { json } = await browser.get('/names?kind=vendor')
  return Array.isArray(json['items'])
    ? json['items'].map((item) => (isJsonObject(item) ? item['name'] : undefined))
    : json
}

async function putInPlace(kept: Kept, id: string, headers = {}): Promise<JsonObject> {
  expect(await stepOf(kept, id, ['ready', 'failed'])).toMatchObject({ step: 'ready' })
  expect((await kept.browser.post(`/restores/${id}/in-place`, {}, headers)).status).toBe(200)
  return await stepOf(kept, id, ['done', 'failed'])
}

/** As a page sends it. */
async function sendPiece(
  { url, browser }: Kept,
  id: string,
  at: number | string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<{ status: number; text: string }> {
  const form = new FormData()
  form.set('at', String(at))
  form.set('piece', new Blob([bytes]), 'piece')
  const answer = await fetch(`${url}/console/api/restores/${id}/pieces`, {
    method: 'POST',
    headers: { origin: url, cookie: browser.cookie() },
    body: form,
  })
  return { status: answer.status, text: await answer.text() }
}

let kept: Kept

beforeEach(async () => {
  kept = await keepServing()
})

afterEach(() => kept[Symbol.asyncDispose]())

function problemIn({ json }: ConsoleAnswer): string {
  const { error } = json
  return isJsonObject(error) ? String(error['message']) : ''
}

describe('an owner', () => {
  test('puts a backup of the list in the place of the data, and the server comes back with it', async () => {
    await setUp(kept, 'Acme')
    await addVendor(kept, 'Bharat')
    const { name } = await backUp(kept, 'Acme')
    await addVendor(kept, 'Later')
    const id = await begin(kept)
    await kept.browser.post(`/restores/${id}/read-backup`, { name })
    const ready = await stepOf(kept, id, ['ready', 'failed'])
    expect(ready).toMatchObject({
      step: 'ready',
      own: 'Acme',
      isOther: false,
      backup: { organisation: 'Acme', missing: [], files: 0 },
    })
    // It is still the shop of now that is served.
    expect(await vendors(kept)).toEqual(['Bharat', 'Later'])
    const done = await putInPlace(kept, id)
    expect(done).toMatchObject({ step: 'done', problem: null })
    expect(String(done['keptIn'])).toContain('before-restore-')
    expect((await kept.browser.get('/state')).json['signedIn']).toBeNull()
    expect(await vendors(kept)).toEqual(['Bharat'])
    expect((await kept.browser.get('/activity')).text).toContain('data restored')
    expect((await kept.browser.get('/activity')).text).toContain('"by":"om@example.com"')
  })

  test('sends a file in pieces, and is told of which shop it is before anything is changed', async () => {
    await using other = await keepServing()
    await setUp(other, 'Other Traders')
    const { file } = await backUp(other, 'Other Traders')
    await setUp(kept, 'Acme')
    const bytes = await Bun.file(file).bytes()
    const half = Math.floor(bytes.length / 2)
    const id = await begin(kept)
    expect((await sendPiece(kept, id, 0, bytes.slice(0, half))).status).toBe(200)
    const wrong = await sendPiece(kept, id, 5, bytes.slice(half))
    expect([wrong.status, wrong.text]).toEqual([409, expect.stringContaining(`byte ${half}`)])
    expect((await sendPiece(kept, id, half, bytes.slice(half))).status).toBe(200)
    await kept.browser.post(`/restores/${id}/read-file`)
    expect(await stepOf(kept, id, ['ready', 'failed'])).toMatchObject({
      isOther: true,
      backup: { organisation: 'Other Traders' },
    })
    expect((await kept.browser.post(`/restores/${id}/give-up`)).status).toBe(200)
    expect(readdirSync(kept.dir.root).filter((name) => name.endsWith('.part'))).toEqual([])
    expect((await kept.browser.get(`/restores/${id}`)).status).toBe(404)
    expect((await kept.browser.get('/settings/shop')).json['name']).toBe('Acme')
  })

  test.each([
    ['rubbish', (bytes: Uint8Array<ArrayBuffer>) => bytes.map(() => 7)],
    ['a file that was cut off', (bytes: Uint8Array<ArrayBuffer>) => bytes.slice(0, -2000)],
    ['a file with a changed byte', changedAt],
  ])('is told why %s is no backup', async (_, spoil) => {
    await setUp(kept, 'Acme')
    const { file } = await backUp(kept, 'Acme')
    const id = await begin(kept)
    await sendPiece(kept, id, 0, spoil(await Bun.file(file).bytes()))
    await kept.browser.post(`/restores/${id}/read-file`)
    const failed = await stepOf(kept, id, ['ready', 'failed'])
    expect(failed).toMatchObject({ step: 'failed', problem: expect.stringContaining('backup') })
    expect((await kept.browser.post(`/restores/${id}/in-place`, {})).status).toBe(409)
  })

  test('brings a copy back from the second place', async () => {
    const stick = mkdtempSync(join(tmpdir(), 'daybook-stick-'))
    await setUp(kept, 'Acme')
    await kept.browser.post('/settings/offsite/folder', { path: stick })
    await backUp(kept, 'Acme')
    await kept.browser.post('/settings/offsite/copy')
    const copies = await untilCopied(kept)
    await addVendor(kept, 'Later')
    const id = await begin(kept)
    await kept.browser.post(`/restores/${id}/read-copy`, { at: copies[0]?.['madeAt'] })
    expect(await putInPlace(kept, id)).toMatchObject({ step: 'done' })
    expect(await vendors(kept)).toEqual([])
    rmSync(stick, { recursive: true, force: true })
  })

  test('has the data of before again when no server can open those of the backup', async () => {
    await setUp(kept, 'Acme')
    const { name } = await backUp(kept, 'Acme')
    await addVendor(kept, 'Later')
    const id = await begin(kept)
    await kept.browser.post(`/restores/${id}/read-backup`, { name })
    kept.failNext(new AppError('unavailable', 'The book cannot be opened.'))
    expect(await putInPlace(kept, id)).toMatchObject({
      step: 'failed',
      problem: 'The book cannot be opened.',
    })
    expect(await vendors(kept)).toEqual(['Later'])
    expect(readdirSync(kept.dir.root).filter((found) => found.startsWith('before-'))).toEqual([])
  })

  test('enters the password first', async () => {
    await setUp(kept, 'Acme')
    kept.clock.pass(11 * 60_000)
    const refused = await kept.browser.post('/settings/restores')
    expect([refused.status, refused.field]).toEqual([403, 'confirmation'])
  })

  test('restores one at a time', async () => {
    await setUp(kept, 'Acme')
    const first = await begin(kept)
    const second = await begin(kept)
    expect((await kept.browser.get(`/restores/${first}`)).status).toBe(404)
    const read = Promise.withResolvers<string>()
    kept.restores.read(second, () => read.promise)
    expect(problemIn(await kept.browser.post('/settings/restores'))).toContain('at this moment')
    read.reject(new AppError('not_found', 'There is none.'))
    await stepOf(kept, second, ['failed'])
    expect((await kept.browser.post('/settings/restores')).status).toBe(200)
  })

  test('keeps who reaches Daybook as it is', async () => {
    await setUp(kept, 'Acme')
    const { name } = await backUp(kept, 'Acme')
    await kept.browser.post('/network', { access: 'network' })
    const id = await begin(kept)
    await kept.browser.post(`/restores/${id}/read-backup`, { name })
    await putInPlace(kept, id)
    await kept.browser.post('/sign-in', { email: 'om@example.com', password })
    expect((await kept.browser.get('/network')).json).toMatchObject({ access: 'network' })
  })
})

describe('a bare computer', () => {
  test('gets its shop back from the printed key, with the set-up code', async () => {
    await using other = await keepServing()
    await setUp(other, 'Acme')
    await addVendor(other, 'Bharat')
    const key = await recoveryKey(newRecoveryText())
    const stick = mkdtempSync(join(tmpdir(), 'daybook-stick-'))
    const place = openPlace({ kind: 'folder', path: stick }, '')
    await markPlace(place, key, 'one')
    const backup = await backUp(other, 'Acme')
    await copyBackup({ place, key, writer: 'one' }, { ...backup, ...madeBy }, [])

    expect((await kept.browser.post('/set-up/restores', { code: 'AAAA' })).status).toBe(403)
    const begun = await kept.browser.post('/set-up/restores', { code: kept.setUp?.code })
    const id = String(begun.json['id'])
    const wrong = { path: stick, key: newRecoveryText() }
    const step = `/restores/${id}/read-folder`
    expect((await kept.browser.post(step, wrong)).status).toBe(403)
    expect((await kept.browser.post(step, wrong, { 'x-set-up-code': 'AAAA' })).status).toBe(403)
    const right = { 'x-set-up-code': kept.setUp?.code ?? '' }
    await kept.browser.post(step, wrong, right)
    const refused = await stepOf(kept, id, ['ready', 'failed'])
    expect(String(refused['problem'])).toContain('another key')
    const again = await kept.browser.post('/set-up/restores', { code: kept.setUp?.code })
    const next = String(again.json['id'])
    await kept.browser.post(`/restores/${next}/read-folder`, { path: stick, key: key.text }, right)
    expect(await putInPlace(kept, next, right)).toMatchObject({ step: 'done', problem: null })
    expect(await vendors(kept)).toEqual(['Bharat'])
    rmSync(stick, { recursive: true, force: true })
  })

  test('opens nothing this way once it is set up', async () => {
    const code = kept.setUp?.code
    await setUp(kept, 'Acme')
    expect((await kept.browser.post('/set-up/restores', { code })).status).toBe(409)
  })
})

test('nothing but a piece of a file is taken as one', async () => {
  await setUp(kept, 'Acme')
  const id = await begin(kept)
  expect((await sendPiece(kept, id, 'x', new Uint8Array(1))).status).toBe(400)
  expect((await kept.browser.post(`/restores/${id}/pieces`, {})).status).toBe(400)
  expect((await sendPiece(kept, 'none', 0, new Uint8Array(1))).status).toBe(404)
})

/** What a copy needs to know of a backup besides its file. */
const madeBy = {
  number: 1,
  madeAt: Date.now(),
  bytes: 0,
  madeBy: 'command' as const,
  isComplete: true,
}

function changedAt(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const at = Math.floor(bytes.length / 2)
  return bytes.map((byte, n) => (n === at ? byte ^ 1 : byte))
}

async function untilCopied({ browser }: Kept): Promise<JsonObject[]> {
  for (;;) {
    const { json } = await browser.get('/settings/offsite/copies')
    const items = Array.isArray(json['items']) ? json['items'].filter(isJsonObject) : []
    if (items.length > 0) return items
  }
}
