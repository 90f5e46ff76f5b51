import { importSentence, isImportCode } from '../../platform/import-codes.ts'
import type { Conn } from '../../platform/db/connection.ts'
import {
  countResultsOf,
  findFirstResult,
  listEnteredOf,
  listOpenOf,
  type StoredResult,
  type SubjectKind,
} from './queries.ts'

/** What a program said of one part of a document or order, for people. Times in milliseconds since the epoch. */
export type ShownResult = Omit<
  StoredResult,
  'kind' | 'subjectId' | 'program' | 'message' | 'receivedAt' | 'closedBy'
> & {
  /** Why it is not in the books; '' where it is. */
  sentence: string
}

/** Parts that are shown of one: a statement has one for each row, thousands, and nobody reads more than some. */
const partsMax = 5

/** The first parts, and how many there are. */
type Parts = { first: ShownResult[]; count: number }

/** What of one wants somebody, and what of it is in the books. */
export function resultsOf(
  conn: Conn,
  kind: SubjectKind,
  subjectId: string,
): { open: Parts; entered: Parts } {
  const subject = { kind, subjectId }
  const { open = 0, entered = 0 } = countResultsOf(conn).get(subject) ?? {}
  const part = { ...subject, limit: partsMax }
  return {
    open: { first: listOpenOf(conn).all(part).map(shown), count: open },
    entered: { first: listEnteredOf(conn).all(part).map(shown), count: entered },
  }
}

/** What matters most of each of some, by id; those that nobody said anything of are missing. */
export function resultOfEach(
  conn: Conn,
  kind: SubjectKind,
  ids: readonly string[],
): Map<string, ShownResult> {
  return new Map(
    ids.flatMap((subjectId): [string, ShownResult][] => {
      const subject = { kind, subjectId }
      const open = listOpenOf(conn).get({ ...subject, limit: 1 })
      const first = open ?? findFirstResult(conn).get(subject)
      return first === undefined ? [] : [[subjectId, shown(first)]]
    }),
  )
}

function shown(row: StoredResult): ShownResult {
  const { kind: _kind, subjectId: _id, program: _program, receivedAt: _at, ...rest } = row
  const { message, closedBy: _by, ...result } = rest
  const ofCode = isImportCode(row.code) ? importSentence(row.code) : ''
  return { ...result, sentence: message === '' ? ofCode : message }
}
