import type { Conn } from '../../platform/db/connection.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import { decide } from '../mapping/decisions.ts'
import { closeResults, type SubjectKind } from '../results/queries.ts'

/** What a person makes of what did not get into the books: try it again, it was entered by hand, it is left out. */
export const settlings = ['again', 'by_hand', 'dropped'] as const

export type Settling = (typeof settlings)[number]

const decisions = { again: 'retry', by_hand: 'by_hand', dropped: 'drop' } as const

/** Settles what is open of one document or order, and tells bridges, with `detail`. Returns whether anything was. */
export function settle(
  conn: Conn,
  subject: { kind: SubjectKind; subjectId: string },
  { as, by, now, detail }: { as: Settling; by: string; now: number; detail?: JsonObject },
): boolean {
  const closed = closeResults(conn).all({ ...subject, closedAs: as, closedBy: by, now })
  if (closed.length === 0) return false
  const { kind, subjectId } = subject
  const decision = {
    kind: decisions[as],
    subject: `${kind}:${subjectId}`,
    ...(detail && { detail }),
  }
  for (const whose of whoseAre(closed)) decide(conn, { ...decision, ...whose }, by, now)
  return true
}

type Whose = { books: number } | { program: string }

/** Each books once, and each program that never said which are its own. */
function whoseAre(closed: readonly { program: string; books: number | null }[]): Whose[] {
  const all = closed.map(({ program, books }): Whose => {
    // A late acknowledgement is kept under its key and its fence.
    return books === null ? { program: program.split(' ')[0] ?? program } : { books }
  })
  return [...new Map(all.map((whose) => [JSON.stringify(whose), whose])).values()]
}
