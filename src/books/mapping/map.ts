import { recorderOf } from '../../accounts/history.ts'
import {
  masterKindOf,
  type Mapped,
  findMapping,
  deleteMapping,
  storeMapping,
} from './mapping-queries.ts'
import { findMaster } from './master-queries.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'

type Chosen = Mapped & {
  books: number
  /** The master in the accounts. */
  masterId: string
  /** Why it was proposed; '' when somebody searched for it. */
  reason: string
}

/** Maps one of our names to a master. Throws AppError `not_found` for a master that no longer exists. */
export function mapTo(conn: Conn, chosen: Chosen, by: string, now: number): void {
  const { books, kind, match, ours, masterId, reason } = chosen
  const master = findMaster(conn).get({ books, kind: masterKindOf[kind], id: masterId })
  if (master === undefined) {
    throw new AppError('not_found', 'The books do not have this any more: choose again.', {
      field: 'master',
    })
  }
  const { name } = master
  storeMapping(conn).run({
    books,
    kind,
    match,
    ours,
    masterId,
    name,
    reason,
    confirmedBy: by,
    confirmedAt: now,
  })
  recordHistory(conn, now, { action: 'found in books', userId: by, details: { kind, ours, name } })
}

/**
 * Maps one of our names to a name alone: for a ledger that was just created, and for accounts that no bridge can read. The master is
 * added when a bridge reads it.
 */
export function mapToName(
  conn: Conn,
  mapped: Mapped & { books: number },
  name: string,
  by: string | null,
  now: number,
  reason = 'made in the books',
) {
  const { books, kind, match, ours } = mapped
  storeMapping(conn).run({
    books,
    kind,
    match,
    ours,
    name,
    masterId: null,
    reason,
    confirmedBy: by,
    confirmedAt: now,
  })
}

/** Removes a mapping, so that Daybook asks again. Throws AppError `not_found`. */
export function unmap(
  conn: Conn,
  { books, kind, match }: Mapped & { books: number },
  by: string,
  now: number,
): void {
  const known = findMapping(conn).get({ books, kind, match })
  if (known === undefined) throw new AppError('not_found', 'Nobody has said what this is.')
  deleteMapping(conn).run({ books, kind, match })
  const { ours, name } = known
  recordHistory(conn, now, { action: 'not in books', userId: by, details: { kind, ours, name } })
}

/** Actions of the accounts in account history, and the subject of each. */
export const bookActions = {
  'found in books': 'books',
  'not in books': 'books',
  'books settings changed': 'books',
  'ledger asked for': 'books',
  'file confirmed': 'books',
  'file to be written again': 'books',
} as const

export const recordHistory = recorderOf<keyof typeof bookActions>()
