import { closeSync, constants, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs'
import { type FileHandle, copyFile, link, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Static, TSchema } from '@sinclair/typebox'
import { AppError, hasCode } from '../errors.ts'
import { readForm } from '../forms.ts'

/** How long to wait while another program holds a file, and how often to try, in milliseconds. */
const heldUpMs = 2_000
const tryEveryMs = 50

/**
 * Windows's codes for a file that another program has open: a virus scanner, an indexer, a cloud folder. On other systems the last two mean
 * missing rights, which waiting does not mend.
 */
const heldCodes = process.platform === 'win32' ? ['EBUSY', 'EPERM', 'EACCES'] : ['EBUSY']

/** Error codes where a file cannot get a second name: FAT has none (the last two on Windows), or the name is on another disk. */
export const noSecondName = [
  'EPERM',
  'ENOTSUP',
  'EOPNOTSUPP',
  'ENOSYS',
  'EXDEV',
  'EMLINK',
  'EISDIR',
  'UNKNOWN',
]

/** Windows syncs only files that are open for writing. */
const syncFlags = process.platform === 'win32' ? 'r+' : 'r'

/** Brings changes of names in a folder to the disk. Windows has no such call: NTFS journals names itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await syncFile(folder)
}

/** Like `syncFolder`, but synchronous, for use before the database is open: nobody else waits then. */
export function syncFolderNow(folder: string): void {
  if (process.platform !== 'win32') syncFileNow(folder)
}

export function syncFileNow(file: string): void {
  const fd = openSync(file, syncFlags)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

async function syncFile(file: string): Promise<void> {
  await using handle = await open(file, syncFlags)
  await handle.sync()
}

/**
 * Runs work on a file's name that another program may block for a moment. Throws AppError `unavailable` when the file is blocked for two
 * seconds.
 */
export async function patiently<T>(
  file: string,
  work: () => Promise<T>,
  limitMs = heldUpMs,
): Promise<T> {
  const end = performance.now() + limitMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isHeldUp(error)) throw error
      if (performance.now() >= end) throw heldUp(file)
      await Bun.sleep(tryEveryMs)
    }
  }
}

/** Like `patiently`, but synchronous, for use before the database is open: nobody else waits then. */
export function patientlyNow<T>(file: string, work: () => T): T {
  const end = performance.now() + heldUpMs
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isHeldUp(error)) throw error
      if (performance.now() >= end) throw heldUp(file)
      Bun.sleepSync(tryEveryMs)
    }
  }
}

/** Whether another program has a file open that should be renamed or deleted. */
export function isHeldUp(error: unknown): boolean {
  return hasCode(error, heldCodes)
}

/** Writes a file and gives it its name only when all of it is on the disk. The name itself may not survive a power cut yet. */
export async function writeDurably(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const part = `${file}.${crypto.randomUUID()}.part`
  try {
    const handle = await open(part, 'wx', 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await renameFile(part, file)
  } catch (error) {
    await removeIfFree(part)
    throw error
  }
}

/** Writes a value as JSON. The file and its name are on the disk afterwards. */
export async function writeJson(file: string, value: unknown): Promise<void> {
  await writeDurably(file, new TextEncoder().encode(JSON.stringify(value, null, 2)))
  await syncFolder(dirname(file))
}

/** Reads a value that was written as JSON. Undefined for a missing file, and for one that was cut off or has another form. */
export function readJson<T extends TSchema>(file: string, schema: T): Static<T> | undefined {
  return existsSync(file) ? readForm(schema, readFileSync(file, 'utf8')) : undefined
}

/** Renames a file, also over an existing file, in one step for every reader. */
export async function renameFile(from: string, to: string): Promise<void> {
  await patiently(to, () => rename(from, to))
  // Windows cannot sync names: the journal with the new name comes to the disk with the file.
  if (process.platform === 'win32') await patiently(to, () => syncFile(to))
}

/** Deletes a file, or a folder with everything in it. Does nothing when it is missing. */
export async function removeFile(path: string): Promise<void> {
  await patiently(path, async () => {
    await rm(path, { recursive: true, force: true })
    // Bun ends silently where something in the folder is deleted at the same moment.
    if (existsSync(path))
      throw Object.assign(new Error(`${path} is still there.`), { code: 'EBUSY' })
  })
}

/** Deletes an unneeded file that a later cleaning would delete too: a file that another program holds stays until then. */
export async function removeIfFree(path: string): Promise<void> {
  try {
    await removeFile(path)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Replaces a file by another one, also from another disk. */
export async function replaceFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await renameFile(from, to)
  } catch (error) {
    if (!hasCode(error, ['EXDEV'])) throw error
    const part = `${to}.part`
    await copyFile(from, part)
    await syncFile(part)
    await renameFile(part, to)
    await removeFile(from)
  }
}

/** Gives a file a second name, or makes a copy where second names do not exist. */
export async function keepFile(file: string, kept: string): Promise<void> {
  await mkdir(dirname(kept), { recursive: true, mode: 0o700 })
  try {
    await link(file, kept)
  } catch (error) {
    if (!hasCode(error, noSecondName)) throw error
    await copyFile(file, kept, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await syncFile(kept)
  }
}

function heldUp(file: string): AppError {
  return new AppError(
    'unavailable',
    `Another program holds ${basename(file)}, so that it could not be moved or deleted: a virus scanner, a search index, a cloud folder? Leave Daybook's data out of it, and try again.`,
  )
}

/** Error codes for a file that is missing or unreadable: on Linux the last two mean damage. */
const unreadable = ['ENOENT', 'ENOTDIR', 'EIO', 'EACCES', 'EPERM', 'EISDIR', 'EBADMSG', 'EUCLEAN']

/**
 * Whether a file cannot be read, and trying again does not help. On Windows also true for a file that another program holds (see isHeldUp).
 */
export function isUnreadable(error: unknown): boolean {
  return hasCode(error, unreadable)
}

/** Bytes read at once. Only a few such pieces are ever in memory, however large the file. */
const pieceBytes = 1024 * 1024

/** The pieces of an open file, in order. */
export async function* readPieces(handle: FileHandle): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (;;) {
    // A new buffer each time: the receiver of the last one may still hold it.
    const { bytesRead, buffer } = await handle.read(new Uint8Array(pieceBytes), 0, pieceBytes, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/** The pieces of a file. The file is opened for the first piece. */
export async function* readFile(file: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  await using handle = await open(file, 'r')
  yield* readPieces(handle)
}

/** The size of a file in bytes, and its SHA-256 in hex. */
export async function hashFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = new Bun.CryptoHasher('sha256')
  let bytes = 0
  for await (const piece of readFile(file)) {
    hash.update(piece)
    bytes += piece.byteLength
  }
  return { bytes, sha256: hash.digest('hex') }
}

/**
 * The files in a folder and in all folders below, relative to it, with slashes. It reads folder by folder: neither Bun's recursive listing
 * nor its Glob descends in Wine. Throws the system's error for a missing folder.
 */
export async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) {
      files.push(entry.name)
      continue
    }
    const below = await filesBelow(join(folder, entry.name))
    for (const path of below) files.push(`${entry.name}/${path}`)
  }
  return files
}

/** What to do where the system allows no writing (EROFS). `what`: a path, or a name for it. */
export function readOnlySentence(what: string): string {
  const sentence = `${what} is read-only for Daybook.`
  if (process.platform !== 'linux') return sentence
  return `${sentence} A service of systemd writes only where its unit says: "sudo systemctl edit daybook" (daybook@NAME for one of many shops) with the lines "[Service]" and "ReadWritePaths=FOLDER", then restart it.`
}
