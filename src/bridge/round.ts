import { AppError, problemOf } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { type Condition, isOpen } from './books.ts'
import { bringMasters } from './bring-masters.ts'
import { bringMore, type Brings } from './bring-more.ts'
import { applyDecisions, makeLedgers } from './decisions.ts'
import { isKeyRefused } from './daybook/api.ts'
import type { Daybook, Result } from './daybook/daybook.ts'
import { ordersRefused, type Page, type Waiting } from './daybook/waiting.ts'
import { type Bridge, deliver, revisit, subjectOf } from './deliver.ts'
import type { Desk } from './desk.ts'
import { giveBack, isOver, leasingOf, underLease } from './lease.ts'
import { learn } from './learn.ts'
import { isSilent, report, reportInBetween, reportSilent, reportProgress } from './report.ts'
import { documentsIn } from './results.ts'
import { type Around, isDue, rest, type Resting } from './resting.ts'
import { requireMark } from './rolled-back.ts'
import { watch } from './watch.ts'
import { dayInIndia } from '../paper/checks/values.ts'

/** What a round came to; `orders` says why web orders did not come. */
export type Round = { condition: Condition; entered: number; waiting: number; orders?: string }

export type RoundDeps = Desk & {
  daybook: Daybook
  install: string
  brings: Brings
  /** Of these books, in the bridge's own folder. */
  folder: string
  log: Log
  /** What Daybook was told of parts that wait, by part: said again only when it changes, or after a start. */
  told: Map<string, string>
  resting: Resting
  state: RoundState
}

/** Times in milliseconds since the epoch, 0 at the start. */
type RoundState = {
  /** When it was last looked whether everything is still in the books. */
  watchedAt: number
  reportedAt: number
  /** How many could not be entered in the last whole round. */
  waiting: number
  /** How far the reading of all masters came, for people. */
  reading: string
  /** Why web orders are not handed out, for people. */
  orders: string
  /** What came of the names and the stock that were brought to Daybook, for people. */
  names: string
  stock: string
  /** Up to which mark of the masters names were brought; -1 at the start. */
  namesMark: number
  /** When names could not be brought the last time, 0 when they could. */
  namesFailedAt: number
  stockAt: number
}

/** What a bridge that starts remembers. */
export function newState(): RoundState {
  return {
    watchedAt: 0,
    reportedAt: 0,
    waiting: 0,
    reading: '',
    orders: '',
    names: '',
    stock: '',
    namesMark: -1,
    namesFailedAt: 0,
    stockAt: 0,
  }
}

/** Half-done ways, and what a person asked for: looked at also when the document waits no more. */
const unfinished = [
  'intent',
  'answered',
  'unknown',
  'submitting',
  'verified',
  'retry',
  'settled',
] as const

/**
 * Enters once what waits. One document that cannot be entered keeps no other. Throws AppError `unavailable` when Daybook or
 * the books stop answering, `conflict` when the books went back.
 */
export async function round(deps: RoundDeps, signal?: AbortSignal): Promise<Round> {
  const condition = await deps.books.health()
  await report(deps, condition)
  await giveBack(deps)
  await applyDecisions(deps)
  if (!isOpen(condition)) return { condition, entered: 0, waiting: 0 }
  requireMark(deps.journal, await deps.books.mark())
  await makeLedgers(deps)
  await tryMasters(deps, condition)
  await tellNews(deps, await tryWatch(deps))
  const bridge = { ...deps, mappings: await deps.daybook.mappings() }
  const around = await aroundOf(bridge)
  const isDueNow = (waiting: Waiting) => isDue(deps, around, waiting)
  const work = {
    bridge,
    around,
    condition,
    seen: new Set<string>(),
    counts: { entered: 0, waiting: 0 },
    leased: 0,
    orders: '',
  }
  for await (const page of deps.daybook.leased(leasingOf(deps, isDueNow))) {
    work.leased += page.leased
    await workThrough(work, page, signal)
    if (signal?.aborted === true) return { condition, ...work.counts }
  }
  deps.state.orders = work.orders
  // What others hold does not come with the lists either: it is looked at when they have given it back.
  for (const waiting of work.leased > 0 ? [] : leftOver(deps, work.seen)) {
    if (waiting.kind === 'order' && work.orders !== '') continue
    await one(bridge, () => revisit(bridge, waiting), waiting)
  }
  await bringMore(deps, bridge.mappings, signal)
  deps.state.waiting = work.counts.waiting
  const { orders } = work
  return { condition, ...work.counts, ...(orders !== '' && { orders }) }
}

/** What documents may go on by, as it is in this round. */
async function aroundOf({ books, clock, mappings }: Bridge): Promise<Around> {
  const print = Bun.SHA256.hash(JSON.stringify(mappings), 'hex')
  const today = dayInIndia(clock.now())
  return { mappings: print, masterMark: await books.masterMark(), today }
}

type Work = {
  bridge: Bridge & RoundDeps
  around: Around
  condition: Condition
  /** Subjects that came already: what somebody acknowledged while the pages were read may come twice. */
  seen: Set<string>
  counts: Record<Count, number>
  /** How many others hold. */
  leased: number
  /** Why orders are not handed out; '' where they are. */
  orders: string
}

