import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { addName } from '../../src/names/add-name.ts'
import { restoreBackup } from '../../src/platform/backup/restore-backup.ts'
import { openDatabaseForCommand } from '../../src/platform/db/database.ts'
import { takeLock } from '../../src/platform/db/instance-lock.ts'
import {
  brokenFiles,
  filledShop,
  now,
  storeFile,
  temporaryDir,
  vendors,
  withDatabaseOf,
} from '../platform/backup/filled-shop.ts'
import { keptFolder, restoreMoments } from './restore-moments.ts'

const main = join(import.meta.dir, '../../src/main.ts')

/** Enough that a process can be caught in the middle. */
const manyFiles = 400
const largeFileBytes = 24 * 1024 * 1024

/** Starting a process takes half a second; these tests start several. */
setDefaultTimeout(120_000)

type Shop = Awaited<ReturnType<typeof filledShop>>

let shop: Shop
/** The hashes of the many. */
const images: string[] = []

beforeAll(async () => {
  shop = await filledShop()
  await withDatabaseOf(shop.dir, async (database) => {
    await storeFile(database, shop.dir, 'documents', 'x'.repeat(largeFileBytes))
    for (let n = 0; n < manyFiles; n++) {
      images.push(basename(await storeFile(database, shop.dir, 'images', `image ${n}`)))
    }
  })
}, 120_000)

afterAll(() => shop[Symbol.dispose]())

describe('daybook backup', () => {
  test('create, list, verify and restore work together', async () => {
    using elsewhere = temporaryDir()
    const created = await daybook('backup', 'create', '--json')
    const { missing, ...made } = JSON.parse(created.stdout)
    expect(made).toMatchObject({ made_by: 'command', bytes: statSync(made.file).size })
    expect(missing).toEqual([])

    const listed = JSON.parse((await daybook('backup', 'list', '--json')).stdout)
    expect(listed).toEqual([made])
    expect((await daybook('backup', 'list')).stdout).toContain(made.name)

    const verified = JSON.parse((await daybook('backup', 'verify', made.name, '--json')).stdout)
    expect(verified).toMatchObject({ organisation: 'Acme Stores', rows: { names: 1 } })

    const restored = await daybook('restore', made.file, '--data', elsewhere.dir.root)
    expect(restored).toMatchObject({ code: 0, stderr: '' })
    expect(restored.stdout).toContain('Restored Acme Stores')
    expect(vendors(elsewhere.dir)).toEqual(['Acme Stores vendor'])
    expect(await brokenFiles(elsewhere.dir)).toEqual([])
  })

  test('says in one sentence what is wrong, and exits 1', async () => {
    const made = JSON.parse((await daybook('backup', 'create', '--json')).stdout)
    const changed = join(shop.dir.root, 'changed.tar')
    const bytes = await Bun.file(made.file).bytes()
    bytes[9999] = (bytes[9999] ?? 0) ^ 0x01
    await Bun.write(changed, bytes)
    for (const args of [
      ['backup', 'verify', changed],
      ['restore', changed],
    ]) {
      const { code, stdout, stderr } = await daybook(...args)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toStartWith('This is not a whole Daybook backup')
      expect(stderr.trimEnd().split('\n')).toHaveLength(1)
    }
    const lock = takeLock(shop.dir.lock, 'server', 'serve')
    const refused = await daybook('restore', made.file)
    lock?.release()
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain(
      `is in use by "daybook serve" (process ${process.pid}): nothing was changed`,
    )
  })

  test('an incomplete backup is one all the same, and each command says what is not in it', async () => {
    using other = await filledShop('Bharat Traders')
    const data = ['--data', other.dir.root]
    const path = await withDatabaseOf(other.dir, (database) =>
      storeFile(database, other.dir, 'documents', 'a bill that is lost'),
    )
    rmSync(path)
    const named = new RegExp(`incomplete[^]*${basename(path)} \\(missing\\)`)

    const made = await daybook('backup', 'create', '--json', ...data)
    expect(made).toMatchObject({ code: 0, stderr: expect.stringMatching(named) })
    const { file, ...shown } = JSON.parse(made.stdout)
    expect(shown).toMatchObject({ complete: false, missing: [{ state: 'missing' }] })
    expect((await daybook('backup', 'list', ...data)).stdout).toContain('  incomplete')

    const verified = await daybook('backup', 'verify', file, ...data)
    expect(verified).toMatchObject({ code: 0, stderr: expect.stringMatching(named) })
    expect(verified.stdout).toContain('is as it was made, but incomplete')

    const restored = await daybook('restore', file, ...data)
    expect(restored).toMatchObject({ code: 0, stderr: expect.stringMatching(named) })
    expect(vendors(other.dir)).toEqual(['Bharat Traders vendor'])
  })

  test('an empty list is an empty array', async () => {
    using empty = temporaryDir()
    const { code, stdout } = await daybook('backup', 'list', '--json', '--data', empty.dir.root)
    expect({ code, stdout: stdout.trim() }).toEqual({ code: 0, stdout: '[]' })
  })
})

