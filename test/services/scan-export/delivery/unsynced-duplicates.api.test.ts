import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeSetting } from '../../../../src/platform/settings.ts'
import { duplicatesSetting } from '../../../../src/services/scan-export/deps.ts'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { addMember, api, type Member } from '../../../support/member.ts'
import { idsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const a1 = { invoice_no: 'A-1' }
const windowMs = 30 * 24 * 60 * 60 * 1000

const shop = untilEnd(await openShop())

describe('duplicates by invoice number', () => {
  test('are removed: the oldest wins', async () => {
    const member = await addMember(shop)
    await member.addScan({ daysAgo: 2, metadata: a1 })
    const oldest = await member.addScan({ daysAgo: 3, metadata: a1 })
    await member.addScan({ daysAgo: 1, metadata: a1 })
    const answer = await member.unsynced()
    expect(idsOf(answer)).toEqual([oldest])
    expect(answer.json).toMatchObject({ count: 1, waiting: 1, next: null })
  })

  test('of the same millisecond: the lower id wins', async () => {
    const member = await addMember(shop)
    const createdAt = Date.now() - 1000
    const ids = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    for (const id of ids) await member.addScan({ id, createdAt, metadata: a1 })
    expect(idsOf(await member.unsynced())).toEqual(ids.toSorted().slice(0, 1))
  })

  test('are not looked for among scans without a number: all of them are returned', async () => {
    const member = await addMember(shop)
    const blanks: JsonObject[] = [
      {},
      {},
      { invoice_no: '' },
      { invoice_no: ' ' },
      { invoice_no: null },
    ]
    for (const metadata of blanks) await member.addScan({ metadata })
    const answer = await member.unsynced()
    expect(answer.json).toMatchObject({ count: blanks.length, waiting: blanks.length })
  })

  test('have the same number after trimming', async () => {
    const member = await addMember(shop)
    const oldest = await member.addScan({ daysAgo: 4, metadata: { invoice_no: ' A-1' } })
    await member.addScan({ daysAgo: 3, metadata: { 'Bill No.': 'A-1\t' } })
    expect(idsOf(await member.unsynced())).toEqual([oldest])
  })

  test('have exactly the same number: case, inner spaces and signs count', async () => {
    const member = await addMember(shop)
    const numbers = ['A-1', 'a-1', 'A 1', 'A  1', 'A1', 'A_1', '01', '1', '1.0']
    for (const invoice_no of numbers) await member.addScan({ metadata: { invoice_no } })
    expect((await member.unsynced()).json).toMatchObject({ count: numbers.length })
  })

  test('are the same in any Unicode form, since text is kept in NFC', async () => {
    const member = await addMember(shop)
    const oldest = await member.addScan({ daysAgo: 2, metadata: { invoice_no: 'É-1' } })
    await member.addScan({ daysAgo: 1, metadata: { invoice_no: 'E\u0301-1' } })
    expect(idsOf(await member.unsynced())).toEqual([oldest])
  })

  test('are found across sellers: the contract’s default compares the number alone', async () => {
    const member = await addMember(shop)
    const oldest = await member.addScan({ daysAgo: 2, metadata: { ...a1, vendor_name: 'Acme' } })
    await member.addScan({ daysAgo: 1, metadata: { ...a1, vendor_name: 'Zed' } })
    expect(idsOf(await member.unsynced())).toEqual([oldest])
  })

  test('are looked for within the category that is asked for', async () => {
    const member = await addMember(shop)
    const invoice = await member.addScan({ daysAgo: 2, metadata: a1 })
    const entry = await member.addScan({ daysAgo: 1, metadata: a1, category: 'bank_entry' })
    expect(idsOf(await member.unsynced())).toEqual([invoice])
    expect(idsOf(await member.unsynced('category=bank_entry'))).toEqual([entry])
    expect(idsOf(await member.unsynced('category=vendor_invoice'))).toEqual([invoice])
  })

  test('are looked for within the window: an original that is too old hides nothing', async () => {
    const member = await addMember(shop)
    await member.addScan({ createdAt: Date.now() - windowMs - 1, metadata: a1 })
    const twin = await member.addScan({ daysAgo: 1, metadata: a1 })
    expect(idsOf(await member.unsynced())).toEqual([twin])
  })

  test('are looked for among the scans of the key’s user', async () => {
    const [one, other] = [await addMember(shop), await addMember(shop)]
    const ofOne = await one.addScan({ daysAgo: 2, metadata: a1 })
    const ofOther = await other.addScan({ daysAgo: 1, metadata: a1 })
    expect(idsOf(await one.unsynced())).toEqual([ofOne])
    expect(idsOf(await other.unsynced())).toEqual([ofOther])
  })

  test('are looked for among all scans by a key that covers all users', async () => {
    const owner = await addMember(shop, 'owner')
    const member = await addMember(shop)
    const invoice_no = crypto.randomUUID()
    const older = await member.addScan({ daysAgo: 2, metadata: { invoice_no } })
    const younger = await owner.addScan({ daysAgo: 1, metadata: { invoice_no } })
    const { key } = await shop.addKey({ email: owner.email, allUsers: true })
    const seen = idsOf(await shop.call('GET', `${api}/scans/unsynced?limit=1000`, { key }))
    expect(seen).toContain(older)
    expect(seen).not.toContain(younger)
  })

  test('never count a scan that is not successful as the original', async () => {
    const member = await addMember(shop)
    await member.addScan({ daysAgo: 2, metadata: a1, failureReason: 'The page is torn.' })
    const id = await member.addScan({ daysAgo: 1, metadata: a1 })
    expect(idsOf(await member.unsynced())).toEqual([id])
  })

  test('never count a scan that is synced as the original', async () => {
    const member = await addMember(shop)
    const synced = await member.addScan({ daysAgo: 2, metadata: a1 })
    await member.mark({ ids: [synced] })
    const id = await member.addScan({ daysAgo: 1, metadata: a1 })
    expect(idsOf(await member.unsynced())).toEqual([id])
  })

  test('are removed before limit counts', async () => {
    const member = await addMember(shop)
    const first = await member.addScan({ daysAgo: 5, metadata: a1 })
    await member.addScan({ daysAgo: 4, metadata: a1 })
    const second = await member.addScan({ daysAgo: 3, metadata: { invoice_no: 'A-2' } })
    await member.addScan({ daysAgo: 2 })
    const answer = await member.unsynced('limit=2')
    expect(idsOf(answer)).toEqual([first, second])
    expect(answer.json).toMatchObject({ count: 2, waiting: 3, next: second })
  })

  test('come back when their original leaves the list and they differ in the seller', async () => {
    const member = await addMember(shop)
    const original = await member.addScan({ daysAgo: 2, metadata: { ...a1, vendor_name: 'Acme' } })
    const twin = await member.addScan({ daysAgo: 1, metadata: { ...a1, vendor_name: 'Zed' } })
    expect(idsOf(await member.unsynced())).toEqual([original])
    await member.mark({ ids: [original] })
    expect(idsOf(await member.unsynced())).toEqual([twin])
  })

  describe('compared with the seller, as an owner may set it,', () => {
    let member: Member

    beforeAll(async () => {
      member = await addMember(shop)
      await shop.database.write((conn) => {
        writeSetting(conn, duplicatesSetting, 'invoice_no_and_seller')
      })
    })

    afterAll(async () => {
      await shop.database.write((conn) => {
        writeSetting(conn, duplicatesSetting, 'invoice_no')
      })
    })

    test('are the same number of the same seller only', async () => {
      const acme = await member.addScan({ daysAgo: 4, metadata: { ...a1, vendor_name: 'Acme' } })
      const zed = await member.addScan({ daysAgo: 3, metadata: { ...a1, vendor_name: 'Zed' } })
      await member.addScan({ daysAgo: 2, metadata: { ...a1, vendor_name: 'ACME ' } })
      const answer = await member.unsynced()
      expect(idsOf(answer)).toEqual([acme, zed])
      expect(answer.json).toMatchObject({ count: 2, waiting: 2 })
    })
  })
})
