import { and, count, eq, inArray, lt, not, notExists, sql, type SQL } from 'drizzle-orm'
import { forgetImports } from '../../books/settling/settle.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { deleteMarked, markDeleting } from '../../platform/files/file-rows.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { deleteExpiredAnswers } from '../../platform/http/idempotency.ts'
import { workOff } from '../../platform/turns.ts'
import type { Sweep, Swept } from '../../platform/upkeep/retention.ts'
import { rulesInForce, type FindRules } from './rules-in-force.ts'
import { findDocumentWithHash, newestScan } from './scans/queries.ts'
import { retentionMs } from './scans/rules.ts'
import { handOnPaper } from './scans/same-paper.ts'
import { documents, scans } from './tables.ts'
import {
  archiveStateSetting,
  changeArchiveState,
  findArchiveWanted,
} from '../../platform/archive/setting.ts'
import { freeBytesMin } from '../../platform/disk/data-dir.ts'
import { readSetting } from '../../platform/settings.ts'
import { isArchived } from './archive/queries.ts'

/** Rows per statement, repeated while there is time. A row may hold megabytes. */
const rowsAtOnce = 10

/** Expired answers per batch. They are small. */
const answersPerBatch = 100

/**
 * Deletes documents and scans after 30 days, synced or not, and files that nothing needs any more. With an archive, only archived documents
 * are deleted, unless the disk is nearly full.
 */
export function scanSweep(store: FileStore, freeBytes = () => store.freeBytesNow()): Sweep {
  const rules = rulesInForce()
  /** Files that this cleanup could not delete. */
  const refused = new Set<string>()
  return {
    name: 'scans and documents',
    newestRecord: newestScan,
    forecast: (conn, now) => forecast(conn, now - retentionMs, heldBack(conn, freeBytes)),
    sweepBatch(conn, now) {
      const before = now - retentionMs
      // First, so that it deletes only files that an earlier batch marked and committed: deleting a file cannot be rolled back.
      const { tried, bytes } = deleteMarked(conn, store, { refused })
      const swept = { scans: 0, documents: 0, bytes }
      const held = heldBack(conn, freeBytes)
      const which = held && not(held.scans)
      const isDone = workOff(() => {
        const some = deleteScans(conn, rules, { before, which })
        const papers = deleteDocuments(conn, before)
        swept.scans += some
        swept.documents += papers
        return some + papers > 0
      })
      if (held?.isOutOfRoom === true && isDone && swept.scans + swept.documents + tried === 0) {
        // Only when nothing else can be deleted, and only a few at once. By the next batch, their files have freed room.
        swept.scans += deleteScans(conn, rules, { before, which: held.scans })
        noteLost(conn, swept.scans, now)
      }
      const answers = deleteExpiredAnswers(conn, now, answersPerBatch)
      const done = isDone && swept.scans + swept.documents + tried + answers === 0
      if (done) refused.clear()
      return { ...swept, done }
    },
  }
}

/** The database deletes the queue's rows with their scans. A scan that was settled behind an undelivered one takes its place. */
function deleteScans(
  conn: Conn,
  rules: FindRules,
  { before, which }: { before: number; which: SQL | undefined },
): number {
  const old = conn
    .select({ id: scans.id })
    .from(scans)
    .where(and(lt(scans.createdAt, before), which))
    .orderBy(scans.createdAt)
    .limit(rowsAtOnce)
    .all()
    .map(({ id }) => id)
  for (const id of old) {
    handOnPaper(conn, rules(conn), id)
    forgetImports(conn, 'scan', id)
  }
  conn.delete(scans).where(inArray(scans.id, old)).run()
  return old.length
}

/** A file that documents share is deleted with the last of them. */
function deleteDocuments(conn: Conn, before: number): number {
  const needing = conn
    .select({ one: sql`1` })
    .from(scans)
    .where(eq(scans.documentId, documents.id))
  const old = conn
    .select({ id: documents.id })
    .from(documents)
    .where(and(lt(documents.createdAt, before), notExists(needing)))
    .orderBy(documents.createdAt)
    .limit(rowsAtOnce)
  const { hash } = documents
  const gone = conn.delete(documents).where(inArray(documents.id, old)).returning({ hash }).all()
  for (const one of new Set(gone.map((document) => document.hash))) {
    if (findDocumentWithHash(conn).get({ hash: one }) === undefined) {
      markDeleting(conn, 'documents', one)
    }
  }
  return gone.length
}

/** On a nearly full disk, unarchived documents may have to be deleted too. */
function forecast(conn: Conn, before: number, held: HeldBack | undefined): Swept {
  const kept = held === undefined || held.isOutOfRoom ? undefined : held
  const old = conn
    .select({ n: count() })
    .from(scans)
    .where(and(lt(scans.createdAt, before), kept && not(kept.scans)))
    .get()
  const oldDocuments = conn
    .select({ n: count() })
    .from(documents)
    .where(and(lt(documents.createdAt, before), kept && not(isNeeded(kept))))
    .get()
  return {
    scans: old?.n ?? 0,
    documents: oldDocuments?.n ?? 0,
    bytes: forecastBytes(conn, before, kept),
  }
}

/** Whether a scan that must stay needs a row of `documents`. */
function isNeeded({ scans: held }: HeldBack): SQL {
  return sql`EXISTS (SELECT 1 FROM ${scans} WHERE ${scans.documentId} = ${documents.id} AND ${held})`
}

/** The bytes of files that only old documents need. */
function forecastBytes(conn: Conn, before: number, kept: HeldBack | undefined): number {
  const isKept = kept === undefined ? sql`0` : isNeeded(kept)
  const row = conn.get<[number | null]>(sql`
    SELECT sum(bytes) FROM (
      SELECT min(${documents.bytes}) AS bytes FROM ${documents}
      GROUP BY ${documents.hash}
      HAVING max(${documents.createdAt}) < ${before} AND max(${isKept}) = 0
    )`)
  return row?.[0] ?? 0
}

/**
 * While this many bytes are free on the data disk, Daybook keeps documents past their time until they are archived. With
 * less, Daybook deletes the oldest documents anyway: a full disk takes no new documents.
 */
const heldFreeBytesMin = freeBytesMin

/** `scans`: the rows of `scans` whose current state is not in the archive. */
type HeldBack = { scans: SQL; isOutOfRoom: boolean }

/** The documents that Daybook must not delete yet. Undefined without an archive. `freeBytes`: free space on the data disk. */
function heldBack(conn: Conn, freeBytes: () => number): HeldBack | undefined {
  const archive = findArchiveWanted(conn)
  if (archive === null) return undefined
  return { scans: not(isArchived(archive.id)), isOutOfRoom: freeBytes() < heldFreeBytesMin }
}

/** Counts documents that were deleted without being archived. An owner sees the count. */
function noteLost(conn: Conn, some: number, now: number): void {
  if (some === 0) return
  const { lost } = readSetting(conn, archiveStateSetting)
  changeArchiveState(conn, { lost: { count: lost.count + some, at: now } })
}
