import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { makeSetupLink } from '../../../src/cli/serve/start-server.ts'
import { makeGstin } from '../../../src/platform/gst/gstin.ts'
import { browserAt, type Browser } from './browser.ts'
import { serveEmptyData, type Served } from './running-daybook.ts'

const minuteMs = 60_000
const gstin = makeGstin('27', 'AAPFU0939F', '1')

let served: Served
let browser: Browser
let link: { url: string; code: string }

beforeEach(async () => {
  served = await serveEmptyData()
  browser = browserAt(served.daybook.url)
  link = linkOf(served)
})

afterEach(() => served[Symbol.asyncDispose]())

function linkOf({ daybook }: Served): { url: string; code: string } {
  if (daybook.setUp === undefined) throw new Error('The server made no set-up link.')
  return daybook.setUp
}

function tokenOf(url: string): string {
  return url.slice(url.indexOf('#') + 1)
}

function input(change: Record<string, unknown> = {}) {
  return {
    code: link.code,
    organisation: 'Acme Stores',
    name: 'Om Prakash',
    email: 'om@example.com',
    password: 'violet kettle 9',
    network: 'this computer',
    ...change,
  }
}

const setUp = (change: Record<string, unknown> = {}) => browser.post('/set-up', input(change))
const check = (code: string) => browser.post('/set-up/check', { code })

describe('a server on empty data', () => {
  test('makes a link whose token is sent to no server, and a code without look-alikes', async () => {
    expect(link.url).toStartWith(`${served.daybook.url}/set-up#`)
    expect(tokenOf(link.url)).toMatch(/^[\w-]{43}$/)
    expect(link.code).toMatch(/^[2-9A-HJKMNP-TW-Z]{4}(-[2-9A-HJKMNP-TW-Z]{4}){4}$/)
    expect((await browser.get('/state')).json).toMatchObject({ isSetUp: false, signedIn: null })
  })

  test('opens nothing else, whatever is tried', async () => {
    expect((await browser.get('/keys')).status).toBe(401)
    const body = { email: 'om@example.com', password: 'violet kettle 9' }
    expect((await browser.post('/sign-in', body)).status).toBe(401)
  })
})

describe('the link', () => {
  test('and the code can be checked without using them up', async () => {
    for (const code of [tokenOf(link.url), link.code, link.code.toLowerCase().replace('-', ' ')]) {
      const answer = await check(code)
      expect(answer.status).toBe(200)
      const endsAt = new Date(String(answer.json['expiresAt'])).getTime()
      expect(endsAt - served.clock.now()).toBe(30 * minuteMs)
    }
  })

  test.each(['', 'ABCD-EFGH-JKMN', 'x'.repeat(43), 'x'.repeat(900)])('is not %p', async (code) => {
    const answer = await check(code)
    expect([answer.status, answer.field]).toEqual([403, 'code'])
    const refused = await setUp({ code })
    expect([refused.status, refused.field]).toEqual([403, 'code'])
    expect((await browser.get('/state')).json['isSetUp']).toBe(false)
  })

  test('is over after 30 minutes', async () => {
    served.clock.pass(30 * minuteMs - 1)
    expect((await check(link.code)).status).toBe(200)
    served.clock.pass(1)
    expect((await check(link.code)).status).toBe(403)
    expect((await setUp()).status).toBe(403)
    expect((await setUp({ code: tokenOf(link.url) })).status).toBe(403)
  })

  test('ends when a new one is made, which works beside the running server', async () => {
    const database = openDatabaseForCommand(served.dir, served.clock.now())
    const newer = await makeSetupLink(database, served.daybook.url, served.clock)
    await database.close()
    expect((await check(link.code)).status).toBe(403)
    expect((await check(newer?.code ?? '')).status).toBe(200)
  })

  test('of a server that stopped ends when it starts again', async () => {
    const { url } = await served.restart()
    browser = browserAt(url)
    expect((await check(link.code)).status).toBe(403)
    expect((await check(linkOf(served).code)).status).toBe(200)
  })

  test('lets the right code in however many wrong ones strangers send', async () => {
    const wrong = Array.from({ length: 30 }, () => check('ABCD-EFGH-JKMN-PQRS-TWXY'))
    const statuses = (await Promise.all(wrong)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([403]))
    expect((await check(link.code)).status).toBe(200)
  })
})

describe('setting up', () => {
  test('makes the organisation with its owner, who is signed in', async () => {
    const answer = await setUp({ gstin: ` ${gstin.toLowerCase()} ` })
    expect(answer.status).toBe(200)
    expect(answer.json['network']).toMatchObject({
      access: 'this computer',
      isOpen: false,
      addresses: [],
      problem: null,
    })
    expect((await browser.get('/state')).json).toMatchObject({
      isSetUp: true,
      signedIn: {
        user: { name: 'Om Prakash', email: 'om@example.com', role: 'owner' },
        organisation: { name: 'Acme Stores', gstin },
      },
    })
    const other = browserAt(served.daybook.url)
    const body = { email: 'om@example.com', password: 'violet kettle 9' }
    expect((await other.post('/sign-in', body)).status).toBe(200)
  })

  test('works by the link as well', async () => {
    expect((await setUp({ code: tokenOf(link.url) })).status).toBe(200)
  })

  test('happens once: neither the link, nor the code, nor a new link does it again', async () => {
    await setUp()
    for (const code of [link.code, tokenOf(link.url), 'ABCD-EFGH-JKMN']) {
      expect((await setUp({ code, email: 'thief@example.com' })).status).toBe(409)
      expect((await check(code)).status).toBe(409)
    }
    expect((await served.restart()).setUp).toBeUndefined()
  })

  test('happens once, also when it is asked for twice together', async () => {
    const other = browserAt(served.daybook.url)
    const answers = await Promise.all([setUp(), other.post('/set-up', input({ name: 'Other' }))])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect([browser, other].filter((each) => each.cookie() !== '')).toHaveLength(1)
  })

  test('tells everything that is wrong at once', async () => {
    const wrong = { organisation: ' ', gstin: 'x', name: '', email: 'om', password: 'short' }
    const { json } = await setUp(wrong)
    expect(json).toMatchObject({
      error: {
        field: 'organisation',
        others: ['gstin', 'name', 'email', 'password'].map((field) => ({ field })),
      },
    })
  })

  test.each([
    ['organisation', '  '],
    ['organisation', 'x'.repeat(201)],
    ['gstin', '27AAPFU0939F1ZX'],
    ['name', ''],
    ['email', 'om'],
    ['password', 'short'],
    ['password', 'password123'],
    ['password', 'acmestores1'],
    ['network', 'everybody'],
    ['network', undefined],
  ])('refuses a wrong %s at its field (%p), and the link still works', async (field, value) => {
    const answer = await setUp({ [field]: value })
    expect([answer.status, answer.field]).toEqual([400, field])
    expect((await browser.get('/state')).json['isSetUp']).toBe(false)
    expect((await setUp()).status).toBe(200)
  })
})
