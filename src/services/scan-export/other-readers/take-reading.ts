import { useCredit } from '../../../accounts/credits.ts'
import type { Caller } from '../../../accounts/keys/guard.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import {
  normaliseAhead,
  type NormalisedAhead,
  type RawDocument,
} from '../../../paper/rules/normalise.ts'
import { checkAndQueue } from '../scans/hold.ts'
import type { ExplainedValues } from '../../../paper/received.ts'
import {
  findScan,
  isSeenBy,
  requireUnsynced,
  setFailed,
  setRaw,
  setReleased,
  unknownScan,
  type Scan,
  type Sight,
} from '../scans/queries.ts'
import { deleteJob, deleteReading, findReading, insertReading } from '../scans/reading-rows.ts'

/** Another reader's result: values with their explanations, or why it could not read the document. */
export type GivenReading =
  { raw: RawDocument; explained: ExplainedValues } | { failureReason: string }

type ReadBy = Sight & Pick<Caller, 'keyId'>

type TakenReading = Pick<Scan, 'id' | 'filename' | 'status'>

/**
 * Stores another reader's reading of a scan. What a person typed still counts. The contract promises programs that a
 * reading is delivered: checks and doubts are shown and hold nothing. The same reading again changes nothing. Throws
 * AppError `not_found`, and `conflict` for a delivered scan, or for a failure when the scan was already read.
 */
export async function takeReading(
  deps: ScanExportDeps,
  caller: ReadBy,
  id: string,
  given: GivenReading,
): Promise<TakenReading> {
  const { database } = deps
  const { category } = requireVisible(database.read, caller, id)
  const { rules } = deps.rules(database.read)
  const ahead = 'raw' in given ? await normaliseAhead(given.raw, category, rules) : undefined
  return await database.write((conn) => {
    const scan = requireVisible(conn, caller, id)
    requireUnsynced(scan, 'read it again')
    if ('raw' in given) enterReading(conn, deps, scan, { ...given, ahead }, caller)
    else enterFailure(conn, deps, scan, given.failureReason, caller)
    const { filename, status } = requireVisible(conn, caller, id)
    return { id, filename, status }
  })
}

type ReadAhead = Extract<GivenReading, { raw: RawDocument }> & {
  ahead: NormalisedAhead | undefined
}

function enterReading(
  conn: Conn,
  deps: ScanExportDeps,
  scan: Scan,
  { raw, explained, ahead }: ReadAhead,
  { keyId }: ReadBy,
): void {
  const { id, userId, filename } = scan
  const now = deps.clock.now()
  const read = { raw: JSON.stringify(raw), explained: JSON.stringify(explained) }
  if (isKnown(conn, scan, read)) return
  deleteJob(conn).run({ scanId: id })
  deleteReading(conn).run({ scanId: id })
  setRaw(conn).run({ id, raw: read.raw })
  insertReading(conn).run({
    scanId: id,
    reader: 'other',
    readAt: now,
    explained: read.explained,
    pages: JSON.stringify(pagesOf(explained)),
    others: null,
  })
  if (scan.correction === null) {
    setReleased(conn).run({ id, status: 'successful', failureReason: null, held: false })
  }
  checkAndQueue(conn, deps, scan, ahead)
  useCredit(conn, userId, id, now)
  recordHistory(conn, now, { action: 'scan read', keyId, details: { id, filename } })
}

function isKnown(conn: Conn, { id, raw }: Scan, read: { raw: string; explained: string }): boolean {
  const known = findReading(conn).get({ scanId: id })
  return known?.reader === 'other' && raw === read.raw && known.explained === read.explained
}

function pagesOf(explained: ExplainedValues): number[] {
  const pages = Object.values(explained).flatMap(({ page }) => page ?? [])
  return [...new Set(pages)].toSorted((a, b) => a - b)
}

function enterFailure(
  conn: Conn,
  { clock }: ScanExportDeps,
  { id, filename, raw, correction, failureReason: before }: Scan,
  failureReason: string,
  { keyId }: ReadBy,
): void {
  if (raw !== null || correction !== null) {
    throw new AppError('conflict', `${filename} was read or typed in meanwhile: it did not fail.`)
  }
  if (before === failureReason) return
  deleteJob(conn).run({ scanId: id })
  setFailed(conn).run({ id, status: 'failed', failureReason })
  const details = { id, filename, reason: failureReason }
  recordHistory(conn, clock.now(), { action: 'scan not read', keyId, details })
}

/** A scan that the caller may see. Throws AppError `not_found` for any other. */
export function requireVisible(conn: Conn, sight: Sight, id: string): Scan {
  const scan = findScan(conn).get({ id })
  if (isSeenBy(sight, scan)) return scan
  throw unknownScan()
}
