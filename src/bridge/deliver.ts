import type { Daybook, Result } from './daybook/daybook.ts'
import type { Waiting } from './daybook/waiting.ts'
import { type Desk, notedOf, type Work } from './desk.ts'
import { enter, isDone, refusedUntil } from './enter.ts'
import type { Noted } from './journal/fold.ts'
import { keyOf } from './keys.ts'
import { resultOf } from './results.ts'
import { followSettled, holdShifted } from './shifted.ts'
import type { Mappings } from './vouchers/lookup.ts'
import type { Part } from './vouchers/voucher.ts'
import { vouchersOf } from './vouchers/vouchers-of.ts'

/** The accounts, Daybook, and the mappings that a person confirmed between them. */
export type Bridge = Desk & { daybook: Daybook; install: string; mappings: Mappings }

/** What happened to a document or an order. */
type Delivered = { state: 'acknowledged' | 'waits'; results: Result[] }

/**
 * Enters all parts of a document or an order, and acknowledges it when all parts are done. Not earlier: Daybook does not deliver an
 * acknowledged document again.
 */
export async function deliver(bridge: Bridge, waiting: Waiting, today: string): Promise<Delivered> {
  const parts = vouchersOf(waiting.delivered, bridge.mappings, today)
  const made = worksOf(bridge, waiting, parts).map((work) => ({ ...work, parts: parts.length }))
  const works = holdShifted(bridge, followSettled(bridge, made))
  for (const work of works) await enter(bridge, work)
  return await acknowledgeIfDone(bridge, waiting, works)
}

/**
 * The same for a document that is in the journal and no longer waits in Daybook. Its parts are looked up, and sent only if a person asked
 * for that.
 */
export async function revisit(bridge: Bridge, waiting: Waiting): Promise<Delivered> {
  const parts = bridge.journal.partsOf(subjectOf(waiting))
  const made = parts.map(({ part }) => ({ part, problems: [] }))
  const works = worksOf(bridge, waiting, made).map((work) => ({ ...work, isWanted: false }))
  for (const work of works) await enter(bridge, work)
  const revision = sentRevision(bridge, works)
  if (revision === '' || !isWhole(bridge, works)) {
    const own = works.filter((work) => isOwn(notedOf(bridge, work)))
    return { state: 'waits', results: resultsOf(bridge, waiting, own) }
  }
  // Without a fence: this bridge may well have held the latest lease.
  return await acknowledgeIfDone(bridge, { ...waiting, revision }, works)
}

/** If this bridge only learned of a part from another bridge, the other bridge reports it. The part may be in the accounts by now. */
function isOwn({ intent, step }: Noted): boolean {
  return intent !== undefined || step === 'settled' || step === 'dropped'
}

export function subjectOf({ kind, id }: Pick<Waiting, 'kind' | 'id'>): string {
  return `${kind}:${id}`
}

/** Whether the journal knows all parts of a document. While a document is on hold, it may have gained rows that the bridge never met. */
function isWhole(bridge: Bridge, works: readonly Work[]): boolean {
  const counts = works.flatMap((work) => notedOf(bridge, work).intent?.parts ?? [])
  return counts.length > 0 && works.length >= Math.max(...counts)
}

/** The revision that was sent. '' when the parts have no revision or several: what is on hold now may differ. */
function sentRevision(bridge: Bridge, works: readonly Work[]): string | number {
  const sent = new Set(works.map((work) => notedOf(bridge, work).intent?.revision ?? ''))
  const [revision = ''] = sent
  return sent.size === 1 ? revision : ''
}

function worksOf(bridge: Bridge, waiting: Waiting, made: readonly Part[]): Work[] {
  const { install, journal, mappings } = bridge
  const { kind, id, revision } = waiting
  const subject = subjectOf(waiting)
  const key = (part: number) => keyOf({ install, kind, id, part })
  const numbers = new Set([...made, ...journal.partsOf(subject)].map(({ part }) => part))
  const ownKeys = [...numbers].map(key)
  return made.map(({ part, printed, voucher, problems }) => ({
    part: { subject, part },
    key: key(part),
    ownKeys,
    voucher,
    ...(printed !== undefined && { row: { printed, of: made.length } }),
    problems,
    parts: 0,
    revision,
    isWanted: true,
    whenPresent: mappings.settings.already_present,
    isDatedToday: mappings.settings.date_from === 'today',
  }))
}

async function acknowledgeIfDone(
  bridge: Bridge,
  waiting: Waiting,
  works: readonly Work[],
): Promise<Delivered> {
  const { daybook, journal } = bridge
  const ends = works.map((work) => ({ work, noted: notedOf(bridge, work) }))
  const results = resultsOf(bridge, waiting, works)
  if (!ends.every(({ work, noted }) => isDone(noted, work))) return { state: 'waits', results }
  // Report before the acknowledgement. Reporting twice is harmless, but the bridge may never see an acknowledged document again.
  await daybook.tell(results)
  // Daybook stores the acknowledgement's `external` with part 0. Each row of a statement already reported its own.
  const external = results.find(({ part }) => part === 0)?.external
  const { kind, id, revision, fence } = waiting
  const acknowledged = { kind, id, revision, fence, ...(external && { external }) }
  const isTaken = await daybook.acknowledge(acknowledged)
  // The document changed since the bridge fetched it. Daybook delivers it again in its new state.
  if (!isTaken) return { state: 'waits', results: [] }
  for (const { work, noted } of ends) {
    if (noted.step === 'acked') continue
    journal.note(work.part, { step: 'acked', detail: { as: noted.step } })
  }
  return { state: 'acknowledged', results: [] }
}

function resultsOf(bridge: Bridge, waiting: Waiting, works: readonly Work[]): Result[] {
  return works.flatMap((work) => resultOf(bridge.books, waiting, work.part, notedOf(bridge, work)))
}

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
