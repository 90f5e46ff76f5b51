import type { Conn } from '../../platform/db/connection.ts'
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
 * Flags an acknowledgement under an old fence. What was entered is there, whoever was given the document since: it may be in the
 * books twice. Each fence has a place of its own, so that the acknowledgement of the other one does not hide it; all that the key was not
 * given, or too long ago, share one: whoever makes fences up fills no more than that.
 */
export function flagOvertaken(conn: Conn, kind: LeasedKind, late: Overtaken): void {
  const { subjectId, fence, keyId, userId, now, revision, external } = late
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
  const isNews = storeResult(conn, kind, `${keyId} ${isGiven ? fence : 'old'}`, given, now)
  if (!isNews) return
  const details = { of: kind, id: subjectId, fence }
  recordHistory(conn, now, { action: 'acknowledged late', userId, keyId, details })
}
