import type { Conn } from '../../platform/db/connection.ts'
import { booksOfKey } from '../mapping/companies.ts'
import {
  deleteResult,
  findResult,
  insertResult,
  type StoredResult,
  type SubjectKind,
} from './queries.ts'
import type { GivenResult } from './read-result.ts'
import type { Outcome } from './record.ts'

/**
 * Stores a program's latest result. What a person settled stays settled while the program only repeats itself. `said` are the program's
 * accounts, if it named them. Returns whether the result is news: another attempt alone is not.
 */
export function storeResult(
  conn: Conn,
  kind: SubjectKind,
  program: string,
  given: GivenResult,
  now: number,
  said?: number,
): boolean {
  const key = { kind, subjectId: given.id, part: given.part, program }
  const before = findResult(conn).get(key)
  const isNews =
    before === undefined || before.outcome !== given.outcome || before.code !== codeOf(given)
  const books = said ?? before?.books ?? booksOfKey(conn, program) ?? null
  deleteResult(conn).run(key)
  insertResult(conn).run({
    ...key,
    books,
    revision: given.revision,
    outcome: given.outcome,
    code: codeOf(given),
    field: given.field,
    message: given.message,
    attempts: given.attempts ?? (before?.attempts ?? 0) + 1,
    firstAt: given.firstAt ?? before?.firstAt ?? given.lastAt ?? now,
    lastAt: given.lastAt ?? now,
    receivedAt: now,
    ...given.external,
    ...openness(given, before),
  })
  return isNews
}

/** Every part that is not entered gets a code. */
function codeOf({ outcome, code }: Pick<GivenResult, 'outcome' | 'code'>): string {
  return code === '' && isLeftOut(outcome) ? 'other' : code
}

function isLeftOut(outcome: Outcome): boolean {
  return outcome === 'parked' || outcome === 'failed'
}

type Openness = Pick<StoredResult, 'isOpen' | 'closedAt' | 'closedBy' | 'closedAs'>

const unsettled = { closedAt: null, closedBy: null, closedAs: null }

/** Repeating a result that a person settled for good, by hand or by dropping, does not reopen it. */
function openness(given: GivenResult, before: StoredResult | undefined): Openness {
  if (!isLeftOut(given.outcome)) return { isOpen: false, ...unsettled }
  const isRepeat = before?.code === codeOf(given) && before.outcome === given.outcome
  const isForGood = before?.closedAs === 'by_hand' || before?.closedAs === 'dropped'
  if (before === undefined || !isRepeat || !isForGood) return { isOpen: true, ...unsettled }
  const { isOpen, closedAt, closedBy, closedAs } = before
  return { isOpen, closedAt, closedBy, closedAs }
}
