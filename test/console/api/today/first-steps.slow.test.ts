import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import type { JsonValue } from '../../../../src/platform/json/json.ts'
import { browserAt, setUpShop, type Browser } from '../browser.ts'
import { serveEmptyData, type Served } from '../running-daybook.ts'

const dayMs = 24 * 60 * 60 * 1000

let served: Served
let owner: Browser

beforeEach(async () => {
  served = await serveEmptyData()
  owner = browserAt(served.daybook.url)
  await setUpShop(owner, served.daybook.setUp)
})

afterEach(() => served[Symbol.asyncDispose]())

const steps = async (): Promise<JsonValue | undefined> =>
  (await owner.get('/home')).json['firstSteps']

const makeKey = () => owner.post('/keys', { name: 'Tally', service: 'scan-export' })

describe('the first steps of a new shop', () => {
  test('are ticked off as they are done', async () => {
    const nothing = { products: false, documents: false, keys: false, network: false }
    expect(await steps()).toEqual({ ...nothing, backups: false, archive: false })
    await makeKey()
    await owner.post('/network', { access: 'network' })
    await owner.post('/home/first-steps', { done: 'backups' })
    await owner.post('/home/first-steps', { done: 'archive' })
    const done = { keys: true, network: true, backups: true, archive: true }
    expect(await steps()).toEqual({ products: false, documents: false, ...done })
  })

  test('go for good when nobody wants to see them', async () => {
    await owner.post('/home/first-steps', { done: 'all' })
    expect(await steps()).toBeNull()
    await owner.post('/home/first-steps', { done: 'backups' })
    expect(await steps()).toBeNull()
  })

  test('are over when the shop is not new any more', async () => {
    served.clock.pass(28 * dayMs)
    expect(await steps()).not.toBeNull()
    served.clock.pass(1)
    const { json } = await owner.post('/sign-in', {
      email: 'om@example.com',
      password: 'violet kettle 9',
    })
    expect(json).not.toHaveProperty('error')
    expect(await steps()).toBeNull()
  })

  test('have no network where that was decided at the start', async () => {
    await served.restart({ host: '127.0.0.1' })
    owner = browserAt(served.daybook.url)
    await owner.post('/sign-in', { email: 'om@example.com', password: 'violet kettle 9' })
    expect(await steps()).toMatchObject({ network: null, keys: false })
  })
})

describe('the documents and orders of a new shop', () => {
  test('are told from those that were all handed over', async () => {
    const { json } = await owner.get('/home')
    expect(json['scans']).toMatchObject({ waiting: 0, hasAny: false })
    expect(json['orders']).toMatchObject({ waiting: 0, hasAny: false })
  })
})

describe('a new key, made at the computer itself', () => {
  test('has the address for other computers beside the one that works there alone', async () => {
    expect((await makeKey()).json['networkAddress']).toBeNull()
    await owner.post('/network', { access: 'network' })
    const { json } = await makeKey()
    expect(json['baseAddress']).toBe(`${served.daybook.url}/scan-export`)
    expect(String(json['networkAddress'])).toMatch(/^http:\/\/[^/]+\.local:\d+\/scan-export$/)
  })
})
