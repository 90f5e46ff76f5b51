import type { Caller } from '../../../accounts/keys/guard.ts'
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
  listSettledWithNumber,
  setReleased,
  setSynced,
  areToldApart,
} from '../scans/queries.ts'
import { keepFacts } from '../scans/facts.ts'
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
import { canonicalSigns, mayBeSamePaper, type SellerSigns } from '../scans/rules.ts'

/** Who marks scans: a key, or a person at the console (`keyId` is null). */
type Marker = Pick<Caller, 'userId' | 'allUsers'> & { keyId: string | null }

/** How what did not get into the books is settled by it, and by which person. */
type Closing = { as: 'delivered' | 'by_hand' | 'dropped'; by: string | null }

/** What one acknowledgement works with; `ids` and `numbers` are all that its body names. */
export type Call = {
  marker: Marker
  source: string | undefined
  closesAs: Closing
  syncedAt: number
  ids: ReadonlySet<string>
  numbers: ReadonlySet<string>
}

/** What one transaction of a call works with. */
export type Slice = {
  conn: Conn
  call: Call
  names: NameMatchers
  rules: RulesInForce
  signsOf: SignsOf
}

/** What one transaction of a call works with, on its connection. */
export function sliceOf(
  conn: Conn,
  deps: Pick<ScanExportDeps, 'names' | 'rules'>,
  call: Call,
): Slice {
  const names = deps.names(conn)
  return { conn, call, names, rules: deps.rules(conn), signsOf: signsReader(conn, names) }
}

/** Returns how many it marked. */
export function markByNumber(slice: Slice, invoiceNo: string): number {
  const { allUsers, userId } = slice.call.marker
  const matches = listWaitingByInvoiceNo(slice.conn)
    .all({ userId: allUsers ? null : userId, invoiceNo })
    .filter((scan) => mayBeFetched(slice.conn, scan))
  for (const scan of matches) markScan(slice, scan, null)
  return matches.length > 0 ? matches.length : markSettledByNumber(slice, invoiceNo)
}

/** Nobody can mean a scan that was held from the first: another paper that was delivered may have its number. */
function mayBeFetched(conn: Conn, { held, scanId }: WaitingScan): boolean {
  return held !== true || findNarrowScan(conn).get({ id: scanId })?.hasWaited === true
}

/** Returns 1 when it marked the scan, else 0; its duplicates are marked with it, and not counted. */
export function markById(slice: Slice, scanId: string): number {
  const { allUsers, userId } = slice.call.marker
  const scan = findWaiting(slice.conn).get({ scanId })
  if (scan === undefined) return markFetched(slice, scanId)
  if (!(allUsers || scan.userId === userId)) return 0
  for (const duplicate of findDuplicates(slice, scan)) markScan(slice, duplicate, scanId)
  markScan(slice, scan, null)
  return 1
}

/**
 * A scan that the client fetched before it left the queue, since somebody settled it as the same paper as another one. Its paper
 * was booked: neither it nor the one that stands for it comes any more, whoever brought that.
 */
function markFetched(slice: Slice, id: string): number {
  const { conn, call } = slice
  const scan = findScan(conn).get({ id })
  if (scan === undefined || !(call.marker.allUsers || scan.userId === call.marker.userId)) return 0
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
 * Likewise by its number, where nothing waits under that: what waits is what the client means. One whose paper was
 * delivered is left alone, so that a repeat changes nothing.
 */
function markSettledByNumber(slice: Slice, invoiceNo: string): number {
  const { allUsers, userId } = slice.call.marker
  const settled = listSettledWithNumber(slice.conn)
    .all({ userId: allUsers ? null : userId, invoiceNo })
    .filter(({ id }) => findStandingFor(slice.conn, id)?.syncedAt === null)
  return settled.reduce((sum, { id }) => sum + markFetched(slice, id), 0)
}

/** Stores the acknowledgement with the data as it stood, and takes the scan out of the queue. Nothing holds it any more. */
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
  const kept = { ...scan, state: 'delivered', version: rules.version } as const
  keepFacts(conn, scan.scanId, delivered.document.invoice_metadata, kept)
  const subject = { kind: 'scan', subjectId: scan.scanId } as const
  // Nearly none has any: looking is cheaper than writing.
  if (findOpen(conn).get(subject) === undefined) return
  closeResults(conn).run({
    ...subject,
    closedAs: call.closesAs.as,
    closedBy: call.closesAs.by,
    now: call.syncedAt,
  })
}

/** What a call names itself is marked in its own right, and signs are read once in it. */
type Looking = {
  conn: Conn
  call: { ids: ReadonlySet<string>; numbers: ReadonlySet<string> }
  signsOf: SignsOf
}

/**
 * The duplicates of a scan: younger ones that wait, of the same user and category, with the same document bytes, or with
 * the same invoice number and no sign of another seller. Not those that somebody said are other papers, nor those that the
 * call names itself: they are marked in their own right, and count.
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

/** Somebody said that it is another paper than all others. */
function isOfItsOwn(conn: Conn, { scanId }: AlikeScan): boolean {
  return findNarrowScan(conn).get({ id: scanId })?.deliverSeparately === true
}

type SignsOf = (seq: number) => SellerSigns

/** Reads the signs of each waiting scan once: many may share a number. */
function signsReader(conn: Conn, names: NameMatchers): SignsOf {
  const known = new Map<number, SellerSigns>()
  return (seq) => {
    const signs = known.get(seq) ?? readSigns(conn, names, seq)
    known.set(seq, signs)
    return signs
  }
}

function readSigns(conn: Conn, names: NameMatchers, seq: number): SellerSigns {
  const scan = findWaitingBySeq(conn).get({ seq })
  if (scan === undefined) throw new Error(`Row ${seq} of the queue went away within a command.`)
  return canonicalSigns(readDocument(scan.data), names.vendors)
}
