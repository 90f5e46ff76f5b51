import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative } from 'node:path'
import { listBackups } from '../../../src/platform/backup/backups-folder.ts'
import { createBackup, type BackupInput } from '../../../src/platform/backup/create-backup.ts'
import { makeNightlyBackup } from '../../../src/platform/backup/backup-jobs.ts'
import { verifyBackup } from '../../../src/platform/backup/unpack-backup.ts'
import type { DataDir } from '../../../src/platform/disk/data-dir.ts'
import { takeLock } from '../../../src/platform/db/instance-lock.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { storeOf } from '../../../src/app.ts'
import { filledShop, now, partsOf, storeFile, temporaryDir, withDatabaseOf } from './filled-shop.ts'

const minuteMs = 60_000

/** The server is not asked to stop. */
const goesOn = new AbortController().signal

describe('a backup', () => {
  test('is one file with the book, every file and a manifest, and verifies', async () => {
    using shop = await filledShop()
    const backup = await make(shop.dir)
    expect(backup.name).toBe('daybook-2026-11-21T03-00-00Z.1.tar')
    const manifest = await verifyBackup(shop.dir, backup.file)
    expect(manifest).toMatchObject({
      organisation: 'Acme Stores',
      made_at: '2026-11-21T03:00:00.000Z',
    })
    expect(manifest.rows).toMatchObject({ organisations: 1, users: 1, names: 1, files: 2 })
    const names = (await partsOf(backup.file)).map(({ name }) => name)
    expect(names.slice(0, 2)).toEqual(['manifest.json', 'daybook.db'])
    expect(names.slice(2).map((name) => name.slice(0, name.indexOf('/')))).toEqual([
      'documents',
      'images',
    ])
  })

  test('holds neither logs, nor the call log, nor other backups, nor the copy for tests', async () => {
    using shop = await filledShop()
    mkdirSync(shop.dir.testCopy)
    for (const file of [
      join(shop.dir.testCopy, 'daybook.db'),
      shop.dir.calls,
      join(shop.dir.logs, 'daybook.log'),
      join(shop.dir.backups, 'x'),
    ]) {
      writeFileSync(file, 'x')
    }
    const names = (await partsOf((await make(shop.dir)).file)).map(({ name }) => name)
    expect(names.filter((name) => /calls|log|backups|test-copy/.test(name))).toEqual([])
    expect(names).toHaveLength(4)
  })

  test('is for its user only, and leaves nothing beside it', async () => {
    using shop = await filledShop()
    const { file, name } = await make(shop.dir)
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(backupsIn(shop.dir)).toEqual([name])
  })

  test('is made from what is committed while the book is open and being written', async () => {
    using shop = await filledShop()
    await withDatabaseOf(shop.dir, async (database) => {
      await storeFile(database, shop.dir, 'documents', 'still in the log')
      const { file } = await make(shop.dir)
      const manifest = await verifyBackup(shop.dir, file)
      expect(manifest.rows['files']).toBe(3)
    })
  })

  test('removes what a killed one left', async () => {
    using shop = await filledShop()
    const left = join(shop.dir.backups, 'work.part')
    mkdirSync(left)
    writeFileSync(join(left, 'backup.tar'), 'half')
    await make(shop.dir)
    expect(existsSync(left)).toBe(false)
  })

  test('is refused while another is being made', async () => {
    using shop = await filledShop()
    const lock = takeLock(join(shop.dir.backups, 'backup.lock'), 'exclusive', 'backup')
    const refusal = await refusalOf(make(shop.dir))
    expect(refusal).toContain('Another backup')
    expect(refusal).toContain(`by "daybook backup" (process ${process.pid})`)
    lock?.release()
    await make(shop.dir)
  })

  test('that is stopped leaves nothing', async () => {
    using shop = await filledShop()
    const stop = new AbortController()
    const making = createBackup(inputOf(shop.dir), () => ({
      signal: stop.signal,
      onProgress: () => stop.abort(new Error('enough')),
    }))
    expect(await refusalOf(making)).toBe('enough')
    expect(backupsIn(shop.dir)).toEqual([])
  })
})

