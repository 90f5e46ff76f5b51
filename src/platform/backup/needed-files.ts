import { stat } from 'node:fs/promises'
import type { DataDir } from '../disk/data-dir.ts'
import { hasCode } from '../errors.ts'
import { hashFile, isUnreadable, readFile, noSecondName } from '../disk/durable.ts'
import { filesBelow } from '../disk/files-below.ts'
import { listNeededFiles, readCopy, titleOf, type NeededFile } from './database-facts.ts'
import type { ManifestFile, MissingFile } from './manifest.ts'
import type { Watch } from './archive.ts'
import { existsSync, linkSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { workFolder } from './backups-folder.ts'

/** Thrown when a file that a copied database needs is not there, or has other bytes than its name says. */
export class FileBroken extends Error {}

/** What a manifest says of files. Throws FileBroken for one that is not there. */
export async function describeFiles(
  dir: DataDir,
  needed: readonly NeededFile[],
): Promise<ManifestFile[]> {
  const described: ManifestFile[] = []
  for (const { path, sha256 } of needed) {
    const { size } = await stat(heldOrOwn(dir, path)).catch((error: unknown) => {
      throw asBroken(error, path)
    })
    described.push({ path, bytes: size, sha256 })
  }
  return described
}

/** The bytes of a stored file; throws FileBroken. Damage on this disk must not be found at the restore, when it is too late. */
export async function* readStoredFile(
  dir: DataDir,
  { path, sha256 }: ManifestFile,
): AsyncGenerator<Uint8Array> {
  const hash = new Bun.CryptoHasher('sha256')
  try {
    for await (const piece of readFile(heldOrOwn(dir, path))) {
      hash.update(piece)
      yield piece
    }
  } catch (error) {
    throw asBroken(error, path)
  }
  if (hash.digest('hex') !== sha256) throw new FileBroken(path)
}

/**
 * Reads all files that the copy of a database needs; returns those that are not whole. Throws FileBroken when one of them is
 * not needed any more: a cleanup took it, and a copy that is made now does not know it.
 */
export async function findMissing(
  dir: DataDir,
  copy: string,
  needed: readonly NeededFile[],
  watch: Watch,
): Promise<MissingFile[]> {
  const missing: Omit<MissingFile, 'title'>[] = []
  let done = 0
  for (const { path, sha256, bytes } of needed) {
    watch.signal?.throwIfAborted()
    const found = await hashIfThere(heldOrOwn(dir, path))
    if (found !== sha256) missing.push({ path, state: found === undefined ? 'missing' : 'damaged' })
    done += bytes
    watch.onProgress?.(done)
  }
  if (missing.length === 0) return []
  const stillNeeded = new Set(readCopy(dir.database, listNeededFiles).map(({ path }) => path))
  const gone = missing.find(({ path }) => !stillNeeded.has(path))
  if (gone !== undefined) throw new FileBroken(gone.path)
  return readCopy(copy, (database) =>
    missing.map((file) => ({ ...file, title: titleOf(database, file) })),
  )
}

/** The SHA-256 of a file; undefined when it is not there, '' when it cannot be read. */
export async function hashIfThere(file: string): Promise<string | undefined> {
  try {
    return (await hashFile(file)).sha256
  } catch (error) {
    if (!isUnreadable(error)) throw error
    return hasCode(error, ['ENOENT']) ? undefined : ''
  }
}

function asBroken(error: unknown, path: string): unknown {
  return isUnreadable(error) ? new FileBroken(path) : error
}

/** What a system says where a file gets no second name, of one that went this moment, or that is held open (Windows). */
const notHeld = [...noSecondName, 'ENOENT', 'EACCES', 'EBUSY']

/**
 * Gives every image a second name in the work folder, and goes with it: an image that is replaced is deleted at once,
 * and a copied database may still need it. Documents have none: what retention takes stays out of the backup. Costs a
 * quarter of a second for 20,000 images, and a fifth of that when they are held already.
 */
export async function holdImages(dir: DataDir): Promise<void> {
  if (!existsSync(dir.images)) return
  for (const path of await filesBelow(dir.images)) {
    const name = basename(path)
    hold(dir, `images/${name.slice(0, 2)}/${name}`)
  }
}

/** Where to read a file that the database needs (`images/ab/abcdef…`): by its second name, by its own when it has none. */
export function heldOrOwn(dir: DataDir, path: string): string {
  const held = heldFile(dir, path)
  return existsSync(held) ? held : join(dir.root, path)
}

function hold(dir: DataDir, path: string): void {
  const held = heldFile(dir, path)
  if (existsSync(held)) return
  mkdirSync(dirname(held), { recursive: true, mode: 0o700 })
  try {
    linkSync(join(dir.root, path), held)
  } catch (error) {
    // It is read where it is; what is wrong with it is said then.
    if (!hasCode(error, notHeld)) throw error
  }
}

function heldFile(dir: DataDir, path: string): string {
  return join(workFolder(dir), 'held', path)
}