describe('a restore and a command that writes', () => {
  test('never work at once: an import that comes during a restore is told so, and writes nothing', async () => {
    const { file } = JSON.parse((await daybook('backup', 'create', '--json')).stdout)
    using other = await filledShop('Bharat Traders')
    const names = join(other.dir.root, 'vendors.jsonl')
    await Bun.write(names, '{"name":"Too late"}\n')
    let answer = ''
    const prepareDatabase = () => {
      const words = ['import', 'vendors', names, '--data', other.dir.root]
      const { exitCode, stdout, stderr } = Bun.spawnSync([process.execPath, main, ...words])
      expect([exitCode, stdout.toString()]).toEqual([1, ''])
      answer = stderr.toString()
    }
    await restoreBackup({ dir: other.dir, file, now, prepareDatabase })
    expect(answer).toBe(
      `The data in ${other.dir.root} is in use by "daybook restore" (process ${process.pid}). Try again when that is done.\n`,
    )
    expect(vendors(other.dir)).toEqual(['Acme Stores vendor'])
  })

  test('nor a restore during an import, which is in the book in the end', async () => {
    const { file } = JSON.parse((await daybook('backup', 'create', '--json')).stdout)
    using other = await filledShop('Bharat Traders')
    const importing = openDatabaseForCommand(other.dir, now, 'import')
    const { code, stderr } = await daybook('restore', file, '--data', other.dir.root)
    expect(code).toBe(1)
    expect(stderr).toContain(
      `in use by "daybook import" (process ${process.pid}): nothing was changed.`,
    )
    await importing.write((conn) => addName(conn, 'vendor', { name: 'Second', aliases: [] }, now))
    await importing.close()
    expect(vendors(other.dir)).toEqual(['Bharat Traders vendor', 'Second'])
    expect((await daybook('restore', file, '--data', other.dir.root)).code).toBe(0)
  })
})

describe('killed in the middle', () => {
  test('of a backup, it leaves no backup, and the next one cleans up', async () => {
    const archive = join(shop.dir.backups, 'work.part', 'backup.tar')
    const isUnderWay = () => existsSync(archive) && statSync(archive).size > 0
    const { before, child } = await endWhen('SIGKILL', ['backup', 'create'], isUnderWay)
    expect(child.signalCode).toBe('SIGKILL')
    expect(backups()).toEqual(before)
    expect(existsSync(archive)).toBe(true)
    expect((await daybook('backup', 'create')).code).toBe(0)
    expect(backups()).toHaveLength(before.length + 1)
    expect(existsSync(archive)).toBe(false)
  })

  test('of a backup by Ctrl+C, it says so and leaves nothing', async () => {
    const archive = join(shop.dir.backups, 'work.part', 'backup.tar')
    const isUnderWay = () => existsSync(archive) && statSync(archive).size > 0
    const { before, child } = await endWhen('SIGINT', ['backup', 'create'], isUnderWay)
    expect(child.exitCode).toBe(1)
    expect(await child.stderr.text()).toBe('Stopped. No backup was made.\n')
    expect(backups()).toEqual(before)
    expect(existsSync(archive)).toBe(false)
  })

  test.each(restoreMoments)(
    'of a restore, %s, the old data or the new is there, whole',
    async (_, isReached) => {
      const { file } = JSON.parse((await daybook('backup', 'create', '--json')).stdout)
      using other = await filledShop('Bharat Traders')
      await withDatabaseOf(other.dir, async (database) => {
        await database.write((conn) =>
          addName(conn, 'vendor', { name: 'Second', aliases: [] }, now),
        )
        for (let n = 0; n < manyFiles; n++)
          await storeFile(database, other.dir, 'images', `other ${n}`)
      })
      const { root } = other.dir
      const restore = ['restore', file, '--data', root]
      const anew = () =>
        rmSync(keptFolder(root) ?? join(root, 'before-restore'), { recursive: true })
      const { child } = await endWhen('SIGKILL', restore, () => isReached(root, images), anew)
      expect(child.signalCode).toBe('SIGKILL')

      const [first] = vendors(other.dir)
      expect(['Acme Stores vendor', 'Bharat Traders vendor']).toContain(first ?? '')
      expect(await brokenFiles(other.dir)).toEqual([])

      expect((await daybook('restore', file, '--data', root)).code).toBe(0)
      expect(vendors(other.dir)).toEqual(['Acme Stores vendor'])
      expect(await brokenFiles(other.dir)).toEqual([])
      expect(existsSync(join(root, 'restore.part'))).toBe(false)
    },
  )
})

function backups(): string[] {
  return readdirSync(shop.dir.backups).filter((name) => name.endsWith('.tar'))
}

/** Runs Daybook on the shop's data, unless the arguments name other data. */
async function daybook(...args: string[]) {
  const child = spawn(args)
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()])
  return { code: await child.exited, stdout, stderr }
}

function spawn(args: readonly string[]) {
  const data = args.includes('--data') ? [] : ['--data', shop.dir.root]
  return Bun.spawn([process.execPath, main, ...args, ...data], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/**
 * Ends a command at a moment that can be seen from outside; one that was done before, as on a busy machine, is started again,
 * after `anew` took away by what the moment is seen. `before`: the backups that there were when it began.
 */
async function endWhen(
  signal: NodeJS.Signals,
  args: readonly string[],
  reached: () => boolean,
  anew = () => {},
) {
  for (;;) {
    const before = backups()
    const child = spawn(args)
    while (child.exitCode === null && !reached()) {
      await new Promise((resolve) => setImmediate(resolve))
    }
    child.kill(signal)
    if ((await child.exited) !== 0) return { before, child }
    anew()
  }
}
