import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listNeededFiles, type NeededFile } from '../backup/database-facts.ts'
import type { Conn } from '../db/connection.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { hashFile, syncFolder, writeDurably } from '../disk/durable.ts'
import { AppError } from '../errors.ts'
import type { Place } from '../offsite/place.ts'
import { removeGone } from './gone.ts'

// Documents and images beside a book that Litestream copies. They are named by their SHA-256, so each is copied once, and every moment of
// the book finds its files.

const folder = 'files'
const goneName = 'files-gone.json'

/** The largest document or image that is fetched from a place, in bytes. No accepted file is larger. */
const fileBytesMax = 512 * 1024 * 1024

const nameOf = (path: string) => `${folder}/${path}`

/** Copies files that the place does not have yet. */
export type FileCopies = {
  /** Returns how many files were not copied because they are damaged on this disk. Throws AppError when the place accepts nothing. */
  bringUp(signal: AbortSignal): Promise<number>
  /** Deletes files that no restorable moment needs. */
  removeGone(now: number): Promise<void>
}

export function fileCopies(dir: DataDir, place: Place, read: Conn): FileCopies {
  let there: Set<string> | undefined
  const known = async () => (there ??= new Set(await place.list(folder)))
  return {
    async bringUp(signal) {
      const present = await known()
      let left = 0
      for (const { path, sha256 } of listNeededFiles(read.$client)) {
        if (signal.aborted || present.has(nameOf(path))) continue
        const bytes = await wholeFile(join(dir.root, path), sha256)
        if (bytes === undefined) left++
        else {
          await place.write(nameOf(path), bytes)
          present.add(nameOf(path))
        }
      }
      return left
    },
    async removeGone(now) {
      const present = await known()
      const needed = new Set(listNeededFiles(read.$client).map(({ path }) => nameOf(path)))
      const names = [...present].filter((name) => !needed.has(name))
      await removeGone(place, { note: goneName, names, now }, async (name) => {
        await place.remove(name)
        present.delete(name)
      })
    },
  }
}

/** Undefined when the file is missing, or its bytes do not match its name. */
async function wholeFile(file: string, sha256: string) {
  if (!existsSync(file)) return undefined
  const bytes = new Uint8Array(await readFile(file))
  return Bun.SHA256.hash(bytes, 'hex') === sha256 ? bytes : undefined
}

/**
 * Fetches a file from the place into a folder, unless it is there already. False when the place has no complete copy. Throws AppError when
 * the place does not answer.
 */
export async function fetchFile(
  place: Place,
  root: string,
  { path, sha256, bytes: bytesMax }: NeededFile,
): Promise<boolean> {
  const file = join(root, path)
  if (existsSync(file) && (await hashFile(file)).sha256 === sha256) return true
  const bytes = await readWhole(place, nameOf(path), Math.min(bytesMax, fileBytesMax))
  if (bytes === undefined || Bun.SHA256.hash(bytes, 'hex') !== sha256) return false
  await writeDurably(file, bytes)
  await syncFolder(dirname(file))
  return true
}

/** A file larger than its row says is the wrong file. */
async function readWhole(place: Place, name: string, bytesMax: number) {
  try {
    return await place.read(name, bytesMax)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_request') return undefined
    throw error
  }
}
