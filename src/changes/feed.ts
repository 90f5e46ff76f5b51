import { sql } from 'drizzle-orm'
import { query, snapshot, type Conn, type Params } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { changeMarks, changes } from './tables.ts'

/** Rows read at once. */
const rowsAtOnce = 1_000

/** How long the feed still reports deleted things, in milliseconds: the 30 days that documents are kept. */
const rememberedMs = 30 * 24 * 60 * 60 * 1000

export type ChangeKind = Exclude<(typeof changes.$inferSelect)['kind'], 'catalogue'>

/** One changed thing, and whether it was deleted. */
export type Change = { kind: ChangeKind; id: string; isGone: boolean }

export type ChangesWanted = {
  /** A place in the feed, from an earlier `next`. Undefined is the beginning, `now` the end. */
  after: string | undefined
  kinds: readonly ChangeKind[]
  /** Only this user's documents. Undefined: everybody's. */
  userId?: string | undefined
  limit: number
  /** Lists the products that last changed in a version of the catalogue, by `seq`, for clients that follow products. */
  productsOf?: ProductsOf
}

export type ProductsOf = (
  read: Conn,
  asked: { version: number; behind: number; limit: number },
) => Iterable<{ seq: number; id: string }>

/** `next` is the place after the found changes. `isMore`: more changes follow. */
export type ChangesFound = { found: Change[]; next: string; isMore: boolean }

/** A place after the change with number `seq`. Within a version of the catalogue, after the product with number `part`. */
type Place = { seq: number; part: number }

/**
 * A place, with the position of the mark under which it was given: once that mark is forgotten, deletions after it may be forgotten too.
 */
type ToldPlace = Place & { mark: number }

/** The start of a client without a place. */
const newest: ToldPlace = { seq: 0, part: 0, mark: Number.MAX_SAFE_INTEGER }

type PlacedChange = Change & Place

/**
 * Changes after a place, in order, each thing once. Throws AppError `invalid_request` for an invalid place, and `gone` for a place that the
 * feed no longer reaches.
 */
export function readChanges(read: Conn, wanted: ChangesWanted): ChangesFound {
  return snapshot(read, () => {
    const last = lastSeq(read).get()?.seq ?? 0
    const behind = wanted.after === 'now' ? { ...newest, seq: last } : placeOf(read, wanted.after)
    const some = changesBehind(read, behind, wanted)
      .take(wanted.limit + 1)
      .toArray()
    const found = some.slice(0, wanted.limit)
    const isMore = some.length > found.length
    const end = isMore ? found.at(-1) : undefined
    return { found, next: placeText(read, end ?? { seq: last, part: 0 }, behind.mark), isMore }
  })
}

function* changesBehind(
  read: Conn,
  behind: Place,
  { kinds, userId, limit, productsOf = () => [] }: ChangesWanted,
): Generator<PlacedChange, void> {
  const rowKinds = JSON.stringify(kinds.includes('product') ? ['catalogue', ...kinds] : kinds)
  const first = behind.part > 0 ? behind.seq - 1 : behind.seq
  for (const { seq, kind, id, is_gone: isGone } of rowsBehind(
    read,
    first,
    rowKinds,
    userId ?? null,
  )) {
    if (kind !== 'catalogue') {
      yield { seq, part: 0, kind, id, isGone: isGone === 1 }
      continue
    }
    const part = seq === behind.seq ? behind.part : 0
    for (const product of productsOf(read, {
      version: Number(id),
      behind: part,
      limit: limit + 1,
    })) {
      yield { seq, part: product.seq, kind: 'product', id: product.id, isGone: false }
    }
  }
}

function* rowsBehind(
  read: Conn,
  first: number,
  kinds: string,
  userId: string | null,
): Generator<ChangeRow, void> {
  for (let behind: number | undefined = first; behind !== undefined;) {
    const rows: ChangeRow[] = listChanges(read).all(behind, kinds, userId, rowsAtOnce)
    yield* rows
    behind = rows.length < rowsAtOnce ? undefined : rows.at(-1)?.seq
  }
}

/** Whether anything changed after a place from `readChanges`: cheap, for waiting clients. */
export function isBehind(read: Conn, next: string): boolean {
  return (lastSeq(read).get()?.seq ?? 0) > Number(/-(\d+)/.exec(next)?.[1])
}

