import { stat } from 'node:fs/promises'
import type { DataDir } from '../data-dir.ts'
import { hasCode } from '../errors.ts'
import { hashFile, isUnreadable, readFile } from '../files/read-file.ts'
import { listNeededFiles, readCopy, titleOf, type NeededFile } from './database-facts.ts'
import { heldOrOwn } from './held-images.ts'
import type { ManifestFile, MissingFile } from './manifest.ts'
import type { Watch } from './watch.ts'

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
