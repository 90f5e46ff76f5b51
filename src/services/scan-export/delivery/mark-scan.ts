import { closeResults, findOpen } from '../../../books/results/queries.ts'
import type { NameMatchers } from '../../../names/matching.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../deps.ts'
import { readDocument } from '../../../paper/rules/normalise.ts'
import type { RulesInForce } from '../rules-in-force.ts'
import { normalisedColumns } from '../scans/enqueue.ts'
import {
  findNarrowScan,
  findScan,
  isSeenBy,
  type Sight,
  listSettledWithNumber,
  setReleased,
  setSynced,
  areToldApart,
} from '../scans/queries.ts'
import { deliverHead, keepHead } from '../scans/heads.ts'
import { findStandingFor } from '../scans/same-paper.ts'
import {
  deleteWaiting,
  findWaiting,
  listWaitingByInvoiceNo,
  type WaitingScan,
  findWaitingBySeq,
  listAlike,
  type AlikeScan,
} from '../scans/waiting-queries.ts'
import { deliveredDocument } from './delivered.ts'
import { canonicalSigns, mayBeSamePaper, type Signs } from '../scans/rules.ts'

/** Who marks scans: a key, or a person at the console (`keyId` is null). */
type Marker = Sight & { keyId: string | null }

/** How an acknowledgement settles failed imports, and which person settles them. */
type Closing = { as: 'delivered' | 'by_hand' | 'dropped'; by: string | null }

/** One acknowledgement. `ids` and `numbers` are all that its body names. */
export type Call = {
  marker: Marker
  source: string | undefined
  closesAs: Closing
  syncedAt: number
  ids: ReadonlySet<string>
  numbers: ReadonlySet<string>
}

/** The tools of one transaction of a call. */
export type Slice = {
  conn: Conn
  call: Call
  names: NameMatchers
  rules: RulesInForce
  signsOf: SignsOf
}

/** The tools of one transaction of a call, on its connection. */
export function sliceOf(
  conn: Conn,
  deps: Pick<ScanExportDeps, 'names' | 'rules'>,
  call: Call,
): Slice {
  const names = deps.names(conn)
  return { conn, call, names, rules: deps.rules(conn), signsOf: signsReader(conn, names) }
}

/** Returns how many scans were marked. */
export function markByNumber(slice: Slice, invoiceNo: string): number {
  const { allUsers, userId } = slice.call.marker
  const matches = listWaitingByInvoiceNo(slice.conn)
    .all({ userId: allUsers ? null : userId, invoiceNo })
    .filter((scan) => mayBeFetched(slice.conn, scan))
  for (const scan of matches) markScan(slice, scan, null)
  return matches.length > 0 ? matches.length : markSettledByNumber(slice, invoiceNo)
}

/** Nobody can mean a scan that has always been on hold. Another paper that was delivered may have its number. */
function mayBeFetched(conn: Conn, { held, scanId }: WaitingScan): boolean {
  return held !== true || findNarrowScan(conn).get({ id: scanId })?.hasWaited === true
}

/** Returns 1 if the scan was marked, otherwise 0. Its duplicates are marked too, but not counted. */
export function markById(slice: Slice, scanId: string): number {
  const scan = findWaiting(slice.conn).get({ scanId })
  if (scan === undefined) return markFetched(slice, scanId)
  if (!isSeenBy(slice.call.marker, scan)) return 0
  for (const duplicate of findDuplicates(slice, scan)) markScan(slice, duplicate, scanId)
  markScan(slice, scan, null)
  return 1
}

/**
 * Marks a scan that left the queue after the client fetched it, because a person settled it as the same paper as another. The paper was
 * entered. So neither this scan nor the scan that stands for it is delivered again, whoever uploaded them.
 */
function markFetched(slice: Slice, id: string): number {
  const { conn, call } = slice
  const scan = findScan(conn).get({ id })
  if (!isSeenBy(call.marker, scan)) return 0
  const read = scan.correction ?? scan.raw
  if (scan.sameAs === null || scan.syncedAt !== null || read === null) return 0
  const { category, filename, held } = scan
  const columns = normalisedColumns(readDocument(read), category, false, slice.rules.rules)
  markScan(slice, { ...columns, scanId: id, category, filename, held }, null)
  markStanding(slice, id)
  return 1
}

function markStanding(slice: Slice, copyId: string): void {
  const { conn } = slice
  const standing = findStandingFor(conn, copyId)
  const waiting =
    standing === undefined ? undefined : findWaiting(conn).get({ scanId: standing.id })
  if (waiting !== undefined) markScan(slice, waiting, copyId)
}

