import { snapshot, query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanExportDeps } from '../deps.ts'
import { headFacts } from '../../../paper/facts.ts'
import { asDocument, normaliseDocument, readDocument } from '../../../paper/rules/normalise.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { mapNames } from '../delivery/delivered.ts'
import { retentionMs, hasSameValues } from '../scans/rules.ts'
import {
  comparedBy,
  deliveryAt,
  waitingNow,
  type ComparedBy,
  type Delivery,
  type WaitingNow,
} from '../scans/waiting-queries.ts'
import {
  addUpScans,
  listCalled,
  listScanIds,
  sameNumber,
  searchedPaise,
  type ScanListInput,
  type ScanPage,
  type DeliveredFrom,
} from './listed-queries.ts'
import { newestFirst, type ScanOrderBy } from './sort-queries.ts'
import { shownHead, type ShownHead } from '../scans/heads.ts'
import { and, asc, count, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { users } from '../../../accounts/tables.ts'
import { readingJobs, scans } from '../tables.ts'

/**
 * How a scan stands. `pending`: to be typed in. `reading`: Daybook reads it. `check`: held because a check contradicts the values.
 * `waiting`: waits for delivery. `duplicate`: hidden by an older waiting scan. `settled`: a person called it the same paper as another
 * scan. `synced`: delivered. `synced duplicate`: acknowledged together with the delivered original.
 */
type ScanState =
  | 'pending'
  | 'reading'
  | 'failed'
  | 'check'
  | 'waiting'
  | 'duplicate'
  | 'settled'
  | 'synced'
  | 'synced duplicate'

/** A scan in a list. Times in milliseconds since the epoch, `total` in rupees. */
export type ListedScan = Omit<
  ListedRow,
  'head' | 'headAs' | 'deliveredId' | 'readings' | 'hasCorrection'
> &
  ShownHead & {
    /** Whether somebody changed values. `isConfirmed`: somebody went over the values and changed none. */
    isCorrected: boolean
    isConfirmed: boolean
    state: ScanState
    /** The scan that is or was delivered in place of this one. */
    originalId: string | null
    /** When Daybook deletes the scan, delivered or not. */
    expiresAt: number
  }

/** One page of a list of scans, newest first unless sorted otherwise, and how many scans match. */
export function listScans(
  deps: ScanExportDeps,
  input: ScanListInput,
  page: ScanPage,
  order: ScanOrderBy = newestFirst,
): { items: ListedScan[]; total: number } {
  const list = (delivery: Delivery) => {
    const { ids, total } = listScanIds(deps.database.read, input, delivery, page, order)
    return { items: listedScans(deps, delivery, ids), total }
  }
  return atOnce(deps, list)
}

type Called = { text: string; userId: string | null; limit: number }

/** The newest scans whose seller, number or file name contains a text, or whose total it is. Does not search their other values. */
export function findCalledScans(
  deps: ScanExportDeps,
  { text, userId, limit }: Called,
): ListedScan[] {
  return atOnce(deps, (delivery) => {
    const called = { text: foldText(text), paise: searchedPaise(text), userId, limit }
    const found = listCalled(deps.database.read).all(called)
    const ids = found.map(({ id }) => id)
    return listedScans(deps, delivery, ids)
  })
}

/** The scans with these ids, in this order. Leaves out ids that do not exist. */
export function findScans(deps: ScanExportDeps, ids: readonly string[]): ListedScan[] {
  return atOnce(deps, (delivery) => listedScans(deps, delivery, ids))
}

/** The ids of all scans that match, the oldest first. */
export function listScanIdsOf(deps: ScanExportDeps, input: ScanListInput): string[] {
  const everything = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  return atOnce(deps, (delivery) => {
    const { read } = deps.database
    return listScanIds(read, input, delivery, everything).ids.toReversed()
  })
}

/** How many scans match, and the sum of their totals. */
export function totalOfScans(
  deps: ScanExportDeps,
  input: ScanListInput,
): { documents: number; totalPaise: number } {
  return atOnce(deps, (delivery) => addUpScans(deps.database.read, input, delivery))
}

/** Runs all queries on one state of the database. */
function atOnce<T>({ database: { read }, clock }: ScanExportDeps, ask: (at: Delivery) => T): T {
  return snapshot(read, () => ask(deliveryAt(read, clock.now())))
}

/** The scans with these ids, in this order. One query reads all of them. */
export function listedScans(
  deps: ScanExportDeps,
  delivery: Delivery,
  ids: readonly string[],
): ListedScan[] {
  if (ids.length === 0) return []
  const headOf = deliveredHeads(deps)
  return listScanRows(deps.database.read, ids, delivery).map((row) => {
    const { head: _head, headAs: _headAs, deliveredId, readings, hasCorrection, ...scan } = row
    const isConfirmed = readings !== null && isUnchanged(readings)
    const originalId = originalOf(scan, deliveredId)
    return {
      ...scan,
      isCorrected: hasCorrection && !isConfirmed,
      isConfirmed,
      state: stateOf(scan, originalId),
      originalId,
      ...shownHead(headFacts(row.category, headOf(row))),
      expiresAt: scan.createdAt + retentionMs,
    }
  })
}

/** Returns a function for the head of a row as it was or would be delivered. Empty if nothing was read. */
function deliveredHeads({
  database: { read },
  names,
  rules,
}: ScanExportDeps): (row: Pick<ListedRow, 'category' | 'head' | 'headAs'>) => JsonObject {
  const { vendors, products } = names(read)
  return ({ head, headAs, category }) => {
    if (head === null) return {}
    const data = readDocument(head)
    if (headAs === 'delivered') return data.invoice_metadata
    if (headAs === 'waiting') return mapNames(data, category, vendors, products).invoice_metadata
    return normaliseDocument(data, category, rules(read).rules).invoice_metadata
  }
}

function isUnchanged(readings: string): boolean {
  const both: unknown = JSON.parse(readings)
  const [read, typed] = Array.isArray(both) ? both.map(asDocument) : []
  return read !== undefined && typed !== undefined && hasSameValues(read, typed)
}

type Standing = Pick<
  ListedRow,
  'id' | 'status' | 'held' | 'isBeingRead' | 'syncedAt' | 'duplicateOf' | 'sameAs'
>

function originalOf(scan: Standing, deliveredId: string | null): string | null {
  if (scan.syncedAt !== null) return scan.duplicateOf
  return scan.sameAs ?? (deliveredId === scan.id ? null : deliveredId)
}

function stateOf(
  { status, held, isBeingRead, syncedAt, sameAs }: Standing,
  originalId: string | null,
): ScanState {
  if (sameAs !== null && syncedAt === null) return 'settled'
  if (held) return 'check'
  if (status === 'pending' && isBeingRead) return 'reading'
  if (status !== 'successful') return status
  if (syncedAt !== null) return originalId === null ? 'synced' : 'synced duplicate'
  return originalId === null ? 'waiting' : 'duplicate'
}

type ListedRow = ReturnType<typeof listScanRows>[number]

/** Scans by their ids, in this order. Leaves out wide columns, and the lines of what was read. */
function listScanRows(conn: Conn, ids: readonly string[], delivery: Delivery) {
  const listRows = listRowsBy[comparedBy(delivery)]
  return listRows(conn).all({ ids: JSON.stringify(ids), deliveredFrom: delivery.from })
}

const listRowsBy = { number: rowsQuery('number'), sellerNumber: rowsQuery('sellerNumber') }

function rowsQuery(by: ComparedBy) {
  return query((conn, params: Params<{ ids: string } & DeliveredFrom>) =>
    buildListRows(conn, params, by),
  )
}

function buildListRows(
  conn: Conn,
  params: Params<{ ids: string } & DeliveredFrom>,
  by: ComparedBy,
) {
  const [now, first] = [waitingNow(conn, 'now'), waitingNow(conn, 'first')]
  const delivered = conn
    .select({ id: first.scanId })
    .from(first)
    .where(sameNumber(first, now, params, by))
    .orderBy(asc(first.createdAt), asc(first.scanId))
    .limit(1)
  return conn
    .select({
      id: scans.id,
      userId: scans.userId,
      uploadedBy: sql<string>`coalesce(${users.name}, '')`,
      documentId: scans.documentId,
      category: scans.category,
      filename: scans.filename,
      status: scans.status,
      failureReason: scans.failureReason,
      held: scans.held,
      createdAt: scans.createdAt,
      syncedAt: scans.syncedAt,
      duplicateOf: scans.duplicateOf,
      sameAs: scans.sameAs,
      /** The user who uploaded the scan that this one is a copy of. */
      sameAsUserId: sql<string | null>`(SELECT one.user_id FROM scans AS one
        WHERE one.id = coalesce(${scans.duplicateOf}, ${scans.sameAs}))`,
      deliverSeparately: scans.deliverSeparately,
      /** Whether the scan waits for Daybook to read it. */
      isBeingRead:
        sql`EXISTS (SELECT 1 FROM ${readingJobs} WHERE ${readingJobs.scanId} = ${scans.id})`.mapWith(
          Boolean,
        ),
      hasCorrection: sql`${scans.correction} IS NOT NULL`.mapWith(Boolean),
      /** What was read, and the correction, as JSON in this order. Null unless there are both. */
      readings: sql<
        string | null
      >`CASE WHEN ${scans.correction} IS NOT NULL AND ${scans.raw} IS NOT NULL
        THEN json_array(json(${scans.raw}), json(${scans.correction})) END`,
      /** The oldest scan with this number, which is the one that is delivered. Null unless this scan waits. */
      deliveredId: sql<string | null>`${delivered}`,
      ...keptHead(now),
      lines: sql<number>`coalesce(json_array_length(${documentOf(now)}, '$.line_items'), 0)`,
    })
    .from(sql`json_each(${params.ids}) AS named`)
    .innerJoin(scans, eq(scans.id, sql`named.value`))
    .leftJoin(users, eq(users.id, scans.userId))
    .leftJoin(now, eq(now.scanId, scans.id))
    .orderBy(sql`named.key`)
}

/** The document as it was delivered, as it waits, or as it was read. A scan that was imported as delivered has no delivered data. */
function documentOf(now: WaitingNow): SQL {
  return sql`coalesce(${scans.syncedData}, ${now.data}, ${scans.correction}, ${scans.raw})`
}

function keptHead(now: WaitingNow) {
  const document = documentOf(now)
  return {
    /** A document without lines, because a statement has thousands. */
    head: sql<string | null>`CASE WHEN ${document} IS NOT NULL THEN
      json_object('invoice_metadata', json_extract(${document}, '$.invoice_metadata'), 'line_items', json_array()) END`,
    headAs: sql<
      'delivered' | 'waiting' | 'read'
    >`CASE WHEN ${scans.syncedData} IS NOT NULL THEN 'delivered'
      WHEN ${now.seq} IS NOT NULL THEN 'waiting' ELSE 'read' END`,
  }
}

/** The most documents in the queue. Nobody types more in a day. */
const queueMax = 500

/**
 * The documents that wait for a person to type or check them: those with a file first, then the oldest first. Everybody's when `userId`
 * is null. `held`: those in `ids` whose values were read and need a check. `total` counts all documents, `toCheck` all held ones.
 */
export function queueOf(
  { database: { read } }: Pick<ScanExportDeps, 'database'>,
  userId: string | null,
): { ids: string[]; held: string[]; total: number; toCheck: number } {
  return snapshot(read, () => {
    const listed = listQueue(read).all({ userId, limit: queueMax })
    const ids = listed.map(({ id }) => id)
    const held = listed.filter((scan) => scan.held).map(({ id }) => id)
    const { total = 0, toCheck = 0 } = countQueue(read).get({ userId }) ?? {}
    return { ids, held, total, toCheck }
  })
}

type Queue = { userId: string | null }

const listQueue = query((conn, params: Params<Queue & { limit: number }>) =>
  conn
    .select({ id: scans.id, held: scans.held })
    .from(scans)
    .where(inArray(scans.id, idsToType(conn, params)))
    .orderBy(sql`${scans.documentId} is null`, asc(scans.createdAt), asc(scans.id))
    .limit(params.limit),
)

const countQueue = query((conn, params: Params<Queue>) =>
  conn
    .select({ total: count(), toCheck: sql<number>`coalesce(sum(${scans.held}), 0)` })
    .from(scans)
    .where(inArray(scans.id, idsToType(conn, params))),
)

/**
 * Scans that were not read, or not well enough to deliver. Scans that Daybook will still read are left out. The pluses keep SQLite from
 * indexes that lead to the wide rows: one index (scans_created) has every column.
 */
function idsToType(conn: Conn, { userId }: Params<Queue>) {
  return conn
    .select({ id: scans.id })
    .from(scans)
    .where(
      and(
        inArray(scans.status, ['pending', 'failed']),
        sql`(${scans.status} = 'failed' or ${scans.id} not in (select ${readingJobs.scanId} from ${readingJobs}))`,
        sql`+${scans.syncedAt} is null`,
        sql`+${scans.userId} = coalesce(${userId}, ${scans.userId})`,
      ),
    )
}
