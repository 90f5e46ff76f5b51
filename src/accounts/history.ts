import { type Conn, query } from '../platform/db/connection.ts'
import { newId } from '../platform/ids.ts'
import { and, count, desc, eq, gte, lte, sql } from 'drizzle-orm'
import { apiKeys, history, users } from './tables.ts'

/** What account history is about: how the console lets one choose. */
export const historyKinds = [
  'deliveries',
  'documents',
  'orders',
  'sign-ins',
  'keys',
  'users',
  'rules',
  'names',
  'catalogue',
  'settings',
] as const
export type HistoryKind = (typeof historyKinds)[number]

/** What account history knows of, append-only and kept for good, and what each entry is about. */
const kindOfAction = {
  'organisation set up': 'settings',
  'organisation changed': 'settings',
  'settings changed': 'settings',
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
  'set-up link made': 'settings',
  'network changed': 'settings',
  'credits granted': 'settings',
  'credits adjusted': 'settings',
  'rules changed': 'rules',
  'scans acknowledged': 'deliveries',
  'scans put back': 'deliveries',
  'scan corrected': 'documents',
  'scan retried': 'documents',
  'scan delivered separately': 'documents',
  'scan moved': 'documents',
  'scan removed': 'documents',
  'orders acknowledged': 'deliveries',
  'orders put back': 'deliveries',
  'order placed': 'orders',
  'order moved': 'orders',
  'name renamed': 'names',
  'names merged': 'names',
  'name deleted': 'names',
  'products deleted': 'catalogue',
  'category deleted': 'catalogue',
  'offer deleted': 'catalogue',
  cleanup: 'settings',
  'backup made': 'settings',
  'backup deleted': 'settings',
  'clock confirmed': 'settings',
} as const satisfies Record<string, HistoryKind>

type HistoryAction = keyof typeof kindOfAction

export type HistoryEntry = {
  action: HistoryAction
  userId?: string | undefined
  keyId?: string | undefined
  details: Record<string, unknown>
}

/** Writes one line of account history in the caller's transaction. */
export function recordHistory(conn: Conn, now: number, entry: HistoryEntry): void {
  insertHistory(conn).run({
    id: newId(now),
    at: now,
    action: entry.action,
    userId: entry.userId ?? null,
    keyId: entry.keyId ?? null,
    details: JSON.stringify(entry.details),
  })
}

export function actionsOfKind(kind: HistoryKind): string[] {
  return Object.entries(kindOfAction).flatMap(([action, its]) => (its === kind ? [action] : []))
}

/** Undefined for an action that only another version of Daybook knows. */
export function findKindOf(action: string): HistoryKind | undefined {
  return new Map<string, HistoryKind>(Object.entries(kindOfAction)).get(action)
}

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

const insertHistory = query((conn) =>
  conn
    .insert(history)
    .values({
      id: sql.placeholder('id'),
      at: sql.placeholder('at'),
      action: sql.placeholder('action'),
      userId: sql.placeholder('userId'),
      keyId: sql.placeholder('keyId'),
      details: sql.placeholder('details'),
    })
    .prepare(),
)
