import { describe, expect, test } from 'bun:test'
import { addMember, api, itemOf, scanRow } from '../../../support/member.ts'
import { idsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const a1 = { invoice_no: 'A-1' }
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

const shop = untilEnd(await openShop())

describe('POST scans/mark-synced', () => {
  test('by id: the scan no longer appears, and the answer says when it was marked', async () => {
    const member = await addMember(shop)
    const marked = await member.addScan()
    const left = await member.addScan()
    const asked = Date.now()
    const answer = await member.mark({ ids: [marked] })
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      ok: true,
      updated: 1,
      synced_at: expect.stringMatching(timestamp),
    })
    const at = Date.parse(String(answer.json['synced_at']))
    expect(at).toBeGreaterThanOrEqual(asked)
    expect(at).toBeLessThanOrEqual(Date.now())
    expect(idsOf(await member.unsynced())).toEqual([left])
  })

  test('by id in capitals, as some systems keep them', async () => {
    const member = await addMember(shop)
    const marked = await member.addScan({ daysAgo: 2 })
    const next = await member.addScan()
    const behind = await member.unsynced(`after=${marked.toUpperCase()}`)
    expect(idsOf(behind)).toEqual([next])
    expect((await member.mark({ ids: [marked.toUpperCase()] })).json).toMatchObject({ updated: 1 })
  })

  test('by number: every match of that user is marked, also hidden twins of any seller and category', async () => {
    const member = await addMember(shop)
    await member.addScan({ daysAgo: 3, metadata: { ...a1, vendor_name: 'Acme' } })
    await member.addScan({ daysAgo: 2, metadata: { ...a1, vendor_name: 'Zed' } })
    await member.addScan({ daysAgo: 1, metadata: a1, category: 'bank_entry' })
    const other = await member.addScan({ metadata: { invoice_no: 'A-10' } })
    expect((await member.mark({ invoice_nos: ['A-1'] })).json).toMatchObject({ updated: 3 })
    expect(idsOf(await member.unsynced())).toEqual([other])
  })

  test('compares numbers trimmed and otherwise exactly', async () => {
    const member = await addMember(shop)
    await member.addScan({ metadata: { invoice_no: ' A-1 ' } })
    expect(
      (await member.mark({ invoice_nos: ['a-1', 'A - 1', 'A', '%', '*'] })).json,
    ).toMatchObject({
      updated: 0,
    })
    expect((await member.mark({ invoice_nos: ['\tA-1  '] })).json).toMatchObject({ updated: 1 })
  })

  test('reads the number from the normalised data', async () => {
    const member = await addMember(shop)
    await member.addScan({ metadata: { 'Bill No.': 'B/7' } })
    expect((await member.mark({ invoice_nos: ['B/7'] })).json).toMatchObject({ updated: 1 })
  })

  test('a blank number matches nothing: scans without a number stay', async () => {
    const member = await addMember(shop)
    const id = await member.addScan()
    expect((await member.mark({ invoice_nos: ['', ' '] })).json).toMatchObject({ updated: 0 })
    expect(idsOf(await member.unsynced())).toEqual([id])
  })

  test('by ids and numbers at once counts a scan that both name once', async () => {
    const member = await addMember(shop)
    const both = await member.addScan({ metadata: a1 })
    const byId = await member.addScan()
    await member.addScan({ metadata: { invoice_no: 'A-2' } })
    const body = { ids: [both, byId, byId], invoice_nos: ['A-1', 'A-2', 'A-2 '] }
    expect((await member.mark(body)).json).toMatchObject({ updated: 3 })
    expect(idsOf(await member.unsynced())).toEqual([])
  })

  test('is not limited by the window: an old scan that was not cleaned up yet is marked', async () => {
    const member = await addMember(shop)
    const byId = await member.addScan({ daysAgo: 31 })
    await member.addScan({ daysAgo: 45, metadata: a1 })
    expect((await member.mark({ ids: [byId], invoice_nos: ['A-1'] })).json).toMatchObject({
      updated: 2,
    })
  })

  test('repeated answers 0 and the time of that call, and changes nothing', async () => {
    const member = await addMember(shop)
    const id = await member.addScan({ metadata: a1 })
    const body = { ids: [id], invoice_nos: ['A-1'], source: 'tally' }
    const first = await member.mark(body)
    const row = scanRow(shop, id)
    const asked = Date.now()
    const second = await member.mark({ ...body, source: 'other' })
    expect(second.json).toMatchObject({ ok: true, updated: 0 })
    expect(Date.parse(String(second.json['synced_at']))).toBeGreaterThanOrEqual(asked)
    expect(scanRow(shop, id)).toEqual(row)
    expect(row.syncedAt).toBe(Date.parse(String(first.json['synced_at'])))
  })

  test('ignores unknown ids and numbers beside those that are known', async () => {
    const member = await addMember(shop)
    const id = await member.addScan()
    const ids = ['unknown', crypto.randomUUID(), '', id, '\0', "' OR 1=1"]
    const answer = await member.mark({ ids, invoice_nos: ['unknown'] })
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({ ok: true, updated: 1 })
  })

  test('takes an id with spaces around it', async () => {
    const member = await addMember(shop)
    const id = await member.addScan()
    expect((await member.mark({ ids: [` ${id}\n`] })).json).toMatchObject({ updated: 1 })
  })

  test('ignores the scans of other users, by id and by number', async () => {
    const [mine, other] = [await addMember(shop), await addMember(shop)]
    const id = await other.addScan({ metadata: a1 })
    expect((await mine.mark({ ids: [id], invoice_nos: ['A-1'] })).json).toMatchObject({
      updated: 0,
    })
    expect(idsOf(await other.unsynced())).toEqual([id])
    const owner = await addMember(shop, 'owner')
    expect((await owner.mark({ ids: [id] })).json).toMatchObject({ updated: 0 })
  })

  test('with a key for all users marks the scans of any of them', async () => {
    const owner = await addMember(shop, 'owner')
    const member = await addMember(shop)
    const invoice_no = crypto.randomUUID()
    const id = await member.addScan()
    await member.addScan({ metadata: { invoice_no } })
    const { key } = await shop.addKey({ email: owner.email, allUsers: true })
    const body = { ids: [id], invoice_nos: [invoice_no] }
    const answer = await shop.call('POST', `${api}/scans/mark-synced`, { key, body })
    expect(answer.json).toMatchObject({ updated: 2 })
    expect(idsOf(await member.unsynced())).toEqual([])
  })

  test('ignores scans that are not successful', async () => {
    const member = await addMember(shop)
    const failed = await member.addScan({ metadata: a1, failureReason: 'The page is blank.' })
    const answer = await member.mark({ ids: [failed], invoice_nos: ['A-1'] })
    expect(answer.json).toMatchObject({ updated: 0 })
    expect(scanRow(shop, failed)).toMatchObject({ status: 'failed', syncedAt: null })
  })

  test('stores with each row when, by which key, for which source, and the data as it was delivered', async () => {
    const owner = await addMember(shop, 'owner')
    const post = (body: unknown) => shop.call('POST', `${api}/vendors`, { key: owner.key, body })
    await post({ name: 'Acme Traders', aliases: ['ACME LTD'] })
    const id = await owner.addScan({ metadata: { 'Bill No.': 'S-1', Supplier: 'acme  ltd' } })
    const delivered = itemOf(await owner.unsynced(), id)?.['data']
    const answer = await owner.mark({ ids: [id], source: 'tally' })
    await post({ name: 'Another Name', aliases: ['Acme Traders'] })
    const row = scanRow(shop, id)
    expect(row).toMatchObject({
      syncedAt: Date.parse(String(answer.json['synced_at'])),
      syncedSource: 'tally',
      syncedKeyId: owner.keyId,
      duplicateOf: null,
    })
    expect(JSON.parse(row.syncedData ?? '')).toEqual(delivered)
    expect(JSON.parse(row.syncedData ?? '')).toMatchObject({
      invoice_metadata: { vendor_name: 'Acme Traders', invoice_no: 'S-1' },
    })
  })

  test('stores no source when none was given', async () => {
    const member = await addMember(shop)
    const id = await member.addScan()
    await member.mark({ ids: [id], source: null })
    expect(scanRow(shop, id).syncedSource).toBeNull()
  })

  test('marked by several calls at once, a scan is counted by one of them', async () => {
    const member = await addMember(shop)
    const id = await member.addScan({ metadata: a1 })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        member.mark(i % 2 === 0 ? { ids: [id] } : { invoice_nos: ['A-1'] }),
      ),
    )
    const updated = answers.map(({ json }) => Number(json['updated']))
    expect(updated.reduce((sum, n) => sum + n, 0)).toBe(1)
  })

  test('takes 10,000 ids and 10,000 numbers', async () => {
    const member = await addMember(shop)
    const ids: string[] = Array.from({ length: 10_000 }, () => crypto.randomUUID())
    ids[7_000] = await member.addScan()
    await member.addScan({ metadata: a1 })
    const numbers = Array.from({ length: 10_000 }, (_, i) => `N-${i}`)
    numbers[9_999] = 'A-1'
    expect((await member.mark({ ids, invoice_nos: numbers })).json).toMatchObject({ updated: 2 })
  })
})
