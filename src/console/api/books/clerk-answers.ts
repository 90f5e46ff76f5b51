import { findKey } from '../../../accounts/keys/queries.ts'
import { findUser } from '../../../accounts/queries.ts'
import type { InBooks } from '../../../books/mapping/alike.ts'
import { usualBooks } from '../../../books/mapping/companies.ts'
import { findLost } from '../../../books/mapping/lost.ts'
import { findMapping } from '../../../books/mapping/mapping-queries.ts'
import { masterKindOf, partyOf, readMapped, type Mapped } from '../../../books/mapping/mapped.ts'
import { propose } from '../../../books/mapping/propose.ts'
import { isRate, readRole } from '../../../books/mapping/roles.ts'
import { listWaitingFor, type WaitingFor } from '../../../books/results/cause-queries.ts'
import type { SubjectKind } from '../../../books/results/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { foldText } from '../../../platform/text.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { Session } from '../guard.ts'
import { seesOrders, visibleOf } from './causes.ts'

/*
 * What a clerk may say of the accounts of the whole shop: what its own documents wait for and nobody has confirmed yet, out of what is
 * proposed. An owner may say everything.
 */

/** Something of ours in some books. */
type Asked = Mapped & { books: number }

/** The groups under which a clerk has a ledger made for a party, by the program of the books. */
const partyGroups: Readonly<Record<string, readonly string[]>> = {
  erpnext: ['All Supplier Groups', 'All Customer Groups'],
}
const usualPartyGroups = ['Sundry Creditors', 'Sundry Debtors']

/** Throws AppError `forbidden` where a clerk chooses a ledger that is not proposed, or for what none of its documents waits for. */
export function requireMayChoose(
  deps: ConsoleDeps,
  session: Session,
  asked: Asked,
  masterId: string,
): void {
  if (session.role === 'owner') return
  const proposed = requireWaiting(deps, session, asked)
  if (masterKindOf[asked.kind] !== 'ledger' || proposed.has(masterId)) return
  throw forbidden('Choose a ledger that is proposed: an owner may choose among all ledgers.')
}

/** Likewise for a name alone, which nothing can be compared with: a clerk leaves ledgers to an owner, but for a party by its own name. */
export function requireMayName(
  deps: ConsoleDeps,
  session: Session,
  asked: Asked,
  name: string,
): void {
  if (session.role === 'owner') return
  requireWaiting(deps, session, asked)
  if (masterKindOf[asked.kind] !== 'ledger') return
  if (asked.kind === 'party' && foldText(partyOf(asked.ours).name) === foldText(name)) return
  throw forbidden(
    'Only an owner names a ledger. You may confirm a party under the name that its documents have.',
  )
}

type NewLedger = Asked & { system: string; parent: string }

/** Likewise for a ledger that is to be made: a clerk has one made for a party alone, in the group of all parties. */
export function requireMayMake(deps: ConsoleDeps, session: Session, asked: NewLedger): void {
  if (session.role === 'owner') return
  if (asked.kind !== 'party') throw forbidden('Only an owner has such a ledger made.')
  requireWaiting(deps, session, asked)
  const groups = partyGroups[asked.system] ?? usualPartyGroups
  if (asked.parent === '' || groups.some((one) => foldText(one) === foldText(asked.parent))) return
  throw forbidden(
    `A new party belongs under ${groups.join(' or ')}: only an owner chooses another group.`,
  )
}

/** What somebody has confirmed, an owner changes. Inside the write: somebody may confirm it meanwhile. Throws AppError `forbidden`. */
export function requireUnconfirmed(
  conn: Conn,
  { role }: Session,
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

/** Returns the ids of what is proposed for it. Throws AppError `forbidden`. */
function requireWaiting(deps: ConsoleDeps, session: Session, asked: Asked): ReadonlySet<string> {
  const within = { conn: deps.database.read, books: asked.books }
  const proposed = waitingIn(deps, session, within).flatMap((mapped) =>
    proposedFor(within, mapped, asked),
  )
  if (proposed.length > 0) return new Set(proposed.flat())
  throw forbidden(
    'None of your documents waits for this: a clerk says what its own documents need, an owner everything.',
  )
}

/** What is proposed for `asked` where `mapped` waits; nothing at all where that is something else. */
function proposedFor(within: InBooks, mapped: Mapped, asked: Asked): string[][] {
  const field = `${asked.kind}:${asked.ours}`
  const fitting = propose(within, mapped).filter((proposal) => proposal.field === field)
  const isSame = mapped.kind === asked.kind && mapped.match === asked.match
  return isSame || fitting.length > 0 ? [fitting.map(({ master }) => master.id)] : []
}

/** What of ours the documents of a clerk wait for in some books, and the orders of one at the counter. */
function waitingIn(deps: ConsoleDeps, session: Session, within: InBooks): Mapped[] {
  const { read } = deps.database
  const kinds: SubjectKind[] = seesOrders(session) ? ['scan', 'order'] : ['scan']
  const rows = kinds.flatMap((kind) => {
    const subjectIds = kind === 'scan' ? visibleOf(deps, session) : null
    return listWaitingFor(read).all({ kind, subjectIds })
  })
  return rows.flatMap((row) => {
    if ((row.books ?? usualBooks(read)) !== within.books || !isOfOwnersKey(read, row)) return []
    return findLost(within, row.code, row.field) ?? readMapped(row.field) ?? []
  })
}

/** A clerk has keys too, and could say with one of them that its document waits for anything. */
function isOfOwnersKey(conn: Conn, { program }: WaitingFor): boolean {
  // A late acknowledgement is kept under its key and its fence.
  const id = program.split(' ')[0] ?? program
  const userId = findKey(conn).get({ id })?.userId
  return userId !== undefined && findUser(conn).get({ id: userId })?.role === 'owner'
}

function forbidden(message: string): AppError {
  return new AppError('forbidden', message)
}
