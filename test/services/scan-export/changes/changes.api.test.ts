import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { apiKeys } from '../../../../src/accounts/tables.ts'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { scanSweep } from '../../../../src/services/scan-export/service.ts'
import { storeOf } from '../../../../src/app.ts'
import { addMember, api } from '../../../support/member.ts'
import { openShop, owner, type Answer } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const path = `${api}/changes`

const shop = untilEnd(await openShop())
const member = await addMember(shop)

const follow = (query = '', key = member.key) => shop.call('GET', `${path}?${query}`, { key })

function changesOf({ json }: Answer): JsonObject[] {
  const { changes } = json
  return Array.isArray(changes) ? changes.filter((change) => isJsonObject(change)) : []
}

const here = async (key?: string) => String((await follow('after=now', key)).json['next'])

describe('the feed of scan export', () => {
  test('shows a document when it comes in, when it is acknowledged, and when it is gone', async () => {
    let place = await here()
    const id = await member.addScan({ metadata: { invoice_no: 'F-1' }, daysAgo: 29 })
    const next = async () => {
      const answer = await follow(`after=${place}`)
      place = String(answer.json['next'])
      return changesOf(answer)
    }
    expect(await next()).toMatchObject([
      {
        kind: 'document',
        id,
        removed: false,
        document: { id, category: 'vendor_invoice', state: 'unsynced', synced_at: null },
      },
    ])
    const { json } = await member.mark({ ids: [id] })
    expect(await next()).toMatchObject([
      { id, document: { state: 'synced', synced_at: json['synced_at'] } },
    ])
    await member.mark({ ids: [id] })
    expect(await next()).toEqual([])
    const sweep = scanSweep(storeOf(shop.dir))
    const later = Date.now() + 2 * 24 * 60 * 60 * 1000
    await shop.database.write((conn) => sweep.sweepBatch(conn, later))
    expect(await next()).toEqual([{ kind: 'document', id, removed: true }])
  })

  test("shows a key its own user's documents alone, and one of all users all of them, also when they are gone", async () => {
    const other = await addMember(shop)
    const all = await shop.addKey({ email: owner, allUsers: true })
    const place = await here()
    const id = await other.addScan()
    expect(changesOf(await follow(`after=${place}`))).toEqual([])
    for (const key of [other.key, all.key]) {
      expect(changesOf(await follow(`after=${place}`, key))).toMatchObject([
        { kind: 'document', id },
      ])
    }
    const later = Date.now() + 40 * 24 * 60 * 60 * 1000
    await shop.database.write((conn) => scanSweep(storeOf(shop.dir)).sweepBatch(conn, later))
    const of = async (key: string) =>
      changesOf(await follow(`after=${place}`, key)).filter((change) => change['id'] === id)
    expect(await of(member.key)).toEqual([])
    expect(await of(other.key)).toEqual([{ kind: 'document', id, removed: true }])
  })

  test('shows the lists of names to everybody, as the lists do', async () => {
    const place = await here()
    const body = { name: 'Acme', aliases: ['ACME Ltd'] }
    for (const list of ['vendors', 'products']) {
      await shop.call('POST', `${api}/${list}`, { key: shop.keys.owner, body })
    }
    const vendors = (await shop.call('GET', `${api}/vendors`, { key: member.key })).json['items']
    const [vendor, product] = changesOf(await follow(`after=${place}`))
    expect(vendors).toEqual([vendor?.['name'] ?? null])
    expect([vendor?.['kind'], product?.['kind']]).toEqual(['vendor', 'product_name'])
    const alone = await follow(`after=${place}&kinds=product_name`)
    expect(changesOf(alone)).toMatchObject([{ kind: 'product_name', name: { name: 'Acme' } }])
  })

  test('is answered when something changes, and says when it is too far behind', async () => {
    const place = await here()
    const waiting = follow(`after=${place}&wait=55`)
    const id = await member.addScan()
    expect(changesOf(await waiting)).toMatchObject([{ id }])
    const gone = await follow('after=zzzz-1')
    expect([gone.status, gone.json]).toEqual([
      410,
      { error: expect.stringContaining('Start anew') },
    ])
  })

  test('is not told to a key that was revoked while it waited', async () => {
    const key = await shop.addKey({ email: member.email })
    const waiting = follow(`after=${await here(key.key)}&wait=55`, key.key)
    // What was asked first waits by then.
    await here()
    await shop.database.write((conn) => {
      const revoked = { revokedAt: Date.now() }
      conn.update(apiKeys).set(revoked).where(eq(apiKeys.id, key.id)).run()
    })
    await member.addScan()
    expect((await waiting).status).toBe(401)
  })

  test('is not waited for by who asks for its head alone', async () => {
    const query = `after=${await here()}&wait=55`
    const head = await shop.call('HEAD', `${path}?${query}`, { key: member.key })
    expect(head.status).toBe(200)
  })

  test('refuses odd parameters', async () => {
    for (const query of ['after=x', 'wait=56', 'limit=0', 'kinds=order']) {
      expect([query, (await follow(query)).status]).toEqual([query, 400])
    }
  })
})
