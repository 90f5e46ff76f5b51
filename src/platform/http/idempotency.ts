import { and, eq, lt, sql } from 'drizzle-orm'
import { jumpMs, timeOfRecord } from '../upkeep/clock-guard.ts'
import { type Conn, type Params, query } from '../db/connection.ts'
import { insertInto } from '../db/statements.ts'
import { AppError } from '../errors.ts'
import { idempotencyKeys } from '../tables.ts'

/** The least time that a first answer is kept (source: decisions, "Both services"). */
export const idempotencyHours = 24

/** The same in milliseconds, plus the largest step forward of the clock that is not doubted. */
const idempotencyMs = idempotencyHours * 60 * 60 * 1000 + jumpMs

/** In characters. */
export const idempotencyKeyLengthMax = 200

/** The `field` of the refusal when a key comes with another body. */
export const idempotencyField = 'Idempotency-Key'

export type Answer = { status: number; body: string; replayed: boolean }

export type Attempt = {
  keyId: string
  /** The header as sent. Undefined without one. */
  idempotencyKey: string | undefined
  /** A hash of the request: tells different requests apart. */
  requestHash: string
}

/** Throws AppError `invalid_request`. */
export function idempotencyKeyOf(request: Request): string | undefined {
  const key = request.headers.get('idempotency-key')
  if (key === null) return undefined
  if (key.length >= 1 && key.length <= idempotencyKeyLengthMax) return key
  throw new AppError(
    'invalid_request',
    `Idempotency-Key must have 1 to ${idempotencyKeyLengthMax} characters.`,
    { field: idempotencyField },
  )
}

/**
 * Like `idempotencyKeyOf`, for requests whose repetition does harm. `harm` names the harm. Throws AppError `invalid_request` without a key.
 */
export function requireIdempotencyKey(request: Request, harm: string): string {
  const key = idempotencyKeyOf(request)
  if (key !== undefined) return key
  throw new AppError('invalid_request', `Idempotency-Key is missing: a repeat could ${harm}.`, {
    field: idempotencyField,
  })
}

/**
 * Runs `create` once for an Idempotency-Key, in the caller's command. The answer is recorded in the same transaction. The same request gets
 * that answer again while it is kept, at least 24 hours. Throws AppError `idempotency_conflict` when the key came with another body.
 */
export function once(
  conn: Conn,
  attempt: Attempt,
  now: number,
  create: () => { status: number; body: string },
): Answer {
  const { keyId, idempotencyKey, requestHash } = attempt
  if (idempotencyKey === undefined) return { ...create(), replayed: false }
  const known = findAnswered(conn, attempt)
  if (known !== undefined) return known
  const answer = create()
  saveAnswer(conn).run({
    keyId,
    idempotencyKey,
    requestHash,
    status: answer.status,
    response: answer.body,
    createdAt: timeOfRecord(conn, now),
  })
  return { ...answer, replayed: false }
}

/**
 * The recorded answer to the same request. Undefined without a key or a recorded answer. An answer counts until a cleanup deletes it,
 * whatever the clock says: a corrected clock must not run a request twice. Throws AppError `idempotency_conflict` when the key came with
 * another body.
 */
export function findAnswered(conn: Conn, attempt: Attempt): Answer | undefined {
  const { keyId, idempotencyKey, requestHash } = attempt
  if (idempotencyKey === undefined) return undefined
  const known = findAnswer(conn).get({ keyId, idempotencyKey })
  if (known === undefined) return undefined
  if (known.requestHash !== requestHash) throw otherBody(known.createdAt)
  return { status: known.status, body: known.response, replayed: true }
}

/** Deletes expired answers by a trusted clock, at most `limit` of them. Returns how many. */
export function deleteExpiredAnswers(conn: Conn, now: number, limit: number): number {
  return conn
    .delete(idempotencyKeys)
    .where(
      sql`rowid IN (SELECT rowid FROM ${idempotencyKeys} WHERE ${lt(idempotencyKeys.createdAt, now - idempotencyMs)} LIMIT ${limit})`,
    )
    .returning({ keyId: idempotencyKeys.keyId })
    .all().length
}

function otherBody(firstUsedAt: number): AppError {
  return new AppError(
    'idempotency_conflict',
    'This Idempotency-Key was used with another body: send a new key with a new request.',
    { field: idempotencyField, items: [{ first_used_at: new Date(firstUsedAt).toISOString() }] },
  )
}

const findAnswer = query(
  (conn, { keyId, idempotencyKey }: Params<{ keyId: string; idempotencyKey: string }>) =>
    conn
      .select()
      .from(idempotencyKeys)
      .where(
        and(eq(idempotencyKeys.keyId, keyId), eq(idempotencyKeys.idempotencyKey, idempotencyKey)),
      ),
)

const saveAnswer = insertInto(idempotencyKeys)
