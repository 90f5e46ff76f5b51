import { findKey } from '../accounts/keys/queries.ts'
import { findUser } from '../accounts/queries.ts'
import { type InBooks, findLost } from '../books/mapping/alike.ts'
import { usualBooks } from '../books/mapping/companies.ts'
import {
  findMapping,
  masterKindOf,
  partyOf,
  readMapped,
  type Mapped,
} from '../books/mapping/mapping-queries.ts'
import { propose, isRate, readRole } from '../books/mapping/propose.ts'
import { listWaitingFor, type WaitingFor, type SubjectKind } from '../books/results/queries.ts'
import type { Conn } from '../platform/db/connection.ts'
import { AppError } from '../platform/errors.ts'
import { foldText } from '../platform/text.ts'
import type { Asker, QuestionDeps } from './question.ts'
import { seesOrders, visibleOf, subjectsOf, type Asked as AskedAgain } from './causes.ts'
import { recordHistory } from '../books/results/store-result.ts'
import { settle, type Settling } from '../books/settling/settle.ts'
import { settleScanImports } from '../services/scan-export/delivery/entered.ts'
import { settleOrderImports } from '../services/storefront/orders/entered.ts'

/*
 * A clerk may confirm mappings that their own documents wait for, that nobody has confirmed, and that are proposed. An
 * owner may confirm any.
 */

/** The subject of a mapping in some accounts. */
type Asked = Mapped & { books: number }

/** The groups in which a clerk may have a party's ledger created, by accounting program. */
const partyGroups: Readonly<Record<string, readonly string[]>> = {
  erpnext: ['All Supplier Groups', 'All Customer Groups'],
}
const usualPartyGroups = ['Sundry Creditors', 'Sundry Debtors']

/**
 * Throws AppError `forbidden` if a clerk chooses a ledger that is not proposed, or if none of the clerk's documents
 * waits for the mapping.
 */
export function requireMayChoose(
  deps: QuestionDeps,
  asker: Asker,
  asked: Asked,
  masterId: string,
): void {
  if (asker.role === 'owner') return
  const proposed = requireWaiting(deps, asker, asked)
  if (masterKindOf[asked.kind] !== 'ledger' || proposed.has(masterId)) return
  throw forbidden('Choose a ledger that is proposed: an owner may choose among all ledgers.')
}

/** Throws unless the user may map a name that the accounts do not have. A clerk may name a party by its own name, and no other ledger. */
export function requireMayName(deps: QuestionDeps, asker: Asker, asked: Asked, name: string): void {
  if (asker.role === 'owner') return
  requireWaiting(deps, asker, asked)
  if (masterKindOf[asked.kind] !== 'ledger') return
  if (asked.kind === 'party' && foldText(partyOf(asked.ours).name) === foldText(name)) return
  throw forbidden(
    'Only an owner names a ledger. You may confirm a party under the name that its documents have.',
  )
}

type NewLedger = Asked & { system: string; parent: string }

/** Throws unless the user may have a ledger created. A clerk may only have a party's ledger created, in the group of all parties. */
export function requireMayMake(deps: QuestionDeps, asker: Asker, asked: NewLedger): void {
  if (asker.role === 'owner') return
  if (asked.kind !== 'party') throw forbidden('Only an owner has such a ledger made.')
  requireWaiting(deps, asker, asked)
  const groups = partyGroups[asked.system] ?? usualPartyGroups
  if (asked.parent === '' || groups.some((one) => foldText(one) === foldText(asked.parent))) return
  throw forbidden(
    `A new party belongs under ${groups.join(' or ')}: only an owner chooses another group.`,
  )
}

/**
 * Only an owner may change a confirmed mapping. Check this inside the write, because somebody may confirm it
 * meanwhile. Throws AppError `forbidden`.
 */
export function requireUnconfirmed(
  conn: Conn,
  { role }: Asker,
  { books, kind, ours, match }: Asked,
): void {
  if (role === 'owner') return
  const { base, rest } = readRole(ours)
  const forEveryRate = kind === 'ledger' && isRate(rest) ? [base] : []
  for (const one of [match, ...forEveryRate]) {
    if (findMapping(conn).get({ books, kind, match: one }) === undefined) continue
    throw forbidden('Somebody has confirmed already what this is: an owner can change it.')
  }
}

