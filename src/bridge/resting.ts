import type { Waiting } from './daybook/waiting.ts'
import { subjectOf } from './deliver.ts'
import { type Desk, notedOf } from './desk.ts'
import { refusedUntil } from './enter.ts'
import type { Noted } from './journal/fold.ts'

/*
 * A document that waits for a person or for the accounts rests: otherwise ten thousand bills of unconfirmed sellers would be leased and
 * given back every minute. It rests until something relevant changes, or some minutes have passed.
 */

/** The longest rest in milliseconds. Not every change in the accounts moves a mark. */
const restMs = 10 * 60_000

/** What rests, by subject. Kept in memory only, so a restart looks at everything. */
export type Resting = Map<string, { print: string; since: number; until: number }>

/** What may let a document go on, besides the document itself: the confirmed mappings, the masters, and the day. */
export type Around = { mappings: string; masterMark: number; today: string }

type Deps = Desk & { resting: Resting }

/** Lets a document rest after work, unless one of its parts goes on by itself. */
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

/** Whether the document is worth another attempt. A clock that was set back makes it due. */
export function isDue(deps: Deps, around: Around, waiting: Waiting): boolean {
  const rests = deps.resting.get(subjectOf(waiting))
  const now = deps.clock.now()
  if (rests === undefined || now < rests.since || now >= rests.until) return true
  return rests.print !== printOf(deps, around, waiting)
}

/** Until when a part rests, in milliseconds since the epoch. 0: the next round goes on with it. Empty: nothing is in its way. */
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

/** The journal's last line shows whether a person or another round added something. */
function printOf({ journal }: Deps, around: Around, waiting: Waiting): string {
  return JSON.stringify([around, waiting.revision, journal.lastOf(subjectOf(waiting))])
}
