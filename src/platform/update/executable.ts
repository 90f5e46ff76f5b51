import { chmodSync, constants, copyFileSync, existsSync, lstatSync } from 'node:fs'
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

/** Every user of the computer may run Daybook. */
const mode = 0o755

/**
 * The files beside the executable during an update: the new program, the previous one, a failed one, and an empty lock file that prevents
 * two updates at once.
 */
type Names = { next: string; old: string; failed: string; lock: string }

/** `daybook.exe` has `daybook.old.exe` beside it, so that the old one can still be run. */
export function namesBeside(executable: string): Names {
  const { dir, name, ext } = parse(executable)
  const beside = (word: string) => join(dir, `${name}.${word}${ext}`)
  const lock = join(dir, `${name}.update-lock`)
  return { next: beside('new'), old: beside('old'), failed: beside('failed'), lock }
}

/**
 * Several data directories may share one program, so their own locks are not enough. Throws AppError `conflict` while another update
 * replaces the program, and SQLite's error where nothing may be written beside it.
 */
export function lockProgram(executable: string): InstanceLock {
  const lock = takeLock(namesBeside(executable).lock, 'exclusive', 'update')
  if (lock !== undefined) return lock
  throw new AppError(
    'conflict',
    `Another update replaces ${executable} at this moment: nothing was changed. Wait for its end, and see "daybook version".`,
  )
}

/** Whether two paths name one file: Windows ignores case. */
export function isSamePath(one: string, other: string): boolean {
  return relative(one, other) === ''
}

/**
 * Copies the new program to the executable's disk, so that one rename can install it. Throws the system's error, and AppError when the copy
 * differs from the checked file.
 */
export async function bringNext({ file, sha256 }: Release, executable: string): Promise<void> {
  const { next } = namesBeside(executable)
  await removeFile(next)
  try {
    // Does not follow a link that somebody creates there at this moment.
    copyFileSync(file, next, constants.COPYFILE_EXCL)
    chmodSync(next, mode)
    syncFileNow(next)
    await requireSameBytes(next, sha256, file)
  } catch (error) {
    await removeIfFree(next)
    throw error
  }
}

/** The file may have been changed since the check, or may have been written to the disk wrongly. */
async function requireSameBytes(copy: string, sha256: string, file: string): Promise<void> {
  if ((await hashFile(copy)).sha256 === sha256) return
  throw new AppError('conflict', `${file} was changed while it was copied: nothing was changed.`)
}

/** Frees the names that an update uses beside the executable. From then on the previous update cannot be undone. */
export async function removeOld(executable: string): Promise<void> {
  const { old, failed } = namesBeside(executable)
  await removeIfFree(failed)
  await removeFile(old)
}

/**
 * Installs the new program and keeps the old one beside it, under a name that must be free (`removeOld`). An executable exists at every
 * moment, except on Windows, which can rename a running program but never replace it: there the name is free for a moment, and `old`
 * exists.
 */
export async function putNext(executable: string): Promise<void> {
  const { next, old } = namesBeside(executable)
  if (process.platform === 'win32') await renameRunning(executable, old)
  else await keepFile(executable, old)
  try {
    await renameFile(next, executable)
  } catch (error) {
    // A virus scanner may hold the new program for longer: the previous one is better than none.
    if (!existsSync(executable)) await renameRunning(old, executable)
    throw error
  }
  await syncFolder(dirname(executable))
}

/** Installs the previous program again. A second call does nothing. */
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

/** A running program cannot be opened for writing, so it cannot be synced again. It is on the disk already. */
async function renameRunning(from: string, to: string): Promise<void> {
  await patiently(to, () => rename(from, to))
}

/** Does work with the rights of the user who started this process. */
export type AsStarter = <T>(work: () => Promise<T>) => Promise<T>

const asIs: AsStarter = (work) => work()

/** The ids under which a program starts. Empty: those of this process. */
type Ids = { uid?: number; gid?: number }

/**
 * Starts a program as the user this process works as. Otherwise the program would have root's real id, and could become root again. `start`
 * must be synchronous: meanwhile this process has root's rights.
 */
export function startAsOwner<T>(start: (ids: Ids) => T): T {
  const { getuid, geteuid, getegid, seteuid } = process
  if (!getuid || !geteuid || !getegid || !seteuid) return start({})
  const ids = { uid: geteuid(), gid: getegid() }
  if (getuid() === ids.uid) return start({})
  seteuid(getuid())
  try {
    return start(ids)
  } finally {
    seteuid(ids.uid)
  }
}

/**
 * Root may update anybody's program. From here on this process has the rights of a folder's owner: every written file belongs to that user,
 * and no link of that user leads the process elsewhere. Programs and services need root again: the returned function lends root's rights
 * for a moment. For any other user nothing changes.
 */
export function workAsOwnerOf(folder: string): AsStarter {
  const { uid, gid } = lstatSync(folder)
  const { geteuid, seteuid, setegid, setgroups } = process
  if (!geteuid || !seteuid || !setegid || !setgroups) return asIs
  if (geteuid() !== 0 || uid === 0) return asIs
  const takeOwner = () => {
    setgroups([gid])
    setegid(gid)
    seteuid(uid)
  }
  takeOwner()
  return async (work) => {
    seteuid(0)
    setegid(0)
    try {
      return await work()
    } finally {
      takeOwner()
    }
  }
}
