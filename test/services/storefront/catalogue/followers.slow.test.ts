import { afterAll, expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { createApp } from '../../../../src/app.ts'
import { openDatabaseForCommand } from '../../../../src/platform/db/database.ts'
import { silentLog } from '../../../../src/platform/log.ts'
import { pictures } from '../../../../src/platform/pictures/pictures.ts'
import { systemClock } from '../../../../src/platform/time.ts'
import { addProduct } from '../../../support/catalogue.ts'
import { drawingHere } from '../../../support/drawing-here.ts'
import { api } from '../../../support/member.ts'
import { png } from '../../../support/pictures.ts'
import { allScopes, openShop, owner } from '../../../support/shop.ts'

const listener = { service: 'storefront' }
const imageBaseUrl = 'https://cdn.example.com'

let close: () => Promise<void>
let ask: (path: string, headers?: Record<string, string>) => Promise<Response>

const shop = await openShop()
const database = openDatabaseForCommand(shop.dir, Date.now())
const { dispatcher, stopWork } = createApp({
  database,
  dir: shop.dir,
  clock: systemClock,
  log: silentLog,
  calls: { add: () => undefined },
  corsOrigins: [],
  publicUrl: undefined,
  imageBaseUrl,
  isFollower: true,
  pictures: pictures(silentLog, drawingHere),
})
ask = async (path, headers = {}) => {
  const authorization = `Bearer ${shop.keys.storefront}`
  const request = new Request(`http://follower.local${api}/${path}`, {
    headers: { authorization, ...headers },
  })
  return await dispatcher.answer(request, listener, '127.0.0.1')
}
close = async () => {
  await stopWork()
  await database.close()
}
await addProduct(shop.database, { slug: 'rice', name: 'Rice' })

afterAll(async () => {
  await close()
  await shop.close()
})

const seen = async () => Number((await ask('products')).headers.get('daybook-version'))

test('a follower answers whoever has seen no more than it has', async () => {
  const version = await seen()
  for (const sent of [version, version - 1, 0]) {
    expect((await ask('products', { 'daybook-version': String(sent) })).status).toBe(200)
  }
})

test('it refuses whoever has seen more, also what it keeps, and says when to ask again', async () => {
  const version = await seen()
  const headers = { 'daybook-version': String(version + 1) }
  const refused = await ask('products', headers)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  await addProduct(shop.database, { slug: 'dal', name: 'Dal' })
  const answered = await ask('products', headers)
  expect([answered.status, answered.headers.get('daybook-version')]).toEqual([
    200,
    String(version + 1),
  ])
})

test('it refuses what is no version', async () => {
  expect((await ask('products', { 'daybook-version': 'new' })).status).toBe(400)
})

test('addresses of images begin with that of the network in front of them', async () => {
  const { hash } = await shop.storefront.store.put('images', png(9, 9, 1))
  await addProduct(shop.database, { slug: 'oil', name: 'Oil', image: `${hash}.png` })
  const text = await (await ask('products?search=oil')).text()
  expect(text).toContain(`"image_url":"${imageBaseUrl}/images/${hash}.png"`)
  expect(text).toContain(`${imageBaseUrl}/images/${hash}-240.webp 240w`)
})

test('it refuses test keys: the copy that they work on is at the Daybook that it follows', async () => {
  const { key } = await shop.addKey({
    email: owner,
    service: 'storefront',
    scopes: allScopes,
    side: 'test',
  })
  const refused = await ask('products', { authorization: `Bearer ${key}` })
  expect([refused.status, await refused.text()]).toEqual([
    503,
    expect.stringContaining('follows another one'),
  ])
  expect(existsSync(shop.dir.testCopy)).toBe(false)
})