describe('files that the book needs', () => {
  test('a file that retention takes meanwhile is not in the backup, nor in its book', async () => {
    using shop = await filledShop()
    const path = await withDatabaseOf(shop.dir, (database) =>
      storeFile(database, shop.dir, 'documents', 'about to go'),
    )
    const hash = basename(path)
    let copies = 0
    // The first copy of the database is made, and knows the file, when the writing begins.
    const backup = await createBackup(inputOf(shop.dir), (step) => {
      if (step === 'write' && ++copies === 1) deleteAsRetentionDoes(shop.dir, hash)
      return {}
    })
    expect(copies).toBe(2)
    const names = (await partsOf(backup.file)).map(({ name }) => name)
    expect(names.some((name) => name.endsWith(hash))).toBe(false)
    await verifyBackup(shop.dir, backup.file)
  })

  test.each([
    ['missing', (path: string) => rmSync(path)],
    ['damaged', (path: string) => writeFileSync(path, 'evil')],
    ['damaged', (path: string) => writeFileSync(path, '')],
    ['damaged', (path: string) => (rmSync(path), mkdirSync(path))],
  ])(
    'one that is %s for good is left out and named, and all others are in',
    async (state, harm) => {
      using shop = await filledShop()
      const path = await withDatabaseOf(shop.dir, (database) =>
        storeFile(database, shop.dir, 'documents', 'good'),
      )
      harm(path)
      const backup = await make(shop.dir)
      const lost = relative(shop.dir.root, path).replaceAll('\\', '/')
      expect(backup.name).toBe('daybook-2026-11-21T03-00-00Z.1-incomplete.tar')
      expect(backup).toMatchObject({ isComplete: false, missing: [{ path: lost, state }] })
      const names = (await partsOf(backup.file)).map(({ name }) => name)
      expect(names).toHaveLength(4)
      expect(names).not.toContain(lost)
      expect((await verifyBackup(shop.dir, backup.file)).missing).toMatchObject([
        { path: lost, state },
      ])
    },
  )

  test('many of them are found in one look, and named by what people know them by', async () => {
    using shop = await filledShop()
    const paths = await withDatabaseOf(shop.dir, async (database) => {
      const stored: string[] = []
      for (let n = 0; n < 30; n++) {
        stored.push(await storeFile(database, shop.dir, 'documents', `bill ${n}`))
      }
      const values = `'d', '${basename(stored[0] ?? '')}', 'u', 'bill-0.pdf', 'application/pdf', 1, 1`
      await database.write(
        (conn) => void conn.$client.run(`INSERT INTO documents VALUES (${values})`),
      )
      return stored
    })
    for (const path of paths) rmSync(path)
    const steps: string[] = []
    const backup = await createBackup(inputOf(shop.dir), (step) => {
      steps.push(step)
      return {}
    })
    expect(backup.missing).toHaveLength(30)
    expect(backup.missing.flatMap(({ title }) => title ?? [])).toEqual(['bill-0.pdf'])
    // The first attempt ends before it writes; then all are looked at, those that are whole written, and all checked.
    expect(steps).toEqual(['check', 'write', 'check'])
  })

  test('one that comes back makes the next backup complete', async () => {
    using shop = await filledShop()
    const path = await withDatabaseOf(shop.dir, (database) =>
      storeFile(database, shop.dir, 'images', 'lost'),
    )
    rmSync(path)
    expect((await make(shop.dir)).isComplete).toBe(false)
    await storeOf(shop.dir).put('images', new TextEncoder().encode('lost'))
    expect(await make(shop.dir)).toMatchObject({ isComplete: true, missing: [] })
  })
})

describe('every night', () => {
  test('a failed one leaves the others alone', async () => {
    using shop = await filledShop()
    for (let n = 0; n < 7; n++) {
      await make(shop.dir, { madeBy: 'nightly', now: now + n * minuteMs })
    }
    using database = new Database(shop.dir.database)
    database.run('CREATE TABLE another (a)')
    database.close(true)
    await refusalOf(make(shop.dir, { madeBy: 'nightly', now: now + 7 * minuteMs }))
    expect(listBackups(shop.dir)).toHaveLength(7)
  })

  test('one is made in a thread of its own, while this one goes on, and the log says so', async () => {
    using shop = await filledShop()
    const lines: string[] = []
    let turns = 0
    const counting = setInterval(() => turns++, 1)
    const log = { ...silentLog, info: (line: string) => void lines.push(line) }
    await makeNightlyBackup({ dir: shop.dir, organisation: 'Acme Stores', log }, now, goesOn)
    clearInterval(counting)
    const [backup] = listBackups(shop.dir)
    expect(backup).toMatchObject({
      name: 'daybook-2026-11-21T03-00-00Z.1-nightly.tar',
      madeBy: 'nightly',
    })
    expect(lines.join()).toContain(`${backup?.name} is made and checked`)
    expect(turns).toBeGreaterThan(0)
  })

  test('what goes wrong in that thread comes out as it is', async () => {
    using shop = await filledShop()
    using database = new Database(shop.dir.database)
    database.run('CREATE TABLE another (a)')
    database.close(true)
    expect(await refusalOf(nightly(shop.dir, []))).toContain('has the table "another"')
  })

  test('what is not in it comes out too, and the log names it', async () => {
    using shop = await filledShop()
    const path = await withDatabaseOf(shop.dir, (database) =>
      storeFile(database, shop.dir, 'images', 'lost'),
    )
    rmSync(path)
    const lines: string[] = []
    expect(await nightly(shop.dir, lines)).toHaveLength(1)
    expect(lines.join()).toContain(`${basename(path)} (missing)`)
  })

  test('none is made before the shop is set up', async () => {
    using empty = temporaryDir()
    await withDatabaseOf(empty.dir, () => undefined)
    await makeNightlyBackup(
      { dir: empty.dir, organisation: undefined, log: silentLog },
      now,
      goesOn,
    )
    expect(listBackups(empty.dir)).toEqual([])
  })
})

function deleteAsRetentionDoes(dir: DataDir, hash: string): void {
  using database = new Database(dir.database)
  database.query("UPDATE files SET state = 'deleting' WHERE hash = ?").run(hash)
  storeOf(dir).remove('documents', hash)
}

function nightly(dir: DataDir, warnings: string[]) {
  const log = { ...silentLog, warn: (line: string) => void warnings.push(line) }
  return makeNightlyBackup({ dir, organisation: 'Acme', log }, now, goesOn)
}

function make(dir: DataDir, input: Partial<BackupInput> = {}) {
  return createBackup({ ...inputOf(dir), ...input })
}

function inputOf(dir: DataDir): BackupInput {
  return { dir, organisation: 'Acme Stores', madeBy: 'command', now }
}

function backupsIn(dir: DataDir): string[] {
  return readdirSync(dir.backups).filter((name) => name !== 'backup.lock')
}

/** The message of a refusal; fails when there is none. */
async function refusalOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  return error instanceof Error ? error.message : 'It was not refused.'
}
