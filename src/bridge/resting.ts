import type { Waiting } from './daybook/waiting.ts'
import { subjectOf } from './deliver.ts'
import { type Desk, notedOf } from './desk.ts'
import { refusedUntil } from './enter.ts'
import type { Noted } from './journal/fold.ts'

/*
 * What waits for a person, or for something in the books, is not worked on in each round anew: ten thousand bills of sellers that nobody has
 * confirmed would be leased and given back every minute. It rests until anything changes that it may go on by, or some minutes are over.
 */

/** The longest that something rests, in milliseconds: not every change in the books moves a mark. */
const restMs = 10 * 60_000

/** What rests, by its subject: in memory, a start looks at all of it. */
export type Resting = Map<string, { print: string; since: number; until: number }>

/** What besides the document itself may let it go on: what was confirmed, what the books hold, and the day. */
export type Around = { mappings: string; masterMark: number; today: string }

type Deps = Desk & { resting: Resting }

/** Lets a document rest that was worked on, unless a part of it goes on by itself. */
export function rest(deps: Deps, around: Around, waiting: Waiting): void {
  const subject = subjectOf(waiting)
  const now = deps.clock.now()
  const times = deps.journal
    .partsOf(subject)
    .flatMap((part) => restsUntil(notedOf(deps, { part }), now))
  if (times.length === 0 || times.includes(0)) return
  const until = Math.min(...times)
  deps.resting.set(subject, { print: printOf(deps, around, waiting), since: now, until })
}

/** Whether there may be something to do about it. A clock that was set back makes it due. */
export function isDue(deps: Deps, around: Around, waiting: Waiting): boolean {
  const rests = deps.resting.get(subjectOf(waiting))
  const now = deps.clock.now()
  if (rests === undefined || now < rests.since || now >= rests.until) return true
  return rests.print !== printOf(deps, around, waiting)
}

/** Milliseconds since the epoch; 0 where the next round goes on with it, none where nothing stands in its way. */
function restsUntil(noted: Noted, now: number): number[] {
  if (noted.isAsked) return [0]
  switch (noted.step) {
    case 'parked':
    case 'removed':
    case 'already_present':
      return [now + restMs]
    case 'rejected':
      return [Math.min(refusedUntil(noted), now + restMs)]
    case 'settled':
    case 'dropped':
    case 'verified':
    case 'acked':
      return []
    default:
      return [0]
  }
}

/** The journal's last line tells whether a person, or another round, said anything since. */
function printOf({ journal }: Deps, around: Around, waiting: Waiting): string {
  return JSON.stringify([around, waiting.revision, journal.lastOf(subjectOf(waiting))])
}