/** Records the position of the changes at each start, to recognise a book that was restored. */
export function markChanges(conn: Conn, now: number): void {
  insertMark(conn).run({ id: newId(now).slice(-12), at: now })
}

/** Records the night's mark, and forgets deletions that are older than the feed remembers. */
export function forgetOldChanges(conn: Conn, now: number): void {
  markChanges(conn, now)
  const oldest = findMarkBefore(conn).get(now - rememberedMs)
  if (oldest === null) return
  deleteMarksBefore(conn).run(oldest.position)
  deleteGone(conn).run(oldest.seq)
}

/** Partway, the place keeps the mark that the client came with, until the client has read past the next mark. */
function placeText(read: Conn, { seq, part }: Place, cameWith: number): string {
  const mark = newestMarkOf(read).get(seq, cameWith)
  if (mark === null) throw new Error('The feed of changes has no mark.')
  return `${mark.id}-${seq}${part === 0 ? '' : `.${part}`}`
}

function placeOf(read: Conn, text: string | undefined): ToldPlace {
  if (text === undefined) return newest
  const [, id, seq, part = '0'] = /^([\da-z]{1,12})-(\d{1,15})(?:\.(\d{1,15}))?$/.exec(text) ?? []
  if (id === undefined) throw noPlace(text)
  const mark = findMark(read).get(id)
  if (mark === null) throw notRemembered()
  const end = findNextMark(read).get(mark.position) ?? lastSeq(read).get()
  if (Number(seq) > (end?.seq ?? 0)) throw notRemembered()
  return { seq: Number(seq), part: Number(part), mark: mark.position }
}

function noPlace(place: string): AppError {
  return new AppError(
    'invalid_request',
    `after must be the next of an answer before, or now, got "${place.slice(0, 100)}". Leave it out to start from the beginning.`,
    { field: 'after' },
  )
}

function notRemembered(): AppError {
  return new AppError(
    'gone',
    'The feed does not reach back to this place: it is more than 30 days old, or the data was put back to an earlier time. Start anew, without after.',
    { field: 'after' },
  )
}

type Mark = { position: number; id: string; seq: number }

const newestMarkOf = query((conn) =>
  conn.$client.query<Mark, [seq: number, position: number]>(
    'SELECT position, id, seq FROM change_marks WHERE seq <= ?1 OR position <= ?2 ORDER BY position DESC LIMIT 1',
  ),
)

const findMark = query((conn) =>
  conn.$client.query<Mark, [id: string]>('SELECT position, id, seq FROM change_marks WHERE id = ?'),
)

const findNextMark = query((conn) =>
  conn.$client.query<Mark, [position: number]>(
    'SELECT position, id, seq FROM change_marks WHERE position > ? ORDER BY position LIMIT 1',
  ),
)

const findMarkBefore = query((conn) =>
  conn.$client.query<Mark, [at: number]>(
    'SELECT position, id, seq FROM change_marks WHERE at <= ? ORDER BY position DESC LIMIT 1',
  ),
)

const insertMark = query((conn, { id, at }: Params<{ id: string; at: number }>) =>
  conn.insert(changeMarks).values({
    id,
    at,
    seq: sql`(SELECT coalesce(max(${changes.seq}), 0) FROM ${changes})`,
  }),
)

const deleteMarksBefore = query((conn) =>
  conn.$client.query<null, [position: number]>('DELETE FROM change_marks WHERE position < ?'),
)

/** The last row stays, because the next number is one more than its number. */
const deleteGone = query((conn) =>
  conn.$client.query<null, [seq: number]>(
    'DELETE FROM changes WHERE is_gone = 1 AND seq <= ? AND seq < (SELECT max(seq) FROM changes)',
  ),
)

const lastSeq = query((conn) =>
  conn.$client.query<{ seq: number | null }, []>('SELECT max(seq) AS seq FROM changes'),
)

type ChangeRow = { seq: number; kind: ChangeKind | 'catalogue'; id: string; is_gone: 0 | 1 }

const listChanges = query((conn) =>
  conn.$client.query<
    ChangeRow,
    [after: number, kinds: string, userId: string | null, limit: number]
  >(
    `SELECT seq, kind, id, is_gone FROM changes
     WHERE seq > ?1 AND kind IN (SELECT value FROM json_each(?2))
       AND (?3 IS NULL OR user_id IS NULL OR user_id = ?3)
     ORDER BY seq LIMIT ?4 + 0`,
  ),
)
