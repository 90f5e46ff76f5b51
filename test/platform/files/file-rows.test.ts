import { mkdirSync, rmdirSync } from 'node:fs'
import { describe, expect, test } from 'bun:test'
import { storeOf } from '../../../src/app.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { AppError } from '../../../src/platform/errors.ts'
import {
  deleteAllMarked,
  deleteMarked,
  FileGone,
  findFile,
  linkFile,
  markDeleting,
  withStoredFiles,
} from '../../../src/platform/files/file-rows.ts'
import type { FileStore } from '../../../src/platform/files/store.ts'
import { files } from '../../../src/platform/tables.ts'
import { codeOf, errorOf, temporaryDatabase } from '../../support/temporary-database.ts'

const bytes = new TextEncoder().encode('a bill')
const hash = Bun.SHA256.hash(bytes, 'hex')

describe('linking a file', () => {
  test('makes its row in the act’s own transaction', async () => {
    await using open = openStore()
    const stored = await open.store.put('documents', bytes)
    const refused = open.database.write((conn) => {
      linkFile(conn, open.store, 'documents', stored)
      throw new AppError('conflict', 'No.')
    })
    expect(await errorOf(refused)).toMatchObject({ message: 'No.' })
    expect(rowOf(open.database)).toBeUndefined()
    await open.database.write((conn) => linkFile(conn, open.store, 'documents', stored))
    expect(rowOf(open.database)).toEqual({
      kind: 'documents',
      hash,
      bytes: bytes.length,
      state: 'stored',
      keyId: null,
      memberId: null,
    })
  })

  test('is refused when the bytes went away meanwhile', async () => {
    await using open = openStore()
    const stored = await open.store.put('documents', bytes)
    open.store.remove('documents', hash)
    const command = open.database.write((conn) => linkFile(conn, open.store, 'documents', stored))
    expect(await errorOf(command)).toBeInstanceOf(FileGone)
    expect(rowOf(open.database)).toBeUndefined()
  })

  test('puts the bytes again when a deletion came between', async () => {
    await using open = openStore()
    let puts = 0
    await withStoredFiles(
      async () => {
        await open.store.put('documents', bytes)
        // The first two times a deletion takes the bytes before the act can link them.
        if (++puts <= 2) open.store.remove('documents', hash)
      },
      () =>
        open.database.write((conn) =>
          linkFile(conn, open.store, 'documents', { hash, bytes: bytes.length }),
        ),
    )
    expect(puts).toBe(3)
    expect(open.store.has('documents', hash)).toBe(true)
  })

  test('outlives deletion after deletion, as many clients at once bring them about', async () => {
    let commands = 0
    const entered = await withStoredFiles(
      () => Promise.resolve(),
      () => (++commands < 20 ? Promise.reject(new FileGone('images')) : Promise.resolve('entered')),
    )
    expect(entered).toBe('entered')
  })

  test('is refused at last as something to try again, and at once for another reason', async () => {
    let gone = 0
    const alwaysGone = withStoredFiles(
      () => Promise.resolve(),
      () => Promise.reject(new FileGone(String(++gone))),
    )
    expect(await codeOf(alwaysGone)).toBe('unavailable')
    expect(gone).toBe(20)

    let refused = 0
    const refusal = withStoredFiles(
      () => Promise.resolve(),
      () => Promise.reject(new AppError('conflict', String(++refused))),
    )
    expect(await errorOf(refusal)).toMatchObject({ message: '1' })
    expect(refused).toBe(1)
  })
})

