import { describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { changeRole } from '../../../../src/accounts/users/users.ts'
import { openCallLog } from '../../../../src/accounts/call-log/call-log.ts'
import { createBackup } from '../../../../src/platform/backup/create-backup.ts'
import { noteBroken } from '../../../../src/platform/files/scrub.ts'
import { silentLog } from '../../../../src/platform/log.ts'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { addProduct, listOf } from '../../../support/orders.ts'
import { newMember, type Browser, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

async function homeOf(browser: Browser, part: string): Promise<JsonObject> {
  const { json } = await browser.get('/home')
  const found = json[part]
  return isJsonObject(found) ? found : {}
}

const dayMs = 24 * 60 * 60 * 1000

describe('what needs attention among the documents', () => {
  test('is counted for a member among its own', async () => {
    const { member, browser } = await newMember(shop)
    await shop.addScan({ user: 'meena', daysAgo: 25 })
    expect(await homeOf(browser, 'scans')).toMatchObject({
      lastWeek: 0,
      firstDeletedAt: null,
      waiting: 0,
      waitingSince: null,
    })
    const first = Date.now() - 25 * dayMs
    await member.addScan({ createdAt: first })
    await member.addScan({ daysAgo: 22, metadata: { invoice_no: 'A-1' } })
    await member.addScan({ daysAgo: 2, metadata: { invoice_no: 'A-1' } })
    expect(await homeOf(browser, 'scans')).toMatchObject({
      lastWeek: 1,
      firstDeletedAt: new Date(first + 30 * dayMs).toISOString(),
      waiting: 2,
      waitingSince: new Date(first).toISOString(),
    })
  })

  test('is counted for an owner among all, and not what was handed over', async () => {
    const { member } = await newMember(shop)
    const id = await member.addScan({ daysAgo: 26 })
    const before = await homeOf(owner, 'scans')
    await member.mark({ ids: [id] })
    const after = await homeOf(owner, 'scans')
    expect(Number(before['lastWeek']) - Number(after['lastWeek'])).toBe(1)
    expect(Number(before['waiting']) - Number(after['waiting'])).toBe(1)
  })
})

describe('integrations that are late', () => {
  test('have something waiting for a day, and did not come for as long', async () => {
    const { member, browser } = await newMember(shop)
    expect(await homeOf(browser, 'late')).toEqual({ count: 0, items: [] })
    await member.addScan({ daysAgo: 3 })
    // Made just now: it has a day to come.
    expect(await homeOf(browser, 'late')).toMatchObject({ count: 0 })
    useKey(member.keyId, Date.now() - 2 * dayMs)
    const late = await homeOf(browser, 'late')
    expect(late).toMatchObject({ count: 1, items: [{ id: member.keyId, name: 'test', count: 1 }] })
    useKey(member.keyId, Date.now())
    expect(await homeOf(browser, 'late')).toMatchObject({ count: 0 })
  })

  test('are none while another key fetches the same', async () => {
    const { member, browser } = await newMember(shop)
    await member.addScan({ daysAgo: 3 })
    const { id } = await shop.addKey({ email: member.email })
    useKey(member.keyId, Date.now() - 3 * dayMs)
    useKey(id, Date.now() - 2 * dayMs)
    expect(await homeOf(browser, 'late')).toMatchObject({ count: 2 })
    useKey(id, Date.now())
    expect(await homeOf(browser, 'late')).toMatchObject({ count: 0 })
  })
})

describe('orders and products', () => {
  test('are for the counter, which has no documents; clerks have theirs', async () => {
    const { member, browser } = await newMember(shop)
    expect((await browser.get('/home')).json).toMatchObject({
      scans: { waiting: 0 },
      orders: null,
      products: null,
      machine: null,
    })
    const change = { userId: member.id, role: 'member' as const, by: shop.users.owner }
    await shop.database.write((conn) =>
      changeRole(conn, { ...change, duties: ['counter'] }, Date.now()),
    )
    expect((await browser.get('/home')).json).toMatchObject({
      scans: null,
      orders: { waiting: 0 },
      products: { withoutPrice: 0 },
      machine: null,
      firstSteps: null,
    })
  })

  test('show the orders that wait longest', async () => {
    const sku = await addProduct(shop.database)
    for (const name of ['Asha', 'Bina', 'Chand', 'Deep']) {
      const body = { customer_name: name, customer_phone: '98', items: [{ sku, quantity: 1 }] }
      expect((await shop.store('POST', '/api/public/v1/orders', { body })).status).toBe(201)
    }
    const orders = await homeOf(owner, 'orders')
    expect(orders['waiting']).toBe(4)
    const longest = listOf(orders['longest'])
    expect(longest.map((order) => order['customerName'])).toEqual(['Asha', 'Bina', 'Chand'])
  })

  test('count products in the shop without a price or an image', async () => {
    const before = await homeOf(owner, 'products')
    await addProduct(shop.database, { salePrice: 0, image: 'https://example.com/a.png' })
    await addProduct(shop.database, {
      salePrice: 0,
      image: 'https://example.com/a.png',
      isActive: false,
    })
    await addProduct(shop.database, { approvalStatus: 'draft' })
    await addProduct(shop.database)
    const after = await homeOf(owner, 'products')
    const more = (field: string) => Number(after[field]) - Number(before[field])
    expect([more('withoutPrice'), more('withoutImage')]).toEqual([1, 1])
  })
})

describe('the computer', () => {
  test('has a clock, a disk and a backup', async () => {
    expect(await homeOf(owner, 'machine')).toMatchObject({
      clockDoubt: null,
      disk: { freeBytes: expect.any(Number) },
      cleanupProblem: null,
    })
    const now = Date.now() + dayMs
    const input = { dir: shop.dir, organisation: 'Test Stores', madeBy: 'command' as const, now }
    const { madeAt } = await createBackup(input)
    expect(await homeOf(owner, 'machine')).toMatchObject({
      backup: {
        madeAt: new Date(madeAt).toISOString(),
        problem: null,
        isLate: false,
        datedAhead: 1,
      },
    })
  })

  test('names a document that is not on the disk any more, until it comes again', async () => {
    await shop.addScan({ bytes: 'a bill that is lost', filename: 'lost.txt' })
    const hash = Bun.SHA256.hash('a bill that is lost', 'hex')
    const { store } = shop.deps
    await Bun.file(store.path('documents', hash)).delete()
    await noteBroken({ database: shop.database, store }, [{ kind: 'documents', hash }])
    const broken = { count: 1, titles: ['lost.txt'] }
    expect(await homeOf(owner, 'machine')).toMatchObject({ brokenFiles: broken })
    await store.put('documents', new TextEncoder().encode('a bill that is lost'))
    expect(await homeOf(owner, 'machine')).toMatchObject({ brokenFiles: { count: 0 } })
  })

  test('names a newer Daybook that lies beside the data, to owners', async () => {
    expect(await homeOf(owner, 'machine')).toMatchObject({ update: null })
    const folder = join(shop.dir.root, 'updates')
    mkdirSync(folder)
    for (const system of [`${process.platform}-${process.arch}`, 'windows-x64.exe']) {
      writeFileSync(join(folder, `daybook-99.0.0-${system}`), '')
    }
    expect(await homeOf(owner, 'machine')).toMatchObject({ update: { version: '99.0.0' } })
    rmSync(folder, { recursive: true })
  })

  test('says when the clock is behind what was entered', async () => {
    const id = await shop.addScan({ createdAt: Date.now() + 3 * dayMs })
    expect(await homeOf(owner, 'machine')).toMatchObject({ clockDoubt: { kind: 'behind' } })
    await shop.call('POST', '/api/public/v1/scans/mark-synced', {
      key: shop.keys.ravi,
      body: { ids: [id] },
    })
  })
})

/** Enters a call of a key, as the server's log does. */
function useKey(keyId: string, at: number): void {
  const log = openCallLog(shop.dir, silentLog, at)
  log.add({
    keyId,
    at,
    id: '',
    address: '192.0.2.7',
    origin: shop.url,
    method: 'GET',
    path: '/api/public/v1/scans/unsynced',
    status: 200,
    rows: 0,
    durationMs: 1,
  })
  log.close()
}
