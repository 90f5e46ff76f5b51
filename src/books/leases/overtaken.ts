import type { Conn } from '../../platform/db/connection.ts'
import { deleteFlags, findNamed, findResult } from '../results/queries.ts'
import { nothingSaid, type External } from '../results/read-result.ts'
import { storeResult } from '../results/store-result.ts'
import { recordHistory } from '../results/take-results.ts'
import { findGiven, type LeasedKind } from './queries.ts'

type Overtaken = {
  subjectId: string
  revision: string
  fence: number
  external: External | undefined
  keyId: string
  userId: string
  now: number
}

/** What people are told of it. */
const sentence =
  'A program that had been overtaken entered it too: look for a second voucher in the books.'

/**
 * Flags an acknowledgement under an old fence, unless another program named the same voucher: then it is there once. Returns whether it was. What was entered is there, whoever was given the document since: it may be in the
 * books twice. Each fence has a place of its own, so that the acknowledgement of the other one does not hide it; all that the key was not
 * given, or too long ago, share one: whoever makes fences up fills no more than that.
 */
export function flagOvertaken(conn: Conn, kind: LeasedKind, late: Overtaken): boolean {
  const { subjectId, fence, keyId, userId, now, revision, external } = late
  if (isNamedElsewhere(conn, kind, late)) return false
  const given = {
    ...nothingSaid,
    id: subjectId,
    outcome: 'parked',
    code: 'duplicate_in_book',
    message: sentence,
    revision,
    ...(external !== undefined && { external }),
  } as const
  const isGiven = findGiven(conn).get({ kind, keyId, fence }) !== undefined
  const program = `${keyId} ${isGiven ? fence : 'old'}`
  const own = findResult(conn).get({ kind, subjectId, part: 0, program: keyId })
  const books = own?.books ?? undefined
  if (!storeResult(conn, kind, program, given, now, books)) return true
  const details = { of: kind, id: subjectId, fence }
  recordHistory(conn, now, { action: 'acknowledged late', userId, keyId, details })
  return true
}

/** Whoever was given it since has acknowledged it, and with that voucher: an earlier flag for the same one was for nothing. */
export function withdrawFlags(
  conn: Conn,
  kind: LeasedKind,
  subjectId: string,
  external: External,
): void {
  const { system, voucherId } = external
  if (voucherId !== '') deleteFlags(conn).run({ kind, subjectId, system, voucherId })
}

function isNamedElsewhere(
  conn: Conn,
  kind: LeasedKind,
  { subjectId, external, keyId }: Overtaken,
): boolean {
  if (external === undefined || external.voucherId === '') return false
  const { system, voucherId } = external
  const named = findNamed(conn).get({ kind, subjectId, system, voucherId, except: keyId })
  return named !== undefined
}