/** Works on what a page has as long as it is leased; the rest of one that was given to others is theirs. */
async function workThrough(work: Work, page: Page, signal: AbortSignal | undefined): Promise<void> {
  const { bridge, around, condition, seen, counts } = work
  if (page.refusal !== undefined) {
    work.orders = ordersRefused(page.refusal)
    bridge.log.warn('The key for web orders is refused.', { error: page.refusal })
  }
  const fresh = page.waiting.filter((waiting) => !seen.has(subjectOf(waiting)))
  const due = fresh.filter((waiting) => isDue(bridge, around, waiting))
  const noteSeen = (waiting: Waiting) => seen.add(subjectOf(waiting))
  for (const waiting of fresh) if (!due.includes(waiting)) noteSeen(waiting)
  counts.waiting += fresh.length - due.length
  await reportInBetween(bridge, condition)
  try {
    await underLease(bridge, page, async (requireLease) => {
      const leasing = { ...bridge, requireLease }
      await learn(bridge, due)
      for (const waiting of due) {
        if (signal?.aborted === true) return
        await reportInBetween(bridge, condition)
        await requireLease()
        noteSeen(waiting)
        const today = dayInIndia(bridge.clock.now())
        const count = await one(leasing, () => deliver(leasing, waiting, today), waiting)
        if (count === 'waiting') rest(bridge, around, waiting)
        counts[count] += 1
      }
    })
  } catch (error) {
    if (!isOver(error)) throw error
    work.leased += page.waiting.length
    bridge.log.warn('The lease of a page is over: what is left of it may be worked on elsewhere.')
  }
}

/** What cannot be proposed keeps nothing out that is confirmed already. */
async function tryMasters(deps: RoundDeps, condition: Condition): Promise<void> {
  try {
    await bringMasters({
      ...deps,
      onProgress: (progress) => reportProgress(deps, condition, progress),
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.warn('What the books hold could not be brought to Daybook.', { error })
  }
  deps.state.reading = ''
}

/** What is there already keeps nothing out that waits. */
async function tryWatch(deps: RoundDeps): Promise<Result[]> {
  try {
    return await watch(deps)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.warn('It could not be looked whether everything is still in the books.', { error })
    return []
  }
}

type Count = 'entered' | 'waiting'

async function one(
  bridge: Bridge & RoundDeps,
  work: () => ReturnType<typeof deliver>,
  waiting: Waiting,
): Promise<Count> {
  try {
    const { state, results } = await work()
    await tellNews(bridge, results)
    return state === 'acknowledged' ? 'entered' : 'waiting'
  } catch (error) {
    if (stopsAll(error) && !(await isOfOne(bridge, error))) throw error
    // A fault of this one, or in this program: the others shall not wait for it.
    bridge.log.error('A document could not be entered.', { subject: subjectOf(waiting), error })
    const { kind, id, revision } = waiting
    const message = problemOf(error)
    await tellNews(bridge, [
      { kind, id, revision, part: 0, outcome: 'failed', code: 'other', message },
    ])
    return 'waiting'
  }
}

/** What the next one would meet too: somebody does not answer, or refuses the key, or the books went back. */
function stopsAll(error: unknown): boolean {
  return (
    error instanceof AppError &&
    ['unavailable', 'conflict', 'unauthorized', 'forbidden', 'rate_limited'].includes(error.code)
  )
}

/** Whether the books answer all the same: then it is this document that they cannot answer, and each round would end at it. */
async function isOfOne(deps: RoundDeps, error: unknown): Promise<boolean> {
  if (!isSilent(error)) return false
  // The look may take as long again: whoever left a dialog open hears of it now.
  await reportSilent(deps, error)
  try {
    await deps.books.mark()
    return true
  } catch (other) {
    if (other instanceof AppError) return false
    throw other
  }
}

async function tellNews({ daybook, told }: RoundDeps, results: readonly Result[]): Promise<void> {
  const news = results.filter((result) => told.get(nameOf(result)) !== JSON.stringify(result))
  for (const kind of ['scan', 'order'] as const) {
    const own = news.filter((result) => result.kind === kind)
    if (own.length > 0 && (await isHeard(daybook, own))) {
      for (const result of own) told.set(nameOf(result), JSON.stringify(result))
    }
  }
}

/** A key for orders that is refused keeps no document waiting: that is told with the orders themselves. */
async function isHeard(daybook: Daybook, results: readonly Result[]): Promise<boolean> {
  try {
    await daybook.tell(results)
    return true
  } catch (error) {
    if (isKeyRefused(error) && results.every(({ kind }) => kind === 'order')) return false
    throw error
  }
}

function nameOf({ kind, id, part }: Result): string {
  return `${kind}:${id}:${part}`
}

/** Documents with an unfinished part that did not come with the lists. */
function leftOver({ journal }: Desk, seen: ReadonlySet<string>): Waiting[] {
  const subjects = new Set(journal.endingIn(unfinished).map(({ subject }) => subject))
  return [...subjects]
    .filter((subject) => !seen.has(subject))
    .flatMap(documentsIn)
    .map((of) => ({ ...of, revision: '', delivered: undefined }))
}
