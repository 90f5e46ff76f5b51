import { readBooked, isSettled, judge } from './judge.ts'
import type { Scenario, About, Answer, Call, Play, PlayDeps, Request } from '../scenario.ts'

import {
  type Desk,
  type Document,
  endLeases,
  type Held,
  idsOf,
  isGiven,
  openDesk,
  putIn,
} from './desk.ts'

/** What a client of documents that wait can ask. */
export type WaitingKind = 'list' | 'mark' | 'results' | 'lease' | 'other'

/** A scenario of documents that wait while it runs. */
export type WaitingPlay = Play<WaitingKind> & {
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
export type Waiting<D extends Document> = {
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
