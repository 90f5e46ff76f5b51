import type { Caller } from '../../../accounts/keys/guard.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { sliceMs } from '../../../platform/turns.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import {
  acknowledgeItem,
  type GivenItem,
  type ItemResult,
  type RefusedItem,
} from './acknowledge-item.ts'
import { markById, markByNumber, sliceOf, type Call } from './mark-scan.ts'
import { sql } from 'drizzle-orm'
import { scans } from '../tables.ts'

/** A longer list gets transactions of its own, so that other commands do not wait for it. */
const sharedEntriesMax = 500

/** A checked acknowledgement (see mark-schemas.ts). Entries are trimmed. */
type Acknowledgement = {
  ids: readonly string[]
  invoiceNos: readonly string[]
  /** Ids with the revision that was entered. Each gets a result. */
  items?: readonly (GivenItem | RefusedItem)[] | undefined
  source: string | undefined
}

type Entry = { id: string } | { invoiceNo: string } | { item: GivenItem | RefusedItem }

/** The result of some entries. `updated` counts the scans that an entry named. */
type Marked = { updated: number; results: ItemResult[] }

/**
 * Marks scans as synced by id and by invoice number. Marking by id also marks the duplicates. Each entry is marked together with its
 * duplicates. A long list is written in slices, and repeating it after an interruption is safe.
 */
export async function markSynced(
  deps: ScanExportDeps,
  caller: Caller,
  { ids: givenIds, invoiceNos, items = [], source }: Acknowledgement,
  ms = sliceMs,
): Promise<Marked & { syncedAt: number }> {
  const [ids, numbers] = [new Set(givenIds), new Set(invoiceNos)]
  const named = new Set([...ids, ...items.flatMap((item) => ('id' in item ? item.id : []))])
  const syncedAt = deps.clock.now()
  const closesAs = { as: 'delivered', by: null } as const
  const call: Call = { marker: caller, source, closesAs, syncedAt, ids: named, numbers }
  const entries: Entry[] = [
    ...Array.from(ids, (id) => ({ id })),
    ...items.map((item) => ({ item })),
    ...Array.from(numbers, (invoiceNo) => ({ invoiceNo })),
  ]
  const options = { ms, alone: entries.length > sharedEntriesMax }
  const all: Marked = { updated: 0, results: [] }
  for await (const marked of deps.database.writeEach(entries, options, (conn, some) =>
    markEntries(conn, deps, call, some),
  )) {
    all.updated += marked.updated
    all.results.push(...marked.results)
  }
  return { ...all, syncedAt }
}

function markEntries(
  conn: Conn,
  deps: ScanExportDeps,
  call: Call,
  entries: Iterable<Entry>,
): Marked {
  const slice = sliceOf(conn, deps, call)
  const marked: Marked = { updated: 0, results: [] }
  for (const entry of entries) {
    if ('id' in entry) marked.updated += markById(slice, entry.id)
    else if ('invoiceNo' in entry) marked.updated += markByNumber(slice, entry.invoiceNo)
    else {
      const { result, isMarked } = acknowledgeItem(slice, entry.item)
      if (isMarked) marked.updated++
      marked.results.push(result)
    }
  }
  if (marked.updated > 0) recordAcknowledgement(conn, call, marked.updated)
  return marked
}

function recordAcknowledgement(conn: Conn, call: Call, updated: number): void {
  const { userId, keyId } = call.marker
  recordHistory(conn, call.syncedAt, {
    action: 'scans acknowledged',
    userId,
    keyId: keyId ?? undefined,
    details: { updated, source: call.source },
  })
}

/**
 * Of the ids to mark, those that are no scan of this key. Marking ignores them (source: the contract). The call log shows them to whoever
 * runs the program.
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