describe('deleting a file', () => {
  test('goes in two steps: the mark, then the bytes and the row', async () => {
    await using open = openStore()
    await storeAndLink(open)
    await open.database.write((conn) => markDeleting(conn, 'documents', hash))
    expect(rowOf(open.database)?.state).toBe('deleting')
    expect(open.store.has('documents', hash)).toBe(true)
    const deleted = await open.database.write((conn) => deleteMarked(conn, open.store))
    expect(deleted).toEqual({ files: 1, bytes: bytes.length, tried: 1 })
    expect(rowOf(open.database)).toBeUndefined()
    expect(open.store.has('documents', hash)).toBe(false)
  })

  test('is taken back by an act that links the file before its bytes went', async () => {
    await using open = openStore()
    await storeAndLink(open)
    await open.database.write((conn) => markDeleting(conn, 'documents', hash))
    await storeAndLink(open)
    await open.database.write((conn) => deleteMarked(conn, open.store))
    expect(rowOf(open.database)?.state).toBe('stored')
    expect(await Bun.file(open.store.path('documents', hash)).bytes()).toEqual(bytes)
  })

  test('loses nothing when the file is linked again after its bytes went', async () => {
    await using open = openStore()
    await storeAndLink(open)
    await open.database.write((conn) => markDeleting(conn, 'documents', hash))
    await open.database.write((conn) => deleteMarked(conn, open.store))
    await storeAndLink(open)
    expect(rowOf(open.database)?.state).toBe('stored')
    expect(await Bun.file(open.store.path('documents', hash)).bytes()).toEqual(bytes)
  })

  test('that was rolled back is done again: the bytes may be gone already', async () => {
    await using open = openStore()
    await storeAndLink(open)
    await open.database.write((conn) => markDeleting(conn, 'documents', hash))
    const crash = open.database.write((conn) => {
      deleteMarked(conn, open.store)
      throw new Error('The process ends here.')
    })
    expect(await errorOf(crash)).toBeInstanceOf(Error)
    expect(rowOf(open.database)?.state).toBe('deleting')
    await open.database.write((conn) => deleteMarked(conn, open.store))
    expect(rowOf(open.database)).toBeUndefined()
  })

  test('gets past files that cannot go, however many there are for the time of a slice', async () => {
    await using open = openStore()
    await markWithoutBytes(open, stuckNames)
    for (const name of stuckNames) obstruct(open, name)
    await markWithoutBytes(open, ['d'.repeat(64)])
    const refused = new Set<string>()
    const slices: { files: number; tried: number }[] = []
    for (let slice = 0; slice < 5; slice++) {
      // No time at all: one file is tried.
      slices.push(
        await open.database.write((conn) => deleteMarked(conn, open.store, { refused, ms: 0 })),
      )
    }
    expect(slices.map(({ tried }) => tried)).toEqual([1, 1, 1, 1, 0])
    expect(slices.map(({ files: gone }) => gone)).toEqual([0, 0, 0, 1, 0])
    expect(hashesLeft(open)).toEqual(stuckNames)
  })

  test('tries what could not go once more the next time, and comes to an end', async () => {
    await using open = openStore()
    await markWithoutBytes(open, [...stuckNames, 'd'.repeat(64)])
    for (const name of stuckNames) obstruct(open, name)
    expect(await deleteAllMarked(open)).toBe(1)
    expect(hashesLeft(open)).toEqual(stuckNames)
    for (const name of stuckNames) rmdirSync(open.store.path('images', name))
    expect(await deleteAllMarked(open)).toBe(3)
    expect(hashesLeft(open)).toEqual([])
  })

  test('takes no more files at a time than it is told, also when they are empty', async () => {
    await using open = openStore()
    await markWithoutBytes(open, stuckNames)
    const sizes: number[] = []
    for (let n = 0; n < 3; n++) {
      const deleted = await open.database.write((conn) =>
        deleteMarked(conn, open.store, { limit: 2, ms: 60_000 }),
      )
      sizes.push(deleted.files)
    }
    expect(sizes).toEqual([2, 1, 0])
  })
})

type OpenStore = { database: Database; store: FileStore }

const stuckNames = ['a', 'b', 'c'].map((name) => name.repeat(64))

async function markWithoutBytes({ database }: OpenStore, names: readonly string[]): Promise<void> {
  await database.write((conn) => {
    for (const name of names) {
      conn.insert(files).values({ kind: 'images', hash: name, bytes: 0, state: 'deleting' }).run()
    }
  })
}

/** A folder in the place of a file: nobody takes it away by mistake. */
function obstruct({ store }: OpenStore, name: string): void {
  mkdirSync(store.path('images', name), { recursive: true })
}

function hashesLeft({ database }: OpenStore): string[] {
  const left = database.read.select().from(files).all()
  return left.map((row) => row.hash)
}

function openStore() {
  const { dir, ...temporary } = temporaryDatabase()
  return { ...temporary, store: storeOf(dir) }
}

async function storeAndLink({ database, store }: OpenStore): Promise<void> {
  const stored = await store.put('documents', bytes)
  await database.write((conn) => linkFile(conn, store, 'documents', stored))
}

function rowOf(database: Database) {
  return findFile(database.read).get({ kind: 'documents', hash })
}
