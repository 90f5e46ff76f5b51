import { keptBillOf } from './kept-bill.ts'
import { Type } from '@sinclair/typebox'
import type { Conn } from '../../../../platform/db/connection.ts'
import { declareSetting, readSetting, writeSetting } from '../../../../platform/settings.ts'
import type { ScanExportDeps } from '../../deps.ts'
import {
  normaliseDocument,
  readDocument,
  type ScanData,
} from '../../../../paper/rules/normalise.ts'
import { findRuleVersion } from '../../rules-in-force.ts'
import { findScan, type Scan } from '../../scans/queries.ts'
import { retentionMs } from '../../scans/rules.ts'
import { findWaiting } from '../../scans/waiting-queries.ts'
import { deleteKept, deleteYounger, insertKept, listChangedDocuments } from './queries.ts'

/** The last change that was followed, and under which rename rules: other rules may give another number. */
export const placeSetting = declareSetting({
  name: 'scan-export.kept-bills',
  schema: Type.Object({ seq: Type.Integer(), rules: Type.Integer() }),
  default: { seq: 0, rules: 0 },
})

/** Documents per query. */
const documentsAtOnce = 50

type Deps = Pick<ScanExportDeps, 'clock' | 'rules' | 'names'>

/** Updates the kept heads of bills. Stops between two slices when the signal aborts. */
export async function followDocuments(
  deps: Deps & Pick<ScanExportDeps, 'database'>,
  { signal, isPatient = false }: { signal?: AbortSignal; isPatient?: boolean } = {},
): Promise<void> {
  if (isUpToDate(deps.database.read)) return
  const slices = deps.database.writeEach(changedNext, { isPatient }, (conn, some) => {
    const [rules, now] = [findRuleVersion(conn), deps.clock.now()]
    let { seq } = placeOf(conn)
    for (const change of some) {
      if (change.isGone) deleteYounger(conn).run({ scanId: change.id, since: now - retentionMs })
      else keepHead(conn, deps, change.id)
      seq = change.seq
    }
    writeSetting(conn, placeSetting, { seq, rules })
  })
  for await (const _ of slices) {
    if (signal?.aborted === true) return
  }
}

function isUpToDate(conn: Conn): boolean {
  return listChangedDocuments(conn).all({ ...placeOf(conn), limit: 1 }).length === 0
}

function changedNext(conn: Conn) {
  return listChangedDocuments(conn).all({ ...placeOf(conn), limit: documentsAtOnce })
}

/** Starts from the beginning after the rules have changed. */
function placeOf(conn: Conn): { seq: number } {
  const { seq, rules } = readSetting(conn, placeSetting)
  return { seq: rules === findRuleVersion(conn) ? seq : 0 }
}

/** Keeps a document's head as it counts now, in place of the old head. */
function keepHead(conn: Conn, deps: Deps, scanId: string): void {
  deleteKept(conn).run({ scanId })
  const scan = findScan(conn).get({ id: scanId })
  if (scan === undefined || scan.category !== 'vendor_invoice') return
  // A paper counts once, so its copies do not.
  if (scan.sameAs !== null || scan.duplicateOf !== null) return
  const data = scan.syncedAt === null ? waitingData(conn, scanId) : deliveredOf(conn, deps, scan)
  if (data === undefined) return
  const bill = keptBillOf(scanId, data, scan.createdAt)
  if (bill === undefined) return
  const { id, ...kept } = bill
  const seller = deps.names(conn).vendors.canonical(bill.seller) ?? bill.seller
  insertKept(conn).run({ ...kept, seller, scanId: id })
}

function waitingData(conn: Conn, scanId: string): ScanData | undefined {
  const waiting = findWaiting(conn).get({ scanId })
  return waiting === undefined ? undefined : readDocument(waiting.data)
}

/** A scan that was imported as delivered has no delivered data. */
function deliveredOf(conn: Conn, { rules }: Deps, scan: Scan): ScanData | undefined {
  if (scan.syncedData !== null) return readDocument(scan.syncedData)
  const read = scan.correction ?? scan.raw
  if (read === null) return undefined
  return normaliseDocument(readDocument(read), scan.category, rules(conn).rules)
}
