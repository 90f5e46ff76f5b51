import type { Caller } from '../../../accounts/guard.ts'
import { recordHistory } from '../../../accounts/history.ts'
import type { NameMatchers } from '../../../names/matchers.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { ScanExportParts } from '../parts.ts'
import { findGeneration } from '../rename-rules/queries.ts'
import { findCopies } from './copies.ts'
import { deliveredData } from './delivered.ts'
import { setSynced } from './queries.ts'
import {
  deleteWaiting,
  findWaiting,
  listWaitingByInvoiceNo,
  type WaitingScan,
} from './waiting-queries.ts'

/** Entries that one transaction takes: a long list never keeps others waiting (about 20 ms at 40 microseconds each). */
const entriesPerSlice = 500

/** An acknowledgement as it came, checked (see rules.ts). Entries are trimmed already. */
export type Acknowledgement = {
  ids: readonly string[]
  invoiceNos: readonly string[]
  source: string | undefined
}

export type Acknowledged = { updated: number; syncedAt: number }

type Entry = { id: string } | { invoiceNo: string }

/** What one acknowledgement works with; `ids` and `numbers` are all that its body names. */
type Call = {
  caller: Caller
  source: string | undefined
  syncedAt: number
  ids: ReadonlySet<string>
  numbers: ReadonlySet<string>
}

/**
 * Marks scans as synced by id and by invoice number, and settles the copies of those marked by id. Each entry and its
 * copies are one: a long list goes in slices, and repeating it after an interruption is safe.
 */
export async function markSynced(
  parts: ScanExportParts,
  caller: Caller,
  wish: Acknowledgement,
): Promise<Acknowledged> {
  const ids = new Set(wish.ids)
  const numbers = new Set(wish.invoiceNos)
  const syncedAt = parts.clock.now()
  const call: Call = { caller, source: wish.source, syncedAt, ids, numbers }
  const entries: Entry[] = [
    ...[...ids].map((id) => ({ id })),
    ...[...numbers].map((invoiceNo) => ({ invoiceNo })),
  ]
  let updated = 0
  for (let start = 0; start < entries.length; start += entriesPerSlice) {
    const slice = entries.slice(start, start + entriesPerSlice)
    updated += await parts.book.write((conn) => markSlice(conn, parts, call, slice), {
      alone: entries.length > entriesPerSlice,
    })
  }
  return { updated, syncedAt }
}

function markSlice(
  conn: Conn,
  parts: ScanExportParts,
  call: Call,
  entries: readonly Entry[],
): number {
  const names = parts.names(conn)
  const generation = findGeneration(conn)
  let updated = 0
  for (const entry of entries) {
    if ('invoiceNo' in entry) {
      const userId = call.caller.allUsers ? null : call.caller.userId
      const { invoiceNo } = entry
      const matches = listWaitingByInvoiceNo(conn).all({ userId, invoiceNo, generation })
      for (const scan of matches) markScan(conn, call, scan, names, null)
      updated += matches.length
      continue
    }
    const scan = findWaiting(conn).get({ scanId: entry.id, generation })
    if (scan === undefined || !mayMark(call.caller, scan)) continue
    settleCopies(conn, call, scan, names, generation)
    markScan(conn, call, scan, names, null)
    updated++
  }
  if (updated > 0) recordAcknowledgement(conn, call, updated)
  return updated
}

function mayMark(caller: Caller, scan: WaitingScan): boolean {
  return caller.allUsers || scan.userId === caller.userId
}

/** Copies that the body names itself are marked in their own right, and count. */
function settleCopies(
  conn: Conn,
  call: Call,
  scan: WaitingScan,
  names: NameMatchers,
  generation: number,
): void {
  for (const copy of findCopies(conn, scan, names, generation)) {
    const isNamed =
      call.ids.has(copy.scanId) || (copy.invoiceNo !== null && call.numbers.has(copy.invoiceNo))
    if (!isNamed) markScan(conn, call, copy, names, scan.scanId)
  }
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
