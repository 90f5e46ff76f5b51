import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { rotateKey, revokeKey } from '../../../src/accounts/keys/keys.ts'
import { addMember, api } from '../../support/member.ts'
import { openShop, owner, ravi, type Answer, type Shop } from '../../support/shop.ts'

const failuresAllowed = 20
const unsynced = `${api}/scans/unsynced`

/** Failures are counted by address, and all tests have one: each test has a server of its own. */
let shop: Shop

beforeEach(async () => {
  shop = await openShop()
})

afterEach(async () => {
  await shop.close()
})

function expectLimited(answer: Answer): void {
  expect(answer.status).toBe(429)
  const seconds = Number(answer.headers.get('retry-after'))
  expect(Number.isInteger(seconds)).toBe(true)
  expect(seconds).toBeGreaterThanOrEqual(1)
  expect(seconds).toBeLessThanOrEqual(60)
  expect(String(answer.json['error'])).toEndWith(`Try again in ${seconds} seconds.`)
}

const fail = () => shop.call('GET', unsynced, { key: 'wrong' })

async function failOften(): Promise<void> {
  for (let i = 0; i < failuresAllowed; i++) expect((await fail()).status).toBe(401)
}

describe('failed keys', () => {
  test('are answered 401 twenty times a minute, then 429 with Retry-After', async () => {
    await failOften()
    expectLimited(await fail())
    expectLimited(await fail())
  })

  test('never limit a valid key from the same address', async () => {
    await failOften()
    expectLimited(await fail())
    expect((await shop.call('GET', unsynced, { key: shop.keys.ravi })).status).toBe(200)
    expect(
      (await shop.call('GET', unsynced, { headers: { 'x-api-key': shop.keys.ravi } })).status,
    ).toBe(200)
    expectLimited(await fail())
  })

  test('count whichever way and to whichever endpoint they are sent', async () => {
    for (let i = 0; i < failuresAllowed / 2; i++) {
      await shop.call('POST', `${api}/vendors`, { headers: { 'x-api-key': `wrong ${i}` } })
      await shop.call('GET', `${api}/products`, { headers: { authorization: `Bearer wrong${i}` } })
    }
    expectLimited(await shop.call('POST', `${api}/scans`, { key: 'wrong' }))
  })

  test('count when they are revoked ones', async () => {
    const { key, id } = await shop.addKey({ email: ravi })
    await shop.database.write((conn) => {
      revokeKey(conn, id, Date.now())
    })
    for (let i = 0; i < failuresAllowed; i++) await shop.call('GET', unsynced, { key })
    expectLimited(await shop.call('GET', unsynced, { key }))
  })

  test('do not count where there is nothing to open, nor where no key is needed', async () => {
    for (let i = 0; i <= failuresAllowed; i++) {
      await shop.call('GET', `${api}/nothing`, { key: 'wrong' })
      await shop.call('OPTIONS', unsynced, { key: 'wrong' })
      await shop.call('GET', `${shop.url}/health`, { key: 'wrong' })
    }
    expect((await fail()).status).toBe(401)
  })

  test('do not count when they are storefront keys: those are valid ones', async () => {
    const { key } = await shop.addKey({
      email: owner,
      service: 'storefront',
      scopes: ['storefront:read'],
    })
    for (let i = 0; i <= failuresAllowed; i++) {
      expect((await shop.call('GET', unsynced, { key })).status).toBe(401)
    }
  })
})

describe('a valid key', () => {
  test('is not limited unless an owner set a rate for it', async () => {
    for (let i = 0; i < 100; i++) {
      expect((await shop.call('GET', unsynced, { key: shop.keys.ravi })).status).toBe(200)
    }
  })

  test('with a rate is answered 429 with Retry-After when its minute is used up, and no other key is', async () => {
    const member = await addMember(shop)
    const { key } = await shop.addKey({ email: member.email, ratePerMinute: 3 })
    for (let i = 0; i < 3; i++) expect((await shop.call('GET', unsynced, { key })).status).toBe(200)
    expectLimited(await shop.call('GET', unsynced, { key }))
    expectLimited(
      await shop.call('POST', `${api}/scans/mark-synced`, { key, body: { ids: ['x'] } }),
    )
    expect((await member.unsynced()).status).toBe(200)
  })
})

describe('a member with a limited key', () => {
  test('does not escape the rate by another key that it makes, nor by ending the limited one', async () => {
    const { id, email } = await addMember(shop)
    const limited = await shop.addKey({ email, ratePerMinute: 3 })
    const [first, second] = [
      await shop.addKey({ email, createdBy: id }),
      await shop.addKey({ email, createdBy: id }),
    ]
    expect(await statuses([limited.key, first.key, second.key])).toEqual([200, 200, 200])
    expect(await statuses([limited.key, first.key, second.key])).toEqual([429, 429, 429])
    const answer = await shop.call('GET', unsynced, { key: first.key })
    expect(answer.text).toContain('The keys of this user may together make 3 calls a minute.')
    await shop.database.write((conn) => revokeKey(conn, limited.id, Date.now(), id))
    const third = await shop.addKey({ email, createdBy: id })
    expect(await statuses([third.key])).toEqual([429])
  })

  test('does not double its rate by rotating the key', async () => {
    const { id, email } = await addMember(shop)
    const old = await shop.addKey({ email, ratePerMinute: 3 })
    const made = await shop.database.write((conn) => {
      const rotation = { id: old.id, by: id, oldEndsAt: Date.now() + 60_000 }
      return rotateKey(conn, rotation, Date.now(), crypto.getRandomValues(new Uint8Array(32)))
    })
    expect(await statuses([old.key, made.key, old.key, made.key])).toEqual([200, 200, 200, 429])
  })

  test('may use a key that an owner made for it without a rate', async () => {
    const { id, email } = await addMember(shop)
    const limited = await shop.addKey({ email, ratePerMinute: 1 })
    const free = await shop.addKey({ email, createdBy: shop.users.owner })
    const own = await shop.addKey({ email, createdBy: id })
    expect(await statuses([limited.key, own.key])).toEqual([200, 429])
    expect(await statuses([free.key, free.key, free.key])).toEqual([200, 200, 200])
  })
})

/** What a call with each key is answered, one after the other. */
async function statuses(keys: readonly string[]): Promise<number[]> {
  const answers: number[] = []
  for (const key of keys) answers.push((await shop.call('GET', unsynced, { key })).status)
  return answers
}
