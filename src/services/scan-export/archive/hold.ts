import { not, type SQL } from 'drizzle-orm'
import {
  archiveStateSetting,
  changeArchiveState,
  findArchiveWanted,
} from '../../../platform/archive/setting.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { freeBytesMin } from '../../../platform/disk/data-dir.ts'
import { readSetting } from '../../../platform/settings.ts'
import { isArchived } from './queries.ts'

/**
 * While this many bytes are free on the data disk, Daybook keeps documents past their time until they are archived. With
 * less, Daybook deletes the oldest documents anyway: a full disk takes no new documents.
 */
const heldFreeBytesMin = freeBytesMin

/** `scans`: the rows of `scans` whose current state is not in the archive. */
export type HeldBack = { scans: SQL; isOutOfRoom: boolean }

/** The documents that Daybook must not delete yet. Undefined without an archive. `freeBytes`: free space on the data disk. */
export function heldBack(conn: Conn, freeBytes: () => number): HeldBack | undefined {
  const archive = findArchiveWanted(conn)
  if (archive === null) return undefined
  return { scans: not(isArchived(archive.id)), isOutOfRoom: freeBytes() < heldFreeBytesMin }
}

/** Counts documents that were deleted without being archived. An owner sees the count. */
export function noteLost(conn: Conn, count: number, now: number): void {
  if (count === 0) return
  const { lost } = readSetting(conn, archiveStateSetting)
  changeArchiveState(conn, { lost: { count: lost.count + count, at: now } })
}
