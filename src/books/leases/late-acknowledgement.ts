import type { Conn } from '../../platform/db/connection.ts'
import { deleteFlags, findNamed, findResult } from '../results/queries.ts'
import { nothingSaid, type External } from '../results/read-result.ts'
import { storeResult, recordHistory } from '../results/store-result.ts'
import { findGiven, type LeasedKind } from './queries.ts'

type LateAcknowledgement = {
  subjectId: string
  revision: string
  fence: number
  external: External | undefined
  keyId: string
  userId: string
  now: number
}

/** The console shows this beside the document or order. */
const sentence = 'Two programs may have entered it. Look for a second voucher in your accounts.'

/**
 * Flags an acknowledgement under an old fence: another program has leased the document or order since, and both may have entered it. Does
 * not flag when the other program named the same voucher, because then only one exists. Returns whether it flagged.
 *
 * Each fence gets its own flag, so that the other program's acknowledgement does not hide it. Unknown and forgotten fences of a key share
 * one flag: a program that invents fences cannot fill the table.
 */
export function flagLateAcknowledgement(
  conn: Conn,
  kind: LeasedKind,
  late: LateAcknowledgement,
): boolean {
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

/** Removes flags once the later program acknowledges with the same voucher: the document was entered once. */
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
  { subjectId, external, keyId }: LateAcknowledgement,
): boolean {
  if (external === undefined || external.voucherId === '') return false
  const { system, voucherId } = external
  const named = findNamed(conn).get({ kind, subjectId, system, voucherId, except: keyId })
  return named !== undefined
}
