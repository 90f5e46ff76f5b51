import { describe, expect, test } from 'bun:test'
import { importResults } from '../../src/books/tables.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'
import { addMember, api, scanRow, type Member } from '../support/member.ts'
import { idsOf, openShop, type Answer } from '../support/shop.ts'
import { setClock } from '../support/temporary-database.ts'
import { untilEnd } from '../support/until-end.ts'

const clock = setClock()
const external = { system: 'Tally', voucher_no: '118' }

const shop = untilEnd(await openShop(clock))

/** A user with documents of a minute ago. */
async function memberWith(...metadata: JsonObject[]): Promise<{ member: Member; ids: string[] }> {
  const member = await addMember(shop)
  const ids: string[] = []
  for (const [at, each] of metadata.entries()) {
    const createdAt = clock.now() - 60_000 + at
    ids.push(await member.addScan({ createdAt, metadata: each }))
  }
  return { member, ids }
}

async function renew(member: Member, lease: Answer, seconds: number): Promise<Answer> {
  const path = `${api}/leases/${String(lease.json['lease_id'])}`
  return await shop.call('POST', path, { key: member.key, body: { seconds } })
}

function pass(seconds: number): void {
  clock.pass(seconds * 1000)
}

function flagged(id: string) {
  const rows = shop.database.read.select().from(importResults).all()
  return rows.filter((row) => row.subjectId === id && row.code === 'duplicate_in_book')
}

