import { afterEach, beforeEach, expect, test } from 'bun:test'
import { browserAt, listed, setUpShop } from './browser.ts'
import { from, serveEmptyData, wrongKeysFrom, type Served } from './running-daybook.ts'

let served: Served

beforeEach(async () => {
  served = await serveEmptyData()
})

afterEach(() => served[Symbol.asyncDispose]())

/** Sets up through what calls from 127.0.0.1. Returns where the session says that it is used from. */
async function addressOfSession(): Promise<unknown> {
  const browser = browserAt(served.daybook.url)
  await setUpShop(browser, served.daybook.setUp, {}, from('203.0.113.9'))
  return listed(await browser.get('/sessions')).map(({ address }) => address)
}

test('a proxy that the settings name is believed, and each of its clients counts by itself', async () => {
  await Bun.write(served.dir.config, 'trusted_proxies = ["127.0.0.1"]\n')
  await served.restart()
  expect(await addressOfSession()).toEqual(['203.0.113.9'])
  const statuses = await wrongKeysFrom(served.daybook.url, '203.0.113.8')
  expect(statuses.at(-1)).toBe(429)
  expect(await wrongKeysFrom(served.daybook.url, '203.0.113.9', 1)).toEqual([401])
})

test('nobody is believed until then, and addresses in answers stay those that were called', async () => {
  expect(await addressOfSession()).toEqual(['127.0.0.1'])
  const headers = { 'x-forwarded-proto': 'https' }
  const answer = await fetch(`${served.daybook.url}/storefront/openapi.json`, { headers })
  expect(await answer.text()).not.toContain('https://127.0.0.1')
})
