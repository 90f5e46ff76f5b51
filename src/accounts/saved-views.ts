import { and, asc, count, eq } from 'drizzle-orm'
import { type Conn, type Params, query } from '../platform/db/connection.ts'
import { insertInto, deleteIn, findIn } from '../platform/db/statements.ts'
import { AppError } from '../platform/errors.ts'
import { newId } from '../platform/ids.ts'
import { foldText, toNfc } from '../platform/text.ts'
import { savedViews } from './tables.ts'

/** The most views of one user, over all lists. */
const viewsMax = 100

const nameMax = 60

type ViewInput = {
  userId: string
  list: string
  name: string
  /** The query of the list's address, in the page's own words. */
  search: string
  /** The visible columns. Null: the page's own choice. */
  columns: readonly string[] | null
}

/** The saved views of a user for a list, by name. */
export const listViews = query((conn, { userId, list }: Params<{ userId: string; list: string }>) =>
  conn
    .select({
      id: savedViews.id,
      name: savedViews.name,
      search: savedViews.search,
      columns: savedViews.columns,
    })
    .from(savedViews)
    .where(and(eq(savedViews.userId, userId), eq(savedViews.list, list)))
    .orderBy(asc(savedViews.foldedName)),
)

/**
 * Saves a view, and replaces one of the same name and list. Returns its id. Throws AppError `invalid_request` with the field, `conflict`
 * when the user has too many views.
 */
export function saveView(conn: Conn, view: ViewInput, now: number): string {
  const name = toNfc(view.name).trim()
  if (name.length === 0 || name.length > nameMax) {
    throw new AppError('invalid_request', `The name must have 1 to ${nameMax} characters.`, {
      field: 'name',
    })
  }
  const foldedName = foldText(name)
  deleteByName(conn).run({ ...view, foldedName })
  if ((countViews(conn).get(view)?.n ?? 0) >= viewsMax) {
    throw new AppError('conflict', `You keep ${viewsMax} views already: remove one first.`)
  }
  const id = newId(now)
  insertView(conn).run({ ...view, id, name, foldedName, createdAt: now })
  return id
}

/** Removes a view of a user. Throws AppError `not_found`, also for somebody else's. */
export function removeView(conn: Conn, userId: string, id: string): void {
  if (findView(conn).get({ userId, id }) === undefined) {
    throw new AppError('not_found', 'This view is gone already.')
  }
  deleteView(conn).run({ userId, id })
}

const findView = findIn(savedViews, 'id', 'userId')

const deleteView = deleteIn(savedViews, 'id', 'userId')

const countViews = query((conn, { userId }: Params<{ userId: string }>) =>
  conn.select({ n: count() }).from(savedViews).where(eq(savedViews.userId, userId)),
)

const deleteByName = deleteIn(savedViews, 'userId', 'list', 'foldedName')

const insertView = insertInto(savedViews)