/** Returns the ids of the proposals. Throws AppError `forbidden`. */
function requireWaiting(deps: QuestionDeps, asker: Asker, asked: Asked): ReadonlySet<string> {
  const within = { conn: deps.database.read, books: asked.books }
  const proposed = waitingIn(deps, asker, within).flatMap((mapped) =>
    proposedFor(within, mapped, asked),
  )
  if (proposed.length > 0) return new Set(proposed.flat())
  throw forbidden(
    'None of your documents waits for this: a clerk says what its own documents need, an owner everything.',
  )
}

/** The proposals for `asked` if `mapped` waits. Empty if `mapped` is something else. */
function proposedFor(within: InBooks, mapped: Mapped, asked: Asked): string[][] {
  const field = `${asked.kind}:${asked.ours}`
  const fitting = propose(within, mapped).filter((proposal) => proposal.field === field)
  const isSame = mapped.kind === asked.kind && mapped.match === asked.match
  return isSame || fitting.length > 0 ? [fitting.map(({ master }) => master.id)] : []
}

/** The mappings that a clerk's documents wait for in some accounts, and the orders too if the clerk works at the counter. */
function waitingIn(deps: QuestionDeps, asker: Asker, within: InBooks): Mapped[] {
  const { read } = deps.database
  const kinds: SubjectKind[] = seesOrders(asker) ? ['scan', 'order'] : ['scan']
  const rows = kinds.flatMap((kind) => {
    const subjectIds = kind === 'scan' ? visibleOf(deps, asker) : null
    return listWaitingFor(read).all({ kind, subjectIds })
  })
  return rows.flatMap((row) => {
    if ((row.books ?? usualBooks(read)) !== within.books || !isOfOwnersKey(read, row)) return []
    return findLost(within, row.code, row.field) ?? readMapped(row.field) ?? []
  })
}

/** Only reports of an owner's key count: a clerk could use an own key to report that a document waits for anything. */
function isOfOwnersKey(conn: Conn, { program }: WaitingFor): boolean {
  // A late acknowledgement is stored under its key and fence.
  const id = program.split(' ')[0] ?? program
  const userId = findKey(conn).get({ id })?.userId
  return userId !== undefined && findUser(conn).get({ id: userId })?.role === 'owner'
}

function forbidden(message: string): AppError {
  return new AppError('forbidden', message)
}

/**
 * What a person adds to "try again". `another`: the accounts contain a different paper, so enter these too. `deleted`:
 * the exceptions in the accounts were deleted.
 */
type Said = 'another' | 'deleted'

/** Tries the shown documents of one cause again. Returns how many. */
export async function tryAgain(
  deps: QuestionDeps,
  asker: Asker,
  asked: AskedAgain,
  said: Said | undefined,
): Promise<number> {
  if (said !== undefined) return await trySaid(deps, asker, asked, said)
  return await settleCause(deps, asker, asked, 'again')
}

/** Settles the shown documents of one cause as entered by hand or left out. Returns how many. */
export async function settleCause(
  deps: QuestionDeps,
  asker: Asker,
  asked: AskedAgain,
  as: Settling,
): Promise<number> {
  const ids = subjectsOf(deps, asker, asked).map(({ id }) => id)
  return asked.kind === 'scan'
    ? await settleScanImports(deps.scanExport, ids, as, asker.userId)
    : await settleOrderImports(deps.storefront, ids, as, asker.userId)
}

async function trySaid(
  deps: QuestionDeps,
  asker: Asker,
  asked: AskedAgain,
  said: Said,
): Promise<number> {
  const { database, clock } = deps
  const { kind } = asked
  const { userId: by } = asker
  const ids = subjectsOf(deps, asker, asked).map(({ id }) => id)
  return await database.write((conn) => {
    const now = clock.now()
    const decided = { as: 'again', by, now, detail: { [said]: true } } as const
    const told = ids.filter((subjectId) => settle(conn, { kind, subjectId }, decided))
    if (told.length === 0) return 0
    const details = { of: kind, as: 'again', subjects: told.length }
    recordHistory(conn, now, { action: 'import settled', userId: by, details })
    return told.length
  })
}
