import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { isJsonObject, type JsonObject } from '../../platform/json/json.ts'
import { booksOfKey, usualBooks } from './companies.ts'
import {
  countOpenDecisions,
  deleteDoneBefore,
  deleteOpenBefore,
  findDecisionFor,
  insertDecision,
  listOpenDecisions,
  setDone,
  type StoredDecision,
  type Whose,
} from './decision-queries.ts'
import { mapToName } from './map.ts'
import { readMapped } from './mapped.ts'
import { findMapping } from './mapping-queries.ts'

/**
 * What a person may decide of what waits: try it again, take it for entered (`settle`, by the voucher that is in the books), it was
 * entered by hand, drop it; make a ledger in the books; and of a file: it was imported (`confirm_file`), or it is to be written again (`rewrite_file`).
 */
export const decisionKinds = [
  'retry',
  'settle',
  'by_hand',
  'drop',
  'create_ledger',
  'confirm_file',
  'rewrite_file',
] as const

type DecisionKind = (typeof decisionKinds)[number]

/**
 * `subject` is `scan:` or `order:` with its id, '' for none; `part` the one of its vouchers that is meant, null for all of them.
 */
export type Decision = {
  kind: DecisionKind
  /** The books that it is for, else the key; any bridge where both are left out. */
  books?: number | null
  program?: string | null
  subject: string
  part?: number | null
  detail?: JsonObject
}

/** Decisions that one call gives. */
const decisionsMax = 200

/** How long one is kept, done or not, in milliseconds: as long as the documents. */
export const keptMs = 30 * 24 * 60 * 60 * 1000

/** Tells bridges what somebody decided. */
export function decide(conn: Conn, decision: Decision, by: string | null, now: number): string {
  const { kind, books = null, program = null, subject, part = null, detail = {} } = decision
  const id = newId(now)
  deleteDoneBefore(conn).run({ before: now - keptMs })
  deleteOpenBefore(conn).run({ before: now - keptMs })
  insertDecision(conn).run({
    id,
    books,
    program,
    kind,
    subject,
    part,
    detail: JSON.stringify(detail),
    madeBy: by,
    madeAt: now,
  })
  return id
}

/** What the bridge of a key has to do, in the order in which it was decided: what is for its books, for it alone, or for any. */
export function openDecisions(conn: Conn, keyId: string, after: string | undefined) {
  const rows = listOpenDecisions(conn).all({
    ...whoseOf(conn, keyId),
    after: after ?? '',
    limit: decisionsMax + 1,
  })
  const items = rows.slice(0, decisionsMax).map(shown)
  return { items, next: rows.length > decisionsMax ? (items.at(-1)?.id ?? null) : null }
}

/** How many that are. */
export function countDecisions(conn: Conn, keyId: string): number {
  return countOpenDecisions(conn).get(whoseOf(conn, keyId))?.n ?? 0
}

function whoseOf(conn: Conn, keyId: string): Whose {
  return { books: booksOfKey(conn, keyId) ?? null, program: keyId }
}

type Done = { id: string; keyId: string; isOk: boolean; message: string }

/**
 * Notes what the bridge of a key made of a decision; a ledger that was made is from now on what it was made for. A repeat changes nothing.
 * Throws AppError `not_found`, also for a decision that is for other books or another key.
 */
export function finish(conn: Conn, { id, keyId, isOk, message }: Done, now: number): void {
  const decision = findDecisionFor(conn).get({ id, ...whoseOf(conn, keyId) })
  if (decision === undefined) {
    throw new AppError('not_found', `There is no decision with the id ${id}.`)
  }
  if (decision.doneAt !== null) return
  setDone(conn).run({ id, doneAt: now, isOk, message })
  if (isOk && decision.kind === 'create_ledger') mapMadeLedger(conn, decision, keyId)
}

/** It counts from when somebody asked for it: what was said of it since stays. */
function mapMadeLedger(
  conn: Conn,
  { books, detail, madeBy, madeAt }: StoredDecision,
  keyId: string,
): void {
  const { field, name } = readDetail(detail)
  const mapped = typeof field === 'string' ? readMapped(field) : undefined
  const of = books ?? booksOfKey(conn, keyId) ?? usualBooks(conn)
  if (mapped === undefined || of === undefined || typeof name !== 'string') return
  const made = { ...mapped, books: of }
  const known = findMapping(conn).get(made)
  if (known !== undefined && known.confirmedAt > madeAt) return
  mapToName(conn, made, name, madeBy, madeAt)
}

export function readDetail(stored: string): JsonObject {
  const detail: unknown = JSON.parse(stored)
  return isJsonObject(detail) ? detail : {}
}

function shown({ id, kind, subject, part, detail }: StoredDecision) {
  const known = decisionKinds.find((one) => one === kind) ?? 'retry'
  return { id, kind: known, subject, part, detail: readDetail(detail) }
}
