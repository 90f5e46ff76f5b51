import { importSentence, isImportCode } from '../../platform/import-codes.ts'
import type { Conn } from '../../platform/db/connection.ts'
import {
  countResultsOf,
  listEnteredOf,
  listOpenOf,
  listPartsOf,
  type StoredResult,
  type SubjectKind,
} from './queries.ts'

/** A program's result for one part of a document or order, for people. Times are in milliseconds since the epoch. */
export type ShownResult = Omit<
  StoredResult,
  'kind' | 'subjectId' | 'program' | 'message' | 'receivedAt' | 'closedBy'
> & {
  /** Why the part is not entered; '' where it is. */
  sentence: string
}

/** The most parts to show. A statement has thousands of rows, and nobody reads more than a few. */
const partsMax = 5

/** The first parts, and how many there are. */
type Parts = { first: ShownResult[]; count: number }

/** The open and the entered parts of a document or order. */
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

/** The result to show for each id: an open one, or else the first. Ids without a result are left out. */
export function resultOfEach(
  conn: Conn,
  kind: SubjectKind,
  ids: readonly string[],
): Map<string, ShownResult> {
  return new Map(
    ids.flatMap((subjectId): [string, ShownResult][] => {
      const one = { kind, subjectId, limit: 1 }
      const first = listOpenOf(conn).get(one) ?? listPartsOf(conn).get(one)
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
