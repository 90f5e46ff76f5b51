import { describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../src/platform/json/json.ts'
import { api } from '../support/member.ts'
import { openShop, owner, type Answer } from '../support/shop.ts'
import { untilEnd } from '../support/until-end.ts'

const shop = untilEnd(await openShop())

function limitOf({ json: { limits } }: Answer, call: string, name: string): JsonObject | undefined {
  const all = Array.isArray(limits) ? limits.filter(isJsonObject) : []
  return all.find((limit) => limit['call'] === call && limit['name'] === name)
}

describe('GET whoami', () => {
  test('says which key of whom calls which shop', async () => {
    const answer = await shop.call('GET', `${api}/whoami`, { key: shop.keys.ravi })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      service: 'scan-export',
      base: `${shop.url}/scan-export`,
      organisation: expect.stringMatching(/./),
      user: { id: shop.users.ravi, role: 'member' },
      key: { scopes: [], all_users: false, expires_at: null, calls_per_minute: null },
      server: { name: 'Daybook', version: expect.stringMatching(/^\d/) },
    })
    expect(answer.text).not.toContain(shop.keys.ravi)
  })

  test('says the scopes of a storefront key, and answers it whatever they are', async () => {
    const { key } = await shop.addKey({
      email: owner,
      service: 'storefront',
      scopes: ['orders:read'],
    })
    const answer = await shop.store('GET', `${api}/whoami`, { key })
    expect(answer.json).toMatchObject({
      service: 'storefront',
      base: `${shop.url}/storefront`,
      user: { role: 'owner' },
      key: { scopes: ['orders:read'] },
    })
  })
})

describe('GET limits', () => {
  test('lists what the calls themselves hold to', async () => {
    const { key } = { key: shop.keys.ravi }
    const answer = await shop.call('GET', `${api}/limits`, { key })
    const limit = limitOf(answer, 'GET scans/unsynced', 'limit')
    expect(limit).toMatchObject({ minimum: 1, maximum: 1000, default: 500, unit: 'items' })
    const most = Number(limit?.['maximum'])
    const list = (n: number) => shop.call('GET', `${api}/scans/unsynced?limit=${n}`, { key })
    expect([(await list(most)).status, (await list(most + 1)).status]).toEqual([200, 400])
    expect(limitOf(answer, 'GET scans/unsynced', 'window')).toMatchObject({ maximum: 30 })
  })

  test('of the storefront are its own', async () => {
    const answer = await shop.store('GET', `${api}/limits`)
    expect(limitOf(answer, 'GET orders/unsynced', 'limit')).toMatchObject({ maximum: 200 })
    expect(limitOf(answer, '*', 'body')).toMatchObject({ maximum: 33_554_432, unit: 'bytes' })
  })
})
