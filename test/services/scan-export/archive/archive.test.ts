import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { correctScan, removeScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { archivedScans } from '../../../../src/services/scan-export/tables.ts'
import { dayMs, noon } from '../../../support/temporary-database.ts'
import { archivedShop, type ArchivedShop, bill } from './archived-shop.ts'

setDefaultTimeout(120_000)

let shop: ArchivedShop

beforeEach(async () => {
  shop = await archivedShop()
})

afterEach(() => shop[Symbol.asyncDispose]())

describe('a document comes into the archive', () => {
  test('with its original, a page of what it says, and a line in the index of its month', async () => {
    const id = await shop.service.addScan(bill('A/1'))
    expect(await shop.archive.run()).toBe(1)
    expect(await shop.folder.files()).toEqual([
      '2026-11/Acme Traders – A-1 – 1180.50.html',
      '2026-11/Acme Traders – A-1 – 1180.50.txt',
      '2026-11/index-2026-11.csv',
    ])
    expect(shop.folder.text('2026-11/Acme Traders – A-1 – 1180.50.txt')).toBe('the bill A/1')
    expect(shop.folder.text('2026-11/Acme Traders – A-1 – 1180.50.html')).toContain('<td>Soap</td>')
    expect(shop.index()).toMatchObject([
      [
        expect.any(String),
        'Bill',
        'Acme Traders',
        '',
        'A/1',
        '',
        '1180.50',
        '',
        'bill.pdf',
        'Acme Traders – A-1 – 1180.50.txt',
        'Acme Traders – A-1 – 1180.50.html',
        id,
        '1',
      ],
    ])
    expect(shop.state()).toMatchObject({ wroteAt: noon, problem: null })
  })

  test('once: a second run writes nothing', async () => {
    await shop.service.addScan(bill('A-1'))
    await shop.archive.run()
    expect(await shop.archive.run()).toBe(0)
    expect(shop.index()).toHaveLength(1)
  })

  test('without an original where it came as data', async () => {
    const { content: _content, ...data } = bill('A-1')
    await shop.service.addScan(data)
    await shop.archive.run()
    expect(await shop.folder.files()).toEqual([
      '2026-11/Acme Traders – A-1 – 1180.50.html',
      '2026-11/index-2026-11.csv',
    ])
  })

  test('under the name of its file where seller or number are not known', async () => {
    await shop.service.addScan({
      filename: 'scan 0001.pdf',
      content: 'x',
      failureReason: 'blurred',
    })
    await shop.archive.run()
    expect(await shop.folder.files()).toEqual([
      '2026-11/index-2026-11.csv',
      '2026-11/scan 0001.html',
      '2026-11/scan 0001.txt',
    ])
    expect(shop.folder.text('2026-11/scan 0001.html')).toContain('Not read: blurred')
  })

  test('beside another of the same name, and beside whatever somebody put there', async () => {
    mkdirSync(join(shop.folder.path, '2026-11'))
    writeFileSync(join(shop.folder.path, '2026-11/Acme Traders – A-1 – 1180.50.html'), 'mine')
    await shop.service.addScan(bill('A-1'))
    await shop.service.addScan(bill('A-1', { content: 'another paper' }))
    await shop.archive.run()
    expect((await shop.folder.files()).filter((file) => file.endsWith('.txt'))).toEqual([
      '2026-11/Acme Traders – A-1 – 1180.50 (2).txt',
      '2026-11/Acme Traders – A-1 – 1180.50 (3).txt',
    ])
    expect(shop.folder.text('2026-11/Acme Traders – A-1 – 1180.50.html')).toBe('mine')
  })

  test('under a name of its own where a thousand others of its month are called alike', async () => {
    mkdirSync(join(shop.folder.path, '2026-11'))
    for (const name of ['scan', ...Array.from({ length: 999 }, (_, at) => `scan (${at + 2})`)]) {
      writeFileSync(join(shop.folder.path, `2026-11/${name}.html`), 'another')
    }
    const unread = { filename: 'scan.pdf', content: 'x', failureReason: 'blurred' }
    const id = await shop.service.addScan(unread)
    expect(await shop.archive.run()).toBe(1)
    expect(await shop.folder.files()).toContain(`2026-11/document-${id}.txt`)
    expect(shop.index()[0]?.slice(8, 11)).toEqual([
      'scan.pdf',
      `document-${id}.txt`,
      `document-${id}.html`,
    ])
  })

  test('the oldest first, those of before it was switched on too', async () => {
    await shop.service.addScan(bill('B', { createdAt: noon - 2 * dayMs }))
    await shop.service.addScan(bill('A', { createdAt: noon - 29 * dayMs }))
    await shop.archive.run()
    expect(shop.index('2026-10').map((cells) => cells[4])).toEqual(['A'])
    expect(shop.index().map((cells) => cells[4])).toEqual(['B'])
  })

  test('with a page beside the first when its facts change, and none when only its delivery does', async () => {
    const id = await shop.service.addScan(bill('A-1'))
    await shop.archive.run()
    const other = await shop.service.addScan(bill('A-2'))
    await shop.archive.run()
    await shop.service.mark([other])
    const typed = {
      invoice_metadata: { vendor_name: 'Acme', invoice_no: 'A-1', total: 5 },
      line_items: [],
    }
    await correctScan(shop.service.deps, id, typed, 'ravi')
    expect(await shop.archive.run()).toBe(1)
    const pages = (await shop.folder.files()).filter(
      (file) => file.includes('A-1') && file.endsWith('.html'),
    )
    expect(pages).toEqual([
      '2026-11/Acme Traders – A-1 – 1180.50 – version 2.html',
      '2026-11/Acme Traders – A-1 – 1180.50.html',
    ])
    expect(shop.index().map((cells) => [cells[4], cells.at(-1)])).toEqual([
      ['A-1', '1'],
      ['A-2', '1'],
      ['A-1', '2'],
    ])
    await correctScan(shop.service.deps, id, { ...typed, line_items: [{ qty: 1 }] }, 'ravi')
    await shop.archive.run()
    expect(await shop.folder.files()).toContain(
      '2026-11/Acme Traders – A-1 – 1180.50 – version 3.html',
    )
  })

  test('which stays there when somebody removes it from Daybook', async () => {
    const id = await shop.service.addScan(bill('A-1'))
    await shop.archive.run()
    await removeScan(shop.service.deps, id, 'ravi')
    await shop.archive.run()
    expect(await shop.folder.files()).toHaveLength(3)
    expect(shop.service.database.read.select().from(archivedScans).all()).toEqual([])
  })

  test('without the original that is missing in the store, on its last day and not before', async () => {
    await shop.service.addScan(bill('A-1', { createdAt: noon - 3 * dayMs }))
    rmSync(shop.service.dir.documents, { recursive: true })
    expect(await shop.archive.run()).toBe(0)
    shop.service.clock.pass(26.5 * dayMs)
    expect(await shop.archive.run()).toBe(1)
    expect((await shop.folder.files()).some((file) => file.endsWith('.txt'))).toBe(false)
    expect(shop.index()[0]?.[9]).toBe('')
  })
})
