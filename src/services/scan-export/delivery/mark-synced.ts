import type { Caller } from '../../../accounts/keys/guard.ts'
import { recordHistory } from '../history.ts'
import type { NameMatchers } from '../../../names/matching.ts'
import { type Conn, query } from '../../../platform/db/connection.ts'
import { sliceMs, within } from '../../../platform/turns.ts'
import type { ScanExportDeps } from '../deps.ts'
import { findRuleVersion } from '../rules-in-force.ts'
import { deliveredData, storedData } from './delivered.ts'
import { setSynced, findDeliverSeparately } from '../scans/queries.ts'
import {
  deleteWaiting,
  findWaiting,
  listWaitingByInvoiceNo,
  type AlikeScan,
  type WaitingScan,
  findWaitingBySeq,
  listAlike,
} from '../scans/waiting-queries.ts'
import { mayBeSamePaper, sellerSigns, type SellerSigns } from '../scans/rules.ts'
import { sql } from 'drizzle-orm'
import { scans } from '../tables.ts'

/** A longer list is not written together with the acts of others: it fills transactions of its own. */
const sharedEntriesMax = 500

/** An acknowledgement as it came, checked (see rules.ts). Entries are trimmed already. */
type Acknowledgement = {
  ids: readonly string[]
  invoiceNos: readonly string[]
  source: string | undefined
}

type Acknowledged = { updated: number; syncedAt: number }

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
  generation: number
  copies: FindCopies
}

/**
 * Marks scans as synced by id and by invoice number, and settles the copies of those marked by id. Each entry and its
 * copies are one: a long list goes in slices, and repeating it after an interruption is safe.
 */
export async function markSynced(
  deps: ScanExportDeps,
  caller: Caller,
  input: Acknowledgement,
  ms = sliceMs,
): Promise<Acknowledged> {
  const ids = new Set(input.ids)
  const numbers = new Set(input.invoiceNos)
  const syncedAt = deps.clock.now()
  const call: Call = { caller, source: input.source, syncedAt, ids, numbers }
  const entries: Entry[] = [
    ...[...ids].map((id) => ({ id })),
    ...[...numbers].map((invoiceNo) => ({ invoiceNo })),
  ]
  let updated = 0
  let start = 0
  while (start < entries.length) {
    const rest = entries.slice(start)
    const slice = await deps.database.write((conn) => markSlice(conn, deps, call, rest, ms), {
      alone: entries.length > sharedEntriesMax,
    })
    updated += slice.updated
    start += slice.entries
  }
  return { updated, syncedAt }
}

/** Marks as many entries as it has time for, one at least. */
function markSlice(
  conn: Conn,
  deps: ScanExportDeps,
  call: Call,
  entries: readonly Entry[],
  ms: number,
): { updated: number; entries: number } {
  const names = deps.names(conn)
  const generation = findRuleVersion(conn)
  const slice: Slice = {
    conn,
    call,
    names,
    generation,
    copies: copyFinder(conn, names, generation),
  }
  let updated = 0
  let done = 0
  for (const entry of within(entries, ms)) {
    updated += 'id' in entry ? markById(slice, entry.id) : markByNumber(slice, entry.invoiceNo)
    done++
  }
  if (updated > 0) recordAcknowledgement(conn, call, updated)
  return { updated, entries: done }
}

function markByNumber({ conn, call, names, generation }: Slice, invoiceNo: string): number {
  const userId = call.caller.allUsers ? null : call.caller.userId
  const matches = listWaitingByInvoiceNo(conn).all({ userId, invoiceNo, generation })
  for (const scan of matches) markScan(conn, call, scan, names, null)
  return matches.length
}

function markById(slice: Slice, scanId: string): number {
  const { conn, call, names, generation } = slice
  const scan = findWaiting(conn).get({ scanId, generation })
  if (scan === undefined || !mayMark(call.caller, scan)) return 0
  // Copies that the body names itself are marked in their own right, and count.
  const isNamed = (copy: AlikeScan) =>
    call.ids.has(copy.scanId) || (copy.invoiceNo !== null && call.numbers.has(copy.invoiceNo))
  for (const copy of slice.copies(scan, isNamed)) markScan(conn, call, copy, names, scanId)
  markScan(conn, call, scan, names, null)
  return 1
}

