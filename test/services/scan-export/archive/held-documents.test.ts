import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { archiveSetting } from '../../../../src/platform/archive/setting.ts'
import {
  clearSetting,
  readSetting,
  resumeSetting,
  writePaused,
} from '../../../../src/platform/settings.ts'
import { forecastRetention, runRetention } from '../../../../src/platform/upkeep/retention.ts'
import { scanSweep } from '../../../../src/services/scan-export/service.ts'
import { correctScan } from '../../../../src/services/scan-export/scans/change-scan.ts'
import { codeOf, dayMs, noon } from '../../../support/temporary-database.ts'
import { idsLeft, old, retention } from '../sweeping.ts'
import { archivedShop, type ArchivedShop, bill } from './archived-shop.ts'

setDefaultTimeout(120_000)

let shop: ArchivedShop

beforeEach(async () => {
  shop = await archivedShop()
})

afterEach(() => shop[Symbol.asyncDispose]())

describe('the cleanup', () => {
  test('keeps what is not in the archive, and its file, and says so beforehand', async () => {
    const kept = await shop.service.addScan(bill('A-1', { createdAt: old }))
    const some = retention(shop.service)
    expect(forecastRetention(some, noon)).toEqual({ scans: 0, documents: 0, bytes: 0 })
    expect(await runRetention(some, noon)).toEqual({ scans: 0, documents: 0, bytes: 0 })
    expect(idsLeft(shop.service)).toEqual([kept])
    expect(shop.service.listed()).toEqual([])
    await shop.archive.run()
    const all = { scans: 1, documents: 1, bytes: 12 }
    expect(forecastRetention(some, noon)).toEqual(all)
    expect(await runRetention(some, noon)).toEqual(all)
    expect(idsLeft(shop.service)).toEqual([])
  })

  test('keeps what was corrected since, until that is there too', async () => {
    const id = await shop.service.addScan(bill('A-1', { createdAt: old }))
    await shop.archive.run()
    const typed = {
      invoice_metadata: { vendor_name: 'Acme', invoice_no: 'A-1', total: 5 },
      line_items: [],
    }
    await correctScan(shop.service.deps, id, typed, 'ravi')
    expect(await runRetention(retention(shop.service), noon)).toMatchObject({ scans: 0 })
    await shop.archive.run()
    expect(await runRetention(retention(shop.service), noon)).toMatchObject({ scans: 1 })
  })

  test('lets the oldest go on a disk that is nearly full, what is archived first, and tells how many', async () => {
    const archived = await shop.service.addScan(bill('A-1', { createdAt: old + dayMs / 2 }))
    await shop.archive.run()
    const numbers = Array.from({ length: 25 }, (_, n) => n)
    for (const n of numbers) await shop.service.addScan(bill(`B-${n}`, { createdAt: old + n }))
    let free = 0
    const sweep = scanSweep(shop.service.deps.store, () => free)
    const left: number[] = []
    const some = {
      ...retention(shop.service),
      sweeps: [
        {
          ...sweep,
          sweepBatch(conn: Parameters<typeof sweep.sweepBatch>[0], now: number) {
            left.push(idsLeft(shop.service).length)
            const swept = sweep.sweepBatch(conn, now)
            if (left.length === 4) free = Number.MAX_SAFE_INTEGER
            return swept
          },
        },
      ],
    }
    await runRetention(some, noon)
    expect(left[0]).toBe(26)
    expect(left).toContain(25)
    expect(idsLeft(shop.service)).not.toContain(archived)
    const lost = 25 - idsLeft(shop.service).length
    expect(lost).toBeGreaterThan(0)
    expect(lost % 10).toBe(0)
    expect(idsLeft(shop.service).length).toBeGreaterThan(0)
    expect(shop.state().lost).toEqual({ count: lost, at: noon })
  })

  test('asks nothing of an archive where there is none', async () => {
    await shop.archive.switchOff()
    await shop.service.addScan(bill('A-1', { createdAt: old }))
    expect(await runRetention(retention(shop.service), noon)).toMatchObject({ scans: 1 })
  })

  test('waits for an archive that is paused since the data came from elsewhere', async () => {
    const { database } = shop.service
    await shop.service.addScan(bill('A-1', { createdAt: old }))
    await database.write((conn) => {
      const archive = readSetting(conn, archiveSetting)
      clearSetting(conn, archiveSetting)
      writePaused(conn, archiveSetting, archive)
    })
    expect(await codeOf(shop.archive.run())).toBe('not_found')
    expect(await shop.folder.files()).toEqual([])
    expect(await runRetention(retention(shop.service), noon)).toMatchObject({ scans: 0 })
    await database.write((conn) => resumeSetting(conn, archiveSetting))
    await shop.archive.run()
    expect(await runRetention(retention(shop.service), noon)).toMatchObject({ scans: 1 })
  })
})
