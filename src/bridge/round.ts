import { AppError, problemOf } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { type Condition, isOpen } from './books.ts'
import { bringMasters, bringMore, type Brings } from './bring-masters.ts'
import { applyDecisions, makeLedgers } from './decisions.ts'
import { isKeyRefused } from './daybook/api.ts'
import type { Daybook, Result } from './daybook/daybook.ts'
import { ordersRefused, type Page, type Waiting } from './daybook/waiting.ts'
import {
  type Bridge,
  deliver,
  revisit,
  subjectOf,
  type Around,
  isDue,
  rest,
  type Resting,
} from './deliver.ts'
import { type Desk, requireMark } from './desk.ts'
import { giveBack, isOver, leasingOf, underLease } from './lease.ts'
import { learn } from './learn.ts'
import { isSilent, report, reportInBetween, reportSilent, reportProgress } from './report.ts'
import { documentsIn } from './results.ts'
import { watch } from './watch.ts'
import { dayInIndia } from '../paper/values.ts'

/** The outcome of a round. `orders` says why web orders did not come. */
export type Round = { condition: Condition; entered: number; waiting: number; orders?: string }

export type RoundDeps = Desk & {
  daybook: Daybook
  install: string
  brings: Brings
  /** The folder of these books. */
  folder: string
  log: Log
  /** What the bridge reported of parts that wait, by part. It repeats a report only after a change or a restart. */
  told: Map<string, string>
  resting: Resting
  state: RoundState
}

/** Times in milliseconds since the epoch, 0 at the start. */
type RoundState = {
  /** When the bridge last checked whether all vouchers are still in the accounts. */
  watchedAt: number
  reportedAt: number
  /** How many documents the last complete round could not enter. */
  waiting: number
  /** Progress of the full read of masters, for people. */
  reading: string
  /** Why Daybook hands out no web orders, for people. */
  orders: string
  /** What happened to the names and the stock sent to Daybook, for people. */
  names: string
  stock: string
  /** The masters' mark at the last transfer of names; -1 at the start. */
  namesMark: number
  /** When sending the names failed last; 0 after a success. */
  namesFailedAt: number
  stockAt: number
}

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

/** Steps of parts that are half done, or that a person asked for. The bridge looks at them even when the document no longer waits. */
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
 * Enters everything that waits, once. A document that cannot be entered does not stop the others. Throws AppError `unavailable` when
 * Daybook or the accounts stop answering, `conflict` when the accounts went back to an earlier state.
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
  // The lists leave out what other bridges hold. So look at leftovers only when nobody else holds anything.
  for (const waiting of work.leased > 0 ? [] : leftOver(deps, work.seen)) {
    if (waiting.kind === 'order' && work.orders !== '') continue
    await enterOne(bridge, () => revisit(bridge, waiting), waiting)
  }
  await bringMore(deps, bridge.mappings, signal)
  deps.state.waiting = work.counts.waiting
  const { orders } = work
  return { condition, ...work.counts, ...(orders !== '' && { orders }) }
}

/** What may let documents go on in this round. */
async function aroundOf({ books, clock, mappings }: Bridge): Promise<Around> {
  const print = Bun.SHA256.hash(JSON.stringify(mappings), 'hex')
  const today = dayInIndia(clock.now())
  return { mappings: print, masterMark: await books.masterMark(), today }
}

type Work = {
  bridge: Bridge & RoundDeps
  around: Around
  condition: Condition
  /** Subjects that already came. A document that somebody acknowledged while the pages were read may come twice. */
  seen: Set<string>
  counts: Record<Count, number>
  /** How many documents other workers hold. */
  leased: number
  /** Why Daybook hands out no orders, or ''. */
  orders: string
}

/** Works on a page while its lease lasts. When another worker takes over, the rest of the page is left to it. */
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
        const count = await enterOne(leasing, () => deliver(leasing, waiting, today), waiting)
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

/** A failed transfer of masters only delays proposals. Mappings that are already confirmed still work. */
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

/** A failed check of old vouchers does not stop new ones. */
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

async function enterOne(
  bridge: Bridge & RoundDeps,
  work: () => ReturnType<typeof deliver>,
  waiting: Waiting,
): Promise<Count> {
  try {
    const { state, results } = await work()
    await tellNews(bridge, results)
    return state === 'acknowledged' ? 'entered' : 'waiting'
  } catch (error) {
    if (endsRound(error) && !(await isFaultOfDocument(bridge, error))) throw error
    // The fault is in this document or in this program. The other documents shall not wait.
    bridge.log.error('A document could not be entered.', { subject: subjectOf(waiting), error })
    const { kind, id, revision } = waiting
    const message = problemOf(error)
    await tellNews(bridge, [
      { kind, id, revision, part: 0, outcome: 'failed', code: 'other', message },
    ])
    return 'waiting'
  }
}

/** Errors that the next document would meet too: somebody does not answer, refuses the key, or the accounts went back. */
function endsRound(error: unknown): boolean {
  return (
    error instanceof AppError &&
    ['unavailable', 'conflict', 'unauthorized', 'forbidden', 'rate_limited'].includes(error.code)
  )
}

/** Whether the accounts answer again. Then they cannot answer for this one document, and every round would end at it. */
async function isFaultOfDocument(deps: RoundDeps, error: unknown): Promise<boolean> {
  if (!isSilent(error)) return false
  // Report first: asking the accounts may take as long again, and a person may have left a dialog open.
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
    if (own.length > 0 && (await isReportTaken(daybook, own))) {
      for (const result of own) told.set(nameOf(result), JSON.stringify(result))
    }
  }
}

/**
 * Reports results. Returns false when Daybook refuses the key for orders: the order list reports that problem, and documents need not
 * wait.
 */
async function isReportTaken(daybook: Daybook, results: readonly Result[]): Promise<boolean> {
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

/** Documents with an unfinished part that are not in Daybook's lists. */
function leftOver({ journal }: Desk, seen: ReadonlySet<string>): Waiting[] {
  const subjects = new Set(journal.endingIn(unfinished).map(({ subject }) => subject))
  return [...subjects]
    .filter((subject) => !seen.has(subject))
    .flatMap(documentsIn)
    .map((of) => ({ ...of, revision: '', delivered: undefined }))
}
