import type { Scenario, About, Answer, Call, Play, PlayDeps, Request, Result } from '../scenario.ts'
import {
  type Desk,
  type Document,
  endLeases,
  type Held,
  idsOf,
  isGiven,
  openDesk,
  putIn,
  heldOf,
  type Told,
} from './desk.ts'

/** What a client of documents that wait can ask. */
export type WaitingKind = 'list' | 'mark' | 'results' | 'lease' | 'other'

/** A scenario of documents that wait while it runs. */
type WaitingPlay = Play<WaitingKind> & {
  /** Ids that have to be acknowledged, or told of as what could not be booked. */
  wanted(): string[]
}

export type WaitingScenario<D extends Document> = About & {
  begin(desk: Desk<D>, deps: PlayDeps): WaitingPlay
}

/** How the documents of a profile come, and what they are called. */
export type Supply<D extends Document> = {
  /** In the plural. */
  noun: string
  /** In the singular. */
  one: string
  /** Lets so many plain ones wait, the first one the oldest, or all of the same time. */
  letWait(desk: Desk<D>, now: number, count: number, isSameTime?: boolean): Held<D>[]
  /** Lets a document that was acknowledged be as it was before. */
  putBack?(document: D): void
}

/** Between two documents, in milliseconds. */
const apartMs = 60_000

/** How documents are let wait that `make` makes of descriptions: as many as there are of these, the first one the oldest. */
export function lettingWait<D extends Document, Described>(
  make: (about: Described & { createdAt: number }) => D,
) {
  return (desk: Desk<D>, now: number, abouts: readonly Described[]): Held<D>[] => {
    const timed = abouts.map((about, at) => {
      return make({ createdAt: now - (abouts.length - at) * apartMs, ...about })
    })
    return putIn(desk, timed)
  }
}

/** Likewise so many plain ones. */
export function lettingSomeWait<D extends Document>(
  letWait: (desk: Desk<D>, now: number, abouts: readonly { createdAt?: number }[]) => Held<D>[],
): Supply<D>['letWait'] {
  return (desk, now, count, isSameTime = false) => {
    const about = isSameTime ? { createdAt: now } : {}
    return letWait(
      desk,
      now,
      Array.from({ length: count }, () => about),
    )
  }
}

/** What a profile of documents that wait is made of. */
type Waiting<D extends Document> = {
  kindOf(request: Pick<Request, 'method' | 'path'>): WaitingKind
  answerOf(desk: Desk<D>, request: Request): Answer
  /** What people call a document in a sentence, as its subject. */
  nameOf(document: D): string
  /** What is wrong with how it was booked, by what stands behind its id; undefined: nothing that can be seen. */
  wrongAmount?(document: D, said: string): string | undefined
}

/** Puts a scenario on a desk of its own, each time that it begins. */
export function staged<D extends Document>(
  waiting: Waiting<D>,
  scenario: WaitingScenario<D>,
): Scenario {
  const { name, title, why } = scenario
  const about = { name, title, why }
  return {
    ...about,
    begin(deps) {
      const desk = openDesk<D>()
      const play = scenario.begin(desk, deps)
      let isOver = false
      return {
        fault(request) {
          const call = callOf(waiting, request)
          if (call.kind === 'list') desk.asked += 1
          return isOver ? undefined : play.fault?.(call)
        },
        async answer(request) {
          const answer = waiting.answerOf(desk, request)
          if (!isOver) await play.after?.(callOf(waiting, request))
          return answer
        },
        isSettled: () => isSettled(play, desk),
        resumesAt: () => play.resumesAt?.() ?? 0,
        // Who makes rounds has one worker: what it leased in the last one is nobody's now.
        nextRound: () => endLeases(desk),
        end: () => void (isOver = true),
        given: () => idsOf(desk.held.filter((held) => isGiven([held]))),
        judge: (books) =>
          judge(about, play, desk, books === undefined ? undefined : readBooked(books), waiting),
      }
    },
  }
}

function callOf({ kindOf }: Pick<Waiting<never>, 'kindOf'>, request: Request): Call<WaitingKind> {
  return { kind: kindOf(request), at: request.now, body: request.body }
}

const nothingAsked = 'Your client did not ask for what waits.'
const unseen =
  'Whether something was booked twice could not be seen: name what your client booked with --booked, or let it send import-results.'

