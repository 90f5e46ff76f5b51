import { forgetLeased } from '../leases/queries.ts'
import { forgetOpenDecisions } from '../mapping/decision-queries.ts'
import { decide } from '../mapping/decisions.ts'
import { closeResults, type SubjectKind, forgetResults } from '../results/queries.ts'
import { recordHistory } from '../results/store-result.ts'
import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Clock } from '../../platform/time.ts'
import type { JsonObject } from '../../platform/json/json.ts'

/** What a person decides about a part that was not entered: try again, entered by hand, or leave out. */
export const settlings = ['again', 'by_hand', 'dropped'] as const

export type Settling = (typeof settlings)[number]

const decisions = { again: 'retry', by_hand: 'by_hand', dropped: 'drop' } as const

type Decided = { as: Settling; by: string; now: number }

/** What a service does with its documents or orders when a person settles them. */
type Settled = {
  kind: SubjectKind
  /** Delivers one that was entered by hand or left out. */
  deliver(conn: Conn, id: string, decided: Decided & { as: 'by_hand' | 'dropped' }): void
  /** Its name in account history. */
  nameOf(conn: Conn, id: string): Record<string, string>
}

/**
 * Settles documents or orders that did not get into the accounts. Those to try again wait as before, the others become delivered. Skips
 * those without an open import result. Returns how many were settled.
 */
export async function settleAll(
  { database, clock }: { database: Database; clock: Clock },
  { kind, deliver, nameOf }: Settled,
  ids: readonly string[],
  as: Settling,
  by: string,
): Promise<number> {
  const now = clock.now()
  let total = 0
  const slices = database.writeEach(ids, {}, (conn, some) => {
    const settled = Array.from(some).filter((id) => {
      if (!settle(conn, { kind, subjectId: id }, { as, by, now })) return false
      if (as !== 'again') deliver(conn, id, { as, by, now })
      return true
    })
    const [first] = settled
    if (first === undefined) return 0
    const name = settled.length === 1 ? nameOf(conn, first) : {}
    const details = { of: kind, as, subjects: settled.length, ...name }
    recordHistory(conn, now, { action: 'import settled', userId: by, details })
    return settled.length
  })
  for await (const settled of slices) total += settled
  return total
}

/** Settles the open parts of a document or order, and informs bridges, with `detail`. Returns whether anything was open. */
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

/** The bridges to inform: each accounts once, and each program that never named its accounts. */
function whoseAre(closed: readonly { program: string; books: number | null }[]): Whose[] {
  const all = closed.map(({ program, books }): Whose => {
    // The program of a late acknowledgement is its key and its fence.
    return books === null ? { program: program.split(' ')[0] ?? program } : { books }
  })
  return [...new Map(all.map((whose) => [JSON.stringify(whose), whose])).values()]
}

/** Forgets results, lease and open decisions of a document or order that is deleted. */
export function forgetImports(conn: Conn, kind: SubjectKind, subjectId: string): void {
  forgetResults(conn).run({ kind, subjectId })
  forgetLeased(conn).run({ kind, subjectId })
  forgetOpenDecisions(conn).run({ subject: `${kind}:${subjectId}` })
}
