import { existsSync, rmSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from './durable.ts'
import { asRefusal } from '../db/sqlite-errors.ts'
import { hasCode } from '../errors.ts'

export const fileKinds = ['documents', 'images'] as const

export type FileKind = (typeof fileKinds)[number]

/** The name of a file while it is being written. */
const temporarySuffix = '.part'

/** Files by their SHA-256: `documents/ab/abcdef…`. The same bytes are stored once. */
export type FileStore = {
  /**
   * Brings bytes to the disk, safe from a power cut when it returns. Bytes that are there already are left alone,
   * but are as new again.
   * Throws AppError `insufficient_storage`, and then nothing of them is there.
   */
  put(kind: FileKind, bytes: Uint8Array): Promise<StoredFile>
  path(kind: FileKind, hash: string): string
  has(kind: FileKind, hash: string): boolean
  /** Takes the bytes away; nothing happens when they are gone. Only in an act, while the file's row says `deleting`. */
  remove(kind: FileKind, hash: string): void
  /** What is on the disk, a folder at a time: hashes, and the parts of files that were never finished. */
  list(kind: FileKind): AsyncIterable<string[]>
}

export type StoredFile = { hash: string; bytes: number }

export function fileStore(folders: Record<FileKind, string>): FileStore {
  const path = (kind: FileKind, hash: string) => join(folders[kind], hash.slice(0, 2), hash)
  return {
    path,
    has: (kind, hash) => existsSync(path(kind, hash)),
    async put(kind, bytes) {
      const hash = Bun.SHA256.hash(bytes, 'hex')
      const file = path(kind, hash)
      try {
        if (!(await renew(file))) await writeDurably(file, bytes)
        // Also when it was there: whoever wrote it may not have come this far.
        await syncName(file)
      } catch (error) {
        throw asRefusal(error)
      }
      return { hash, bytes: bytes.byteLength }
    },
    remove(kind, hash) {
      rmSync(path(kind, hash), { force: true })
    },
    list: (kind) => listFolders(folders[kind]),
  }
}

/**
 * Whether the file is there. One that a killed act left is as new again: else the cleaning after a start would take it
 * before its next act comes (see leftovers.ts).
 */
async function renew(file: string): Promise<boolean> {
  const now = new Date()
  try {
    await utimes(file, now, now)
    return true
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return false
    throw error
  }
}

async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.${crypto.randomUUID()}${temporarySuffix}`
  try {
    const handle = await open(part, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

/** The new name must survive a power cut too, and that of its folder. */
async function syncName(file: string): Promise<void> {
  const folder = dirname(file)
  await syncFolder(folder)
  await syncFolder(dirname(folder))
}

async function* listFolders(root: string): AsyncGenerator<string[]> {
  if (!existsSync(root)) return
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (entry.isDirectory()) yield await readdir(join(root, entry.name))
  }
}
