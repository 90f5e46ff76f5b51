import { listOpenDecisions } from '../books/mapping/decision-queries.ts'
import { askForLedger, readDetail } from '../books/mapping/decisions.ts'
import { requireBooks, systemOf, usualBooks } from '../books/mapping/companies.ts'
import { mapTo, mapToName, recordHistory, unmap } from '../books/mapping/map.ts'
import { masterKindOf, partyOf, requireMapped } from '../books/mapping/mapping-queries.ts'
import { AppError } from '../platform/errors.ts'
import { findScanFile } from '../services/scan-export/overview/show-scan.ts'
import { findScans } from '../services/scan-export/overview/list-scans.ts'
import { causesFor, seesOrders, subjectsOf } from './causes.ts'
import {
  requireMayChoose,
  requireMayMake,
  requireMayName,
  requireUnconfirmed,
  settleCause,
  tryAgain,
} from './clerk-answers.ts'
import { paperOf, type Evidence } from './evidence.ts'
import {
  aboutFirst,
  type Answer,
  type Asker,
  type OpenQuestion,
  type OtherAnswer,
  type Proposal,
  type QuestionDeps,
  type QuestionOwner,
  type Undo,
} from './question.ts'

/** The program that gets files: nobody can search its accounts. */
const filesSystem = 'folder'

/** The titles of what waits that a question shows. */
const titlesMax = 5

/** Sellers, items, units and ledgers that documents wait for, and documents that an accounting program refused. */
export function books(): QuestionOwner {
  return ownerOf('book', 'scan', ({ role, isClerk }) => role === 'owner' || isClerk)
}

/** The same for orders. */
export function refusedOrders(): QuestionOwner {
  return ownerOf('order', 'order', seesOrders)
}

type Cause = Awaited<ReturnType<typeof causesFor>>[number]

function ownerOf(
  kind: 'book' | 'order',
  of: Cause['kind'],
  isFor: QuestionOwner['isFor'],
): QuestionOwner {
  // What somebody wants to be asked one by one.
  const apart = new Set<string>()
  return {
    kind,
    isFor,
    async find(deps, asker, { first, limit }) {
      const isMade = ledgersUnderWay(deps)
      const causes = (await causesFor(deps, asker, of)).filter(
        (cause) => cause.foundAs === null && !isMade(cause) && mayAnswer(deps, asker, cause),
      )
      const sure = causes.filter(isSure)
      const together = allOf(deps, asker, kind, sure)
      const isTogether = sure.length > 1 && !apart.has(together.question.id)
      const alone = isTogether ? causes.filter((cause) => !isSure(cause)) : causes
      const inOrder = aboutFirst(alone, first, idOf)
      const open = [
        ...(isTogether ? [orApart(together, apart)] : []),
        ...inOrder.map((cause) => questionOf(deps, asker, kind, cause)),
      ]
      return { open: open.slice(0, limit), total: open.length }
    },
  }
}

/** The most open decisions that are looked through. */
const decisionsMax = 1_000

/** Tells what waits for a ledger that a bridge will make. */
function ledgersUnderWay({ database: { read } }: QuestionDeps): (cause: Cause) => boolean {
  const inBooks = new Map<number, Set<unknown>>()
  const fieldsOf = (number: number) => {
    const open = listOpenDecisions(read).all({
      books: number,
      program: '',
      after: '',
      limit: decisionsMax,
    })
    const asked = open.filter((decision) => decision.kind === 'create_ledger')
    return new Set(asked.map(({ detail }) => readDetail(detail)['field']))
  }
  return ({ missing, books: told }) => {
    const number = told ?? usualBooks(read)
    if (missing === null || number === undefined) return false
    return inBooks.getOrInsertComputed(number, () => fieldsOf(number)).has(missing.field)
  }
}

/** Reasons for which a proposal only needs a nod. */
const sureReasons = ['same GSTIN', 'same name']

function isSure({ missing, proposals }: Cause): boolean {
  const [first, second] = proposals
  if (missing === null || first === undefined) return false
  return sureReasons.includes(first.reason) && second?.reason !== first.reason
}

