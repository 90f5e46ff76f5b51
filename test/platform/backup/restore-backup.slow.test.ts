import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createBackup } from '../../../src/platform/backup/create-backup.ts'
import { restoreBackup, restoreUnpacked } from '../../../src/platform/backup/restore-backup.ts'
import { undoRestore, unpackFolder } from '../../../src/platform/backup/restore-journal.ts'
import { unpackBackup } from '../../../src/platform/backup/unpack-backup.ts'
import type { Manifest } from '../../../src/platform/backup/archive.ts'
import { addName } from '../../../src/names/add-name.ts'
import { dataDir, type DataDir } from '../../../src/platform/disk/data-dir.ts'
import { takeLock } from '../../../src/platform/db/instance-lock.ts'
import { errorOf } from '../../support/temporary-database.ts'
import {
  brokenFiles,
  changeDatabase,
  filledShop,
  now,
  partsOf,
  seal,
  storeFile,
  temporaryDir,
  vendors,
  withDatabaseOf,
} from './filled-shop.ts'

describe('a restore', () => {
  test('brings back the book and its files, and keeps what was there, whole', async () => {
    using shop = await filledShop()
    const { dir } = shop
    const file = await backupOf(dir)
    const added = await withDatabaseOf(dir, async (database) => {
      await database.write((conn) => addName(conn, 'vendor', { name: 'Later', aliases: [] }, now))
      return await storeFile(database, dir, 'documents', 'a later bill')
    })
    const { manifest, keptIn } = await restoreBackup({ dir, file, now })

    expect(manifest).toMatchObject({ organisation: 'Acme Stores', rows: { names: 1, files: 2 } })
    expect(vendors(dir)).toEqual(['Acme Stores vendor'])
    expect(await brokenFiles(dir)).toEqual([])
    expect(existsSync(added)).toBe(false)

    const kept = dataDir(keptIn ?? '')
    expect(keptIn).toBe(join(dir.root, 'before-restore-2026-11-21T03-00-00Z'))
    expect(vendors(kept)).toEqual(['Acme Stores vendor', 'Later'])
    expect(await brokenFiles(kept)).toEqual([])
    expect(existsSync(join(kept.documents, basename(added).slice(0, 2), basename(added)))).toBe(
      true,
    )
  })

  test('leaves backups, settings and the call log where they are, and nothing else behind', async () => {
    using shop = await filledShop()
    const { dir } = shop
    for (const file of [dir.calls, dir.config]) writeFileSync(file, 'mine')
    const file = await backupOf(dir)
    const names = () => readdirSync(dir.root).filter((name) => !/-(wal|shm)$|lock$/.test(name))
    const before = names()
    const { keptIn } = await restoreBackup({ dir, file, now })
    expect(names().toSorted()).toEqual([...before, basename(keptIn ?? '')].toSorted())
    expect(existsSync(file)).toBe(true)
    expect(await Bun.file(dir.calls).text()).toBe('mine')
  })

  test('ends the copy that test keys work on: it is of the data before', async () => {
    using shop = await filledShop()
    const { dir } = shop
    const file = await backupOf(dir)
    mkdirSync(dir.testCopy)
    writeFileSync(join(dir.testCopy, 'daybook.db'), 'a copy')
    await restoreBackup({ dir, file, now })
    expect(existsSync(dir.testCopy)).toBe(false)
  })

  test('fills a new data directory', async () => {
    using shop = await filledShop()
    using elsewhere = temporaryDir()
    const file = await backupOf(shop.dir)
    const { keptIn } = await restoreBackup({ dir: elsewhere.dir, file, now })
    expect(keptIn).toBeUndefined()
    expect(vendors(elsewhere.dir)).toEqual(['Acme Stores vendor'])
    expect(await brokenFiles(elsewhere.dir)).toEqual([])
  })

  test('replaces the data of another shop', async () => {
    using shop = await filledShop('Acme Stores')
    using other = await filledShop('Bharat Traders')
    const { keptIn } = await restoreBackup({ dir: other.dir, file: await backupOf(shop.dir), now })
    expect(vendors(other.dir)).toEqual(['Acme Stores vendor'])
    expect(vendors(dataDir(keptIn ?? ''))).toEqual(['Bharat Traders vendor'])
  })

  test('twice within a second keeps both', async () => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    const first = await restoreBackup({ dir: shop.dir, file, now })
    const second = await restoreBackup({ dir: shop.dir, file, now })
    expect(second.keptIn).not.toBe(first.keptIn)
    expect(vendors(dataDir(second.keptIn ?? ''))).toEqual(['Acme Stores vendor'])
  })

  test('mends a document that was damaged on this disk, and keeps the damaged one', async () => {
    using shop = await filledShop()
    const { dir } = shop
    const file = await backupOf(dir)
    const [document] = [...new Bun.Glob('*/*').scanSync({ cwd: dir.documents, absolute: true })]
    await Bun.write(document ?? '', 'damaged')
    const { keptIn } = await restoreBackup({ dir, file, now })
    expect(await brokenFiles(dir)).toEqual([])
    expect(await brokenFiles(dataDir(keptIn ?? ''))).toHaveLength(1)
  })

  test('of an incomplete backup says what is missing, and keeps what is whole in the data', async () => {
    using shop = await filledShop()
    const { dir } = shop
    const [lost, healed] = await withDatabaseOf(dir, async (database) => [
      await storeFile(database, dir, 'documents', 'lost'),
      await storeFile(database, dir, 'documents', 'healed'),
    ])
    await Bun.write(lost ?? '', 'damaged')
    await Bun.write(healed ?? '', 'damaged')
    const file = await backupOf(dir)
    await Bun.write(healed ?? '', 'healed')
    const { keptIn, missing } = await restoreBackup({ dir, file, now })
    expect(missing.map(({ path }) => basename(path))).toEqual([basename(lost ?? '')])
    expect(await brokenFiles(dir)).toEqual(missing.map(({ path }) => path))
    // Damaged bytes are kept with the old data alone.
    expect(existsSync(lost ?? '')).toBe(false)
    expect(await brokenFiles(dataDir(keptIn ?? ''))).toHaveLength(1)
    using elsewhere = temporaryDir()
    expect((await restoreBackup({ dir: elsewhere.dir, file, now })).missing).toHaveLength(2)
  })

  test.each([
    ['a log that a crash left', async (dir: DataDir) => await crashWhileWriting(dir)],
    ['no database at all', (dir: DataDir) => Bun.write(dir.database, 'no database '.repeat(1000))],
  ])('replaces a book with %s', async (_, damage) => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    await damage(shop.dir)
    writeFileSync(`${shop.dir.database}-journal`, 'stale')
    await restoreBackup({ dir: shop.dir, file, now })
    expect(vendors(shop.dir)).toEqual(['Acme Stores vendor'])
  })
})

