import { afterEach, describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'
import { addressBesideLoopback } from '../../support/other-address.ts'
import { browserAt, setUpShop, type Browser } from './browser.ts'
import { serveEmptyData, type Served } from './running-daybook.ts'

let served: Served

afterEach(() => served[Symbol.asyncDispose]())

/** Sets a fresh server up; whether the network may reach it is the question of these tests. */
async function setUp(
  network: 'this computer' | 'network',
  flags: Parameters<typeof serveEmptyData>[0] = {},
): Promise<{ owner: Browser; answer: JsonObject }> {
  served = await serveEmptyData(flags)
  const owner = browserAt(served.daybook.url)
  const { json } = await setUpShop(owner, served.daybook.setUp, { network })
  const answer = json['network']
  if (!isJsonObject(answer)) throw new Error(`It was not set up: ${JSON.stringify(json)}`)
  return { owner, answer }
}

/** Whether another computer would be answered. */
async function isReachable(url = served.daybook.url): Promise<boolean> {
  try {
    return (await fetch(`http://${addressBesideLoopback()}:${new URL(url).port}/health`)).ok
  } catch {
    // Nobody listens there.
    return false
  }
}

describe('"other computers may reach it"', () => {
  test('opens Daybook to the network at once, at the same port, and tells its addresses', async () => {
    const { owner, answer } = await setUp('network')
    const { port } = new URL(served.daybook.url)
    expect(answer).toMatchObject({ access: 'network', isOpen: true, isFixed: false, problem: null })
    expect(answer['thisComputer']).toBe(served.daybook.url)
    const addresses = Array.isArray(answer['addresses']) ? answer['addresses'].map(String) : []
    expect(addresses[0]).toMatch(/^http:\/\/[^/]+\.local:\d+$/)
    expect(addresses.every((address) => address.endsWith(`:${port}`))).toBe(true)
    expect(await isReachable()).toBe(true)
    expect((await owner.get('/sessions')).status).toBe(200)
  })

  test('is remembered at the next start', async () => {
    await setUp('network')
    const again = await served.restart()
    expect(again.access).toBe('network')
    expect(await isReachable(again.url)).toBe(true)
  })

  test('counts less than how it is started', async () => {
    await setUp('network')
    const again = await served.restart({ host: '127.0.0.1' })
    expect(await isReachable(again.url)).toBe(false)
  })
})

describe('the network setting', () => {
  test('closes Daybook again, and this computer goes on', async () => {
    const { owner } = await setUp('network')
    const closed = await owner.post('/network', { access: 'this computer' })
    expect(closed.json).toMatchObject({ access: 'this computer', isOpen: false, addresses: [] })
    expect(await isReachable()).toBe(false)
    expect((await owner.get('/network')).json).toEqual(closed.json)
    expect((await served.restart()).access).toBe('this computer')
  })

  test('can be said twice, and changed to and fro', async () => {
    const { owner } = await setUp('this computer')
    for (const access of ['network', 'network', 'this computer', 'this computer', 'network']) {
      const { status, json } = await owner.post('/network', { access })
      expect([status, json['access'], json['isOpen']]).toEqual([200, access, access === 'network'])
      expect(await isReachable()).toBe(access === 'network')
    }
  })

  test('moves the ports of the services too', async () => {
    await setUp('network', { scanExportPort: '0' })
    expect(new URL(served.daybook.scanExport).port).not.toBe(new URL(served.daybook.url).port)
    expect(await isReachable(served.daybook.scanExport)).toBe(true)
  })

  test('leaves all as it was when another program has the port in the way', async () => {
    const { owner } = await setUp('this computer')
    const { port } = new URL(served.daybook.url)
    using blocker = otherProgramAt(Number(port))
    const answer = await owner.post('/network', { access: 'network' })
    expect([blocker.port, answer.status]).toEqual([Number(port), 409])
    expect((await owner.get('/network')).json).toMatchObject({ isOpen: false })
  })

  test('cannot change what was set when Daybook was started, and setting up still works', async () => {
    const { owner, answer } = await setUp('network', { host: '127.0.0.1' })
    expect(answer).toMatchObject({ isFixed: true, isOpen: false })
    expect(String(answer['problem'])).toContain('--host')
    const refused = await owner.post('/network', { access: 'network' })
    expect([refused.status, refused.field]).toEqual([409, 'access'])
  })

  test.each([{}, { access: 'everybody' }, { access: null }])('is not %o', async (body) => {
    const { owner } = await setUp('this computer')
    const answer = await owner.post('/network', body)
    expect([answer.status, answer.field]).toEqual([400, 'access'])
  })
})

function otherProgramAt(port: number) {
  return Bun.serve({ hostname: addressBesideLoopback(), port, fetch: () => new Response('') })
}