describe('a lease of documents', () => {
  test('gives no document to two workers, nor to one who knows of no leases', async () => {
    const { member, ids } = await memberWith({}, {}, {})
    const first = await member.unsynced('lease=300&limit=2')
    expect(idsOf(first)).toEqual(ids.slice(0, 2))
    expect(first.json).toMatchObject({
      count: 2,
      waiting: 3,
      until: new Date(clock.now() + 300_000).toISOString(),
    })
    const second = await member.unsynced('lease=300')
    expect(idsOf(second)).toEqual(ids.slice(2))
    expect(Number(second.json['fence'])).toBeGreaterThan(Number(first.json['fence']))
    const plain = await member.unsynced()
    expect(plain.json).toEqual({ count: 0, items: [], waiting: 0, next: null })
    const none = await member.unsynced('lease=300')
    expect(none.json).toMatchObject({ count: 0, lease_id: null, fence: null, until: null })
  })

  test('says how many more are leased already', async () => {
    const { member } = await memberWith({}, {}, {})
    expect((await member.unsynced('lease=300&limit=2')).json['leased']).toBe(0)
    expect((await member.unsynced('lease=300')).json['leased']).toBe(2)
    expect((await member.unsynced('lease=300')).json['leased']).toBe(3)
  })

  test('has the id that was asked for, which nobody can take again', async () => {
    const { member, ids } = await memberWith({}, {})
    const id = 'a9bd2b8b-6f35-4a58-8a2c-9a2f4b1f0c11'
    const none = await member.unsynced(`lease=300&lease_id=${id}&category=bank_entry`)
    expect(none.json).toMatchObject({ count: 0, lease_id: null })
    const first = await member.unsynced(`lease=300&lease_id=${id.toUpperCase()}&limit=1`)
    expect(first.json).toMatchObject({ count: 1, lease_id: id })
    expect((await member.unsynced(`lease=300&lease_id=${id}`)).status).toBe(400)
    expect((await member.unsynced('lease=300&lease_id=mine')).status).toBe(400)
    expect((await renew(member, first, 0)).status).toBe(200)
    expect(idsOf(await member.unsynced())).toEqual(ids)
  })

  test('is not taken by who asks for the head of the list alone', async () => {
    const { member, ids } = await memberWith({}, {})
    const path = `${api}/scans/unsynced?lease=300`
    expect((await shop.call('HEAD', path, { key: member.key })).status).toBe(200)
    expect(idsOf(await member.unsynced())).toEqual(ids)
  })

  test('returns what it holds when it is over, whoever asks then', async () => {
    const { member, ids } = await memberWith({}, {})
    await member.unsynced('lease=60')
    pass(59)
    expect(idsOf(await member.unsynced())).toEqual([])
    pass(1)
    const again = await member.unsynced('limit=1')
    expect(idsOf(again)).toEqual(ids.slice(0, 1))
    expect(again.json['waiting']).toBe(2)
  })

  test('that a clock gave which ran ahead holds nothing once the clock is right', async () => {
    const { member, ids } = await memberWith({})
    const days = 20 * 24 * 60 * 60
    pass(days)
    const lease = await member.unsynced('lease=300')
    pass(-days)
    const plain = await member.unsynced()
    expect([idsOf(plain), plain.json['waiting']]).toEqual([ids, 1])
    expect((await renew(member, lease, 60)).status).toBe(409)
  })

  test('can be made longer while it lasts, and given back', async () => {
    const { member, ids } = await memberWith({})
    const lease = await member.unsynced('lease=60')
    pass(50)
    const renewed = await renew(member, lease, 100)
    expect([renewed.status, renewed.json]).toEqual([
      200,
      {
        lease_id: lease.json['lease_id'] ?? '',
        fence: lease.json['fence'] ?? 0,
        until: new Date(clock.now() + 100_000).toISOString(),
      },
    ])
    pass(99)
    expect(idsOf(await member.unsynced())).toEqual([])
    expect((await renew(member, lease, 0)).status).toBe(200)
    expect(idsOf(await member.unsynced())).toEqual(ids)
    expect((await renew(member, lease, 10)).status).toBe(409)
    expect((await renew(member, lease, 0)).status).toBe(200)
  })

  test('lasts four hours in all, however often it is made longer', async () => {
    const { member, ids } = await memberWith({})
    const lease = await member.unsynced('lease=3600')
    for (let hour = 1; hour < 4; hour++) {
      pass(3599)
      expect((await renew(member, lease, 3600)).status).toBe(200)
    }
    pass(3599)
    const tooLong = await renew(member, lease, 3600)
    expect([tooLong.status, tooLong.text]).toEqual([409, expect.stringContaining('14400 seconds')])
    expect(idsOf(await member.unsynced())).toEqual([])
    expect((await renew(member, lease, 4)).status).toBe(200)
    pass(4)
    expect(idsOf(await member.unsynced())).toEqual(ids)
  })

  test('is not to be renewed by another key, nor with anything else than seconds', async () => {
    const { member } = await memberWith({})
    const lease = await member.unsynced('lease=60')
    const { member: other } = await memberWith()
    expect((await renew(other, lease, 60)).status).toBe(404)
    expect((await renew(member, lease, 3601)).status).toBe(400)
    expect((await renew(member, lease, 1.5)).status).toBe(400)
    const path = `${api}/leases/${String(lease.json['lease_id'])}`
    expect((await shop.call('POST', path, { body: { seconds: 1 } })).status).toBe(401)
    expect((await member.unsynced('lease=3601')).status).toBe(400)
    expect((await member.unsynced('lease=soon')).status).toBe(400)
  })

  test('keeps back the copies of what it holds', async () => {
    const number = { invoice_no: 'A-1' }
    const { member, ids } = await memberWith(number, number, {})
    const lease = await member.unsynced('lease=60&limit=1')
    expect(idsOf(lease)).toEqual(ids.slice(0, 1))
    const plain = await member.unsynced()
    expect(idsOf(plain)).toEqual(ids.slice(2))
    expect(plain.json['waiting']).toBe(1)
  })

  test('has a fence above those of a book that was replaced by an older one: it begins with the time', async () => {
    const { member } = await memberWith({})
    const { json } = await member.unsynced('lease=60&limit=1')
    pass(61)
    const next = await member.unsynced('lease=60&limit=1')
    expect(json['fence']).toBeGreaterThanOrEqual(Math.floor(clock.now() / 1000) - 61)
    expect(next.json['fence']).toBeGreaterThan(Number(json['fence']))
  })

  test('says nothing where none was asked for', async () => {
    const { member, ids } = await memberWith({})
    const plain = await member.unsynced()
    expect(Object.keys(plain.json)).toEqual(['count', 'items', 'waiting', 'next'])
    const none = await member.unsynced('lease=0')
    expect(none.json).toMatchObject({ lease_id: null, fence: null, until: null, leased: 0 })
    expect(idsOf(await member.unsynced())).toEqual(ids)
    await member.unsynced('lease=60')
    expect((await member.unsynced('lease=0')).json).toMatchObject({ items: [], leased: 1 })
  })

  test('gives each document once to workers who ask at the same time', async () => {
    const { member, ids } = await memberWith({}, {}, {}, {}, {}, {})
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => member.unsynced('lease=60&limit=3')),
    )
    const given = answers.flatMap(idsOf)
    expect(new Set(given).size).toBe(given.length)
    const rest = await member.unsynced('lease=60')
    expect([...given, ...idsOf(rest)].toSorted()).toEqual(ids.toSorted())
  })
})

