import { requireUser } from '../../../accounts/users.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../parts.ts'
import { findScanPosition } from '../scans/queries.ts'
import type { ScanLine } from './scan-line.ts'
import { storeScan, type NewScan } from './store-scans.ts'

/** A line's scan with an id in any case: its own, or one made of the file and the line's number. */
export type ImportedScan = ScanLine & { id: string; document: NewScan['document'] }

/**
 * Enters the scan of a line; one that is there already is left alone, and then this is false.
 * Throws AppError `not_found` for an unknown user, having written nothing.
 */
export function importScan(
  conn: Conn,
  deps: Pick<ScanExportDeps, 'store' | 'rules'>,
  scan: ImportedScan,
  now: number,
): boolean {
  const userId = requireUser(conn, scan.user).id
  return storeScan(conn, deps, { ...scan, userId }, now).created
}

export function isKnownScan(conn: Conn, id: string): boolean {
  return findScanPosition(conn).get({ id }) !== undefined
}
