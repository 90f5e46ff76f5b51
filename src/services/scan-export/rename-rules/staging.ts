import { and, asc, count, eq, gt, lte, ne, sql } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { normalisedColumns } from '../scans/enqueue.ts'
import { inForce, insertWaiting, rulesUntilForever } from '../scans/waiting-queries.ts'
import { scans, waitingScans } from '../tables.ts'
import type { CompiledRules } from '../normalising/rules.ts'
import type { RawDocument } from '../normalising/normalise.ts'

/*
 * Rows of the queue for the next generation of rules, prepared beside those in force: a scan that comes out different
 * gets a row that begins with the next generation, and its present row ends there. Until the generation moves, nobody
 * sees a difference.
 */

/**
 * The next row in force behind a `seq`, with what was read and whether the scan is delivered separately: one at a time,
 * since a row may hold megabytes.
 */
export const nextToRenormalise = query((conn) =>
  conn
    .select({
      waiting: waitingScans,
      raw: sql<string>`coalesce(${scans.correction}, ${scans.raw})`,
      deliverSeparately: scans.deliverSeparately,
    })
    .from(waitingScans)
    .innerJoin(scans, eq(scans.id, waitingScans.scanId))
    .where(and(gt(waitingScans.seq, sql.placeholder('seq')), inForce()))
    .orderBy(asc(waitingScans.seq))
    .limit(1)
    .prepare(),
)

/** How many rows are in force. */
export function countToRenormalise(conn: Conn, generation: number): number {
  return countInForce(conn).get({ generation })?.n ?? 0
}

const countInForce = query((conn) =>
  conn.select({ n: count() }).from(waitingScans).where(inForce()).prepare(),
)

type Renormalised = {
  waiting: typeof waitingScans.$inferSelect
  raw: string
  deliverSeparately: boolean
}

/** Stages one row; false when the rules do not change it. */
export function stageRow(
  conn: Conn,
  { waiting, raw, deliverSeparately }: Renormalised,
  rules: CompiledRules,
  generation: number,
): boolean {
  const read: RawDocument = JSON.parse(raw)
  const columns = normalisedColumns(read, waiting.category, deliverSeparately, rules)
  // The numbers follow from the data: the same data, the same row.
  if (columns.data === waiting.data) return false
  endRow(conn).run({ seq: waiting.seq, until: generation + 1 })
  const { scanId, userId, category, filename, createdAt, documentHash } = waiting
  const unchanged = { scanId, userId, category, filename, createdAt, documentHash }
  insertWaiting(conn).run({ ...unchanged, ...columns, rulesSince: generation + 1 })
  return true
}

/** Removes some of the rows that ended; false when none is left. */
export function unstageSlice(conn: Conn, generation: number, limit: number): boolean {
  return deleteSome(conn, lte(waitingScans.rulesUntil, generation), limit)
}

/** Undoes some of what an interrupted change prepared; false when none is left. */
export function unstageAll(conn: Conn, generation: number, limit: number): boolean {
  if (deleteSome(conn, gt(waitingScans.rulesSince, generation), limit)) return true
  const reopened = conn
    .update(waitingScans)
    .set({ rulesUntil: rulesUntilForever })
    .where(
      sql`${waitingScans.seq} IN (SELECT seq FROM ${waitingScans} WHERE ${and(
        gt(waitingScans.rulesUntil, generation),
        ne(waitingScans.rulesUntil, rulesUntilForever),
      )} LIMIT ${limit})`,
    )
    .returning({ seq: waitingScans.seq })
    .all()
  return reopened.length > 0
}

function deleteSome(conn: Conn, which: ReturnType<typeof lte>, limit: number): boolean {
  const deleted = conn
    .delete(waitingScans)
    .where(
      sql`${waitingScans.seq} IN (SELECT seq FROM ${waitingScans} WHERE ${which} LIMIT ${limit})`,
    )
    .returning({ seq: waitingScans.seq })
    .all()
  return deleted.length > 0
}

const endRow = query((conn) =>
  conn
    .update(waitingScans)
    .set({ rulesUntil: sql`${sql.placeholder('until')}` })
    .where(eq(waitingScans.seq, sql.placeholder('seq')))
    .prepare(),
)