describe('an acknowledgement under a fence', () => {
  test('of the lease that holds the document is an acknowledgement as any other', async () => {
    const { member, ids } = await memberWith({})
    const [id = ''] = ids
    const { json } = await member.unsynced('lease=60')
    pass(61)
    const answer = await member.mark({ items: [{ id, fence: json['fence'], external }] })
    expect(answer.json).toMatchObject({ updated: 1, results: [{ status: 'marked' }] })
    expect(flagged(id)).toEqual([])
  })

  test('that is older counts, and is flagged: it may be in the books twice', async () => {
    const { member, ids } = await memberWith({})
    const [id = ''] = ids
    const slow = await member.unsynced('lease=60')
    pass(61)
    const quick = await member.unsynced('lease=60')
    const late = await member.mark({ items: [{ id, fence: slow.json['fence'], external }] })
    expect(late.json).toMatchObject({ updated: 1, results: [{ status: 'late' }] })
    expect(scanRow(shop, id).syncedAt).toBe(clock.now())
    const fence = quick.json['fence']
    const other = await member.mark({ items: [{ id, fence, external: { system: 'Tally' } }] })
    expect(other.json).toMatchObject({ updated: 0, results: [{ status: 'already' }] })
    expect(flagged(id)).toMatchObject([{ isOpen: true, outcome: 'parked', voucherNo: '118' }])
  })

  test('that comes after the other one is flagged too', async () => {
    const { member, ids } = await memberWith({})
    const [id = ''] = ids
    const slow = await member.unsynced('lease=60')
    pass(61)
    const quick = await member.unsynced('lease=60')
    await member.mark({ items: [{ id, fence: quick.json['fence'], external }] })
    const late = await member.mark({ items: [{ id, fence: slow.json['fence'] }] })
    expect(late.json).toMatchObject({ updated: 0, results: [{ status: 'late' }] })
    expect(flagged(id)).toMatchObject([{ isOpen: true }])
  })

  test.each(['before', 'after'])(
    'that is older and comes %s the other one is not flagged where both name the same voucher',
    async (when) => {
      const { member, ids } = await memberWith({})
      const { key } = await shop.addKey({ email: member.email })
      const [id = ''] = ids
      const slow = await member.unsynced('lease=60')
      pass(61)
      const quick = await shop.call('GET', `${api}/scans/unsynced?lease=60`, { key })
      const voucher = { ...external, voucher_id: 'g-118' }
      const marks = [
        () => member.mark({ items: [{ id, fence: slow.json['fence'], external: voucher }] }),
        () =>
          shop.call('POST', `${api}/scans/mark-synced`, {
            key,
            body: { items: [{ id, fence: quick.json['fence'], external: voucher }] },
          }),
      ]
      for (const mark of when === 'before' ? marks : marks.toReversed()) await mark()
      expect(flagged(id)).toEqual([])
      expect(scanRow(shop, id).syncedAt).toBe(clock.now())
    },
  )

  test('that the key was not given is flagged too, once however many are made up', async () => {
    const { member: other } = await memberWith({})
    const first = await other.unsynced('lease=60')
    pass(61)
    const second = await other.unsynced('lease=60')
    const { member, ids } = await memberWith({})
    const [id = ''] = ids
    await member.unsynced('lease=60')
    for (const { json } of [first, second]) {
      const late = await member.mark({ items: [{ id, fence: json['fence'], external }] })
      expect(late.json).toMatchObject({ results: [{ status: 'late' }] })
    }
    expect(flagged(id)).toMatchObject([{ isOpen: true, voucherNo: '118' }])
  })

  test('of a state that has changed since is flagged too, and no delivery settles that', async () => {
    const { member, ids } = await memberWith({})
    const [id = ''] = ids
    const slow = await member.unsynced('lease=60')
    pass(61)
    const { fence } = (await member.unsynced('lease=60')).json
    const item = { id, fence: slow.json['fence'], revision: 'before', external }
    const stale = await member.mark({ items: [item] })
    expect(stale.json).toMatchObject({ updated: 0, results: [{ status: 'stale' }] })
    expect(flagged(id)).toMatchObject([{ isOpen: true, voucherNo: '118' }])
    await member.mark({ items: [{ id, fence }] })
    expect(scanRow(shop, id).syncedAt).toBe(clock.now())
    expect(flagged(id)).toMatchObject([{ isOpen: true }])
  })
})
