import { describe, expect, test } from 'bun:test'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { storeOf } from '../../../src/app.ts'
import { linkFile, markDeleting } from '../../../src/platform/files/file-rows.ts'
import { listBroken, noteBroken, scrubFiles } from '../../../src/platform/files/scrub.ts'
import type { FileStore } from '../../../src/platform/files/store.ts'
import { temporaryDatabase } from '../../support/temporary-database.ts'

const goesOn = new AbortController().signal

/** So many files have some in most of the folders. */
const manyFiles = 300

describe('reading all stored files bit by bit', () => {
  test('finds within a month each one that is damaged or missing, and nothing else', async () => {
    await using shelf = await filledShelf()
    const [damaged, missing] = shelf.hashes
    writeFileSync(shelf.store.path('documents', damaged ?? ''), 'damaged')
    rmSync(shelf.store.path('documents', missing ?? ''))
    const daysFound: number[] = []
    for (let day = 1; day <= 26; day++) {
      await scrubFiles(shelf, goesOn)
      daysFound.push(shelf.broken().length)
    }
    expect(shelf.broken()).toEqual([damaged ?? '', missing ?? ''].toSorted())
    // Each day brings a share of them.
    expect(daysFound[0]).toBeLessThanOrEqual(1)
  })

  test('begins again when it is through', async () => {
    await using shelf = await filledShelf()
    for (let day = 1; day <= 26; day++) await scrubFiles(shelf, goesOn)
    expect(shelf.broken()).toEqual([])
    for (const hash of shelf.hashes) writeFileSync(shelf.store.path('documents', hash), 'damaged')
    for (let day = 1; day <= 26; day++) await scrubFiles(shelf, goesOn)
    expect(shelf.broken()).toHaveLength(200)
  })

  test('goes on behind a file that cannot be read, and names it', async () => {
    await using shelf = await filledShelf()
    const first = shelf.hashes.toSorted()[0] ?? ''
    const file = shelf.store.path('documents', first)
    rmSync(file)
    mkdirSync(file)
    for (let day = 1; day <= 26; day++) await scrubFiles(shelf, goesOn)
    expect(shelf.broken()).toEqual([first])
  })

  test('passes over a file that another program holds', async () => {
    await using shelf = await filledShelf()
    const held = Object.assign(new Error('busy'), { code: 'EBUSY' })
    const store: FileStore = { ...shelf.store, isWhole: () => Promise.reject(held) }
    await scrubFiles({ ...shelf, store }, goesOn)
    writeFileSync(shelf.store.path('documents', lastOf(shelf.hashes)), 'damaged')
    for (let day = 2; day <= 26; day++) await scrubFiles(shelf, goesOn)
    expect(shelf.broken()).toEqual([lastOf(shelf.hashes)])
  })

  test('goes on where it was stopped', async () => {
    await using shelf = await filledShelf()
    for (const hash of shelf.hashes) writeFileSync(shelf.store.path('documents', hash), 'damaged')
    await scrubFiles(shelf, AbortSignal.abort())
    expect(shelf.broken()).toEqual([])
    await scrubFiles(shelf, goesOn)
    const first = shelf.broken()
    expect(first).toEqual(shelf.hashes.filter((hash) => hash < '0a').toSorted())
    await scrubFiles(shelf, goesOn)
    expect(shelf.broken()).toEqual(shelf.hashes.filter((hash) => hash < '14').toSorted())
  })
})

describe('what was found broken', () => {
  test('is forgotten as soon as the same bytes come again', async () => {
    await using shelf = await filledShelf(3)
    const [hash = ''] = shelf.hashes
    writeFileSync(shelf.store.path('documents', hash), 'damaged')
    await noteBroken(shelf, [{ kind: 'documents', hash }])
    await noteBroken(shelf, [{ kind: 'documents', hash }])
    expect(shelf.broken()).toEqual([hash])
    await shelf.put(0)
    expect(shelf.broken()).toEqual([])
  })

  test('is forgotten when nothing needs it any more', async () => {
    await using shelf = await filledShelf(3)
    const [hash = ''] = shelf.hashes
    rmSync(shelf.store.path('documents', hash))
    await noteBroken(shelf, [{ kind: 'documents', hash }])
    expect(shelf.broken()).toEqual([hash])
    await shelf.database.write((conn) => markDeleting(conn, 'documents', hash))
    expect(shelf.broken()).toEqual([])
  })
})

function lastOf(hashes: readonly string[]): string {
  return hashes.toSorted().at(-1) ?? ''
}

async function filledShelf(count = manyFiles) {
  const temporary = temporaryDatabase()
  const { database, dir } = temporary
  const store = storeOf(dir)
  const put = (n: number) => store.put('documents', new TextEncoder().encode(`bill ${n}`))
  const stored = await Promise.all(Array.from({ length: count }, (_, n) => put(n)))
  await database.write((conn) => {
    for (const file of stored) linkFile(conn, store, 'documents', file)
  })
  const broken = () =>
    listBroken(database.read, store)
      .map(({ hash }) => hash)
      .toSorted()
  return { ...temporary, store, put, broken, hashes: stored.map(({ hash }) => hash) }
}
