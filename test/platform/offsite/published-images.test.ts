import { afterEach, beforeEach, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, type App } from '../../../src/app.ts'
import {
  publishedImages,
  publishImages,
  publishNoImages,
} from '../../../src/platform/offsite/published-images.ts'
import { readConfig } from '../../../src/platform/config.ts'
import { examine } from '../../../src/platform/doctor/examine.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { readPlace } from '../../../src/platform/offsite/place.ts'
import { pictures } from '../../../src/platform/pictures/pictures.ts'
import { secretsIn } from '../../../src/platform/secrets.ts'
import { systemClock } from '../../../src/platform/time.ts'
import { openServedDatabase, type Database } from '../../../src/platform/db/database.ts'
import { linkFile, markDeleting } from '../../../src/platform/files/file-rows.ts'
import { dataDir, makeDataDir, type DataDir } from '../../../src/platform/disk/data-dir.ts'
import { drawingHere } from '../../support/drawing-here.ts'
import { fakeS3, type FakeS3 } from '../../support/fake-s3.ts'
import { errorOf } from '../../support/temporary-database.ts'
import { png } from '../../support/pictures.ts'

const url = 'https://images.example.com'

let root: string
let dir: DataDir
let database: Database
let app: App
let s3: FakeS3

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'daybook-published-'))
  dir = dataDir(root)
  makeDataDir(dir)
  database = openServedDatabase(dir, Date.now())
  app = createApp({
    database,
    dir,
    clock: systemClock,
    log: silentLog,
    calls: { add: () => undefined },
    corsOrigins: [],
    publicUrl: undefined,
    pictures: pictures(silentLog, drawingHere),
  })
  s3 = fakeS3()
})

afterEach(async () => {
  await app.stopWork()
  s3.stop()
  await database.close()
  rmSync(root, { recursive: true, force: true })
})

async function store(seed: number): Promise<string> {
  const file = await app.store.put('images', png(30, 20, seed))
  await database.write((conn) => linkFile(conn, app.store, 'images', file))
  return file.hash
}

const publish = async () => {
  const place = readPlace('s3://shop', { endpoint: s3.url, region: 'auto', accessKey: 'AK' })
  await publishImages({ database, secrets: secretsIn(dir.secretKey) }, { place, secret: 's', url })
}
const get = async (name: string, headers: Record<string, string> = {}) => {
  const request = new Request(`http://shop.local/images/${name}`, { headers })
  return await app.dispatcher.answer(request, { service: undefined }, '127.0.0.1')
}

test('an image is served from here until it and its copies are published, then browsers are led on', async () => {
  const hash = await store(1)
  expect((await get(`${hash}.png`)).status).toBe(200)
  await publish()
  await app.published.bringUp()
  expect([...s3.keys()].toSorted()).toEqual(
    ['-1280.webp', '-240.webp', '-640.webp', '.png'].map((end) => `images/${hash}${end}`),
  )
  for (const name of [`${hash}.png`, `${hash}-240.webp`]) {
    const { status, headers } = await get(name)
    expect([status, headers.get('location')]).toEqual([302, `${url}/images/${name}`])
    expect(headers.get('vary')).toBe('Cookie')
  }
  const later = await store(2)
  expect((await get(`${later}.png`)).status).toBe(200)
})

test('the console, which comes with its cookie, is shown images from here', async () => {
  const hash = await store(1)
  await publish()
  await app.published.bringUp()
  expect((await get(`${hash}.png`)).status).toBe(302)
  expect((await get(`${hash}.png`, { cookie: 'session=1' })).status).toBe(200)
})

test('while the place fails images are served from here, and it is tried again', async () => {
  const hash = await store(1)
  await publish()
  s3.fail()
  const refused = await errorOf(app.published.bringUp())
  expect(refused instanceof AppError && refused.code).toBe('unavailable')
  expect((await get(`${hash}.png`)).status).toBe(200)
  s3.mend()
  await app.published.bringUp()
  expect((await get(`${hash}.png`)).status).toBe(302)
})