/** Grades one scenario by what came. */
function judge<D extends Document>(
  about: About,
  play: WaitingPlay,
  desk: Desk<D>,
  booked: Booked,
  { nameOf, wrongAmount }: Pick<Waiting<D>, 'nameOf' | 'wrongAmount'>,
): Result {
  const named = (id: string): string => {
    const held = heldOf(desk, id)
    return held === undefined ? `What has the id ${id}` : nameOf(held.document)
  }
  if (!play.isShown()) {
    const reason = desk.asked === 0 ? nothingAsked : (play.notShown ?? nothingAsked)
    return { ...about, grade: 'not_shown', problems: [reason], notes: [] }
  }
  const problems = [
    ...unsettled(play, desk, named),
    ...(play.problems?.() ?? []),
    ...wronglyBooked(desk, booked, named, wrongAmount),
    ...desk.held.flatMap(({ document }) => {
      const said = isLeftToPerson(desk, document.id) ? [] : (booked?.get(document.id) ?? [])
      return said.flatMap((text) => wrongAmount?.(document, text) ?? [])
    }),
  ]
  const isSeen = booked !== undefined || desk.told.some(({ voucher }) => voucher !== '')
  return {
    ...about,
    grade: problems.length === 0 ? 'passed' : 'failed',
    problems,
    notes: isSeen ? [] : [unseen],
  }
}

/** Whether what must be dealt with is. */
function isSettled(play: WaitingPlay, desk: Desk<Document>): boolean {
  return unsettledIds(play, desk).length === 0
}

function unsettledIds(play: WaitingPlay, desk: Desk<Document>): string[] {
  const refused = new Set(
    desk.told.filter(({ outcome }) => outcome !== 'imported').map(({ id }) => id),
  )
  const marked = new Set(
    desk.held.filter(({ isMarked }) => isMarked).map(({ document: { id } }) => id),
  )
  return play.wanted().filter((id) => !marked.has(id) && !refused.has(id))
}

type Named = (id: string) => string

function unsettled(play: WaitingPlay, desk: Desk<Document>, named: Named): string[] {
  return unsettledIds(play, desk).map(
    (id) => `${named(id)} was neither acknowledged nor reported as one that cannot be booked.`,
  )
}

/** What the client told of it last asks somebody to look: what is booked of it meanwhile is known not to be right. */
function isLeftToPerson({ told }: Desk<Document>, id: string): boolean {
  const last = told.findLast((each) => each.id === id)
  return last !== undefined && last.outcome !== 'imported'
}

function wronglyBooked<D extends Document>(
  desk: Desk<D>,
  booked: Booked,
  named: Named,
  wrongAmount: Waiting<D>['wrongAmount'],
): string[] {
  return [
    ...desk.held.flatMap(({ document, isMarked }) => {
      const { id } = document
      const times = booked?.get(id)?.length
      if (booked === undefined) return []
      if ((times ?? 0) > 1) return [`${named(id)} was booked ${times} times.`]
      // What is booked with nothing is right when it is not booked at all.
      const isNothing = wrongAmount !== undefined && wrongAmount(document, '0') === undefined
      const isMissing = isMarked && times === undefined && !isNothing
      return isMissing ? [`${named(id)} was acknowledged, but it is not booked.`] : []
    }),
    ...twoVouchers(desk),
  ]
}

/** Two vouchers of one part, by what the client itself told. */
function twoVouchers(desk: Desk<Document>): string[] {
  const vouchers = new Map<string, Set<string>>()
  for (const told of desk.told.filter(({ voucher }) => voucher !== '')) {
    const known = vouchers.get(partOf(told)) ?? new Set()
    vouchers.set(partOf(told), known.add(told.voucher))
  }
  return [...vouchers]
    .filter(([, known]) => known.size > 1)
    .map(([part, known]) => `${part} became ${known.size} vouchers: ${[...known].join(', ')}.`)
}

function partOf({ id, part }: Told): string {
  return part === 0 ? id : `${id}, part ${part},`
}

/** What the client has in its books: by id, what stands behind it each time. Undefined: nobody can tell. */
type Booked = ReadonlyMap<string, readonly string[]> | undefined

/** Reads a list of ids, one a line; what follows an id on its line is kept as it is. */
export function readBooked(text: string): NonNullable<Booked> {
  const booked = new Map<string, string[]>()
  for (const line of text.split(/\r?\n/)) {
    const [, id = '', behind = ''] = /^([^\s,;]+)[\s,;]*(.*)$/.exec(line.trim()) ?? []
    if (id !== '') booked.set(id, [...(booked.get(id) ?? []), behind])
  }
  return booked
}
