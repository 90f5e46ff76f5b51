import { afterEach, beforeEach, expect, test } from 'bun:test'
import { browserAt, listed } from './browser.ts'
import { serveEmptyData, type Served } from './running-daybook.ts'

const owner = { name: 'Om', email: 'om@example.com', password: 'violet kettle 9' }

let served: Served

beforeEach(async () => {
  served = await serveEmptyData()
})

afterEach(() => served[Symbol.asyncDispose]())

/** What a proxy adds; what stands before it may be made up. */
function from(address: string) {
  return { 'x-forwarded-for': `6.6.6.6, ${address}` }
}

/** Sets up through what calls from 127.0.0.1. Returns where the session says that it is used from. */
async function addressOfSession(): Promise<unknown> {
  const browser = browserAt(served.daybook.url)
  const code = served.daybook.setUp?.code ?? ''
  const body = { ...owner, code, organisation: 'Acme', network: 'this computer' }
  await browser.post('/set-up', body, from('203.0.113.9'))
  return listed(await browser.get('/sessions')).map(({ address }) => address)
}

test('a proxy that the settings name is believed, and each of its clients counts by itself', async () => {
  await Bun.write(served.dir.config, 'trusted_proxies = ["127.0.0.1"]\n')
  await served.restart()
  expect(await addressOfSession()).toEqual(['203.0.113.9'])
  const browser = browserAt(served.daybook.url)
  const statuses: number[] = []
  for (let n = 0; n < 21; n++) {
    const somebody = { email: `n${n}@example.com`, password: 'yellow kettle 8' }
    statuses.push((await browser.post('/sign-in', somebody, from('203.0.113.8'))).status)
  }
  expect(statuses.at(-1)).toBe(429)
  const right = { email: owner.email, password: owner.password }
  expect((await browser.post('/sign-in', right, from('203.0.113.9'))).status).toBe(200)
})

test('nobody is believed until then, and addresses in answers stay those that were called', async () => {
  expect(await addressOfSession()).toEqual(['127.0.0.1'])
  const headers = { 'x-forwarded-proto': 'https' }
  const answer = await fetch(`${served.daybook.url}/storefront/openapi.json`, { headers })
  expect(await answer.text()).not.toContain('https://127.0.0.1')
})
