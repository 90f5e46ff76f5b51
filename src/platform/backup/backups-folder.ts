import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DataDir } from '../disk/data-dir.ts'
import { holdersOf, takeLock, type InstanceLock } from '../db/instance-lock.ts'
import { AppError } from '../errors.ts'
import { removeFile, removeIfFree } from '../disk/durable.ts'
import { isSealed } from './archive.ts'

/** Who had a backup made: the nightly timer, or somebody with the command. Only the timer's are ever deleted by Daybook. */
export type Maker = 'nightly' | 'command'

/**
 * A backup in the folder, as far as its name and size tell. `number` counts in the order of making, whatever the clock
 * said; 0 for those of older versions. `madeAt` is what the clock said (ms since the epoch).
 */
export type Backup = {
  name: string
  file: string
  number: number
  madeAt: number
  bytes: number
  madeBy: Maker
  /** False when documents or images are not in it, since they were not whole on the disk when it was made. */
  isComplete: boolean
}

const namePattern =
  /^daybook-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:\.(\d+))?(-nightly)?(-incomplete)?\.tar$/

/** How far a backup may be dated ahead of the clock before it is said, in milliseconds: clocks are put right by seconds. */
const aheadMs = 60_000

/** Where a backup is being made or unpacked. What a killed process left in it goes with the next backup. */
export function workFolder(dir: DataDir): string {
  return join(dir.backups, 'work.part')
}

/** A time (ms since the epoch) as part of a file's name on every system. */
export function stampOf(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replaceAll(':', '-') + 'Z'
}

/** Works in the folder while nobody else does. Throws AppError `conflict` when another does. */
export async function withBackupsLock<T>(dir: DataDir, work: () => Promise<T>): Promise<T> {
  const lock = lockBackups(dir)
  try {
    return await work()
  } finally {
    lock.release()
  }
}

function lockBackups(dir: DataDir): InstanceLock {
  mkdirSync(dir.backups, { recursive: true, mode: 0o700 })
  const file = join(dir.backups, 'backup.lock')
  const lock = takeLock(file, 'exclusive', 'backup')
  if (lock !== undefined) return lock
  throw new AppError(
    'conflict',
    `Another backup is being made or checked at this moment by ${holdersOf(file)}. Try again when it is done.`,
  )
}

/** The name of the next backup: its time for people, its number for the order. */
export function nextName(
  dir: DataDir,
  { madeBy, isComplete }: Pick<Backup, 'madeBy' | 'isComplete'>,
  now: number,
): string {
  const number = Math.max(0, ...listBackups(dir).map((backup) => backup.number)) + 1
  const nightly = madeBy === 'nightly' ? '-nightly' : ''
  return `daybook-${stampOf(now)}.${number}${nightly}${isComplete ? '' : '-incomplete'}.tar`
}

/** The backups in the folder, the last made first. */
export function listBackups(dir: DataDir): Backup[] {
  if (!existsSync(dir.backups)) return []
  return readdirSync(dir.backups)
    .flatMap((name) => backupOf(dir, name) ?? [])
    .toSorted((a, b) => b.number - a.number || b.madeAt - a.madeAt)
}

/** Whether a backup carries a date that is still to come: the clock is behind, or was ahead when it was made. */
export function isDatedAhead({ madeAt }: Backup, now: number): boolean {
  return madeAt > now + aheadMs
}

/** A backup by its file's name; undefined for any other file, and when it goes at this moment. */
export function backupOf(dir: DataDir, name: string): Backup | undefined {
  const [, day, hour, minute, second, number = '0', nightly, incomplete] =
    namePattern.exec(name) ?? []
  if (day === undefined) return undefined
  const file = join(dir.backups, name)
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return undefined
  return {
    name,
    file,
    number: Number(number),
    madeAt: Date.parse(`${day}T${hour}:${minute}:${second}Z`),
    bytes: found.size,
    madeBy: nightly === undefined ? 'command' : 'nightly',
    isComplete: incomplete === undefined,
  }
}

/** A backup that is in the folder, by its file's name. Throws AppError `not_found` for any other name. */
export function requireBackup(dir: DataDir, name: string): Backup {
  const backup = listBackups(dir).find((candidate) => candidate.name === name)
  if (backup !== undefined) return backup
  throw new AppError('not_found', `There is no backup ${name}.`)
}

/** Throws AppError `not_found`, `conflict` while a backup is made or checked. */
export async function deleteBackup(dir: DataDir, name: string): Promise<void> {
  const { file } = requireBackup(dir, name)
  await withBackupsLock(dir, () => removeFile(file))
}

/**
 * Deletes nightly backups but the `kept` that were made last, and never `made`, the one of this moment. Complete ones are
 * counted for themselves: what is damaged on the disk is whole in an old backup alone. What lost its end is no backup,
 * and is not counted. Those that somebody made stay until somebody deletes them.
 */
export async function deleteOldNightlies(dir: DataDir, kept: number, made: string): Promise<void> {
  const counted = { complete: 0, incomplete: 0 }
  for (const { name, file, madeBy, isComplete } of listBackups(dir)) {
    if (madeBy !== 'nightly') continue
    const state = isComplete ? 'complete' : 'incomplete'
    if (counted[state] >= kept && name !== made) await removeIfFree(file)
    // One that cannot be read at this moment is not counted: rather one too many.
    else if (await isSealed(file).catch(() => false)) counted[state]++
  }
}
