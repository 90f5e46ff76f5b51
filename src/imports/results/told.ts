import type { Caller } from '../../accounts/keys/guard.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { booksOfKey } from '../bridge/companies.ts'
import { listResultsOfAll, type StoredResult } from './queries.ts'
import type { Subjects } from './take-results.ts'

type Asked = {
  caller: Caller
  /** Ids of documents or orders. */
  ids: readonly string[]
  /** The books that the caller says that it enters into, where it does. */
  books: number | undefined
}

/**
 * What the caller, and every other program that enters into the same books, said last of some documents or orders: a bridge that
 * lost what it knew, and one that works beside another, learns it from here.
 */
export function toldOf(conn: Conn, subjects: Subjects, { caller, ids, books }: Asked) {
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
