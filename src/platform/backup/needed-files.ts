import { stat } from 'node:fs/promises'
import type { DataDir } from '../disk/data-dir.ts'
import { hasCode } from '../errors.ts'
import { filesBelow, hashFile, isUnreadable, noSecondName, readFile } from '../disk/durable.ts'
import { listNeededFiles, readCopy, titleOf, type NeededFile } from './database-facts.ts'
import type { ManifestFile, MissingFile, Watch } from './archive.ts'
import { existsSync, linkSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { workFolder } from './backups-folder.ts'

/** Thrown when a file that a copied database needs is missing, or has other bytes than its name says. */
export class FileBroken extends Error {}

/** The manifest's entries about files. Throws FileBroken for a missing file. */
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

/** The bytes of a stored file. Throws FileBroken: damage on this disk must not first be found at the restore, when it is too late. */
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
 * Reads all files that the copy of a database needs, and returns the broken ones. Throws FileBroken when a broken file is no longer needed:
 * a cleanup deleted it, and a new copy would not list it.
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

/** The SHA-256 of a file. Undefined when the file is missing, '' when it cannot be read. */
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

/** Error codes where a file gets no second name, was deleted at this moment, or is held open (Windows). */
const notHeld = [...noSecondName, 'ENOENT', 'EACCES', 'EBUSY']

/**
 * Gives every image a second name in the work folder, which is deleted with that folder. A replaced image is deleted at once, and a copied
 * database may still need it. Documents get no second name: documents deleted by retention stay out of the backup. Costs a quarter of a
 * second for 20,000 images, and a fifth of that when they are held already.
 */
export async function holdImages(dir: DataDir): Promise<void> {
  if (!existsSync(dir.images)) return
  for (const path of await filesBelow(dir.images)) {
    const name = basename(path)
    hold(dir, `images/${name.slice(0, 2)}/${name}`)
  }
}

/** The path for reading a needed file (`images/ab/abcdef…`): its second name, or its own without one. */
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
    // The file is read at its own path. That read reports what is wrong with it.
    if (!hasCode(error, notHeld)) throw error
  }
}

function heldFile(dir: DataDir, path: string): string {
  return join(workFolder(dir), 'held', path)
}
