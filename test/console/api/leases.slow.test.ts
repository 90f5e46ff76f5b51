import { describe, expect, test } from 'bun:test'
import { importResults } from '../../../src/books/tables.ts'
import { history } from '../../../src/accounts/tables.ts'
import { addMember, api } from '../../support/member.ts'
import { addProduct } from '../../support/orders.ts'
import { idsOf } from '../../support/shop.ts'
import { setClock } from '../../support/temporary-database.ts'
import { listed, ownersShop } from './browser.ts'

const clock = setClock()

const { shop, owner } = await ownersShop(clock)

function pass(seconds: number): void {
  clock.pass(seconds * 1000)
}

/** Documents of a user, leased by its key for ten minutes, two minutes ago. */
async function leasedBy(count: number) {
  const member = await addMember(shop)
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    ids.push(await member.addScan({ createdAt: clock.now() - 60_000 + at }))
  }
  const lease = (await member.unsynced('lease=600')).json
  pass(120)
  return { member, ids, lease, leaseId: String(lease['lease_id']) }
}

const shown = async (id: string) =>
  listed(await owner.get('/leases')).find((lease) => lease['id'] === id)

describe('what a program has leased', () => {
  test('is shown to an owner with the key, how much it is, and until when', async () => {
    const { leaseId, lease } = await leasedBy(2)
    expect(await shown(leaseId)).toEqual({
      id: leaseId,
      kind: 'scan',
      keyName: 'test',
      count: 2,
      until: String(lease['until']),
    })
  })

  test('is no news in its first minute, nor when all of it is acknowledged or its time is over', async () => {
    const member = await addMember(shop)
    const id = await member.addScan()
    const leaseId = String((await member.unsynced('lease=600')).json['lease_id'])
    pass(59)
    expect(await shown(leaseId)).toBeUndefined()
    pass(1)
    expect(await shown(leaseId)).toMatchObject({ count: 1 })
    await member.mark({ ids: [id] })
    expect(await shown(leaseId)).toBeUndefined()
    const other = await leasedBy(1)
    expect(await shown(other.leaseId)).toMatchObject({ count: 1 })
    pass(480)
    expect(await shown(other.leaseId)).toBeUndefined()
  })

  test('waits for everybody again when an owner takes it back, and the history says so', async () => {
    const { member, ids, leaseId } = await leasedBy(2)
    expect(idsOf(await member.unsynced())).toEqual([])
    const taken = await owner.post(`/leases/${leaseId}/take-back`)
    expect([taken.status, taken.json]).toEqual([200, { count: 2 }])
    expect(idsOf(await member.unsynced())).toEqual(ids)
    expect(await shown(leaseId)).toBeUndefined()
    const entries = shop.database.read.select().from(history).all()
    const entry = entries.find(({ action }) => action === 'lease taken back')
    expect(entry?.userId).toBe(shop.users.owner)
    expect(JSON.parse(entry?.details ?? '')).toEqual({ of: 'scan', count: 2, key: 'test' })
    const renewed = { key: member.key, body: { seconds: 60 } }
    expect((await shop.call('POST', `${api}/leases/${leaseId}`, renewed)).status).toBe(409)
  })

  test('is acknowledged late then: it counts, and is flagged; what was acknowledged before is not', async () => {
    const { member, ids, leaseId, lease } = await leasedBy(2)
    const [first = '', second = ''] = ids
    const { fence = null } = lease
    await member.mark({ items: [{ id: first, fence }] })
    expect((await owner.post(`/leases/${leaseId}/take-back`)).json).toEqual({ count: 1 })
    const again = await member.mark({ items: ids.map((id) => ({ id, fence })) })
    expect(again.json).toMatchObject({
      results: [
        { id: first, status: 'already' },
        { id: second, status: 'late' },
      ],
    })
    const flags = shop.database.read.select().from(importResults).all()
    expect(flags.filter(({ subjectId }) => ids.includes(subjectId))).toMatchObject([
      { subjectId: second, code: 'duplicate_in_book', isOpen: true },
    ])
  })

  test('can be an order, and needs a lease that lasts', async () => {
    const sku = await addProduct(shop.database, { stockQuantity: 5 })
    const body = { customer_name: 'Asha', items: [{ sku, quantity: 1 }] }
    await shop.store('POST', `${api}/orders`, { body })
    const { json } = await shop.store('GET', `${api}/orders/unsynced?lease=600`)
    const leaseId = String(json['lease_id'])
    pass(60)
    expect(await shown(leaseId)).toMatchObject({ kind: 'order', count: 1 })
    expect((await owner.post(`/leases/${leaseId}/take-back`)).status).toBe(200)
    expect((await owner.post(`/leases/${leaseId}/take-back`)).status).toBe(409)
    expect((await owner.post('/leases/none/take-back')).status).toBe(404)
  })
})
