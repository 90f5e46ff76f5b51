import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DataDir } from '../data-dir.ts'
import { holderOf, takeInstanceLock, type InstanceLock } from '../db/instance-lock.ts'
import { AppError } from '../errors.ts'

/** Who had a backup made: the nightly timer, or somebody with the command. Only the timer's are ever deleted by Daybook. */
export type Maker = 'nightly' | 'command'

/** A backup in the folder, as far as its name and size tell. */
export type Backup = { name: string; file: string; madeAt: number; bytes: number; madeBy: Maker }

const namePattern = /^daybook-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(?:\.(\d+))?(-nightly)?\.tar$/

/** Where a backup is being made or unpacked. What a killed process left in it goes with the next backup. */
export function workFolder(dir: DataDir): string {
  return join(dir.backups, 'work.part')
}

/** A time (ms since the epoch) as part of a file's name on every system. */
export function stampOf(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replaceAll(':', '-') + 'Z'
}

/** Keeps others from working in the folder. Throws AppError `conflict` when another does. */
export function lockBackups(dir: DataDir): InstanceLock {
  mkdirSync(dir.backups, { recursive: true, mode: 0o700 })
  const file = join(dir.backups, 'backup.lock')
  const lock = takeInstanceLock(file)
  if (lock !== undefined) return lock
  const pid = holderOf(file)
  const holder = pid === undefined ? '' : ` (by process ${pid})`
  throw new AppError(
    'conflict',
    `Another backup is being made or checked at this moment${holder}. Try again when it is done.`,
  )
}

/** A name that is free: a second one within a second gets a number. */
export function freeName(dir: DataDir, madeBy: Maker, now: number): string {
  const ending = madeBy === 'nightly' ? '-nightly.tar' : '.tar'
  const start = `daybook-${stampOf(now)}`
  let name = `${start}${ending}`
  for (let n = 2; existsSync(join(dir.backups, name)); n++) name = `${start}.${n}${ending}`
  return name
}

/** The backups in the folder, the newest first. */
export function listBackups(dir: DataDir): Backup[] {
  if (!existsSync(dir.backups)) return []
  return readdirSync(dir.backups)
    .flatMap((name) => backupOf(dir, name) ?? [])
    .toSorted(
      (a, b) => b.madeAt - a.madeAt || b.name.localeCompare(a.name, 'en', { numeric: true }),
    )
}

/** A backup by its file's name; undefined for any other file. */
export function backupOf(dir: DataDir, name: string): Backup | undefined {
  const [, day, hour, minute, second, , nightly] = namePattern.exec(name) ?? []
  if (day === undefined) return undefined
  const file = join(dir.backups, name)
  return {
    name,
    file,
    madeAt: Date.parse(`${day}T${hour}:${minute}:${second}Z`),
    bytes: statSync(file).size,
    madeBy: nightly === undefined ? 'command' : 'nightly',
  }
}

/** A backup that is in the folder, by its file's name. Throws AppError `not_found` for any other name. */
export function requireBackup(dir: DataDir, name: string): Backup {
  const backup = listBackups(dir).find((candidate) => candidate.name === name)
  if (backup !== undefined) return backup
  throw new AppError('not_found', `There is no backup ${name}.`)
}

/** Throws AppError `not_found`, `conflict` while a backup is made or checked. */
export function deleteBackup(dir: DataDir, name: string): void {
  const { file } = requireBackup(dir, name)
  const lock = lockBackups(dir)
  try {
    rmSync(file, { force: true })
  } finally {
    lock.release()
  }
}

/** Deletes nightly backups but the newest `kept`. Those that somebody made stay until somebody deletes them. */
export function deleteOldNightlies(dir: DataDir, kept: number): void {
  const nightlies = listBackups(dir).filter(({ madeBy }) => madeBy === 'nightly')
  for (const { file } of nightlies.slice(kept)) rmSync(file)
}