/**
 * Does the same by number when nothing waits under that number: otherwise the client means the waiting scan. Skips scans whose paper was
 * delivered, so that a repeat changes nothing.
 */
function markSettledByNumber(slice: Slice, invoiceNo: string): number {
  const { allUsers, userId } = slice.call.marker
  const settled = listSettledWithNumber(slice.conn)
    .all({ userId: allUsers ? null : userId, invoiceNo })
    .filter(({ id }) => findStandingFor(slice.conn, id)?.syncedAt === null)
  return settled.reduce((sum, { id }) => sum + markFetched(slice, id), 0)
}

/** Stores the acknowledgement with the data as it stood, takes the scan out of the queue, and releases its hold. */
function markScan(
  { conn, call, names, rules }: Slice,
  scan: Pick<WaitingScan, 'scanId' | 'category' | 'filename' | 'data' | 'invoiceNo' | 'held'>,
  duplicateOf: string | null,
): void {
  const delivered = deliveredDocument(scan, names)
  setSynced(conn).run({
    id: scan.scanId,
    syncedAt: call.syncedAt,
    syncedSource: call.source ?? null,
    syncedKeyId: call.marker.keyId,
    syncedData: delivered.text,
    syncedNo: scan.invoiceNo,
    duplicateOf,
  })
  const released = { status: 'successful', failureReason: null, held: false } as const
  if (scan.held === true) setReleased(conn).run({ id: scan.scanId, ...released })
  deleteWaiting(conn).run({ scanId: scan.scanId })
  const kept = { ...scan, version: rules.version }
  const head = delivered.document.invoice_metadata
  const isRenamed = delivered.text !== scan.data
  if (!deliverHead(conn, scan.scanId, isRenamed ? head : undefined, kept)) {
    keepHead(conn, scan.scanId, head, { ...kept, state: 'delivered' })
  }
  const subject = { kind: 'scan', subjectId: scan.scanId } as const
  // Few scans have an open import result, and looking is cheaper than writing.
  if (findOpen(conn).get(subject) === undefined) return
  closeResults(conn).run({
    ...subject,
    closedAs: call.closesAs.as,
    closedBy: call.closesAs.by,
    now: call.syncedAt,
  })
}

type SignsOf = (seq: number) => Signs

/** Reads the signs of each waiting scan once, because many scans may share a number. */
function signsReader(conn: Conn, { vendors }: NameMatchers): SignsOf {
  const known = new Map<number, Signs>()
  return (seq) =>
    known.getOrInsertComputed(seq, () => {
      const scan = findWaitingBySeq(conn).get({ seq })
      if (scan === undefined) {
        throw new Error(`Row ${seq} of the queue went away within a command.`)
      }
      return canonicalSigns(readDocument(scan.data), vendors)
    })
}

/** Scans that the call names are marked separately. */
type Looking = {
  conn: Conn
  call: { ids: ReadonlySet<string>; numbers: ReadonlySet<string> }
  signsOf: SignsOf
}

/**
 * The duplicates of a scan: younger waiting scans of the same user and category, with the same bytes, or with the same number and no sign
 * of another seller. Leaves out scans that a person called different, and scans that the call names: those are marked and counted
 * separately.
 */
function findDuplicates(slice: Looking, scan: WaitingScan): WaitingScan[] {
  if (scan.documentHash === null && scan.invoiceNo === null) return []
  const { conn } = slice
  return listAlike(conn)
    .all(scan)
    .filter(
      (other) =>
        isYounger(other, scan) &&
        !isNamed(slice.call, other) &&
        isSamePaper(slice, other, scan) &&
        !isOfItsOwn(conn, other) &&
        !areToldApart(conn, other.scanId, scan.scanId),
    )
    .flatMap(({ seq }) => findWaitingBySeq(conn).get({ seq }) ?? [])
}

function isYounger(one: AlikeScan, other: AlikeScan): boolean {
  if (one.createdAt !== other.createdAt) return one.createdAt > other.createdAt
  return one.scanId > other.scanId
}

function isNamed({ ids, numbers }: Looking['call'], { scanId, invoiceNo }: AlikeScan): boolean {
  return ids.has(scanId) || (invoiceNo !== null && numbers.has(invoiceNo))
}

function isSamePaper({ signsOf }: Looking, one: AlikeScan, other: AlikeScan): boolean {
  if (one.documentHash !== null && one.documentHash === other.documentHash) return true
  return mayBeSamePaper(signsOf(other.seq), signsOf(one.seq))
}

/** A person decided that this scan is different from all others. */
function isOfItsOwn(conn: Conn, { scanId }: AlikeScan): boolean {
  return findNarrowScan(conn).get({ id: scanId })?.deliverSeparately === true
}
