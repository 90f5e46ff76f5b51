import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DataDir } from '../disk/data-dir.ts'
import { asRefusal } from '../db/connection.ts'
import { AppError, hasCode } from '../errors.ts'
import {
  type Manifest,
  type ManifestFile,
  type ReadEntry,
  type WatchStep,
  damaged,
  databaseName,
  manifestBytesMax,
  manifestName,
  readArchive,
  readManifest,
  unwatched,
} from './archive.ts'
import { withBackupsLock, workFolder } from './backups-folder.ts'
import { checkDatabase } from './database-facts.ts'
import { removeFile, removeIfFree, syncFolder } from '../disk/durable.ts'

/** Which files an unpacked backup leaves on the disk. All are read and compared. */
type Kept = 'book only' | 'everything'

/** Checks a backup from its first byte to its last. Throws AppError when anything differs from what was written. */
export async function verifyBackup(
  dir: DataDir,
  file: string,
  watchStep: WatchStep = unwatched,
): Promise<Manifest> {
  // The backup's database may be larger than the system's temporary folder, which is often in memory.
  if (!existsSync(dir.backups)) {
    return await checkBackup(file, mkdtempSync(join(tmpdir(), 'daybook-')), watchStep)
  }
  return await withBackupsLock(dir, () => checkBackup(file, workFolder(dir), watchStep))
}

/** Like `verifyBackup`, in a folder of the caller's own, which is deleted. */
export async function checkBackup(
  file: string,
  work: string,
  watchStep: WatchStep = unwatched,
): Promise<Manifest> {
  try {
    await removeFile(work)
    return await unpackBackup(file, work, 'book only', watchStep)
  } catch (error) {
    throw asUnpackRefusal(error, work)
  } finally {
    await removeIfFree(work)
  }
}

/**
 * Unpacks a backup into a folder that it creates, and checks every byte, every file against the manifest, and the database against itself
 * and the manifest. The folder is complete, and on the disk, when this returns.
 */
export async function unpackBackup(
  file: string,
  folder: string,
  kept: Kept,
  watchStep: WatchStep = unwatched,
): Promise<Manifest> {
  const { size } = await statArchive(file)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const unpacking = new Unpacking(folder, kept)
  await readArchive(file, (entry) => unpacking.take(entry), watchStep('check', size))
  const manifest = unpacking.finish()
  checkDatabase(join(folder, databaseName), manifest)
  await unpacking.syncFolders()
  return manifest
}

async function statArchive(file: string): Promise<{ size: number }> {
  try {
    const found = await stat(file)
    if (found.isFile()) return found
  } catch (error) {
    if (!hasCode(error, ['ENOENT', 'ENOTDIR'])) throw error
  }
  throw new AppError('not_found', `There is no file ${file}.`)
}

/** The refusal for a full disk while a backup is unpacked. */
export function asUnpackRefusal(error: unknown, folder: string): unknown {
  const refusal = asRefusal(error)
  if (!(refusal instanceof AppError) || refusal.code !== 'out_of_space') return refusal
  return new AppError(
    'out_of_space',
    `The disk that holds ${dirname(folder)} is full: the backup could not be unpacked, and nothing was changed. Free some space and try again.`,
  )
}

/** A backup that is being written to the disk, an entry at a time. */
class Unpacking {
  readonly #folder: string
  readonly #kept: Kept
  readonly #folders = new Set<string>()
  #manifest: Manifest | undefined
  /** Files of the manifest that have not come yet. */
  readonly #expected = new Map<string, ManifestFile>()

  constructor(folder: string, kept: Kept) {
    this.#folder = folder
    this.#kept = kept
  }

  async take(entry: ReadEntry): Promise<void> {
    if (this.#manifest === undefined) return await this.#takeManifest(entry)
    // Accepts only names in the manifest, which can name only a backup's files, so nothing is written outside the folder.
    const expected = this.#expected.get(entry.name)
    if (expected === undefined) throw damaged(`"${entry.name}" does not belong in it`)
    this.#expected.delete(entry.name)
    const keep = this.#kept === 'everything' || entry.name === databaseName
    const sha256 = await (keep ? this.#store(entry) : hashOf(entry))
    if (entry.bytes !== expected.bytes || sha256 !== expected.sha256) {
      throw damaged(`${entry.name} in it was changed`)
    }
  }

  /** Throws AppError when a file is missing. */
  finish(): Manifest {
    if (this.#manifest === undefined) throw damaged('it is empty')
    const [missing] = this.#expected.keys()
    if (missing !== undefined) throw damaged(`${missing} is missing from it`)
    return this.#manifest
  }

  async syncFolders(): Promise<void> {
    for (const folder of [...this.#folders, this.#folder]) await syncFolder(folder)
  }

  async #takeManifest({ name, bytes, content }: ReadEntry): Promise<void> {
    if (name !== manifestName || bytes > manifestBytesMax) {
      throw damaged('it does not begin with a manifest')
    }
    this.#manifest = readManifest(Buffer.concat(await Array.fromAsync(content)).toString('utf8'))
    for (const file of this.#manifest.files) this.#expected.set(file.path, file)
    if (!this.#expected.has(databaseName)) throw damaged('it has no book')
    if (this.#expected.size !== this.#manifest.files.length) {
      throw damaged('its manifest names a file twice')
    }
  }

  async #store({ name, content }: ReadEntry): Promise<string> {
    const file = join(this.#folder, name)
    const folder = dirname(file)
    if (!this.#folders.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 })
    this.#folders.add(folder)
    const hash = new Bun.CryptoHasher('sha256')
    const handle = await open(file, 'wx', 0o600)
    try {
      for await (const piece of content) {
        hash.update(piece)
        await handle.writeFile(piece)
      }
      // Files that are only checked need not survive a power cut.
      if (this.#kept === 'everything') await handle.sync()
    } finally {
      await handle.close()
    }
    return hash.digest('hex')
  }
}

async function hashOf({ content }: ReadEntry): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  for await (const piece of content) hash.update(piece)
  return hash.digest('hex')
}
