import { and, asc, count, eq, gt, lte, ne, sql, type SQL } from 'drizzle-orm'
import { type Database, writeAll } from '../../../platform/db/database.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { deleteIn, updateIn } from '../../../platform/db/statements.ts'
import { readDocument } from '../../../paper/rules/normalise.ts'
import type { CompiledRules } from '../../../paper/rules/rules.ts'
import { findRuleVersion } from '../rules-in-force.ts'
import { normalisedColumns } from '../scans/enqueue.ts'
import { removeReplacedHead, stageHead, unstageHead } from '../scans/heads.ts'
import { insertWaiting, rulesUntilForever, waitingNow } from '../scans/waiting-queries.ts'
import { scans, waitingScans } from '../tables.ts'

/*
 * Rows of the queue for the next version of the rules, prepared beside the current rows. A scan that the new rules change gets a row that
 * begins with the next version, and its present row ends there. Nobody sees a difference until the version moves.
 */

/** Rows per query. Only their `seq`, because a row may hold megabytes. */
export const rowsAtOnce = 500

/** The next rows in force after a `seq`, at most `rowsAtOnce`. */
export function rowsToStage(conn: Conn, seq: number): { seq: number }[] {
  return listWaiting(conn).all({ seq, limit: rowsAtOnce })
}

/** All rows in force after a `seq`. */
export function* allToStage(conn: Conn, after: number): Generator<{ seq: number }> {
  let rows = rowsToStage(conn, after)
  while (rows.length > 0) {
    yield* rows
    rows = rowsToStage(conn, rows.at(-1)?.seq ?? after)
  }
}

/** How many rows are in force. */
export function countToStage(conn: Conn): number {
  return countWaiting(conn).get()?.n ?? 0
}

/**
 * Normalises rows in force again. Writes a row of the next version for each row that changes. Returns how many rows there
 * were, how many changed, and the last row's `seq`.
 */
export function stageRows(conn: Conn, rows: Iterable<{ seq: number }>, rules: CompiledRules) {
  const next = findRuleVersion(conn) + 1
  const staged = { seq: 0, rows: 0, changed: 0 }
  for (const { seq } of rows) {
    staged.seq = seq
    staged.rows++
    const row = renormalised(conn, seq, rules)
    if (row === undefined || row.columns.data === row.waiting.data) continue
    staged.changed++
    endRow(conn).run({ seq, rulesUntil: next })
    const { scanId, userId, category, filename, createdAt, documentHash, held } = row.waiting
    const unchanged = { scanId, userId, category, filename, createdAt, documentHash, held }
    insertWaiting(conn).run({
      ...unchanged,
      ...row.columns,
      rulesSince: next,
      rulesUntil: rulesUntilForever,
    })
    stageHead(conn, readDocument(row.columns.data), { scanId, category, filename, next })
  }
  return staged
}

/** A row of the queue, and its values under these rules. Undefined when the row is gone. */
export function renormalised(conn: Conn, seq: number, rules: CompiledRules) {
  const row = findWithRead(conn).get({ seq })
  if (row === undefined) return undefined
  const { waiting, read, deliverSeparately } = row
  const columns = normalisedColumns(readDocument(read), waiting.category, deliverSeparately, rules)
  return { waiting, columns }
}

/** Removes the prepared rows of an interrupted change, and the replaced rows that it left behind. */
export async function clearAway(database: Database): Promise<void> {
  await removeReplaced(database)
  await eachRow(database, listPrepared, (conn, { seq, scanId }) => {
    deleteRow(conn).run({ seq })
    unstageHead(conn, scanId)
  })
  await eachRow(database, listEnding, (conn, { seq, scanId }) => {
    endRow(conn).run({ seq, rulesUntil: rulesUntilForever })
    unstageHead(conn, scanId)
  })
}

/** Removes rows that no version shows any more. */
export async function removeReplaced(database: Database): Promise<void> {
  await eachRow(database, listEnded, (conn, { seq, scanId }) => {
    deleteRow(conn).run({ seq })
    removeReplacedHead(conn, scanId)
  })
}

/** How long one slice may take, in milliseconds. */
const clearingMs = 5

type Asked = Params<{ version: number }>

async function eachRow(
  database: Database,
  list: ReturnType<typeof listOf>,
  write: (conn: Conn, row: { seq: number; scanId: string }) => void,
): Promise<void> {
  const next = (conn: Conn) => list(conn).all({ version: findRuleVersion(conn) })
  await writeAll(database, next, { ms: clearingMs }, (conn, rows) => {
    for (const row of rows) write(conn, row)
  })
}

const listEnded = listOf(({ version }) => lte(waitingScans.rulesUntil, version))

const listPrepared = listOf(({ version }) => gt(waitingScans.rulesSince, version))

/** Rows that end with the next version. */
const listEnding = listOf(({ version }) =>
  and(gt(waitingScans.rulesUntil, version), ne(waitingScans.rulesUntil, rulesUntilForever)),
)

function listOf(which: (asked: Asked) => SQL | undefined) {
  return query((conn, asked: Asked) =>
    conn
      .select({ seq: waitingScans.seq, scanId: waitingScans.scanId })
      .from(waitingScans)
      .where(which(asked))
      .limit(rowsAtOnce),
  )
}

const listWaiting = query((conn, { seq, limit }: Params<{ seq: number; limit: number }>) => {
  const now = waitingNow(conn, 'now')
  return conn
    .select({ seq: now.seq })
    .from(now)
    .where(gt(now.seq, seq))
    .orderBy(asc(now.seq))
    .limit(limit)
})

const countWaiting = query((conn) => conn.select({ n: count() }).from(waitingNow(conn, 'now')))

/** A row with what was read, and whether the scan is delivered separately. */
const findWithRead = query((conn, { seq }: Params<{ seq: number }>) =>
  conn
    .select({
      waiting: waitingScans,
      read: sql<string>`coalesce(${scans.correction}, ${scans.raw})`,
      deliverSeparately: scans.deliverSeparately,
    })
    .from(waitingScans)
    .innerJoin(scans, eq(scans.id, waitingScans.scanId))
    .where(eq(waitingScans.seq, seq)),
)

const endRow = updateIn(waitingScans, 'seq', ['rulesUntil'])

const deleteRow = deleteIn(waitingScans, 'seq')
