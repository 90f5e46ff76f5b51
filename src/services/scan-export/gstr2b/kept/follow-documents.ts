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

/** How far it has come, and under which rename rules: other rules may read another number. */
export const placeSetting = declareSetting({
  name: 'scan-export.kept-bills',
  schema: Type.Object({ seq: Type.Integer(), rules: Type.Integer() }),
  default: { seq: 0, rules: 0 },
})

/** Documents that are looked for at once. */
const documentsAtOnce = 50

type Deps = Pick<ScanExportDeps, 'clock' | 'rules' | 'names'>

/** Brings up what is kept. Ends early, between two slices, when the signal says so. */
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

/** From the beginning again where the rules are others. */
function placeOf(conn: Conn): { seq: number } {
  const { seq, rules } = readSetting(conn, placeSetting)
  return { seq: rules === findRuleVersion(conn) ? seq : 0 }
}

/** Keeps the head of a document as it counts now, in the place of what was kept of it before. */
function keepHead(conn: Conn, deps: Deps, scanId: string): void {
  deleteKept(conn).run({ scanId })
  const scan = findScan(conn).get({ id: scanId })
  if (scan === undefined || scan.category !== 'vendor_invoice') return
  // The paper counts once.
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

/** What was imported as delivered came without what was delivered. */
function deliveredOf(conn: Conn, { rules }: Deps, scan: Scan): ScanData | undefined {
  if (scan.syncedData !== null) return readDocument(scan.syncedData)
  const read = scan.correction ?? scan.raw
  if (read === null) return undefined
  return normaliseDocument(readDocument(read), scan.category, rules(conn).rules)
}
