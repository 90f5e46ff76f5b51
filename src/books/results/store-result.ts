import { recorderOf } from '../../accounts/history.ts'
import type { Caller } from '../../accounts/keys/guard.ts'
import { booksOfKey } from '../mapping/companies.ts'
import {
  type SubjectKind,
  deleteResult,
  findResult,
  insertResult,
  type StoredResult,
} from './queries.ts'
import { readResult, sentId, type GivenResult } from './read-result.ts'
import { outcomes, type Outcome } from './record.ts'
import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type RowError, rowErrorOf } from '../../platform/http/fields.ts'
import type { Clock } from '../../platform/time.ts'
import { sliceMs } from '../../platform/turns.ts'

/** A longer list is not combined with other commands, because it fills its own transactions. */
const sharedRowsMax = 100

/** Actions of results in account history, and the subject of each. */
export const importResultActions = {
  'import results taken': 'deliveries',
  'import settled': 'deliveries',
  'acknowledged late': 'deliveries',
  'lease taken back': 'deliveries',
} as const

export const recordHistory = recorderOf<keyof typeof importResultActions>()

/** What results need to know of a service's documents or orders. */
export type Subjects = {
  kind: SubjectKind
  /** Whether this id exists and the caller may see it. */
  isKnown(conn: Conn, caller: Caller, id: string): boolean
}

type Deps = { database: Database; clock: Clock }

type RowResult = {
  id: string
  part: number
  status: 'stored' | 'error'
  error?: RowError
}

type ResultsAnswer = {
  summary: { total: number; stored: number; errors: number }
  results: RowResult[]
}

type Row = { sent: string; given: GivenResult | AppError }

/** How many results are news for people, by outcome. */
type News = Record<Outcome, number>

/**
 * Stores the results that a program reports. Its latest result for each part counts. Acknowledgements are not affected. A faulty row
 * fails alone, and a repeat is safe.
 */
export async function takeResults(
  { database, clock }: Deps,
  subjects: Subjects,
  { caller, books }: Pick<Call, 'caller' | 'books'>,
  rows: readonly unknown[],
  ms = sliceMs,
): Promise<ResultsAnswer> {
  const now = clock.now()
  const read = rows.map((row): Row => ({ sent: sentId(row), given: readResult(row) }))
  const results: RowResult[] = []
  const options = { ms, alone: read.length > sharedRowsMax }
  const slices = database.writeEach(read, options, (conn, some) => {
    const news: News = { imported: 0, parked: 0, failed: 0, dropped: 0 }
    const stored = Array.from(some, (row) =>
      storeRow(conn, { subjects, caller, books, now }, row, news),
    )
    recordNews(conn, now, caller, subjects.kind, news)
    return stored
  })
  for await (const slice of slices) results.push(...slice)
  const errors = results.filter(({ status }) => status === 'error').length
  const summary = { total: results.length, stored: results.length - errors, errors }
  return { summary, results }
}

/** `books`: the caller's accounts, if the caller named them. */
type Call = { subjects: Subjects; caller: Caller; books: number | undefined; now: number }

function storeRow(
  conn: Conn,
  { subjects, caller, books, now }: Call,
  { sent, given }: Row,
  news: News,
): RowResult {
  if (given instanceof AppError) return errorRow(sent, 0, given)
  const id = given.id.toLowerCase()
  if (!subjects.isKnown(conn, caller, id)) {
    const message = `There is nothing with the id "${given.id}" that this key may see.`
    return errorRow(sent, given.part, new AppError('not_found', message, { field: 'id' }))
  }
  const isNews = storeResult(conn, subjects.kind, caller.keyId, { ...given, id }, now, books)
  if (isNews) news[given.outcome]++
  return { id: sent, part: given.part, status: 'stored' }
}

function errorRow(id: string, part: number, error: AppError): RowResult {
  return { id, part, status: 'error', error: rowErrorOf(error) }
}

function recordNews(
  conn: Conn,
  now: number,
  { userId, keyId }: Caller,
  kind: SubjectKind,
  news: News,
): void {
  if (outcomes.every((outcome) => news[outcome] === 0)) return
  const details = { of: kind, ...news }
  recordHistory(conn, now, { action: 'import results taken', userId, keyId, details })
}

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
