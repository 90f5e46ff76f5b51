import { closeSync, constants, existsSync, fsyncSync, openSync } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError, hasCode } from '../errors.ts'

/** How long another program may hold a file up, and how often it is tried meanwhile, in milliseconds. */
const heldUpMs = 2_000
const tryEveryMs = 50

/**
 * What Windows says of a file that another program has open: a virus scanner, an indexer, a cloud folder. Elsewhere the
 * last two are a matter of rights, which no waiting mends.
 */
const heldCodes = process.platform === 'win32' ? ['EBUSY', 'EPERM', 'EACCES'] : ['EBUSY']

/** What systems say where a file gets no second name: FAT knows none (the last two on Windows), or it is another disk. */
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

/** Windows brings to the disk only what is open for writing. */
const syncFlags = process.platform === 'win32' ? 'r+' : 'r'

/** Brings what happened to names in a folder to the disk. Windows has no such call: NTFS journals names itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await syncFile(folder)
}

/** Likewise, and waits for it: before the database is open there is nobody else to serve. */
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
  const handle = await open(file, syncFlags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Does something to a file's name that another program may hold up for a moment. Throws AppError `unavailable` when it
 * does so for two seconds.
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

/** Likewise, and waits for it: for what is done before the database is open, when there is nobody else to serve. */
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

/** Whether another program has a file open that should get another name, or go. */
export function isHeldUp(error: unknown): boolean {
  return hasCode(error, heldCodes)
}

/** Writes a file under its name only when all of it is on the disk; the name itself may not survive a power cut yet. */
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

/** Gives a file another name, also one that another file has, in one step for whoever looks. */
export async function renameFile(from: string, to: string): Promise<void> {
  await patiently(to, () => rename(from, to))
  // Windows has no call for names: the journal that holds the new one comes to the disk with the file.
  if (process.platform === 'win32') await patiently(to, () => syncFile(to))
}

/** Removes a file, or a folder with all that is in it; nothing happens when it is not there. */
export async function removeFile(path: string): Promise<void> {
  await patiently(path, async () => {
    await rm(path, { recursive: true, force: true })
    // Bun ends without a word where something in the folder goes at the same moment.
    if (existsSync(path))
      throw Object.assign(new Error(`${path} is still there.`), { code: 'EBUSY' })
  })
}

/** Likewise for what nobody needs any more and is removed again later: what another program holds stays until then. */
export async function removeIfFree(path: string): Promise<void> {
  try {
    await removeFile(path)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Puts a file in another's place. Also from another disk. */
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

/** A second name for a file; a copy where there are none. */
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

/** What a disk says of a file that is not there (any more), or that it cannot give back: Linux tells damage by the last two. */
const unreadable = ['ENOENT', 'ENOTDIR', 'EIO', 'EACCES', 'EPERM', 'EISDIR', 'EBADMSG', 'EUCLEAN']

/** Whether a file cannot be read, which no repeat mends. On Windows also one that another program holds (see isHeldUp). */
export function isUnreadable(error: unknown): boolean {
  return hasCode(error, unreadable)
}

/** Bytes that are read at once. A few of them are all that is ever held in memory, however large the file. */
const pieceBytes = 1024 * 1024

/** The pieces of an open file, in order. */
export async function* readPieces(handle: FileHandle): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  for (;;) {
    // A new buffer each time: who got the last one may still hold it.
    const { bytesRead, buffer } = await handle.read(new Uint8Array(pieceBytes), 0, pieceBytes, null)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

/** The pieces of a file, which is opened when the first is asked for. */
export async function* readFile(file: string): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const handle = await open(file, 'r')
  try {
    yield* readPieces(handle)
  } finally {
    await handle.close()
  }
}

/** What a file holds: its size in bytes and its SHA-256 in hex. */
export async function hashFile(file: string): Promise<{ bytes: number; sha256: string }> {
  const hash = new Bun.CryptoHasher('sha256')
  let bytes = 0
  for await (const piece of readFile(file)) {
    hash.update(piece)
    bytes += piece.byteLength
  }
  return { bytes, sha256: hash.digest('hex') }
}
