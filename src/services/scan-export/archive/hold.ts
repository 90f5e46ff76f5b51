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
 * What is not in the archive yet is kept beyond its time as long as so many bytes are free on the disk of the data: with less, the
 * oldest go all the same, since a full disk takes no new ones.
 */
const heldFreeBytesMin = freeBytesMin

/** `scans`: the rows of `scans` that are not in the archive as they stand. */
export type HeldBack = { scans: SQL; isOutOfRoom: boolean }

/** What keeps documents from being deleted; undefined without an archive. `freeBytes`: of the disk of the data. */
export function heldBack(conn: Conn, freeBytes: () => number): HeldBack | undefined {
  const archive = findArchiveWanted(conn)
  if (archive === null) return undefined
  return { scans: not(isArchived(archive.id)), isOutOfRoom: freeBytes() < heldFreeBytesMin }
}

/** Notes documents that went without being archived: an owner is told. */
export function noteLost(conn: Conn, count: number, now: number): void {
  if (count === 0) return
  const { lost } = readSetting(conn, archiveStateSetting)
  changeArchiveState(conn, { lost: { count: lost.count + count, at: now } })
}
