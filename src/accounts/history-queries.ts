import { and, count, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { query, type Conn } from '../platform/db/connection.ts'
import { apiKeys, history, users } from './tables.ts'

/** What of account history is looked at: all that is not null. Times in milliseconds since the epoch, both included. */
export type HistorySelection = {
  userId: string | null
  actions: readonly string[] | null
  from: number
  until: number
}

/** One page of account history, the newest first, with the names of who did it and of the key. */
export function listHistory(
  conn: Conn,
  selection: HistorySelection,
  page: { limit: number; offset: number },
) {
  return historyQueries(selection)
    .list(conn)
    .all({ ...parametersOf(selection), ...page })
}

export function countHistory(conn: Conn, selection: HistorySelection): number {
  return historyQueries(selection).count(conn).get(parametersOf(selection))?.n ?? 0
}

type Shape = { byUser: boolean; byAction: boolean }

const shapes = new Map<string, ReturnType<typeof buildQueries>>()

/** One pair of prepared queries for each shape of a selection, so that each can use the index that fits it. */
function historyQueries({ userId, actions }: HistorySelection) {
  const shape: Shape = { byUser: userId !== null, byAction: actions !== null }
  const key = JSON.stringify(shape)
  const queries = shapes.get(key) ?? buildQueries(shape)
  shapes.set(key, queries)
  return queries
}

function buildQueries({ byUser, byAction }: Shape) {
  const selected = and(
    byUser ? eq(history.userId, sql.placeholder('userId')) : undefined,
    byAction
      ? sql`${history.action} IN (SELECT value FROM json_each(${sql.placeholder('actions')}))`
      : undefined,
    gte(history.at, sql.placeholder('from')),
    lte(history.at, sql.placeholder('until')),
  )
  // The page is cut in an index alone, and only its rows are read and joined: deep pages stay fast.
  const page = (conn: Conn) =>
    conn
      .select({ row: sql`rowid` })
      .from(history)
      .where(selected)
      .orderBy(desc(history.at), sql`rowid DESC`)
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
  const list = query((conn) =>
    conn
      .select({
        id: history.id,
        at: history.at,
        action: history.action,
        details: history.details,
        userId: history.userId,
        userName: users.name,
        keyName: apiKeys.name,
      })
      .from(history)
      .leftJoin(users, eq(users.id, history.userId))
      .leftJoin(apiKeys, eq(apiKeys.id, history.keyId))
      .where(sql`${history}.rowid IN ${page(conn)}`)
      .orderBy(desc(history.at), sql`${history}.rowid DESC`)
      .prepare(),
  )
  const counted = query((conn) =>
    conn.select({ n: count() }).from(history).where(selected).prepare(),
  )
  return { list, count: counted }
}

function parametersOf({ userId, actions, from, until }: HistorySelection) {
  return { userId, actions: JSON.stringify(actions), from, until }
}
