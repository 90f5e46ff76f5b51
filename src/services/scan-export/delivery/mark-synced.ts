import { sql } from 'drizzle-orm'
import type { Caller } from '../../../accounts/keys/guard.ts'
import type { NameMatchers } from '../../../names/matching.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { sliceMs } from '../../../platform/turns.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { readDocument } from '../normalising/normalise.ts'
import type { RulesInForce } from '../rules-in-force.ts'
import { normalisedColumns } from '../scans/enqueue.ts'
import {
  areToldApart,
  findNarrowScan,
  findScan,
  listSettledWithNumber,
  setReleased,
  setSynced,
} from '../scans/queries.ts'
import { canonicalSigns, mayBeSamePaper, type SellerSigns } from '../scans/rules.ts'
import { findStandingFor } from '../scans/same-paper.ts'
import {
  deleteWaiting,
  findWaiting,
  findWaitingBySeq,
  listAlike,
  listWaitingByInvoiceNo,
  type AlikeScan,
  type WaitingScan,
} from '../scans/waiting-queries.ts'
import { scans } from '../tables.ts'
import { deliveredData } from './delivered.ts'

/** A longer list is not written together with the commands of others: it fills transactions of its own. */
const sharedEntriesMax = 500

/** An acknowledgement as it came, checked (see schemas.ts). Entries are trimmed already. */
type Acknowledgement = {
  ids: readonly string[]
  invoiceNos: readonly string[]
  source: string | undefined
}

type Entry = { id: string } | { invoiceNo: string }

/** What one acknowledgement works with; `ids` and `numbers` are all that its body names. */
type Call = {
  caller: Caller
  source: string | undefined
  syncedAt: number
  ids: ReadonlySet<string>
  numbers: ReadonlySet<string>
}

/** What one transaction of a call works with. */
type Slice = {
  conn: Conn
  call: Call
  names: NameMatchers
  rules: RulesInForce
  signsOf: SignsOf
}

/**
 * Marks scans as synced by id and by invoice number, and those marked by id with their duplicates. Each entry and its
 * duplicates are one: a long list goes in slices, and repeating it after an interruption is safe.
 */
export async function markSynced(
  deps: ScanExportDeps,
  caller: Caller,
  { ids: givenIds, invoiceNos, source }: Acknowledgement,
  ms = sliceMs,
): Promise<{ updated: number; syncedAt: number }> {
  const [ids, numbers] = [new Set(givenIds), new Set(invoiceNos)]
  const call: Call = { caller, source, syncedAt: deps.clock.now(), ids, numbers }
  const entries: Entry[] = [
    ...Array.from(ids, (id) => ({ id })),
    ...Array.from(numbers, (invoiceNo) => ({ invoiceNo })),
  ]
  const options = { ms, alone: entries.length > sharedEntriesMax }
  let updated = 0
  for await (const marked of deps.database.writeEach(entries, options, (conn, some) =>
    markEntries(conn, deps, call, some),
  )) {
    updated += marked
  }
  return { updated, syncedAt: call.syncedAt }
}

function markEntries(
  conn: Conn,
  deps: ScanExportDeps,
  call: Call,
  entries: Iterable<Entry>,
): number {
  const names = deps.names(conn)
  const rules = deps.rules(conn)
  const slice: Slice = { conn, call, names, rules, signsOf: signsReader(conn, names) }
  let updated = 0
  for (const entry of entries) {
    updated += 'id' in entry ? markById(slice, entry.id) : markByNumber(slice, entry.invoiceNo)
  }
  if (updated > 0) recordAcknowledgement(conn, call, updated)
  return updated
}

function markByNumber(slice: Slice, invoiceNo: string): number {
  const { allUsers, userId } = slice.call.caller
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

function markById(slice: Slice, scanId: string): number {
  const { allUsers, userId } = slice.call.caller
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
  if (scan === undefined || !(call.caller.allUsers || scan.userId === call.caller.userId)) return 0
  const read = scan.correction ?? scan.raw
  if (scan.sameAs === null || scan.syncedAt !== null || read === null) return 0
  const { category, held } = scan
  const columns = normalisedColumns(readDocument(read), category, false, slice.rules.rules)
  markScan(slice, { ...columns, scanId: id, category, held }, null)
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
  const { allUsers, userId } = slice.call.caller
  const settled = listSettledWithNumber(slice.conn)
    .all({ userId: allUsers ? null : userId, invoiceNo })
    .filter(({ id }) => findStandingFor(slice.conn, id)?.syncedAt === null)
  return settled.reduce((sum, { id }) => sum + markFetched(slice, id), 0)
}

/** Stores the acknowledgement with the data as it stood, and takes the scan out of the queue. Nothing holds it any more. */
function markScan(
  { conn, call, names }: Slice,
  scan: Pick<WaitingScan, 'scanId' | 'category' | 'data' | 'invoiceNo' | 'held'>,
  duplicateOf: string | null,
): void {
  setSynced(conn).run({
    id: scan.scanId,
    syncedAt: call.syncedAt,
    syncedSource: call.source ?? null,
    syncedKeyId: call.caller.keyId,
    syncedData: deliveredData(scan, names),
    syncedNo: scan.invoiceNo,
    duplicateOf,
  })
  const released = { status: 'successful', failureReason: null, held: false } as const
  if (scan.held === true) setReleased(conn).run({ id: scan.scanId, ...released })
  deleteWaiting(conn).run({ scanId: scan.scanId })
}

function recordAcknowledgement(conn: Conn, call: Call, updated: number): void {
  recordHistory(conn, call.syncedAt, {
    action: 'scans acknowledged',
    userId: call.caller.userId,
    keyId: call.caller.keyId,
    details: { updated, source: call.source },
  })
}

/**
 * The duplicates of a scan: younger ones that wait, of the same user and category, with the same document bytes, or with
 * the same invoice number and no sign of another seller. Not those that somebody said are other papers, nor those that the
 * call names itself: they are marked in their own right, and count.
 */
function findDuplicates(slice: Slice, scan: WaitingScan): WaitingScan[] {
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

function isNamed({ ids, numbers }: Call, { scanId, invoiceNo }: AlikeScan): boolean {
  return ids.has(scanId) || (invoiceNo !== null && numbers.has(invoiceNo))
}

function isSamePaper({ signsOf }: Slice, one: AlikeScan, other: AlikeScan): boolean {
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

/**
 * Of ids that were to be marked, those that are no scan that the key can see. Marking passes over them (source: the
 * contract); whoever looks after the program that sent them wants to know.
 */
export function findUnknownIds(
  conn: Conn,
  { allUsers, userId }: Caller,
  ids: readonly string[],
): string[] {
  const input = { ids: JSON.stringify([...new Set(ids)]), userId: allUsers ? null : userId }
  return listUnknown(conn)
    .all(input)
    .map(({ id }) => id)
}

const listUnknown = query((conn, { ids, userId }: Params<{ ids: string; userId: string | null }>) =>
  conn
    .select({ id: sql<string>`named.value` })
    .from(sql`json_each(${ids}) AS named`)
    .where(
      sql`NOT EXISTS (SELECT 1 FROM ${scans} WHERE ${scans.id} = named.value
        AND (${userId} IS NULL OR ${scans.userId} = ${userId}))`,
    ),
)
