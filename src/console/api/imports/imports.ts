import { Type } from '@sinclair/typebox'
import { listOpenSubjects, type SubjectKind } from '../../../books/results/queries.ts'
import { settlings } from '../../../books/settling/settle.ts'
import { resultOfEach, resultsOf, type ShownResult } from '../../../books/results/shown.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { choiceOf } from '../fields.ts'
import { isoTime } from '../reply.ts'

/** What a person makes of a document or order that did not get into the books. */
export const settleBody = Type.Object({ as: choiceOf(settlings) })

/** What programs said became of one in the books: of each kind the first parts, and how many there are. */
export function shownImports(conn: Conn, kind: SubjectKind, id: string) {
  const { open, entered } = resultsOf(conn, kind, id)
  return {
    open: { ...open, first: open.first.map(shownImport) },
    entered: { ...entered, first: entered.first.map(shownImport) },
  }
}

/** Items of a list, each with what matters most of that; null where nobody said anything. */
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

/** The ids of those that did not get in and that nobody has settled, as a JSON list. */
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
