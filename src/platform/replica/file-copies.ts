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

/*
 * Documents and images beside a book that Litestream copies: by their SHA-256, so that each goes once, and any moment of
 * the book finds its own.
 */

const folder = 'files'
const goneName = 'files-gone.json'

/** The largest document or image that is brought back from a place, in bytes; none that came in is larger. */
const fileBytesMax = 512 * 1024 * 1024

const nameOf = (path: string) => `${folder}/${path}`

/** Copies what the place does not have yet. */
export type FileCopies = {
  /** Returns how many could not go, as they are not whole on this disk. Throws AppError for a place that takes nothing. */
  bringUp(signal: AbortSignal): Promise<number>
  /** Removes what no moment that can be brought back needs. */
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

/** Undefined for one that is not there, or has other bytes than its name says. */
async function wholeFile(file: string, sha256: string) {
  if (!existsSync(file)) return undefined
  const bytes = new Uint8Array(await readFile(file))
  return Bun.SHA256.hash(bytes, 'hex') === sha256 ? bytes : undefined
}

/**
 * Brings a file from the place to a folder, unless it is there already. False when the place has it not, or not whole.
 * Throws AppError for a place that gives nothing.
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

/** One that is larger than its row says is not that file. */
async function readWhole(place: Place, name: string, bytesMax: number) {
  try {
    return await place.read(name, bytesMax)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_request') return undefined
    throw error
  }
}
