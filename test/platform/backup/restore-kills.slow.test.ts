import { Database } from 'bun:sqlite'
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRestored } from '../../../src/cli/command.ts'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import type { Manifest } from '../../../src/platform/backup/archive.ts'
import { restoreUnpacked } from '../../../src/platform/backup/restore-backup.ts'
import {
  finishRestore,
  isRestoreOpen,
  undoRestore,
  unpackFolder,
} from '../../../src/platform/backup/restore-journal.ts'
import { unpackBackup } from '../../../src/platform/backup/unpack-backup.ts'
import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import type { DataDir } from '../../../src/platform/disk/data-dir.ts'
import { listen } from '../../../src/platform/http/listening/listeners.ts'
import { errorOf } from '../../support/temporary-database.ts'
import { brokenFiles, filledShop, now, temporaryDir, vendors } from './filled-shop.ts'

// Dozens of processes, one after the other, on a machine that may be slow.
setDefaultTimeout(300_000)

const before = ['Bharat Traders vendor']
const restored = ['Acme Stores vendor']
const child = join(import.meta.dir, 'restore-killed-at.child.ts')

describe('a restore that is killed at any of its steps', () => {
  test('leaves the data of before or those of the backup, whole, and the next start leaves nothing of it', async () => {
    using ready = await readyShop()
    const found = new Set<string>()
    const kills = await killedEverywhere(ready.dir, ready.manifest, async (dir) => {
      await start(dir)
      expect([before, restored]).toContainEqual(vendors(dir))
      found.add(vendors(dir).join())
      await expectCleared(dir, vendors(dir).join() === before.join() ? 0 : 1)
    })
    expect(found.size).toBe(2)
    // A second name and a rename for each of three files at least, and the journal's own.
    expect(kills).toBeGreaterThan(10)
  })

  test('and whose data cannot be opened is taken back at every one of them', async () => {
    using ready = await readyShop()
    makeNewer(ready.dir)
    await killedEverywhere(ready.dir, ready.manifest, async (dir) => {
      await start(dir)
      expect(vendors(dir)).toEqual(before)
      await expectCleared(dir, 0)
    })
  })

  test('on a bare computer leaves no data, or all of them', async () => {
    using ready = await readyShop()
    using bare = temporaryDir()
    cpSync(unpackFolder(ready.dir), unpackFolder(bare.dir), { recursive: true })
    await killedEverywhere(bare.dir, ready.manifest, async (dir) => {
      await start(dir)
      expect([[], restored]).toContainEqual(vendors(dir))
      await expectCleared(dir, 0)
    })
  })
})

test('taking back that is killed at any of its steps is gone on with', async () => {
  using ready = await readyShop()
  makeNewer(ready.dir)
  await restoreUnpacked({ dir: ready.dir, now, manifest: ready.manifest })
  const kills = await killedEverywhere(ready.dir, 'undo', async (dir) => {
    await start(dir)
    expect(vendors(dir)).toEqual(before)
    await expectCleared(dir, 0)
  })
  expect(kills).toBeGreaterThan(3)
})

test('a damaged book comes back with what a crash left beside it', async () => {
  using ready = await readyShop()
  // What SQLite itself leaves of it when it meets such a book.
  const beside = '-shm'
  writeFileSync(ready.dir.database, 'no database '.repeat(1000))
  writeFileSync(ready.dir.database + beside, 'of before')
  await restoreUnpacked({ dir: ready.dir, now, manifest: ready.manifest })
  await killedEverywhere(ready.dir, 'undo', async (dir) => {
    await undoRestore(dir)
    expect(await Bun.file(dir.database).text()).toStartWith('no database')
    expect(await Bun.file(dir.database + beside).text()).toBe('of before')
    expect(isRestoreOpen(dir)).toBe(false)
  })
})

test('data that were opened once are not taken back', async () => {
  using ready = await readyShop()
  await restoreUnpacked({ dir: ready.dir, now, manifest: ready.manifest })
  await start(ready.dir)
  expect(await undoRestore(ready.dir)).toBe(false)
  expect(vendors(ready.dir)).toEqual(restored)
})

test('a failure of another kind is told as it is, and nothing is taken back once the data were opened', async () => {
  using ready = await readyShop()
  expect(String(await errorOf(openRestored(ready.dir, fail)))).toContain('the port is gone')
  expect(vendors(ready.dir)).toEqual(before)
})

test('an address that cannot be listened on leaves what was restored in place', async () => {
  using ready = await readyShop()
  await restoreUnpacked({ dir: ready.dir, now, manifest: ready.manifest })
  const quiet = { answer: () => new Response(), unsendable: () => new Response() }
  const open = () => listen(quiet, nowhere)
  expect(String(await errorOf(openRestored(ready.dir, open)))).toContain(
    'cannot listen on 192.0.2.1',
  )
  expect(vendors(ready.dir)).toEqual(restored)
  expect(isRestoreOpen(ready.dir)).toBe(true)
})

/** A shop beside whose data another one's backup lies unpacked. */
async function readyShop() {
  const shop = await filledShop('Bharat Traders')
  using other = await filledShop('Acme Stores')
  const backup = { dir: other.dir, organisation: 'Acme Stores', madeBy: 'command', now } as const
  const { file } = await createBackup(backup)
  const manifest = await unpackBackup(file, unpackFolder(shop.dir), 'everything')
  return { ...shop, manifest }
}

/** What is unpacked can be opened by no Daybook of today. */
function makeNewer(dir: DataDir): void {
  using database = new Database(join(unpackFolder(dir), 'daybook.db'))
  database.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)")
}

/** An address of documentation, which no computer has. */
const nowhere = { host: '192.0.2.1', port: 0, tls: undefined, listener: { service: undefined } }

function fail(): never {
  throw new Error('the port is gone')
}

/** Kills it at each of its steps, on a fresh copy each time. Returns at how many. */
async function killedEverywhere(
  from: DataDir,
  work: Manifest | 'undo',
  check: (dir: DataDir) => Promise<void>,
): Promise<number> {
  for (let kills = 0; ; kills++) {
    using one = temporaryDir()
    cpSync(from.root, one.dir.root, { recursive: true })
    const ended = await endedAt(one.dir.root, kills, work)
    await check(one.dir)
    if (ended) return kills
  }
}

/** False when it was killed before step `n`, counted from 0. */
async function endedAt(root: string, n: number, work: Manifest | 'undo'): Promise<boolean> {
  const what = work === 'undo' ? work : JSON.stringify(work)
  const restore = Bun.spawn([process.execPath, child, root, String(n), what], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await restore.exited
  if (restore.signalCode === 'SIGKILL') return false
  expect(restore.exitCode).toBe(0)
  return true
}

/** As every command does. */
async function start(dir: DataDir): Promise<void> {
  const database = await openRestored(dir, () => openDatabaseForCommand(dir, now))
  await finishRestore(dir)
  await database.close()
}

async function expectCleared(dir: DataDir, kept: number): Promise<void> {
  expect(isRestoreOpen(dir)).toBe(false)
  expect(await brokenFiles(dir)).toEqual([])
  const folders = readdirSync(dir.root).filter((name) => name.startsWith('before-restore-'))
  expect(folders).toHaveLength(kept)
}
