import type { Conn } from '../../../platform/db/connection.ts'
import type { Caller } from '../../../accounts/keys/guard.ts'
import { leaseRoutes } from '../../../books/leases/routes.ts'
import { resultRoutes } from '../../../books/results/routes.ts'
import { describeRead, describeWrite } from '../api.ts'
import type { ScanExportDeps } from '../deps.ts'
import { findNarrowScan } from '../scans/queries.ts'
import { findPlace } from '../scans/waiting-queries.ts'

/** Import results for documents. A key sees and reports only documents that it may acknowledge. */
export function scanResultRoutes(deps: ScanExportDeps) {
  return resultRoutes(
    deps,
    { kind: 'scan', isKnown: maySee },
    {
      service: 'scanExport',
      what: 'documents',
      operationId: 'sendScanImportResults',
      asks: 'listScanImportResults',
      tag: 'Scans',
      describeRead,
      describeWrite,
    },
  )
}

function maySee(conn: Conn, { allUsers, userId }: Caller, id: string): boolean {
  const scan = findNarrowScan(conn).get({ id })
  return scan !== undefined && (allUsers || scan.userId === userId)
}

/** Whether a document still waits for delivery, as it did when a program leased it. */
export function scanWaits(conn: Conn, scanId: string): boolean {
  return findPlace(conn).get({ scanId }) !== undefined
}

/** Leases of documents. */
export function scanLeaseRoutes(deps: ScanExportDeps) {
  return leaseRoutes(deps, {
    kind: 'scan',
    service: 'scanExport',
    operationId: 'renewScanLease',
    tag: 'Scans',
    describeWrite,
  })
}