function mayMark(caller: Caller, scan: WaitingScan): boolean {
  return caller.allUsers || scan.userId === caller.userId
}

/** Stores the acknowledgement with the data as it stood, and takes the scan out of the queue. */
function markScan(
  conn: Conn,
  call: Call,
  scan: WaitingScan,
  names: NameMatchers,
  duplicateOf: string | null,
): void {
  setSynced(conn).run({
    id: scan.scanId,
    syncedAt: call.syncedAt,
    source: call.source ?? null,
    keyId: call.caller.keyId,
    data: deliveredData(scan, names),
    duplicateOf,
  })
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

type FindCopies = (scan: WaitingScan, isNamed: (other: AlikeScan) => boolean) => WaitingScan[]

type SignsOf = (seq: number) => SellerSigns

/**
 * Finds the copies of a scan, for one act: younger ones that wait, of the same user and category, with the same
 * document bytes, or with the same invoice number and no sign of another seller. Not those that an owner delivers
 * separately, nor those that the call names itself. The signs of each scan are read once: many may share a number.
 */
function copyFinder(conn: Conn, names: NameMatchers, generation: number): FindCopies {
  const signsOf = readOnce(conn, names)
  return (scan, isNamed) => {
    const { scanId, userId, category, documentHash, invoiceNo } = scan
    if (documentHash === null && invoiceNo === null) return []
    return listAlike(conn)
      .all({ scanId, userId, category, documentHash, invoiceNo, generation })
      .filter(
        (other) =>
          isYounger(other, scan) &&
          !isNamed(other) &&
          isSamePaper(other, scan, signsOf) &&
          !isOfItsOwn(conn, other),
      )
      .flatMap(({ seq }) => findWaitingBySeq(conn).get({ seq }) ?? [])
  }
}

/** An owner said that it is another paper. */
function isOfItsOwn(conn: Conn, { scanId }: AlikeScan): boolean {
  return findDeliverSeparately(conn).get({ id: scanId })?.deliverSeparately === true
}

function isSamePaper(other: AlikeScan, scan: AlikeScan, signsOf: SignsOf): boolean {
  if (other.documentHash !== null && other.documentHash === scan.documentHash) return true
  return mayBeSamePaper(signsOf(scan.seq), signsOf(other.seq))
}

function isYounger(copy: AlikeScan, scan: AlikeScan): boolean {
  if (copy.createdAt !== scan.createdAt) return copy.createdAt > scan.createdAt
  return copy.scanId > scan.scanId
}

function readOnce(conn: Conn, names: NameMatchers): SignsOf {
  const known = new Map<number, SellerSigns>()
  return (seq) => {
    const signs = known.get(seq) ?? readSigns(conn, names, seq)
    known.set(seq, signs)
    return signs
  }
}

/** Vendor names are compared as they are delivered: two aliases of one vendor are no sign of another seller. */
function readSigns(conn: Conn, names: NameMatchers, seq: number): SellerSigns {
  const scan = findWaitingBySeq(conn).get({ seq })
  if (scan === undefined) throw new Error(`Row ${seq} of the queue went away within an act.`)
  const signs = sellerSigns(storedData(scan))
  const { vendorName } = signs
  if (vendorName === undefined) return signs
  return { ...signs, vendorName: names.vendors.canonical(vendorName) ?? vendorName }
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

const listUnknown = query((conn) =>
  conn
    .select({ id: sql<string>`named.value` })
    .from(sql`json_each(${sql.placeholder('ids')}) AS named`)
    .where(
      sql`NOT EXISTS (SELECT 1 FROM ${scans} WHERE ${scans.id} = named.value
        AND (${sql.placeholder('userId')} IS NULL OR ${scans.userId} = ${sql.placeholder('userId')}))`,
    )
    .prepare(),
)
