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
import { mapToName, recordHistory } from './map.ts'
import { readMapped, findMapping, partyOf, type Mapped } from './mapping-queries.ts'
import { listNamed } from './master-queries.ts'
import { wholeTerm } from './rules.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { stateNameOf } from '../../platform/gst/rates-and-states.ts'
import { isGstin } from '../../platform/gst/gstin.ts'
import { newId } from '../../platform/ids.ts'
import { isJsonObject, type JsonObject } from '../../platform/json/json.ts'
import { toNfc } from '../../platform/text.ts'

/**
 * A person's decisions about what waits. `retry`: try again. `settle`: count it as entered, by the voucher in the accounts. `by_hand`: it
 * was entered by hand. `drop`: leave it out. Others create a ledger in the accounts. For files, `confirm_file`: it was imported;
 * `rewrite_file`: write it again.
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

/** `subject` is `scan:` or `order:` with an id, or ''. `part` is one of its vouchers, null for all. */
type Decision = {
  kind: DecisionKind
  /** The accounts that the decision is for, or else the key. Without both, any bridge may carry it out. */
  books?: number | null
  program?: string | null
  subject: string
  part?: number | null
  detail?: JsonObject
}

/** The most decisions per call. */
const decisionsMax = 200

/** How long a decision is kept, done or not, in milliseconds: as long as the documents. */
export const keptMs = 30 * 24 * 60 * 60 * 1000

/** Stores a decision for bridges. */
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

/** The decisions that a key's bridge has to carry out, in order: those for its accounts, for it alone, or for any bridge. */
export function openDecisions(conn: Conn, keyId: string, after: string | undefined) {
  const rows = listOpenDecisions(conn).all({
    ...whoseOf(conn, keyId),
    after: after ?? '',
    limit: decisionsMax + 1,
  })
  const items = rows.slice(0, decisionsMax).map(shown)
  return { items, next: rows.length > decisionsMax ? (items.at(-1)?.id ?? null) : null }
}

/** How many decisions a key's bridge has to carry out. */
export function countDecisions(conn: Conn, keyId: string): number {
  return countOpenDecisions(conn).get(whoseOf(conn, keyId))?.n ?? 0
}

function whoseOf(conn: Conn, keyId: string): Whose {
  return { books: booksOfKey(conn, keyId) ?? null, program: keyId }
}

type Done = { id: string; keyId: string; isOk: boolean; message: string }

/**
 * Stores what a bridge did with a decision. A ledger that it created is mapped at once. A repeat changes nothing. Throws AppError
 * `not_found`, also for a decision for other accounts or another key.
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

/** Dates the mapping to when the ledger was asked for, so that a mapping confirmed since then stays. */
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

/** The group of sellers' ledgers in every TallyPrime company. */
const sellersGroup = 'Sundry Creditors'

/** The longest name of a new ledger. */
const nameMax = 200

type Asked = Mapped & { books: number; name: string; parent: string }

/**
 * Asks a bridge to create a ledger in some accounts. The bridge first checks whether that name exists. Throws AppError `invalid_request`,
 * and `conflict` where the accounts already have such a ledger.
 */
export function askForLedger(conn: Conn, asked: Asked, by: string, now: number): string {
  const { books, kind, ours } = asked
  if (kind !== 'party' && kind !== 'ledger') throw invalid('Only a ledger can be made from here.')
  const name = toNfc(asked.name).trim()
  if (name === '' || name.length > nameMax) {
    throw invalid(`The name must have 1 to ${nameMax} characters.`, 'name')
  }
  const [known] = listNamed(conn).all({ books, kind: 'ledger', term: wholeTerm(name), limit: 1 })
  if (known !== undefined) {
    throw new AppError(
      'conflict',
      `The books have the ledger “${known.master.name}” already: choose it.`,
      { field: 'name' },
    )
  }
  const parent = kind === 'party' && asked.parent === '' ? sellersGroup : asked.parent
  if (parent === '') throw invalid('Say under which group the ledger belongs.', 'parent')
  const about = kind === 'party' ? aboutParty(ours) : {}
  const detail = { field: `${kind}:${ours}`, name, parent, ...about }
  const id = decide(conn, { kind: 'create_ledger', books, subject: '', detail }, by, now)
  recordHistory(conn, now, { action: 'ledger asked for', userId: by, details: { name, parent } })
  return id
}

/** The state follows from the GSTIN. */
function aboutParty(ours: string): { gstin?: string; state?: string } {
  const { gstin } = partyOf(ours)
  if (!isGstin(gstin)) return {}
  const state = stateNameOf(gstin.slice(0, 2))
  return state === undefined ? { gstin } : { gstin, state }
}

function invalid(message: string, field = 'field'): AppError {
  return new AppError('invalid_request', message, { field })
}
