import { describe, expect, test } from 'bun:test'
import { honestBill } from '../../../support/bills.ts'
import type { Shop } from '../../../support/shop.ts'
import { listed, newMember, type Browser, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

async function filenames(browser: Browser, query: string): Promise<unknown[]> {
  return listed(await browser.get(`/documents?${query}`)).map(({ filename }) => filename)
}

function day(ago: number): string {
  return new Date(Date.now() - ago * 86_400_000).toISOString()
}

describe('the list of documents', () => {
  test('shows a member its own, an owner all, the newest first', async () => {
    const { member, browser } = await newMember(shop)
    await shop.addScan({ userId: member.id, filename: 'older.pdf', daysAgo: 3 })
    await shop.addScan({ userId: member.id, filename: 'newer.pdf', daysAgo: 2 })
    await shop.addScan({ user: 'meena', filename: 'meenas.pdf', daysAgo: 2.5 })
    expect(await filenames(browser, '')).toEqual(['newer.pdf', 'older.pdf'])
    const all = await filenames(owner, 'size=200')
    expect(all).toContain('meenas.pdf')
    expect(all.indexOf('newer.pdf')).toBeLessThan(all.indexOf('meenas.pdf'))
    const [first] = listed(await browser.get('/documents'))
    expect(first).toMatchObject({ uploadedBy: 'Somebody', state: 'waiting' })
  })

  test('says what was read, in the shop’s own names', async () => {
    const { member, browser } = await newMember(shop)
    await shop.call('POST', '/api/public/v1/vendors', {
      key: shop.keys.owner,
      body: { name: 'Acme Traders', aliases: ['ACME TRD'] },
    })
    await shop.addScan({
      userId: member.id,
      metadata: { 'Bill No.': 'A-1', Dated: '05-Nov-26', Supplier: 'acme trd', Total: '₹1,180.50' },
      lines: [{ Qty: '2' }, { Qty: '3' }],
    })
    const [item] = listed(await browser.get('/documents'))
    expect(item).toMatchObject({
      invoiceNo: 'A-1',
      invoiceDate: '2026-11-05',
      seller: 'Acme Traders',
      totalPaise: 118_050,
      lines: 2,
      syncedAt: null,
      originalId: null,
    })
    const created = new Date(String(item?.['createdAt'])).getTime()
    const expires = new Date(String(item?.['expiresAt'])).getTime()
    expect(expires - created).toBe(30 * 24 * 60 * 60 * 1000)
  })

  test('is filtered by state, category, acknowledgement, days and text', async () => {
    const { member, browser } = await newMember(shop)
    const add = (input: Parameters<Shop['addScan']>[0]) =>
      shop.addScan({ userId: member.id, ...input })
    await add({ filename: 'bill.pdf', metadata: { 'Bill No': 'Z-9' }, daysAgo: 1 })
    await add({ filename: 'order.pdf', category: 'purchase_order', daysAgo: 5 })
    await add({ filename: '100%_odd.pdf', failureReason: 'Blurred.', daysAgo: 10 })
    const done = await add({ filename: 'done.pdf', lines: [{ Item: 'Basmati' }], daysAgo: 20 })
    await member.mark({ ids: [done] })
    const expected: [string, string[]][] = [
      ['state=failed', ['100%_odd.pdf']],
      ['state=successful', ['bill.pdf', 'order.pdf', 'done.pdf']],
      ['category=purchase_order', ['order.pdf']],
      ['synced=yes', ['done.pdf']],
      ['synced=no', ['bill.pdf', 'order.pdf', '100%_odd.pdf']],
      [`from=${day(6)}`, ['bill.pdf', 'order.pdf']],
      [`from=${day(12)}&until=${day(3)}`, ['order.pdf', '100%_odd.pdf']],
      ['search=z-9', ['bill.pdf']],
      ['search=BASMATI', ['done.pdf']],
      ['search=%25_', ['100%_odd.pdf']],
      ['search=order&synced=yes', []],
      ['size=2&page=2', ['100%_odd.pdf', 'done.pdf']],
    ]
    for (const [query, names] of expected) {
      expect([query, await filenames(browser, query)]).toEqual([query, names])
    }
    expect((await browser.get('/documents?size=2&page=2')).json['total']).toBe(4)
    expect((await browser.get('/documents?size=2&page=9')).json['total']).toBe(4)
  })

  test('is sorted by what it says, whichever way, what says nothing last', async () => {
    const { member, browser } = await newMember(shop)
    const add = (filename: string, metadata: Record<string, string>) =>
      shop.addScan({ userId: member.id, filename, metadata })
    await add('b', { 'Bill No': 'INV-10', Dated: '05-Nov-26', Supplier: 'asha', Total: '₹9.50' })
    await add('a', { 'Bill No': 'INV-9', Dated: '06-Nov-26', Supplier: 'Bina', Total: '1,200' })
    await shop.addScan({ userId: member.id, filename: 'none', failureReason: 'Blurred.' })
    const first = await add('c', { 'Bill No': 'X', Dated: '04-Nov-26', Supplier: 'Chitra' })
    await member.mark({ ids: [first] })
    const expected: [string, string[]][] = [
      ['seller&direction=up', ['b', 'a', 'c', 'none']],
      ['seller&direction=down', ['c', 'a', 'b', 'none']],
      ['number&direction=up', ['a', 'b', 'c', 'none']],
      ['date&direction=up', ['c', 'b', 'a', 'none']],
      ['total&direction=up', ['b', 'a', 'none', 'c']],
      ['state&direction=up', ['none', 'b', 'a', 'c']],
      ['added&direction=up', ['b', 'a', 'none', 'c']],
    ]
    for (const [sort, order] of expected) {
      expect([sort, await filenames(browser, `sort=${sort}`)]).toEqual([sort, order])
    }
    expect(await filenames(browser, 'sort=seller&direction=down&search=INV-')).toEqual(['a', 'b'])
  })

  test('is sorted by what was changed since it was sorted last', async () => {
    const { member, browser } = await newMember(shop)
    const add = (filename: string, seller: string) =>
      shop.addScan({ userId: member.id, filename, metadata: { Supplier: seller } })
    await add('mid', 'Mohan Oil')
    const late = await add('late', 'Zed')
    const gone = await add('gone', 'Aaa')
    const names = () => filenames(browser, 'sort=seller&direction=up')
    expect(await names()).toEqual(['gone', 'mid', 'late'])
    const read = await browser.get(`/documents/${late}/read`)
    const correction = honestBill('L-1', { head: { 'Vendor Name': 'Bee' } })
    const body = { raw: correction, startedFrom: read.json['version'] }
    expect((await browser.post(`/documents/${late}/correct`, body)).status).toBe(200)
    expect((await browser.post(`/documents/${gone}/remove`, {})).status).toBe(200)
    await add('new', 'Aab')
    expect(await names()).toEqual(['new', 'late', 'mid'])
    const vendor = { name: 'Zz Oils', aliases: ['bee'] }
    await shop.call('POST', '/api/public/v1/vendors', { key: shop.keys.owner, body: vendor })
    expect(await names()).toEqual(['new', 'mid', 'late'])
    const rule = { type: 'value', key: 'vendor_name', from: 'aab', to: 'Zzz' }
    await owner.post('/rules', rule)
    expect(await names()).toEqual(['mid', 'late', 'new'])
  })

  test('is added up as it is chosen', async () => {
    const { member, browser } = await newMember(shop)
    for (const [Total, Supplier] of [
      ['100.50', 'A'],
      ['200', 'B'],
      ['unknown', 'B'],
    ] as const) {
      await shop.addScan({ userId: member.id, metadata: { Total, Supplier } })
    }
    expect((await browser.get('/documents/totals')).json).toEqual({
      documents: 3,
      totalPaise: 30_050,
    })
    expect((await browser.get('/documents/totals?search=%22B%22')).json).toEqual({
      documents: 2,
      totalPaise: 20_000,
    })
    expect((await browser.get('/documents/totals?state=failed')).json['totalPaise']).toBe(0)
  })

  test('has those that are soon deleted, as many as Home counts', async () => {
    const { member, browser } = await newMember(shop)
    const add = (input: Parameters<Shop['addScan']>[0]) =>
      shop.addScan({ userId: member.id, ...input })
    const dayMs = 24 * 60 * 60 * 1000
    const weekBegins = Date.now() - 23 * dayMs
    await add({ filename: 'soon.pdf', createdAt: weekBegins - 60_000 })
    await add({ filename: 'not yet.pdf', createdAt: weekBegins + 60_000 })
    await add({ filename: 'past.pdf', createdAt: weekBegins - 7 * dayMs - 60_000 })
    await add({ filename: 'failed.pdf', failureReason: 'Blurred.', daysAgo: 25 })
    const done = await add({ filename: 'done.pdf', daysAgo: 26 })
    await member.mark({ ids: [done] })
    expect(await filenames(browser, 'synced=last-week')).toEqual(['soon.pdf'])
    expect((await browser.get('/home')).json['scans']).toMatchObject({ lastWeek: 1 })
    expect(await filenames(browser, `synced=last-week&from=${day(20)}`)).toEqual([])
  })

  test('finds duplicates: those hidden behind an older twin, and those settled with it', async () => {
    const { member, browser } = await newMember(shop)
    const add = (filename: string, number: string, daysAgo: number) =>
      shop.addScan({ userId: member.id, filename, metadata: { 'Bill No': number }, daysAgo })
    const first = await add('first.pdf', 'D-1', 4)
    const second = await add('second.pdf', 'D-1', 3)
    await add('other.pdf', 'D-2', 2)
    await shop.addScan({ user: 'meena', metadata: { 'Bill No': 'D-2' }, daysAgo: 3 })
    expect(await filenames(browser, 'duplicate=yes')).toEqual(['second.pdf'])
    expect(await filenames(browser, 'duplicate=no')).toEqual(['other.pdf', 'first.pdf'])
    const [hidden] = listed(await browser.get('/documents?duplicate=yes'))
    expect(hidden).toMatchObject({ id: second, state: 'duplicate', originalId: first })
    await member.mark({ ids: [first] })
    const [settled] = listed(await browser.get('/documents?duplicate=yes'))
    expect(settled).toMatchObject({ id: second, state: 'synced duplicate', originalId: first })
  })
})
