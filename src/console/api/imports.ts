import { Type } from '@sinclair/typebox'
import { listOpenSubjects, type SubjectKind } from '../../books/results/queries.ts'
import { settlings } from '../../books/settling/settle.ts'
import { resultOfEach, resultsOf, type ShownResult } from '../../books/results/shown.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { choiceOf } from './fields.ts'
import { isoTime } from './reply.ts'

/** A person's decision about a document or order that is not in the accounts. */
export const settleBody = Type.Object({ as: choiceOf(settlings) })

/** The import results of a document or order: the first of each kind, and their numbers. */
export function shownImports(conn: Conn, kind: SubjectKind, id: string) {
  const { open, entered } = resultsOf(conn, kind, id)
  return {
    open: { ...open, first: open.first.map(shownImport) },
    entered: { ...entered, first: entered.first.map(shownImport) },
  }
}

/** The latest import result for each item of a list. Null for items without a result. */
export function withImports<Item extends { id: string }>(
  conn: Conn,
  kind: SubjectKind,
  items: readonly Item[],
) {
  const ids = items.map(({ id }) => id)
  const results = resultOfEach(conn, kind, ids)
  return items.map((item) => {
    const result = results.get(item.id)
    return { ...item, inBooks: result === undefined ? null : shownImport(result) }
  })
}

/** The ids of documents or orders that are not in the accounts and not settled, as a JSON list. */
export function openImportIds(conn: Conn, kind: SubjectKind): string {
  const open = listOpenSubjects(conn).all({ kind })
  return JSON.stringify(open.map(({ id }) => id))
}

function shownImport({ firstAt, lastAt, closedAt, ...result }: ShownResult) {
  return {
    ...result,
    firstAt: new Date(firstAt).toISOString(),
    lastAt: new Date(lastAt).toISOString(),
    closedAt: isoTime(closedAt),
  }
}