/** All that only need a nod are one question. */
function allOf(
  deps: QuestionDeps,
  asker: Asker,
  kind: 'book' | 'order',
  sure: readonly Cause[],
): OpenQuestion {
  const names = sure.flatMap((cause) =>
    cause.proposals.slice(0, 1).map(({ name, reason }) => ({
      ours: titleOf(cause),
      theirs: name,
      note: reason,
    })),
  )
  const ids = sure.map(({ id }) => id)
  return {
    question: {
      id: `${kind} sure ${Bun.hash.wyhash(ids.join('\n'))}`,
      kind,
      subject: {
        id: `${kind} sure`,
        title: names.map(({ ours }) => ours).join(', '),
        totalPaise: null,
      },
      asks: { code: 'sure', values: { count: `${sure.length}` } },
      because: [],
      evidence: { type: 'names', names },
      proposals: [{ id: 'all', name: '', note: '' }],
      answers: ['different'],
    },
    async answer() {
      const undone: Undo[] = []
      for (const cause of sure) {
        const [first] = cause.proposals
        const undo = await mapped(deps, asker, cause, { choice: first?.id ?? '', text: '' })
        if (undo !== null) undone.push(undo)
      }
      return async () => {
        for (const undo of undone.toReversed()) await undo()
      }
    },
  }
}

/** The answer "different" asks one by one. */
function orApart(together: OpenQuestion, apart: Set<string>): OpenQuestion {
  const { id } = together.question
  return {
    question: together.question,
    answer(given) {
      if (given.choice !== 'different') return together.answer(given)
      apart.add(id)
      return Promise.resolve(() => {
        apart.delete(id)
        return Promise.resolve()
      })
    },
  }
}

/** A clerk answers only what is proposed, what is no ledger, and new parties: everything else waits for an owner. */
function mayAnswer(
  { database }: QuestionDeps,
  { role }: Asker,
  { missing, proposals, isConfirmed, books: number }: Cause,
): boolean {
  if (role === 'owner' || missing === null || proposals.length > 0) return true
  if (isConfirmed) return false
  const isFile = number !== null && systemOf(database.read, number) === filesSystem
  return missing.kind !== 'ledger' || isFile
}

function questionOf(
  deps: QuestionDeps,
  asker: Asker,
  kind: 'book' | 'order',
  cause: Cause,
): OpenQuestion {
  const { id, missing, sentence, count } = cause
  const common = {
    id: `${kind} ${id}`,
    kind,
    evidence: waitingFor(deps, asker, cause),
    subject: { id, title: titleOf(cause), totalPaise: null },
  } as const
  const number = cause.books ?? usualBooks(deps.database.read)
  // Nobody can say what something is in accounts that no bridge has told of.
  if (missing === null || number === undefined) {
    return {
      question: {
        ...common,
        asks: { code: `refused ${cause.code}`, values: { count: `${count}` } },
        because: [sentence],
        proposals: proposalsOfRefused(cause),
        answers: cause.code === 'duplicate_in_book' ? ['different'] : [],
      },
      answer: (given) => settled(deps, asker, cause, given),
    }
  }
  const system = systemOf(deps.database.read, number)
  return {
    question: {
      ...common,
      asks: {
        code: `which ${missing.kind}`,
        values: { title: titleOf(cause), count: `${count}`, ...searchIn(system, asker, cause) },
      },
      because: [sentence],
      proposals: cause.proposals.map(({ id: master, name, reason, isForAll }): Proposal => ({
        id: master,
        name,
        note: isForAll ? `${reason}, for every rate` : reason,
      })),
      answers: answersOf(system, asker, cause),
    },
    answer: (given) => mapped(deps, asker, cause, given),
  }
}

function titleOf({ missing, sentence }: Cause): string {
  return missing === null || missing.title === '' ? sentence : missing.title
}

/** In which list of the accounts the page searches for what somebody types. '' where the text itself is the name. */
function searchIn(system: string, { role }: Asker, { missing, books: number }: Cause) {
  const kind = missing === null || system === filesSystem ? '' : masterKindOf[missing.kind]
  const isHidden = kind === 'ledger' && role !== 'owner'
  return { search: isHidden ? '' : kind, books: number === null ? '' : `${number}` }
}

function answersOf(system: string, { role }: Asker, { missing }: Cause): OtherAnswer[] {
  const isFile = system === filesSystem
  const isLedger = missing?.kind === 'party' || missing?.kind === 'ledger'
  const mayType = role === 'owner' || isFile || !isLedger
  return [
    ...(mayType ? (['typed'] as const) : []),
    ...(missing?.kind === 'party' && !isFile ? (['different'] as const) : []),
  ]
}

