import { and, asc, count, desc, eq, gte, inArray, lte, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../platform/db/connection.ts'
import { insertInto } from '../platform/db/statements.ts'
import { newId } from '../platform/ids.ts'
import { apiKeys, history, users } from './tables.ts'

// Account history is append-only and kept for good. Each part with data of its own declares its actions and their subjects. The console
// combines the declarations.

/** Actions that accounts record. */
export const accountActions = {
  'organisation set up': 'settings',
  'organisation changed': 'settings',
  'data restored': 'settings',
  'set-up link made': 'settings',
  'credits granted': 'settings',
  'credits adjusted': 'settings',
  'user added': 'users',
  'user deactivated': 'users',
  'user reactivated': 'users',
  'role changed': 'users',
  'password link made': 'users',
  'password changed': 'users',
  'key created': 'keys',
  'key revoked': 'keys',
  'key rotated': 'keys',
  'signed in': 'sign-ins',
  'signed out': 'sign-ins',
  'sign-in refused': 'sign-ins',
  'session revoked': 'sign-ins',
  'two steps switched on': 'sign-ins',
  'two steps switched off': 'sign-ins',
  'recovery codes made': 'sign-ins',
  'recovery code used': 'sign-ins',
  'code refused': 'sign-ins',
  'passkey added': 'sign-ins',
  'passkey removed': 'sign-ins',
} as const

/** Actions of commands that import files: nobody is signed in there. */
export const importActions = {
  'documents brought in': 'documents',
  'names brought in': 'names',
  'categories brought in': 'catalogue',
  'offers brought in': 'catalogue',
  'products brought in': 'catalogue',
  'orders brought in': 'orders',
} as const

type EnterHistory<Action extends string> = (
  conn: Conn,
  now: number,
  entry: {
    action: Action
    userId?: string | undefined
    keyId?: string | undefined
    details: Record<string, unknown>
  },
) => void

/** Makes the function by which a part records its own actions: one line of account history, in the caller's transaction. */
export function recorderOf<Action extends string>(): EnterHistory<Action> {
  return (conn, now, { action, userId = null, keyId = null, details }) =>
    insertHistory(conn).run({
      id: newId(now),
      at: now,
      action,
      userId,
      keyId,
      details: JSON.stringify(details),
    })
}

export const recordHistory = recorderOf<keyof typeof accountActions>()
export const recordImport = recorderOf<keyof typeof importActions>()

/** A selection of account history: every field that is not null applies. Times in milliseconds since the epoch, both included. */
export type HistorySelection = {
  userId: string | null
  actions: readonly string[] | null
  from: number
  until: number
  isOldestFirst?: boolean
}

/** One page of account history, with the names of the acting user and the key. */
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

const shapes = new Map<string, ReturnType<typeof buildQueries>>()

/** One pair of prepared queries for each shape of a selection, so that each can use the index that fits it. */
function historyQueries({ userId, actions, isOldestFirst = false }: HistorySelection) {
  const key = JSON.stringify([userId === null, actions === null, isOldestFirst])
  const queries = shapes.get(key) ?? buildQueries(userId !== null, actions !== null, isOldestFirst)
  shapes.set(key, queries)
  return queries
}

type Parameters = { userId: string | null; actions: string; from: number; until: number }
type PageParameters = Parameters & { limit: number; offset: number }

function buildQueries(byUser: boolean, byAction: boolean, isOldestFirst: boolean) {
  const direction = isOldestFirst ? asc : desc
  const selected = ({ userId, actions, from, until }: Params<Parameters>) =>
    and(
      byUser ? eq(history.userId, userId) : undefined,
      byAction ? sql`${history.action} IN (SELECT value FROM json_each(${actions}))` : undefined,
      gte(history.at, from),
      lte(history.at, until),
    )
  // The page is cut in an index alone, and only its rows are read and joined: deep pages stay fast.
  const page = (conn: Conn, params: Params<PageParameters>) =>
    conn
      .select({ seq: history.seq })
      .from(history)
      .where(selected(params))
      .orderBy(direction(history.at), direction(history.seq))
      .limit(params.limit)
      .offset(params.offset)
  const list = query((conn, params: Params<PageParameters>) =>
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
      .where(inArray(history.seq, page(conn, params)))
      .orderBy(direction(history.at), direction(history.seq)),
  )
  const counted = query((conn, params: Params<Parameters>) =>
    conn.select({ n: count() }).from(history).where(selected(params)),
  )
  return { list, count: counted }
}

function parametersOf({ userId, actions, from, until }: HistorySelection): Parameters {
  return { userId, actions: JSON.stringify(actions), from, until }
}

const insertHistory = insertInto(history)
