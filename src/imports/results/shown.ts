import { importSentence, isImportCode } from '../../platform/import-codes.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { listResultsOf, listResultsOfAll, type StoredResult, type SubjectKind } from './queries.ts'

/** What a program said of one part of a document or order, for people. Times in milliseconds since the epoch. */
export type ShownResult = Omit<
  StoredResult,
  'kind' | 'subjectId' | 'program' | 'message' | 'receivedAt' | 'closedBy'
> & {
  /** Why it is not in the books; '' where it is. */
  sentence: string
}

/** All that was said of one, what wants somebody first. */
export function resultsOf(conn: Conn, kind: SubjectKind, subjectId: string): ShownResult[] {
  return listResultsOf(conn).all({ kind, subjectId }).toSorted(openFirst).map(shown)
}

/** What matters most of each of some, by id; those that nobody said anything of are missing. */
export function resultOfEach(
  conn: Conn,
  kind: SubjectKind,
  ids: readonly string[],
): Map<string, ShownResult> {
  const rows = listResultsOfAll(conn).all({ kind, subjectIds: JSON.stringify(ids) })
  const first = new Map<string, ShownResult>()
  for (const row of rows.toSorted(openFirst)) {
    if (!first.has(row.subjectId)) first.set(row.subjectId, shown(row))
  }
  return first
}

function openFirst(one: StoredResult, other: StoredResult): number {
  return Number(other.isOpen) - Number(one.isOpen)
}

function shown(row: StoredResult): ShownResult {
  const { kind: _kind, subjectId: _id, program: _program, receivedAt: _at, ...rest } = row
  const { message, closedBy: _by, ...result } = rest
  const ofCode = isImportCode(row.code) ? importSentence(row.code) : ''
  return { ...result, sentence: message === '' ? ofCode : message }
}
