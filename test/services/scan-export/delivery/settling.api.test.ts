import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { addMember, api, scanRow } from '../../../support/member.ts'
import { idsOf, openShop, type ScanInput, type Shop } from '../../../support/shop.ts'

const a1 = { invoice_no: 'A-1' }
const gstin = '27AAPFU0939F1ZV'
const otherGstin = '29AAGCB7383J1Z4'

describe('marking a scan by id', () => {
  let shop: Shop

  beforeAll(async () => {
    shop = await openShop()
    const body = { name: 'Acme Traders', aliases: ['ACME', 'Acme Trdrs'] }
    await shop.call('POST', `${api}/vendors`, { key: shop.keys.owner, body })
  })

  afterAll(async () => {
    await shop.close()
  })

  /** Marks the first of two scans, the older one, and says what became of the second. */
  async function markFirstOf(first: ScanInput, second: ScanInput): Promise<'settled' | 'waits'> {
    const member = await addMember(shop)
    const id = await member.addScan({ daysAgo: 3, ...first })
    const other = await member.addScan({ daysAgo: 2, ...second })
    expect((await member.mark({ ids: [id] })).json).toMatchObject({ updated: 1 })
    const waits = idsOf(await member.unsynced()).includes(other)
    expect(scanRow(shop, other).duplicateOf).toBe(waits ? null : id)
    return waits ? 'waits' : 'settled'
  }

  const withMetadata = (first: JsonObject, second: JsonObject) =>
    markFirstOf({ metadata: first }, { metadata: second })

  test('settles a younger scan with the same number and no sign of another seller', async () => {
    expect(await withMetadata(a1, a1)).toBe('settled')
  })

  test('settles a younger scan with the same document bytes, whatever was read from it', async () => {
    const bytes = 'one and the same paper'
    expect(await markFirstOf({ bytes }, { bytes })).toBe('settled')
    expect(
      await markFirstOf(
        { bytes, metadata: { ...a1, gstin, vendor_name: 'Acme' } },
        { bytes, metadata: { invoice_no: 'A-l', gstin: otherGstin, vendor_name: 'Zed' } },
      ),
    ).toBe('settled')
  })

  test('leaves a scan with other bytes and another number, or none', async () => {
    expect(await markFirstOf({ bytes: 'one' }, { bytes: 'two' })).toBe('waits')
    expect(await withMetadata(a1, { invoice_no: 'A-2' })).toBe('waits')
    expect(await withMetadata(a1, {})).toBe('waits')
    expect(await withMetadata({}, {})).toBe('waits')
  })

  test('takes another GSTIN for another seller; a missing one is no sign', async () => {
    expect(await withMetadata({ ...a1, gstin }, { ...a1, gstin: otherGstin })).toBe('waits')
    expect(await withMetadata({ ...a1, gstin }, { ...a1, gstin })).toBe('settled')
    expect(await withMetadata({ ...a1, gstin }, a1)).toBe('settled')
    expect(await withMetadata(a1, { ...a1, gstin })).toBe('settled')
  })

  test('takes another vendor name for another seller; a missing one is no sign', async () => {
    const acme = { ...a1, vendor_name: 'Acme Traders' }
    expect(await withMetadata(acme, { ...a1, vendor_name: 'Zed Stores' })).toBe('waits')
    expect(await withMetadata(acme, a1)).toBe('settled')
    expect(await withMetadata(a1, acme)).toBe('settled')
  })

  test('takes two spellings and two aliases of one vendor for one seller', async () => {
    const acme = { ...a1, vendor_name: 'ACME' }
    expect(await withMetadata(acme, { ...a1, vendor_name: 'acme  trdrs' })).toBe('settled')
    expect(await withMetadata(acme, { ...a1, vendor_name: 'Acme Traders' })).toBe('settled')
    const unlisted = { ...a1, vendor_name: 'Beta Mills' }
    expect(await withMetadata(unlisted, { ...a1, vendor_name: 'BETA  mills' })).toBe('settled')
  })

  test('takes another invoice date for another seller; a missing one is no sign', async () => {
    const dated = { ...a1, invoice_date: '05/11/2026' }
    expect(await withMetadata(dated, { ...a1, invoice_date: '06/11/2026' })).toBe('waits')
    expect(await withMetadata(dated, { ...a1, invoice_date: '5-Nov-26' })).toBe('settled')
    expect(await withMetadata(dated, a1)).toBe('settled')
    expect(await withMetadata(a1, dated)).toBe('settled')
  })

  test('takes any one of the three signs for another seller', async () => {
    const first = { ...a1, gstin, vendor_name: 'Acme', invoice_date: '05/11/2026' }
    expect(await withMetadata(first, first)).toBe('settled')
    expect(await withMetadata(first, { ...first, gstin: otherGstin })).toBe('waits')
    expect(await withMetadata(first, { ...first, vendor_name: 'Zed' })).toBe('waits')
    expect(await withMetadata(first, { ...first, invoice_date: '06/11/2026' })).toBe('waits')
  })

  test('settles only scans of the same category', async () => {
    const bytes = 'one and the same paper'
    const purchase = { category: 'purchase_order' } as const
    expect(await markFirstOf({ metadata: a1 }, { metadata: a1, ...purchase })).toBe('waits')
    expect(await markFirstOf({ bytes }, { bytes, ...purchase })).toBe('waits')
  })

  test('settles only younger scans', async () => {
    expect(await markFirstOf({ metadata: a1 }, { metadata: a1, daysAgo: 4 })).toBe('waits')
    const bytes = 'one and the same paper'
    expect(await markFirstOf({ bytes }, { bytes, daysAgo: 4 })).toBe('waits')
  })

  test('settles only scans of the same user', async () => {
    const [mine, other] = [await addMember(shop), await addMember(shop)]
    const same = { metadata: a1, bytes: 'one and the same paper' }
    const id = await mine.addScan({ daysAgo: 2, ...same })
    const ofOther = await other.addScan({ daysAgo: 1, ...same })
    await mine.mark({ ids: [id] })
    expect(idsOf(await other.unsynced())).toEqual([ofOther])
    const owner = await addMember(shop, 'owner')
    const { key } = await shop.addKey({ email: owner.email, allUsers: true })
    const ofOwner = await owner.addScan({ daysAgo: 3, ...same })
    await shop.call('POST', `${api}/scans/mark-synced`, { key, body: { ids: [ofOwner] } })
    expect(idsOf(await other.unsynced())).toEqual([ofOther])
  })

  test('settles every copy, and counts none of them in updated', async () => {
    const member = await addMember(shop)
    const id = await member.addScan({ daysAgo: 9, metadata: a1, bytes: 'paper' })
    const copies = [
      await member.addScan({ daysAgo: 8, metadata: a1 }),
      await member.addScan({ daysAgo: 7, bytes: 'paper' }),
      await member.addScan({ daysAgo: 6, metadata: a1, bytes: 'paper' }),
    ]
    const answer = await member.mark({ ids: [id], source: 'tally' })
    expect(answer.json).toMatchObject({ updated: 1 })
    expect((await member.unsynced()).json).toMatchObject({ count: 0, waiting: 0 })
    for (const copy of copies) {
      expect(scanRow(shop, copy)).toMatchObject({
        duplicateOf: id,
        syncedAt: Date.parse(String(answer.json['synced_at'])),
        syncedSource: 'tally',
        syncedKeyId: member.keyId,
        syncedData: expect.any(String),
      })
    }
    expect((await member.mark({ ids: copies })).json).toMatchObject({ updated: 0 })
  })

  test('counts a copy that the body names itself, by id or by number, as marked in its own right', async () => {
    const bytes = 'one and the same paper'
    for (const name of ['id', 'number'] as const) {
      const member = await addMember(shop)
      const id = await member.addScan({ daysAgo: 3, bytes })
      const copy = await member.addScan({ daysAgo: 2, bytes, metadata: a1 })
      const body = name === 'id' ? { ids: [id, copy] } : { ids: [id], invoice_nos: ['A-1'] }
      expect((await member.mark(body)).json).toMatchObject({ updated: 2 })
      expect(scanRow(shop, copy).duplicateOf).toBeNull()
    }
  })

  test('leaves any other scan with that number for the next call', async () => {
    const member = await addMember(shop)
    const acme = await member.addScan({ daysAgo: 3, metadata: { ...a1, gstin } })
    const other = await member.addScan({ daysAgo: 2, metadata: { ...a1, gstin: otherGstin } })
    expect(idsOf(await member.unsynced())).toEqual([acme])
    await member.mark({ ids: [acme] })
    expect(idsOf(await member.unsynced())).toEqual([other])
  })

  test('does not settle a copy that arrives later: it is a new scan', async () => {
    const member = await addMember(shop)
    const id = await member.addScan({ daysAgo: 3, metadata: a1, bytes: 'paper' })
    await member.mark({ ids: [id] })
    const later = await member.addScan({ daysAgo: 2, metadata: a1, bytes: 'paper' })
    await member.mark({ ids: [id] })
    expect(idsOf(await member.unsynced())).toEqual([later])
  })
})

describe('marking a scan by number', () => {
  test('settles no copies: what has another number, or none, stays', async () => {
    const shop = await openShop()
    try {
      const member = await addMember(shop)
      const bytes = 'one and the same paper'
      await member.addScan({ daysAgo: 3, bytes, metadata: a1 })
      const unnumbered = await member.addScan({ daysAgo: 2, bytes })
      expect((await member.mark({ invoice_nos: ['A-1'] })).json).toMatchObject({ updated: 1 })
      expect(idsOf(await member.unsynced())).toEqual([unnumbered])
    } finally {
      await shop.close()
    }
  })
})
