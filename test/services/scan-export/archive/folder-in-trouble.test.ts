import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ArchiveProcess } from '../../../../src/platform/archive/archive-process.ts'
import { silentLog } from '../../../../src/platform/log.ts'
import { archiver } from '../../../../src/services/scan-export/service.ts'
import { archiveFolder, canMount, smallDisk } from '../../../support/archive-folder.ts'
import { dayMs, noon, refusalOf } from '../../../support/temporary-database.ts'
import { archivedShop, type ArchivedShop, bill } from './archived-shop.ts'

setDefaultTimeout(120_000)

let shop: ArchivedShop

beforeEach(async () => {
  shop = await archivedShop()
})

afterEach(() => shop[Symbol.asyncDispose]())

async function problem(): Promise<string> {
  await refusalOf(shop.archive.run())
  return shop.state().problem?.says ?? ''
}

async function refusal(path: string): Promise<string> {
  return (await refusalOf(shop.archive.switchOn(path))).message
}

describe('nothing is written, and an owner is told which folder and since when', () => {
  beforeEach(() => shop.service.addScan(bill('A-1')))

  test('into the empty folder that is left where the disk is not mounted', async () => {
    renameSync(shop.folder.path, `${shop.folder.path}-elsewhere`)
    expect(await problem()).toBe(
      `${shop.folder.path} is not there: plug the disk in, or connect the network drive.`,
    )
    shop.service.clock.pass(dayMs)
    mkdirSync(shop.folder.path)
    expect(await problem()).toContain('The disk or network drive of')
    expect(shop.state().problem?.since).toBe(noon)
    expect(await shop.folder.files()).toEqual([])
    rmSync(shop.folder.path, { recursive: true })
    renameSync(`${shop.folder.path}-elsewhere`, shop.folder.path)
    expect(await shop.archive.run()).toBe(1)
    expect(shop.state().problem).toBeNull()
  })

  test('onto another disk', async () => {
    const marker = { id: crypto.randomUUID(), shop: 'Sharma Stores', since: 0 }
    writeFileSync(join(shop.folder.path, 'daybook-archive.json'), JSON.stringify(marker))
    expect(await problem()).toContain('Another disk than the one of the archive')
  })

  test.skipIf(!canMount)('onto a disk that is full or read-only, until it is neither', async () => {
    using small = smallDisk()
    await shop.archive.switchOn(small.path)
    await shop.service.addScan(bill('A-2', { content: 'x'.repeat(200_000) }))
    expect(await problem()).toBe(
      `${small.path} is full: make room there, or name a folder on another disk.`,
    )
    small.remount('ro')
    expect(await problem()).toContain(`${small.path} is read-only for Daybook.`)
    small.remount('rw,size=4m')
    expect(await shop.archive.run()).toBeGreaterThan(0)
    expect(shop.state().problem).toBeNull()
    expect((await small.files()).filter((file) => file.endsWith('.txt'))).toHaveLength(2)
  })

  test('where a file stands in the way of the month', async () => {
    writeFileSync(join(shop.folder.path, '2026-11'), 'a file')
    expect(await problem()).toContain('is no folder')
  })

  test('where a link leads out of the archive', async () => {
    using elsewhere = archiveFolder()
    symlinkSync(elsewhere.path, join(shop.folder.path, '2026-11'))
    expect(await problem()).toContain('is no folder')
    expect(await elsewhere.files()).toEqual([])
  })

  test('into a file that is called like an index and is none', async () => {
    mkdirSync(join(shop.folder.path, '2026-11'))
    writeFileSync(join(shop.folder.path, '2026-11/index-2026-11.csv'), 'Seller;Amount\r\n')
    await shop.archive.run()
    expect(shop.folder.text('2026-11/index-2026-11.csv')).toBe('Seller;Amount\r\n')
    expect(shop.folder.text('2026-11/index-2026-11 (2).csv')).toContain('A-1')
  })
})

test('what nobody foresaw is told too, since documents are held until it is mended', async () => {
  await shop.service.addScan(bill('A-1'))
  const failing = { carryOut: () => Promise.reject(new Error('no process can be started')) }
  const { deps, dir } = shop.service
  const archive = archiver({ ...deps, dir, process: failing }, silentLog)
  expect(await archive.run().catch(String)).toContain('no process can be started')
  expect(shop.state().problem).toEqual({ says: expect.stringContaining('its log'), since: noon })
})

test('the night waits for a slow folder only so long: it goes on by itself, and ends with Daybook', async () => {
  await shop.service.addScan(bill('A-1'))
  const slow: ArchiveProcess = {
    carryOut: (_order, _hear, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) resolve()
        signal.addEventListener('abort', () => resolve())
      }),
  }
  const { deps, dir } = shop.service
  const archive = archiver({ ...deps, dir, process: slow }, silentLog, 1)
  await archive.atNight(new AbortController().signal)
  expect(archive.last()?.endedAt).toBeNull()
  await archive.stop()
  expect(archive.last()?.endedAt).not.toBeNull()
})

describe('an archive may be any folder', () => {
  test('but one of Daybook’s own, or of another shop', async () => {
    const { dir } = shop.service
    expect(await refusal(dir.root)).toContain('Daybook’s own data')
    expect(await refusal(dir.backups)).toContain('Daybook’s own data')
    expect(await refusal(join(dir.root, '..'))).toContain('Daybook’s own data')
    expect(await refusal('bills')).toContain('Enter the whole path')
    expect(await refusal('/nowhere/at/all')).toContain('There is no such folder')
    using other = archiveFolder()
    const marker = { id: crypto.randomUUID(), shop: 'Verma & Sons', since: 7 }
    writeFileSync(join(other.path, 'daybook-archive.json'), JSON.stringify(marker))
    expect(await refusal(other.path)).toContain('the archive of Verma & Sons')
  })

  test('and goes on with what is in it when it is named again', async () => {
    await shop.service.addScan(bill('A-1'))
    await shop.archive.run()
    const before = await shop.folder.files()
    await shop.archive.switchOff()
    await shop.archive.switchOn(shop.folder.path)
    expect(await shop.archive.run()).toBe(0)
    expect(await shop.folder.files()).toEqual(before)
  })

  test('and a new one gets what the last one has', async () => {
    await shop.service.addScan(bill('A-1'))
    await shop.archive.run()
    using second = archiveFolder()
    await shop.archive.switchOn(second.path)
    expect(await shop.archive.run()).toBe(1)
    expect(await second.files()).toEqual(await shop.folder.files())
  })

  test('to try one leaves nothing in it', async () => {
    using tried = archiveFolder()
    await shop.archive.tryFolder(tried.path)
    expect(readdirSync(tried.path)).toEqual([])
  })
})
