import { closeSync, constants, fsyncSync, openSync } from 'node:fs'
import { copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hasCode } from '../errors.ts'

/** Windows brings to the disk only what is open for writing. */
const syncFlags = process.platform === 'win32' ? 'r+' : 'r'

/** Brings what happened to names in a folder to the disk. Windows has no such call: NTFS journals names itself. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await syncFile(folder)
}

/** Likewise, and waits for it: before the book is open there is nobody else to serve. */
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

/** Puts a file in another's place, in one step for whoever looks. Also from another disk. */
export async function replaceFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 })
  try {
    await rename(from, to)
  } catch (error) {
    if (!hasCode(error, ['EXDEV'])) throw error
    const part = `${to}.part`
    await copyFile(from, part)
    await syncFile(part)
    await rename(part, to)
    await rm(from)
  }
}

/** A second name for a file; a copy where the disk knows no second names (FAT), or is another one. */
export async function keepFile(file: string, kept: string): Promise<void> {
  await mkdir(dirname(kept), { recursive: true, mode: 0o700 })
  try {
    await link(file, kept)
  } catch (error) {
    if (!hasCode(error, ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV', 'EMLINK']))
      throw error
    await copyFile(file, kept, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE)
    await syncFile(kept)
  }
}