function waitingFor(deps: QuestionDeps, asker: Asker, cause: Cause): Evidence {
  const { kind: of, count } = cause
  const subjects = subjectsOf(deps, asker, cause).slice(0, titlesMax)
  const titles = subjects.map(({ id, title }) => ({ id, title }))
  const [first] = of === 'scan' ? findScans(deps.scanExport, titles.slice(0, 1).map(idOf)) : []
  const paper = first === undefined ? null : paperOf(first, findScanFile(deps.scanExport, first.id))
  return { type: 'waiting', of, titles, count, paper }
}

function idOf({ id }: { id: string }): string {
  return id
}

/** A cancelled or returned order is never entered, however often it is tried. */
function proposalsOfRefused({ kind, code, field }: Cause): Proposal[] {
  const again = { id: 'again', name: '', note: '' }
  const byHand = { id: 'by_hand', name: '', note: '', isFinal: true }
  const leftOut = { id: 'dropped', name: '', note: '', isFinal: true }
  if (kind === 'order' && field === 'status') return [leftOut, byHand]
  if (code === 'duplicate_in_book') return [byHand, again, leftOut]
  const deleted = { id: 'deleted', name: '', note: '', isFinal: true }
  return [again, ...(code === 'exception_parked' ? [deleted] : []), byHand, leftOut]
}

async function settled(
  deps: QuestionDeps,
  asker: Asker,
  cause: Cause,
  { choice }: Answer,
): Promise<null> {
  const asked: Pick<Cause, 'kind' | 'books' | 'code' | 'field'> = cause
  switch (choice) {
    case 'by_hand':
    case 'dropped':
      await settleCause(deps, asker, asked, choice)
      return null
    case 'different':
      await tryAgain(deps, asker, asked, 'another')
      return null
    case 'deleted':
      await tryAgain(deps, asker, asked, 'deleted')
      return null
    default:
      await tryAgain(deps, asker, asked, undefined)
      return null
  }
}

/** `choice` is the id of an entry in the accounts. */
async function mapped(
  deps: QuestionDeps,
  asker: Asker,
  cause: Cause,
  { choice, text }: Answer,
): Promise<Undo | null> {
  const { read } = deps.database
  const { missing, proposals } = cause
  if (missing === null) throw new AppError('conflict', 'Nobody asks about this any more.')
  if (choice === 'different') return await made(deps, asker, cause, missing.field)
  const proposal = proposals.find(({ id }) => id === choice)
  const of = {
    ...requireMapped(proposal?.field ?? missing.field),
    books: requireBooks(read, cause.books),
  }
  const isName = choice === 'typed'
  if (isName) requireMayName(deps, asker, of, text.trim())
  else requireMayChoose(deps, asker, of, choice)
  await deps.database.write((conn) => {
    const now = deps.clock.now()
    requireUnconfirmed(conn, asker, of)
    if (!isName) {
      mapTo(conn, { ...of, masterId: choice, reason: proposal?.reason ?? '' }, asker.userId, now)
      return
    }
    const { kind, ours } = of
    const name = requireText(text)
    mapToName(conn, of, name, asker.userId, now, '')
    recordHistory(conn, now, {
      action: 'found in books',
      userId: asker.userId,
      details: { kind, ours, name },
    })
  })
  return () => deps.database.write((conn) => unmap(conn, of, asker.userId, deps.clock.now()))
}

function requireText(text: string): string {
  const name = text.trim()
  if (name !== '' && name.length <= nameMax) return name
  throw new AppError('invalid_request', `The name must have 1 to ${nameMax} characters.`, {
    field: 'text',
  })
}

/** The longest name in the accounts, in characters. */
const nameMax = 200

/** The bridge makes the ledger of a party, and looks first whether the accounts have it. */
async function made(deps: QuestionDeps, asker: Asker, cause: Cause, field: string): Promise<null> {
  const { read } = deps.database
  const party = requireMapped(field)
  const of = { ...party, books: requireBooks(read, cause.books) }
  const asked = { ...of, name: partyOf(party.ours).name, parent: '' }
  requireMayMake(deps, asker, { ...asked, system: systemOf(read, of.books) })
  await deps.database.write((conn) => {
    requireUnconfirmed(conn, asker, of)
    askForLedger(conn, asked, asker.userId, deps.clock.now())
  })
  return null
}
