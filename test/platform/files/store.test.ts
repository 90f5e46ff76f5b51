import { describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, readdirSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { DataDir } from '../../../src/platform/data-dir.ts'
import type { Book } from '../../../src/platform/db/book.ts'
import { asRefusal } from '../../../src/platform/db/sqlite-errors.ts'
import { AppError } from '../../../src/platform/errors.ts'
import {
  deleteMarked,
  FileGone,
  findFile,
  linkFile,
  markDeleting,
  withStoredFiles,
} from '../../../src/platform/files/file-rows.ts'
import { fileStore, type FileStore } from '../../../src/platform/files/store.ts'
import { files } from '../../../src/platform/tables.ts'
import {
  codeOf,
  errorOf,
  temporaryBook,
  temporaryDir,
  until,
} from '../../support/temporary-book.ts'

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
      expect(refusal).toMatchObject({ code: 'insufficient_storage' })
      expect(refusal).toBeInstanceOf(AppError)
    }
    const other = Object.assign(new Error('not permitted'), { code: 'EPERM' })
    expect(asRefusal(other)).toBe(other)
  })
})

describe('linking a file', () => {
  test('makes its row in the act’s own transaction', async () => {
    await using open = openStore()
    const stored = await open.store.put('documents', bytes)
    const refused = open.book.write((conn) => {
      linkFile(conn, open.store, 'documents', stored)
      throw new AppError('conflict', 'No.')
    })
    expect(await errorOf(refused)).toMatchObject({ message: 'No.' })
    expect(rowOf(open.book)).toBeUndefined()
    await open.book.write((conn) => linkFile(conn, open.store, 'documents', stored))
    expect(rowOf(open.book)).toEqual({
      kind: 'documents',
      hash,
      bytes: bytes.length,
      state: 'stored',
    })
  })

  test('is refused when the bytes went away meanwhile', async () => {
    await using open = openStore()
    const stored = await open.store.put('documents', bytes)
    open.store.remove('documents', hash)
    const act = open.book.write((conn) => linkFile(conn, open.store, 'documents', stored))
    expect(await errorOf(act)).toBeInstanceOf(FileGone)
    expect(rowOf(open.book)).toBeUndefined()
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
        open.book.write((conn) =>
          linkFile(conn, open.store, 'documents', { hash, bytes: bytes.length }),
        ),
    )
    expect(puts).toBe(3)
    expect(open.store.has('documents', hash)).toBe(true)
  })

  test('outlives deletion after deletion, as many clients at once bring them about', async () => {
    let acts = 0
    const entered = await withStoredFiles(
      () => Promise.resolve(),
      () => (++acts < 20 ? Promise.reject(new FileGone('images')) : Promise.resolve('entered')),
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
    await open.book.write((conn) => markDeleting(conn, 'documents', hash))
    expect(rowOf(open.book)?.state).toBe('deleting')
    expect(open.store.has('documents', hash)).toBe(true)
    const deleted = await open.book.write((conn) => deleteMarked(conn, open.store, 10))
    expect(deleted).toEqual({ files: 1, bytes: bytes.length })
    expect(rowOf(open.book)).toBeUndefined()
    expect(open.store.has('documents', hash)).toBe(false)
  })

  test('is taken back by an act that links the file before its bytes went', async () => {
    await using open = openStore()
    await storeAndLink(open)
    await open.book.write((conn) => markDeleting(conn, 'documents', hash))
    await storeAndLink(open)
    await open.book.write((conn) => deleteMarked(conn, open.store, 10))
    expect(rowOf(open.book)?.state).toBe('stored')
    expect(await Bun.file(open.store.path('documents', hash)).bytes()).toEqual(bytes)
  })

  test('loses nothing when the file is linked again after its bytes went', async () => {
    await using open = openStore()
    await storeAndLink(open)
    await open.book.write((conn) => markDeleting(conn, 'documents', hash))
    await open.book.write((conn) => deleteMarked(conn, open.store, 10))
    await storeAndLink(open)
    expect(rowOf(open.book)?.state).toBe('stored')
    expect(await Bun.file(open.store.path('documents', hash)).bytes()).toEqual(bytes)
  })

  test('that was rolled back is done again: the bytes may be gone already', async () => {
    await using open = openStore()
    await storeAndLink(open)
    await open.book.write((conn) => markDeleting(conn, 'documents', hash))
    const crash = open.book.write((conn) => {
      deleteMarked(conn, open.store, 10)
      throw new Error('The process ends here.')
    })
    expect(await errorOf(crash)).toBeInstanceOf(Error)
    expect(rowOf(open.book)?.state).toBe('deleting')
    await open.book.write((conn) => deleteMarked(conn, open.store, 10))
    expect(rowOf(open.book)).toBeUndefined()
  })

  test('takes no more files at a time than it is told, also when they are empty', async () => {
    await using open = openStore()
    await open.book.write((conn) => {
      for (const name of ['a', 'b', 'c']) {
        conn.insert(files).values({ kind: 'images', hash: name, bytes: 0, state: 'deleting' }).run()
      }
    })
    const sizes: number[] = []
    for (let n = 0; n < 3; n++) {
      const deleted = await open.book.write((conn) => deleteMarked(conn, open.store, 2))
      sizes.push(deleted.files)
    }
    expect(sizes).toEqual([2, 1, 0])
  })
})

type OpenStore = { book: Book; store: FileStore }

function openStore() {
  const temporary = temporaryBook()
  return { ...temporary, store: storeIn(temporary.dir) }
}

function storeIn(dir: DataDir): FileStore {
  return fileStore({ documents: dir.documents, images: dir.images })
}

async function storeAndLink({ book, store }: OpenStore): Promise<void> {
  const stored = await store.put('documents', bytes)
  await book.write((conn) => linkFile(conn, store, 'documents', stored))
}

function rowOf(book: Book) {
  return findFile(book.read).get({ kind: 'documents', hash })
}

async function listed(store: FileStore): Promise<string[]> {
  return (await Array.fromAsync(store.list('documents'))).flat()
}