test('a place that fails is told by doctor and /metrics until it takes images again', async () => {
  await store(1)
  await publish()
  const told = async () => {
    const request = new Request('http://localhost/metrics')
    const answer = await app.dispatcher.answer(request, { service: undefined }, '127.0.0.1')
    const gauge = /^daybook_images_publishing_failed (\d)$/m.exec((await answer?.text()) ?? '')
    const readSettings = () => readConfig({}, { DAYBOOK_PORT: '0' }, dir.config)
    const examined = {
      dir,
      serverUrl: undefined,
      readConfig: readSettings,
      env: {},
      now: Date.now(),
    }
    const finding = (await examine(examined)).find(({ name }) => name === 'published images')
    return [gauge?.[1], finding?.state]
  }
  s3.fail()
  await errorOf(app.published.bringUp())
  expect(await told()).toEqual(['1', 'warning'])
  s3.mend()
  await app.published.bringUp()
  expect(await told()).toEqual(['0', 'good'])
})

test('they are served from here again once nothing is published any more', async () => {
  const hash = await store(1)
  await publish()
  await app.published.bringUp()
  expect((await get(`${hash}.png`)).status).toBe(302)
  await publishNoImages({ database })
  await app.published.bringUp()
  expect((await get(`${hash}.png`)).status).toBe(200)
})

test('what is deleted here is taken away there, and nothing that others put there', async () => {
  const hash = await store(1)
  await publish()
  await app.published.bringUp()
  const others = `images/${'a'.repeat(64)}.png`
  await Bun.write(
    new Bun.S3Client({
      bucket: 'shop',
      endpoint: s3.url,
      accessKeyId: 'AK',
      secretAccessKey: 's',
    }).file(others),
    'x',
  )
  await database.write((conn) => markDeleting(conn, 'images', hash))
  await app.published.bringUp()
  expect([...s3.keys()]).toEqual([others])
  expect((await get(`${hash}.png`)).status).toBe(200)
})

test('a server that starts finds what is there already, and what was cut off is brought up again', async () => {
  const hash = await store(1)
  const other = await store(2)
  await publish()
  await app.published.bringUp()
  s3.lose(`images/${other}-640.webp`)
  const options = { database, secrets: secretsIn(dir.secretKey), log: silentLog }
  const started = publishedImages({ ...options, store: app.store, thumbnails: app.thumbnails })
  await started.bringUp()
  expect(started.addressOf(`${hash}.png`)).toBe(`${url}/images/${hash}.png`)
  expect([...s3.keys()]).toContain(`images/${other}-640.webp`)
  await started.stop()
})

test('once the bucket was found failing, images are served from here', async () => {
  const hash = await store(1)
  await publish()
  await app.published.bringUp()
  s3.fail()
  await errorOf(app.published.bringUp())
  expect((await get(`${hash}.png`)).status).toBe(200)
})

test('a bucket that was emptied is filled again', async () => {
  const hash = await store(1)
  await publish()
  await app.published.bringUp()
  const before = [...s3.keys()]
  for (const key of before) s3.lose(key)
  await app.published.bringUp()
  expect([...s3.keys()].toSorted()).toEqual(before.toSorted())
  expect((await get(`${hash}.png`)).status).toBe(302)
})

test.each(['this server', 'the next one'])(
  'what could not be taken away is taken away by %s',
  async (by) => {
    const hash = await store(1)
    await publish()
    await app.published.bringUp()
    await database.write((conn) => markDeleting(conn, 'images', hash))
    s3.fail()
    await errorOf(app.published.bringUp())
    s3.mend()
    const options = { database, secrets: secretsIn(dir.secretKey), log: silentLog }
    const next = publishedImages({ ...options, store: app.store, thumbnails: app.thumbnails })
    await (by === 'this server' ? app.published : next).bringUp()
    expect([...s3.keys()]).toEqual([])
    await next.stop()
  },
)

test('a bucket that never answers keeps nobody from stopping', async () => {
  const asked = Promise.withResolvers<void>()
  const silent = Bun.listen({
    hostname: '127.0.0.1',
    port: 0,
    socket: { data: () => asked.resolve() },
  })
  const at = { endpoint: `http://127.0.0.1:${silent.port}`, region: 'auto', accessKey: 'AK' }
  const place = readPlace('s3://shop', at)
  await publishImages({ database, secrets: secretsIn(dir.secretKey) }, { place, secret: 's', url })
  app.published.start()
  await asked.promise
  await app.published.stop()
  silent.stop(true)
})
