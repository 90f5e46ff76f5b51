import { describe, expect, test } from 'bun:test'
import { addName } from '../../../../src/names/add-name.ts'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { changeRules } from '../../../../src/services/scan-export/rename-rules/change-rules.ts'
import { addMember, api, itemOf } from '../../../support/member.ts'
import { itemsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())
const member = await addMember(shop)

const listed = (query: string) => member.unsynced(query)

async function factsOf(id: string): Promise<JsonObject> {
  const facts = itemOf(await member.unsynced(), id)?.['facts']
  return isJsonObject(facts) ? facts : {}
}

describe('facts beside data', () => {
  test('are left out with facts=false, and nothing else is', async () => {
    const id = await member.addScan({ metadata: { Total: '₹27,139.00' } })
    const whole = itemOf(await listed('limit=1000'), id)
    const plain = itemOf(await listed('limit=1000&facts=false'), id)
    expect(whole).toEqual({ ...plain, facts: expect.objectContaining({ total: 27139 }) })
    expect(itemOf(await listed('limit=1000&facts=true'), id)).toEqual(whole)
    expect((await listed('facts=no')).status).toBe(400)
  })

  test('come with explanations, with leases and for one category', async () => {
    const id = await member.addScan({ metadata: { Total: '5' } })
    const facts = await factsOf(id)
    const plain = itemOf(await listed('explain=true&facts=false'), id)
    expect(plain).toContainKeys(['data', 'explain', 'doubts'])
    expect(plain).not.toContainKey('facts')
    for (const query of ['explain=true', 'category=vendor_invoice', 'lease=1']) {
      expect(itemOf(await listed(query), id)?.['facts']).toEqual(facts)
    }
  })

  test('follow the lists of names and the rules, at once', async () => {
    const id = await member.addScan({
      metadata: { Supplier: 'ACME', Menge: '1' },
      lines: [{ Menge: 'zwei' }],
    })
    expect(await factsOf(id)).toMatchObject({ seller: { name: 'ACME' }, unread: [] })
    const acme = { name: 'Acme Traders', aliases: ['ACME'] }
    await shop.database.write((conn) => addName(conn, 'vendor', acme, Date.now()))
    expect(await factsOf(id)).toMatchObject({ seller: { name: 'Acme Traders' } })
    await changeRules(shop.deps, [{ type: 'label', from: 'Menge', to: 'qty', category: null }])
    expect(await factsOf(id)).toMatchObject({ unread: ['lines.0.quantity'] })
  })
})

describe('an answer that is sent again', () => {
  test('is the same until something is acknowledged or comes in', async () => {
    const other = await addMember(shop)
    const first = await other.addScan({ metadata: { Total: '5' } })
    const before = await other.unsynced()
    const again = await other.unsynced()
    expect([again.text, again.headers.get('etag')]).toEqual([
      before.text,
      before.headers.get('etag'),
    ])
    const second = await other.addScan({ metadata: { Total: '6' } })
    expect(itemsOf(await other.unsynced()).map(({ id }) => id)).toEqual([first, second])
    const headers = { 'if-none-match': before.headers.get('etag') ?? '' }
    await other.mark({ ids: [second] })
    const same = await shop.call('GET', `${api}/scans/unsynced`, { key: other.key, headers })
    expect(same.status).toBe(304)
  })
})
