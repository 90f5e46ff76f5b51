import { expect, test } from 'bun:test'
import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { readArchive, writeArchive, type NewEntry } from '../../../src/platform/backup/archive.ts'
import { now, temporaryDir } from './filled-shop.ts'

/** More than the packer holds back, so that writing begins before the last piece is there. */
const manyPieces = 40
const pieceBytes = 1024 * 1024

test('large entries come out as they went in, and progress counts their bytes', async () => {
  using temporary = temporaryDir()
  const file = await emptyFile(temporary.dir.root)
  const handle = await open(file, 'w')
  const done: number[] = []
  const entries = [entry('a', () => largeContent()), entry('empty', () => noContent(), 0)]
  await writeArchive(handle, entries, now, { onProgress: (bytes) => void done.push(bytes) })
  await handle.close()
  expect(done.at(-1)).toBe(manyPieces * pieceBytes)

  const read: [string, number, string][] = []
  await readArchive(
    file,
    async ({ name, bytes, content }) => {
      const hash = new Bun.CryptoHasher('sha256')
      for await (const piece of content) hash.update(piece)
      read.push([name, bytes, hash.digest('hex')])
    },
    {},
  )
  expect(read).toEqual([
    ['a', manyPieces * pieceBytes, await hashOf(largeContent())],
    ['empty', 0, await hashOf(noContent())],
  ])
})

test('a file that cannot be written says why, not that something was aborted', async () => {
  using temporary = temporaryDir()
  const readOnly = await open(await emptyFile(temporary.dir.root), 'r')
  const writing = writeArchive(readOnly, [entry('a', () => largeContent())], now, {})
  const error = await writing.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  await readOnly.close()
  expect(error).toHaveProperty('code', process.platform === 'win32' ? 'EPERM' : 'EBADF')
})

test('content that cannot be read says why', async () => {
  using temporary = temporaryDir()
  const handle = await open(await emptyFile(temporary.dir.root), 'w')
  const writing = writeArchive(handle, [entry('a', () => failingContent())], now, {})
  expect(await writing.then(() => 'written', String)).toContain('the disk is broken')
  await handle.close()
})

test('content of another length than its entry says is an error', async () => {
  using temporary = temporaryDir()
  const handle = await open(await emptyFile(temporary.dir.root), 'w')
  const writing = writeArchive(handle, [entry('a', () => noContent(), 5)], now, {})
  expect(await writing.then(() => 'written', String)).toContain('Size mismatch')
  await handle.close()
})

async function emptyFile(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'archive.tar')
  await Bun.write(file, '')
  return file
}

function entry(
  name: string,
  content: NewEntry['content'],
  bytes = manyPieces * pieceBytes,
): NewEntry {
  return { name, bytes, content }
}

async function* largeContent(): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < manyPieces; n++) {
    yield await Promise.resolve(new Uint8Array(pieceBytes).fill(n))
  }
}

async function* noContent(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new Uint8Array())
}

async function* failingContent(): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(new Uint8Array(pieceBytes))
  throw new Error('the disk is broken')
}

async function hashOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const piece of content) hash.update(piece)
  return hash.digest('hex')
}
