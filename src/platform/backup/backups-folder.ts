import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DataDir } from '../disk/data-dir.ts'
import { holdersOf, takeLock } from '../db/instance-lock.ts'
import { AppError } from '../errors.ts'
import { removeFile, removeIfFree } from '../disk/durable.ts'
import { isSealed } from './archive.ts'

/** Who made a backup: the nightly timer, or somebody with the command. Daybook only ever deletes the timer's backups. */
export type Maker = 'nightly' | 'command'

/**
 * A backup in the folder, as its name and size describe it. `number` counts in order of making, independent of the clock. Backups of older
 * versions have 0. `madeAt` is the clock's time (ms since the epoch).
 */
export type Backup = {
  name: string
  file: string
  number: number
  madeAt: number
  bytes: number
  madeBy: Maker
  /** False when the backup lacks documents or images that were damaged or missing on the disk. */
  isComplete: boolean
}

const namePattern =
  /^daybook-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:\.(\d+))?(-nightly)?(-incomplete)?\.tar$/

/** How far a backup's date may lie ahead of the clock without a warning, in milliseconds: clocks are corrected by seconds. */
const aheadMs = 60_000

/** The folder in which a backup is made or unpacked. The next backup deletes what a killed process left in it. */
export function workFolder(dir: DataDir): string {
  return join(dir.backups, 'work.part')
}

/** A time (ms since the epoch) as part of a file name that every system accepts. */
export function stampOf(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replaceAll(':', '-') + 'Z'
}

/** Runs work while nobody else works in the folder. Throws AppError `conflict` when somebody does. */
export async function withBackupsLock<T>(dir: DataDir, work: () => Promise<T>): Promise<T> {
  mkdirSync(dir.backups, { recursive: true, mode: 0o700 })
  const file = join(dir.backups, 'backup.lock')
  using lock = takeLock(file, 'exclusive', 'backup')
  if (lock !== undefined) return await work()
  throw new AppError(
    'conflict',
    `Another backup is being made or checked at this moment by ${holdersOf(file)}. Try again when it is done.`,
  )
}

/** The name of the next backup: with its time for people, and its number for the order. */
export function nextName(
  dir: DataDir,
  { madeBy, isComplete }: Pick<Backup, 'madeBy' | 'isComplete'>,
  now: number,
): string {
  const number = Math.max(0, ...listBackups(dir).map((backup) => backup.number)) + 1
  const nightly = madeBy === 'nightly' ? '-nightly' : ''
  return `daybook-${stampOf(now)}.${number}${nightly}${isComplete ? '' : '-incomplete'}.tar`
}

/** The backups in the folder, the newest first. */
export function listBackups(dir: DataDir): Backup[] {
  if (!existsSync(dir.backups)) return []
  return readdirSync(dir.backups)
    .flatMap((name) => backupOf(dir, name) ?? [])
    .toSorted((a, b) => b.number - a.number || b.madeAt - a.madeAt)
}

/** Whether a backup's date lies in the future: the clock is behind now, or was ahead when the backup was made. */
export function isDatedAhead({ madeAt }: Backup, now: number): boolean {
  return madeAt > now + aheadMs
}

/** A backup by its file's name. Undefined for any other file, and when the file is being deleted. */
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

/** A backup in the folder, by its file's name. Throws AppError `not_found` for any other name. */
export function requireBackup(dir: DataDir, name: string): Backup {
  const backup = listBackups(dir).find((candidate) => candidate.name === name)
  if (backup !== undefined) return backup
  throw new AppError('not_found', `There is no backup ${name}.`)
}

/** Throws AppError `not_found`, and `conflict` while a backup is made or checked. */
export async function deleteBackup(dir: DataDir, name: string): Promise<void> {
  const { file } = requireBackup(dir, name)
  await withBackupsLock(dir, () => removeFile(file))
}

/**
 * Deletes nightly backups except the newest `kept`, and never `made`, the one just made. Complete and incomplete backups are counted
 * separately: only an old complete backup may still have a file that is damaged on the disk. A backup without its end is not counted.
 * Backups that somebody made by hand are never deleted here.
 */
export async function deleteOldNightlies(dir: DataDir, kept: number, made: string): Promise<void> {
  const counted = { complete: 0, incomplete: 0 }
  for (const { name, file, madeBy, isComplete } of listBackups(dir)) {
    if (madeBy !== 'nightly') continue
    const state = isComplete ? 'complete' : 'incomplete'
    if (counted[state] >= kept && name !== made) await removeIfFree(file)
    // A backup that cannot be read now is not counted: rather keep one too many.
    else if (await isSealed(file).catch(() => false)) counted[state]++
  }
}
