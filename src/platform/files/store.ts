import { existsSync, rmSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { hashFile, isHeldUp, isUnreadable, syncFolder, writeDurably } from '../disk/durable.ts'
import { asRefusal } from '../db/connection.ts'
import { AppError, hasCode } from '../errors.ts'
import { findFreeBytes, findFreeBytesNow } from '../disk/data-dir.ts'
import { removeThumbnails } from './thumbnails.ts'

export const fileKinds = ['documents', 'images'] as const

export type FileKind = (typeof fileKinds)[number]

/** All names in the store: a SHA-256, with a suffix while the file is being written. */
const fileName = /^[0-9a-f]{64}(\.[0-9a-f-]+\.part)?$/

/** Error codes for a file that another program holds, or that nobody may delete: such a file must not block others. */
const irremovable = [
  'EBUSY',
  'EPERM',
  'EACCES',
  'EROFS',
  'EIO',
  'EISDIR',
  'ERR_FS_EISDIR',
  'ENOTDIR',
]

/**
 * Where the store keeps a file, below the folder of its kind: `ab/abcdef…`. The one place where a row or a name becomes a path: a database
 * may come from elsewhere and name anything. Undefined for a kind or name that the store does not use.
 */
export function placeInStore(kind: string, name: string): string | undefined {
  const isOurs = fileKinds.some((known) => known === kind) && fileName.test(name)
  return isOurs ? `${name.slice(0, 2)}/${name}` : undefined
}

/** Files by their SHA-256: `documents/ab/abcdef…`. The same bytes are stored once. The store has nothing under any other kind or name. */
export type FileStore = {
  /** Who brings the files, for the shares of the disk. Undefined: the files count in nobody's share. */
  bringer?: Bringer
  /**
   * Writes bytes to the disk. They are safe from a power cut when it returns. Complete bytes that are already stored are left alone, but
   * count as new again. Damaged ones are replaced. Throws AppError `out_of_space`, and then none of the bytes are stored. `hash`: the
   * SHA-256 of the bytes, from a caller who has it.
   */
  put(kind: FileKind, bytes: Uint8Array, hash?: string): Promise<StoredFile>
  /** Throws AppError `not_found` when the name is not one of the store's. */
  path(kind: FileKind, hash: string): string
  has(kind: FileKind, hash: string): boolean
  /** Reads the bytes: true when they exist and match the name. Throws while another program holds the file. */
  isWhole(kind: FileKind, hash: string): Promise<boolean>
  /**
   * Deletes the bytes. Does nothing when they are gone. Only in a command, while the file's row says `deleting`. Returns false when the
   * file cannot be deleted now, for example while another program holds it: a command does not wait.
   */
  remove(kind: FileKind, hash: string): boolean
  /** Free bytes on its disk. */
  freeBytes(): Promise<number>
  /** Free bytes on its disk, synchronously, for commands. */
  freeBytesNow(): number
  /** Names on the disk, a folder at a time: hashes, and parts of unfinished files. */
  list(kind: FileKind): AsyncIterable<string[]>
}

export type StoredFile = { hash: string; bytes: number }

/** Who brings files: a key, and the member who acts, with the key or by hand. Null for none. */
export type Bringer = { keyId: string | null; memberId: string | null }

/** The folders of each kind, and of the smaller copies of images. */
type Folders = Record<FileKind, string> & { thumbnails: string }

export function fileStore(folders: Folders): FileStore {
  /** Two writers of one name would collide where an open file cannot be replaced (Windows). */
  const writing = new Map<string, Promise<void>>()
  const find = (kind: FileKind, name: string) => {
    const place = placeInStore(kind, name)
    return place === undefined ? undefined : join(folders[kind], place)
  }
  const path = (kind: FileKind, hash: string) => {
    const file = find(kind, hash)
    if (file !== undefined) return file
    throw new AppError('not_found', 'There is no stored file of that name.')
  }
  return {
    path,
    has(kind, hash) {
      const file = find(kind, hash)
      return file !== undefined && existsSync(file)
    },
    async isWhole(kind, hash) {
      const file = find(kind, hash)
      return file !== undefined && (await isWholeFile(file, hash))
    },
    async put(kind, bytes, hash = Bun.SHA256.hash(bytes, 'hex')) {
      const file = path(kind, hash)
      const written =
        writing.get(file) ?? bring(file, hash, bytes).finally(() => writing.delete(file))
      writing.set(file, written)
      try {
        await written
      } catch (error) {
        throw asRefusal(error)
      }
      return { hash, bytes: bytes.byteLength }
    },
    remove(kind, hash) {
      const file = find(kind, hash)
      try {
        if (file === undefined) return true
        if (kind === 'images') removeThumbnails(folders.thumbnails, hash)
        rmSync(file, { force: true })
        return true
      } catch (error) {
        if (hasCode(error, irremovable)) return false
        throw error
      }
    },
    freeBytes: () => findFreeBytes(dirname(folders.documents)),
    freeBytesNow: () => findFreeBytesNow(dirname(folders.documents)),
    list: (kind) => listFolders(folders[kind]),
  }
}

async function bring(file: string, hash: string, bytes: Uint8Array): Promise<void> {
  const isThere = (await renew(file)) && (await isWholeFile(file, hash))
  if (!isThere) await writeDurably(file, bytes)
  // Needed even if the file existed: its writer may not have synced it yet.
  await syncName(file)
}

/** A file that the disk can no longer read counts as damaged, like one with other bytes. */
async function isWholeFile(file: string, sha256: string): Promise<boolean> {
  try {
    return (await hashFile(file)).sha256 === sha256
  } catch (error) {
    if (isUnreadable(error) && !isHeldUp(error)) return false
    throw error
  }
}

/**
 * Whether the file exists. A file left by a killed command counts as new again. Otherwise the cleaning after a start would delete it before
 * its next command comes (see scrub.ts).
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

/** The file's new name and its folder's name must survive a power cut too. */
async function syncName(file: string): Promise<void> {
  const folder = dirname(file)
  await syncFolder(folder)
  await syncFolder(dirname(folder))
}

async function* listFolders(root: string): AsyncGenerator<string[]> {
  if (!existsSync(root)) return
  for (const entry of await readdir(root, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue
    yield (await readdir(join(root, entry.name))).filter((name) => fileName.test(name))
  }
}

/**
 * A store that also finds the files of another store but never changes that one: new files go into `own`, and only files in `own` are
 * removed.
 */
export function storeAbove(
  own: FileStore,
  below: Pick<FileStore, 'has' | 'isWhole' | 'path'>,
): FileStore {
  return {
    ...own,
    path: (kind, hash) =>
      own.has(kind, hash) || !below.has(kind, hash) ? own.path(kind, hash) : below.path(kind, hash),
    has: (kind, hash) => own.has(kind, hash) || below.has(kind, hash),
    isWhole: (kind, hash) =>
      own.has(kind, hash) ? own.isWhole(kind, hash) : below.isWhole(kind, hash),
  }
}
