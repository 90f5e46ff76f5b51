import type { Conn } from '../../../platform/db/connection.ts'
import type { Caller } from '../../../accounts/keys/guard.ts'
import { leaseRoutes } from '../../../books/leases/routes.ts'
import { resultRoutes } from '../../../books/results/routes.ts'
import { describeRead, describeWrite } from '../api.ts'
import type { ScanExportDeps } from '../deps.ts'
import { findNarrowScan, findScan, isSeenBy } from '../scans/queries.ts'
import { findPlace } from '../scans/waiting-queries.ts'
import { settleAll, type Settling } from '../../../books/settling/settle.ts'
import { markById, sliceOf } from './mark-scan.ts'

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

function maySee(conn: Conn, caller: Caller, id: string): boolean {
  return isSeenBy(caller, findNarrowScan(conn).get({ id }))
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

/** Stands in for a program's name when a person settled the document. */
const sources = { by_hand: 'entered by hand', dropped: 'left out of the books' } as const

/** Settles documents that did not get into the accounts (`settleAll`). Marking a document as delivered also marks its copies. */
export async function settleScanImports(
  deps: ScanExportDeps,
  ids: readonly string[],
  as: Settling,
  by: string,
): Promise<number> {
  const settled = {
    kind: 'scan',
    deliver(conn: Conn, id: string, closed: { as: keyof typeof sources; now: number }) {
      const marker = { userId: by, allUsers: true, keyId: null }
      const named = { ids: new Set([id]), numbers: new Set<string>() }
      const closesAs = { as: closed.as, by }
      const call = { marker, source: sources[closed.as], closesAs, syncedAt: closed.now, ...named }
      markById(sliceOf(conn, deps, call), id)
    },
    nameOf(conn: Conn, id: string) {
      const filename = findScan(conn).get({ id })?.filename
      return filename === undefined ? {} : { filename }
    },
  } as const
  return await settleAll(deps, settled, ids, as, by)
}
