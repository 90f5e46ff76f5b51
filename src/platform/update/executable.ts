import { chmodSync, constants, copyFileSync, existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { dirname, join, parse, relative } from 'node:path'
import { type InstanceLock, takeLock } from '../db/instance-lock.ts'
import {
  hashFile,
  keepFile,
  patiently,
  removeFile,
  removeIfFree,
  renameFile,
  syncFileNow,
  syncFolder,
} from '../disk/durable.ts'
import { AppError } from '../errors.ts'
import type { Release } from './release-file.ts'

/** Anybody who may use the computer may run Daybook. */
const mode = 0o755

/**
 * What an update leaves beside the executable: the one that comes, the one before, one that did not work, and an empty file by
 * which no two updates replace it at once.
 */
export type Names = { next: string; old: string; failed: string; lock: string }

/** `daybook.exe` has `daybook.old.exe` beside it, so that it can still be run. */
export function namesBeside(executable: string): Names {
  const { dir, name, ext } = parse(executable)
  const beside = (word: string) => join(dir, `${name}.${word}${ext}`)
  const lock = join(dir, `${name}.update-lock`)
  return { next: beside('new'), old: beside('old'), failed: beside('failed'), lock }
}

/**
 * Several data directories may have one program, so that the lock of none of them is enough. Throws AppError `conflict` while
 * another update replaces it, and what SQLite says where nothing may be written beside it.
 */
export function lockProgram(executable: string): InstanceLock {
  const lock = takeLock(namesBeside(executable).lock, 'exclusive', 'update')
  if (lock !== undefined) return lock
  throw new AppError(
    'conflict',
    `Another update replaces ${executable} at this moment: nothing was changed. Wait for its end, and see "daybook version".`,
  )
}

/** Whether two paths mean one file: Windows does not tell upper and lower case apart. */
export function isSamePath(one: string, other: string): boolean {
  return relative(one, other) === ''
}

/**
 * Copies what comes to the disk of the executable, so that one rename puts it in place. Throws what the system says, and
 * AppError when the copy is not what was checked.
 */
export async function bringNext({ file, sha256 }: Release, executable: string): Promise<void> {
  const { next } = namesBeside(executable)
  await removeFile(next)
  try {
    // A link that somebody lays there in this moment is not followed.
    copyFileSync(file, next, constants.COPYFILE_EXCL)
    chmodSync(next, mode)
    syncFileNow(next)
    await requireSameBytes(next, sha256, file)
  } catch (error) {
    await removeIfFree(next)
    throw error
  }
}

/** It may have been changed since it was checked, or not come to the disk as it was read. */
async function requireSameBytes(copy: string, sha256: string, file: string): Promise<void> {
  if ((await hashFile(copy)).sha256 === sha256) return
  throw new AppError('conflict', `${file} was changed while it was copied: nothing was changed.`)
}

/** Makes room for what an update leaves beside the executable. From then on the update before cannot be taken back. */
export async function removeOld(executable: string): Promise<void> {
  const { old, failed } = namesBeside(executable)
  await removeIfFree(failed)
  await removeFile(old)
}

/**
 * Puts what was brought into the executable's place and keeps that beside it, where nothing may be (`removeOld`). There is no moment without an executable but
 * on Windows, which lets a running program get another name and never lets another take its place: for that moment the
 * name is free, and `old` is there.
 */
export async function putNext(executable: string): Promise<void> {
  const { next, old } = namesBeside(executable)
  if (process.platform === 'win32') await renameRunning(executable, old)
  else await keepFile(executable, old)
  try {
    await renameFile(next, executable)
  } catch (error) {
    // A virus scanner may hold what is new for longer: rather the one before than none.
    if (!existsSync(executable)) await renameRunning(old, executable)
    throw error
  }
  await syncFolder(dirname(executable))
}

/** Puts the one before in place again; once more it does nothing. */
export async function putBack(executable: string): Promise<void> {
  const { old, failed } = namesBeside(executable)
  if (!existsSync(old)) return
  if (process.platform === 'win32' && existsSync(executable)) {
    await removeFile(failed)
    await renameRunning(executable, failed)
  }
  await renameRunning(old, executable)
  await syncFolder(dirname(executable))
}

/** Nobody may open a program that runs for writing, so it cannot be brought to the disk anew: it is there. */
async function renameRunning(from: string, to: string): Promise<void> {
  await patiently(to, () => rename(from, to))
}
