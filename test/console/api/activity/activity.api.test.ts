import { describe, expect, test } from 'bun:test'
import { recorderOf } from '../../../../src/accounts/history.ts'
import type { HistoryAction } from '../../../../src/console/api/history.ts'
import { listed, newMember, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

const recordHistory = recorderOf<HistoryAction>()

type Entry = { action: HistoryAction; userId?: string; details: Record<string, unknown> }

function enter(entry: Entry, at = Date.now()): Promise<void> {
  return shop.database.write((conn) => recordHistory(conn, at, entry))
}

const actionsOf = (items: ReturnType<typeof listed>) => items.map(({ action }) => action)

describe('activity', () => {
  test('shows owners what everybody did, newest first, with names', async () => {
    const { member } = await newMember(shop)
    await member.addScan({ id: '019a0000-0000-7000-8000-0000000000a1' })
    await member.mark({ ids: ['019a0000-0000-7000-8000-0000000000a1'], source: 'Tally' })
    const [first] = listed(await owner.get('/activity'))
    expect(first).toMatchObject({
      action: 'scans acknowledged',
      kind: 'deliveries',
      by: { id: member.id, name: 'Somebody' },
      keyName: 'test',
      details: { updated: 1, source: 'Tally' },
    })
  })

  test('shows members what they did themselves', async () => {
    const { member, browser } = await newMember(shop)
    await enter({ action: 'rules changed', userId: shop.users.owner, details: { rules: 1 } })
    const own = listed(await browser.get('/activity'))
    expect(actionsOf(own)).toEqual(['signed in'])
    expect(own[0]?.['by']).toMatchObject({ id: member.id })
  })

  test('does not show a member what another did, also when it asks for it', async () => {
    const { member, browser } = await newMember(shop)
    const answer = await browser.get(`/activity?person=${shop.users.owner}`)
    expect([answer.status, answer.field]).toEqual([403, 'person'])
    expect((await browser.get(`/activity?person=${member.id}`)).status).toBe(200)
    expect((await browser.get('/activity/people')).status).toBe(403)
  })

  test('can be looked at by person and by kind', async () => {
    const { member } = await newMember(shop)
    await enter({ action: 'key revoked', userId: member.id, details: { name: 'Old' } })
    const all = listed(await owner.get(`/activity?person=${member.id}`))
    expect(actionsOf(all)).toEqual(['key revoked', 'signed in'])
    const keys = await owner.get(`/activity?person=${member.id}&kind=keys`)
    expect(actionsOf(listed(keys))).toEqual(['key revoked'])
    expect(keys.json['total']).toBe(1)
  })

  test('can be looked at by days, both with all of them', async () => {
    const { member } = await newMember(shop)
    const details = { rules: 1 }
    const day = Date.parse('2020-05-04T00:00:00.000Z')
    for (const at of [day - 1, day, day + 1000, day + 2000, day + 2001]) {
      await enter({ action: 'rules changed', userId: member.id, details }, at)
    }
    const query = 'from=2020-05-04T00:00:00.000Z&until=2020-05-04T00:00:02.000Z'
    const answer = await owner.get(`/activity?${query}&person=${member.id}`)
    expect(listed(answer).map(({ at }) => at)).toEqual([
      '2020-05-04T00:00:02.000Z',
      '2020-05-04T00:00:01.000Z',
      '2020-05-04T00:00:00.000Z',
    ])
  })

  test('comes a page at a time, each entry once', async () => {
    const { member } = await newMember(shop)
    const at = Date.now()
    for (let count = 0; count < 6; count++) {
      await enter({ action: 'signed out', userId: member.id, details: {} }, at)
    }
    const pages = await Promise.all(
      [1, 2, 3].map((page) => owner.get(`/activity?person=${member.id}&size=3&page=${page}`)),
    )
    const ids = pages.flatMap(listed).map(({ id }) => id)
    expect([ids.length, new Set(ids).size]).toEqual([7, 7])
    expect(pages.map(({ json }) => json['total'])).toEqual([7, 7, 7])
  })

  test('shows what Daybook did itself, by nobody', async () => {
    await enter({ action: 'cleanup', details: { scans: 3, documents: 2, bytes: 5 } })
    const [first] = listed(await owner.get('/activity?kind=settings'))
    expect(first).toMatchObject({ action: 'cleanup', by: null, keyName: null })
  })

  test('offers every user to owners', async () => {
    const people = listed(await owner.get('/activity/people'))
    expect(people.map(({ id }) => id)).toContain(shop.users.meena)
    expect(Object.keys(people[0] ?? {})).toEqual(['id', 'name', 'email'])
  })
})
