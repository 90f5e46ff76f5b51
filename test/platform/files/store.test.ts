import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { DataDir } from '../../../src/platform/disk/data-dir.ts'
import { asRefusal } from '../../../src/platform/db/connection.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { deleteMarked } from '../../../src/platform/files/file-rows.ts'
import { storeOf } from '../../../src/app.ts'
import { type FileStore } from '../../../src/platform/files/store.ts'
import { files } from '../../../src/platform/tables.ts'
import {
  codeOf,
  errorOf,
  temporaryDatabase,
  temporaryDir,
  until,
} from '../../support/temporary-database.ts'

const bytes = new TextEncoder().encode('a bill')
const hash = Bun.SHA256.hash(bytes, 'hex')

describe('putting a file', () => {
  test('stores it under its SHA-256, as it came', async () => {
    using temporary = temporaryDir()
    const store = storeIn(temporary.dir)
    expect(await store.put('documents', bytes)).toEqual({ hash, bytes: bytes.length })
    expect(store.path('documents', hash)).toEndWith(join('documents', hash.slice(0, 2), hash))
    expect(await Bun.file(store.path('documents', hash)).bytes()).toEqual(bytes)
    expect(store.has('documents', hash)).toBe(true)
    expect(store.has('images', hash)).toBe(false)
  })

  test('stores the same bytes once, also when they come at the same time', async () => {
    using temporary = temporaryDir()
    const store = storeIn(temporary.dir)
    await Promise.all([1, 2, 3].map(() => store.put('documents', bytes)))
    const before = statSync(store.path('documents', hash))
    await store.put('documents', bytes)
    expect(statSync(store.path('documents', hash)).ino).toBe(before.ino)
    expect(await listed(store)).toEqual([hash])
  })

  test('has one writer for the same bytes, however many bring them at once', async () => {
    using temporary = temporaryDir()
    const store = storeIn(temporary.dir)
    const large = new Uint8Array(8 * 1024 * 1024).fill(7)
    const folder = dirname(store.path('documents', Bun.SHA256.hash(large, 'hex')))
    let parts = 0
    let isDone = false
    const puts = Promise.all(
      Array.from({ length: 10 }, () => store.put('documents', large)),
    ).finally(() => (isDone = true))
    await until(() => {
      if (existsSync(folder)) {
        parts = Math.max(parts, readdirSync(folder).filter((name) => name.endsWith('.part')).length)
      }
      return isDone
    })
    expect(new Set((await puts).map((stored) => stored.hash)).size).toBe(1)
    expect(parts).toBe(1)
  })

  test('that failed is done again by the next one', async () => {
    using temporary = temporaryDir()
    const store = storeIn(temporary.dir)
    const folder = join(temporary.dir.documents, hash.slice(0, 2))
    writeFileSync(folder, 'no folder')
    expect(await errorOf(store.put('documents', bytes))).toBeInstanceOf(Error)
    rmSync(folder)
    await store.put('documents', bytes)
    expect(await store.isWhole('documents', hash)).toBe(true)
  })

  test.each([
    ['shorter', 'a b'],
    ['as long, but other ones', 'a bull'],
    ['empty', ''],
  ])('heals bytes that are %s', async (_, damage) => {
    using temporary = temporaryDir()
    const store = storeIn(temporary.dir)
    await store.put('documents', bytes)
    writeFileSync(store.path('documents', hash), damage)
    expect(await store.isWhole('documents', hash)).toBe(false)
    await store.put('documents', bytes)
    expect(await store.isWhole('documents', hash)).toBe(true)
    expect(await listed(store)).toEqual([hash])
  })

  test('makes a file that is there as new again, since its act is still to come', async () => {
    using temporary = temporaryDir()
    const store = storeIn(temporary.dir)
    await store.put('documents', bytes)
    const file = store.path('documents', hash)
    const longAgo = new Date('2020-01-01')
    utimesSync(file, longAgo, longAgo)
    const { ino } = statSync(file)
    await store.put('documents', bytes)
    expect(statSync(file).mtimeMs).toBeGreaterThan(longAgo.getTime())
    expect(statSync(file).ino).toBe(ino)
    expect(await Bun.file(file).bytes()).toEqual(bytes)
  })

  test('that fails leaves neither the file nor a part of it', async () => {
    using temporary = temporaryDir()
    const store = storeIn(temporary.dir)
    const folder = join(temporary.dir.documents, hash.slice(0, 2))
    const put = store.put('documents', bytes)
    // A folder that gets in the way of the name while the bytes are written: everything goes well up to the last step.
    await until(() => existsSync(folder) && readdirSync(folder).length > 0)
    mkdirSync(join(folder, hash, 'in the way'), { recursive: true })
    expect(await errorOf(put)).toBeInstanceOf(Error)
    expect(readdirSync(folder)).toEqual([hash])
    expect(readdirSync(join(folder, hash))).toEqual(['in the way'])
  })

  test('on a full disk is refused with a sentence', () => {
    for (const code of ['ENOSPC', 'EDQUOT']) {
      const refusal = asRefusal(Object.assign(new Error('no space left on device'), { code }))
      expect(refusal).toMatchObject({ code: 'out_of_space' })
      expect(refusal).toBeInstanceOf(AppError)
    }
    const other = Object.assign(new Error('not permitted'), { code: 'EPERM' })
    expect(asRefusal(other)).toBe(other)
  })
})

describe('a name that is none of the store’s', () => {
  const strange = ['../../../secret.txt', `${hash}/../../secret.txt`, `${hash}\n`, hash.slice(1)]
  const names = [...strange, hash.toUpperCase(), `/${hash.slice(1)}`, '', 'NUL', `${hash}.part`]

  test.each(names)('has no path, no file and nothing to remove: %j', async (name) => {
    await using open = openStore()
    const secret = join(open.dir.root, 'secret.txt')
    writeFileSync(secret, 'mine')
    const { store } = open
    expect(await codeOf(() => store.path('documents', name))).toBe('not_found')
    expect(store.has('documents', name)).toBe(false)
    expect(await store.isWhole('documents', name)).toBe(false)
    await open.database.write((conn) => {
      conn
        .insert(files)
        .values({ kind: 'documents', hash: name, bytes: 0, state: 'deleting' })
        .run()
      expect(deleteMarked(conn, store).files).toBe(1)
    })
    expect(existsSync(secret)).toBe(true)
  })

  test('nor is there anything under a kind that it does not know', async () => {
    await using open = openStore()
    const copy = join(open.dir.root, 'backups', hash.slice(0, 2), hash)
    mkdirSync(dirname(copy), { recursive: true })
    writeFileSync(copy, bytes)
    using database = new Database(open.dir.database)
    database.run(
      `INSERT INTO files (kind, hash, bytes, state) VALUES ('../backups', '${hash}', 0, 'deleting')`,
    )
    await open.database.write((conn) => deleteMarked(conn, open.store))
    expect(existsSync(copy)).toBe(true)
  })
})

function openStore() {
  const temporary = temporaryDatabase()
  return { ...temporary, store: storeIn(temporary.dir) }
}

function storeIn(dir: DataDir): FileStore {
  return storeOf(dir)
}

async function listed(store: FileStore): Promise<string[]> {
  return (await Array.fromAsync(store.list('documents'))).flat()
}
