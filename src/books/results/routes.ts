import { Elysia } from 'elysia'
import { callerOf, type Caller } from '../../accounts/keys/guard.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { descriptions } from '../../platform/http/openapi/describe.ts'
import { queryOf, querySchemaOf } from '../../platform/http/fields.ts'
import { contextOf, noteRows } from '../../platform/http/request.ts'
import type { Clock } from '../../platform/time.ts'
import { refused } from '../../platform/record/read.ts'
import { requireBooks, booksOfKey } from '../mapping/companies.ts'
import { idsMax, importResultsMax } from './record.ts'
import { booksField, idsField, resultSchemas } from './schemas.ts'
import { takeResults, type Subjects } from './store-result.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { listResultsOfAll, type StoredResult } from './queries.ts'

/** A service's words for its API document. */
type About = {
  /** The prefix of the service's names. */
  service: string
  /** What the operations are about: "documents", "orders". */
  what: string
  operationId: string
  /** The operation id of the GET. */
  asks: string
  tag: string
  scope?: string
  describeRead: ReturnType<typeof descriptions>['describeRead']
  describeWrite: ReturnType<typeof descriptions>['describeWrite']
}

/** A service's `import-results`: programs report the outcome of its documents or orders, and read what was reported. */
export function resultRoutes(
  deps: { database: Database; clock: Clock },
  subjects: Subjects,
  { service, what, operationId, asks, tag, scope, describeRead, describeWrite }: About,
) {
  const { body: schema, answer, told } = resultSchemas(service)
  return new Elysia()
    .get(
      '/api/public/v1/import-results',
      ({ request }) => {
        const query = queryOf(request)
        const asked = {
          caller: callerOf(request),
          ids: idsIn(query),
          books: booksField.read(query) || undefined,
        }
        const results = toldOf(deps.database.read, subjects, asked)
        contextOf(request).rows = results.length
        return { results }
      },
      {
        query: querySchemaOf([idsField, booksField]),
        ...describeRead({
          operationId: asks,
          tag,
          summary: `Get the import results of ${what}`,
          description: `An extension of Daybook. Returns the latest result that this key reported for each part, and results from other programs that write to the same accounts. Ask before you enter anything if your program lost its data, or if another program works beside it.`,
          answer: told,
          hasQuery: true,
          ...(scope !== undefined && { scope }),
        }),
      },
    )
    .post(
      '/api/public/v1/import-results',
      async ({ request, body: { results, books } }) => {
        if (results.length > importResultsMax) throw tooMany(results.length)
        const call = { caller: callerOf(request), books: requireKnown(deps, books) }
        const taken = await takeResults(deps, subjects, call, results)
        const refusals = taken.results.flatMap(({ error }) => error ?? [])
        noteRows(request, taken.summary.total, refusals)
        return taken
      },
      {
        body: schema,
        ...describeWrite({
          operationId,
          tag,
          summary: `Report the import results of ${what}`,
          description: `An extension of Daybook. The console shows what was not entered, grouped by cause. The latest result of each key for each part counts. Reporting a result does not acknowledge anything: acknowledge what you entered as before. A bad row does not stop the others, and you can repeat a call.`,
          answer,
          ...(scope !== undefined && { scope }),
        }),
      },
    )
}

/** Throws AppError `not_found` for unknown accounts. */
function requireKnown(
  { database }: { database: Database },
  books: number | null | undefined,
): number | undefined {
  return typeof books === 'number' ? requireBooks(database.read, books) : undefined
}

function idsIn(query: URLSearchParams): string[] {
  const ids = (idsField.read(query) ?? '')
    .toLowerCase()
    .split(',')
    .map((id) => id.trim())
  const given = ids.filter((id) => id !== '')
  if (given.length <= idsMax) return given
  throw refused({
    rule: 'other',
    allowed: `at most ${idsMax} ids`,
    field: 'ids',
    got: given.length,
  })
}

function tooMany(rows: number): AppError {
  return new AppError(
    'payload_too_large',
    `results has ${rows} rows, and at most ${importResultsMax} are allowed: send them in smaller parts. Nothing was written.`,
  )
}

type Asked = {
  caller: Caller
  /** The ids of documents or orders. */
  ids: readonly string[]
  /** The caller's accounts, if the caller named them. */
  books: number | undefined
}

/**
 * The latest results of the caller, and of every other program with the same accounts, for some documents or orders. A bridge that lost
 * its journal, or that works beside another, learns from them.
 */
function toldOf(conn: Conn, subjects: Subjects, { caller, ids, books }: Asked) {
  const seen = ids.filter((id) => subjects.isKnown(conn, caller, id))
  const own = books ?? booksOfKey(conn, caller.keyId)
  return listResultsOfAll(conn)
    .all({ kind: subjects.kind, subjectIds: JSON.stringify(seen) })
    .filter((row) => row.program === caller.keyId || (own !== undefined && row.books === own))
    .map((row) => toldJson(row, caller))
}

function toldJson(row: StoredResult, { keyId }: Caller) {
  const { system, company, voucherId, voucherNo } = row
  return {
    id: row.subjectId,
    part: row.part,
    own: row.program === keyId,
    revision: row.revision,
    outcome: row.outcome,
    code: row.code,
    field: row.field,
    message: row.message,
    attempts: row.attempts,
    first_at: new Date(row.firstAt).toISOString(),
    last_at: new Date(row.lastAt).toISOString(),
    settled: row.closedAs,
    external:
      system === '' ? null : { system, company, voucher_id: voucherId, voucher_no: voucherNo },
  }
}
