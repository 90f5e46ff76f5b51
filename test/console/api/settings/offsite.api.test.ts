import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createBackup } from '../../../../src/platform/backup/create-backup.ts'
import { recoveryKey } from '../../../../src/platform/offsite/recovery-key.ts'
import { fakeS3 } from '../../../support/fake-s3.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { signedIn, type Browser } from '../browser.ts'

let shop: Shop
let owner: Browser
let stick: string

beforeEach(async () => {
  shop = await openShop()
  owner = await signedIn(shop, shop.users.owner)
  stick = mkdtempSync(join(tmpdir(), 'daybook-stick-'))
})

afterEach(async () => {
  await shop.close()
  rmSync(stick, { recursive: true, force: true })
})

type Place = { title: string; copiedAt: string | null; problem: string | null; isCopying: boolean }

async function place(): Promise<Place | null> {
  const { place: shown } = (await owner.get('/settings/offsite')).json
  return JSON.parse(JSON.stringify(shown))
}

/** Once what was begun has come to its end. */
async function copied(): Promise<Place | null> {
  for (;;) {
    const shown = await place()
    if (shown?.isCopying !== true) return shown
  }
}

test('an owner names a disk, is told the key once, and copies', async () => {
  expect(await place()).toBeNull()
  const named = await owner.post('/settings/offsite/folder', { path: stick })
  expect(named.status).toBe(200)
  const { text } = await recoveryKey(String(named.json['key']))
  expect(text).toBe(String(named.json['key']))
  expect(JSON.stringify((await owner.get('/settings/offsite')).json)).not.toContain(text)
  await createBackup({ dir: shop.dir, organisation: 'Shop', madeBy: 'command', now: Date.now() })
  expect((await owner.post('/settings/offsite/copy')).status).toBe(200)
  expect(await copied()).toMatchObject({
    title: expect.stringContaining(basename(stick)),
    copiedAt: expect.any(String),
    problem: null,
  })
  expect((await owner.post('/settings/offsite/off')).status).toBe(200)
  expect(await place()).toBeNull()
})

test('copies that are there go on with their key, which is not told again', async () => {
  const { key } = (await owner.post('/settings/offsite/folder', { path: stick })).json
  await owner.post('/settings/offsite/off')
  expect((await owner.post('/settings/offsite/folder', { path: stick })).status).toBe(409)
  const again = await owner.post('/settings/offsite/folder', { path: stick, key })
  expect([again.status, again.json['key']]).toEqual([200, null])
  const wrong = await owner.post('/settings/offsite/folder', { path: stick, key: 'AAAA' })
  expect(wrong.status).toBe(400)
})

test.each(['relative', '', '/none/such'])('%p is no folder', async (path) => {
  expect((await owner.post('/settings/offsite/folder', { path })).status).toBe(400)
})

test('a bucket is a place too', async () => {
  const s3 = fakeS3()
  try {
    const bucket = { bucket: 'shop', endpoint: s3.url, accessKeyId: 'AK', secret: 'very secret' }
    expect((await owner.post('/settings/offsite/s3', bucket)).status).toBe(200)
    expect(await place()).toMatchObject({ title: 's3://shop' })
    expect(JSON.stringify((await owner.get('/settings/offsite')).json)).not.toContain('secret')
  } finally {
    s3.stop()
  }
})

test('what is named is in the activity, without its key', async () => {
  const { key } = (await owner.post('/settings/offsite/folder', { path: stick })).json
  const { text } = await owner.get('/activity')
  expect(text).toContain('second place changed')
  expect(text).not.toContain(String(key))
})

test('without a backup the reason is shown', async () => {
  await owner.post('/settings/offsite/folder', { path: stick })
  await owner.post('/settings/offsite/copy')
  expect((await copied())?.problem).toContain('There is no backup yet')
})