describe('a restore that is taken back', () => {
  test('gives the data of before, and leaves no folder', async () => {
    using other = await filledShop('Bharat Traders')
    const keptIn = await putInPlaceOf(other.dir)
    await undoRestore(other.dir)
    expect(vendors(other.dir)).toEqual(['Bharat Traders vendor'])
    expect(await brokenFiles(other.dir)).toEqual([])
    expect(existsSync(keptIn)).toBe(false)
  })

  test('and is cut off has a book all the while, and is taken back once more', async () => {
    using other = await filledShop('Bharat Traders')
    const keptIn = await putInPlaceOf(other.dir)
    const [start = ''] = readdirSync(join(keptIn, 'documents'))
    const [hash = ''] = readdirSync(join(keptIn, 'documents', start))
    const document = join('documents', start, hash)
    // A folder in its place stands for a file that nothing may replace.
    rmSync(join(other.dir.root, document), { force: true })
    mkdirSync(join(other.dir.root, document, 'in the way'), { recursive: true })
    await errorOf(undoRestore(other.dir))
    expect(vendors(other.dir)).toEqual(['Acme Stores vendor'])
    rmSync(join(other.dir.root, document), { recursive: true })
    await undoRestore(other.dir)
    expect(vendors(other.dir)).toEqual(['Bharat Traders vendor'])
    expect(await brokenFiles(other.dir)).toEqual([])
  })

  test('by itself, where it fails on the way in', async () => {
    using shop = await filledShop('Acme Stores')
    using other = await filledShop('Bharat Traders')
    const file = await backupOf(shop.dir)
    await errorOf(restoreBackup({ dir: other.dir, file, now, prepareDatabase: nameOneMore }))
    expect(vendors(other.dir)).toEqual(['Bharat Traders vendor'])
    expect(readdirSync(other.dir.root).filter((name) => name.startsWith('before-'))).toEqual([])
  })
})

