import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { idsOf, openShop, type Shop } from '../../../support/shop.ts'

const unsynced = '/api/public/v1/scans/unsynced'

describe('GET scans/unsynced', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop()
  })

  afterAll(async () => {
    await shop.close()
  })

  test('returns the scans of the key’s user, oldest first', async () => {
    const younger = await shop.addScan({ daysAgo: 1 })
    const older = await shop.addScan({ daysAgo: 2 })
    const ofMeena = await shop.addScan({ user: 'meena' })
    const answer = await shop.call('GET', unsynced, { key: shop.keys.ravi })
    expect(answer.status).toBe(200)
    expect(idsOf(answer)).toEqual([older, younger])
    expect(idsOf(answer)).not.toContain(ofMeena)
    expect(answer.json).toMatchObject({ count: 2, waiting: 2, next: null })
  })
})
