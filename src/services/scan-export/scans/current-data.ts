import type { Conn } from '../../../platform/db/connection.ts'
import { normaliseDocument, readDocument, type ScanData } from '../../../paper/rules/normalise.ts'
import type { ScanExportDeps } from '../deps.ts'
import { findScan, type Scan } from './queries.ts'
import { findWaiting } from './waiting-queries.ts'

/* What a document says by now: as it waits or was delivered, before the name lists. */

type Deps = Pick<ScanExportDeps, 'rules'>

/** The data of a document. Undefined when nothing was read. */
export function currentData(deps: Deps, conn: Conn, id: string): ScanData | undefined {
  const waiting = waitingData(conn, id)
  if (waiting !== undefined) return waiting
  const scan = findScan(conn).get({ id })
  return scan === undefined ? undefined : dataOf(deps, conn, scan)
}

/** A bill or note that waits or was delivered. */
type CountedBill = { data: ScanData; createdAt: number; isDelivered: boolean }

/** Undefined for every other document, and for a copy: a paper counts once. */
export function countedBill(deps: Deps, conn: Conn, id: string): CountedBill | undefined {
  const scan = findScan(conn).get({ id })
  if (scan === undefined || scan.category !== 'vendor_invoice') return undefined
  if (scan.sameAs !== null || scan.duplicateOf !== null) return undefined
  const isDelivered = scan.syncedAt !== null
  const data = isDelivered ? dataOf(deps, conn, scan) : waitingData(conn, id)
  return data === undefined ? undefined : { data, createdAt: scan.createdAt, isDelivered }
}

function waitingData(conn: Conn, scanId: string): ScanData | undefined {
  const waiting = findWaiting(conn).get({ scanId })
  return waiting === undefined ? undefined : readDocument(waiting.data)
}

/** A scan that was imported as delivered has no delivered data. */
function dataOf({ rules }: Deps, conn: Conn, scan: Scan): ScanData | undefined {
  if (scan.syncedData !== null) return readDocument(scan.syncedData)
  const read = scan.correction ?? scan.raw
  if (read === null) return undefined
  return normaliseDocument(readDocument(read), scan.category, rules(conn).rules)
}