describe('a restore is refused, and changes nothing,', () => {
  test('while a server runs', async () => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    const lock = takeLock(shop.dir.lock, 'server', 'serve')
    await expectUnchanged(shop.dir, file, 'is in use by "daybook serve"')
    lock?.release()
    await restoreBackup({ dir: shop.dir, file, now })
  })

  test('while a command uses the book', async () => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    using user = new Database(shop.dir.database)
    user.query('SELECT count(*) FROM names').get()
    await expectRefused(shop.dir, file, 'A Daybook command uses')
    user.close(true)
    await restoreBackup({ dir: shop.dir, file, now })
  })

  test('when the backup was changed', async () => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    await seal(file, [...(await partsOf(file)), { name: '../escaped', bytes: new Uint8Array(1) }])
    await expectUnchanged(shop.dir, file, 'does not belong in it')
  })

  test('when the backup is of a newer Daybook', async () => {
    using shop = await filledShop()
    const file = await backupOf(shop.dir)
    const sql = "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('x', 9999999999999)"
    await changeDatabase(file, (database) => void database.run(sql))
    await expectUnchanged(shop.dir, file, 'which is newer than this one')
  })

  test('when there is no such file', async () => {
    using shop = await filledShop()
    await expectUnchanged(shop.dir, join(shop.dir.backups, 'gone.tar'), 'There is no file')
  })
})

/** A file that is not among those that were unpacked. */
const nameOneMore = (_: string, { files }: Manifest) =>
  void files.push({ path: `images/aa/${'a'.repeat(64)}`, bytes: 1, sha256: 'a'.repeat(64) })

/** Another shop's backup, which nobody has opened yet. Returns the folder with the data of before. */
async function putInPlaceOf(dir: DataDir): Promise<string> {
  using shop = await filledShop('Acme Stores')
  const manifest = await unpackBackup(await backupOf(shop.dir), unpackFolder(dir), 'everything')
  return (await restoreUnpacked({ dir, now, manifest })).keptIn ?? ''
}

async function backupOf(dir: DataDir): Promise<string> {
  return (await createBackup({ dir, organisation: 'Acme Stores', madeBy: 'command', now })).file
}

async function expectUnchanged(dir: DataDir, file: string, sentence: string): Promise<void> {
  const before = vendors(dir)
  await expectRefused(dir, file, sentence)
  expect(vendors(dir)).toEqual(before)
  expect(await brokenFiles(dir)).toEqual([])
}

async function expectRefused(dir: DataDir, file: string, sentence: string): Promise<void> {
  const answer = await restoreBackup({ dir, file, now }).then(
    () => 'restored',
    (error: unknown) => (error instanceof Error ? error.message : 'not an error'),
  )
  expect(answer).toContain(sentence)
  expect(readdirSync(dir.root).filter((name) => /restore/.test(name))).toEqual([])
}

/** Leaves the log of a process that was killed: commits that are not in the database's file yet. */
async function crashWhileWriting(dir: DataDir): Promise<void> {
  const script = `
    const { Database } = require('bun:sqlite')
    const book = new Database(process.argv[1])
    book.run('PRAGMA journal_mode = WAL')
    book.run("UPDATE names SET name = 'in the log'")
    process.kill(process.pid, 'SIGKILL')`
  await Bun.spawn([process.execPath, '-e', script, dir.database]).exited
  expect(existsSync(`${dir.database}-wal`)).toBe(true)
  rmSync(`${dir.database}-shm`, { force: true })
}
