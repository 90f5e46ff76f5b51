import { AppError, problemOf } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import { type Condition, type Entered, isOpen, type Standing } from './books.ts'
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
import { type Found, inAllYears } from './decide.ts'
import { type Desk, notedOf, park, requireMark } from './desk.ts'
import { fold, type Noted } from './journal/fold.ts'
import type { PartId } from './journal/journal.ts'
import { keyIn } from './keys.ts'
import { giveBack, isOver, leasingOf, underLease } from './lease.ts'
import { learn } from './learn.ts'
import { isSilent, report, reportInBetween, reportSilent, reportProgress } from './report.ts'
import { documentsIn, resultOfPart, newsIn, noteTold, type ToldParts } from './results.ts'
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
  /** What the bridge reported of parts that wait. */
  told: ToldParts
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
  const news = newsIn(told, results)
  for (const kind of ['scan', 'order'] as const) {
    const own = news.filter((result) => result.kind === kind)
    if (own.length > 0 && (await isReportTaken(daybook, own))) noteTold(told, own)
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

/** Documents with an unfinished part that are not in Daybook's lists. */
function leftOver({ journal }: Desk, seen: ReadonlySet<string>): Waiting[] {
  const subjects = new Set(journal.endingIn(unfinished).map(({ subject }) => subject))
  return [...subjects]
    .filter((subject) => !seen.has(subject))
    .flatMap(documentsIn)
    .map((of) => ({ ...of, revision: '', delivered: undefined }))
}

/** How long the bridge watches entered vouchers, in milliseconds: as long as Daybook keeps documents, and a few days. */
const watchedMs = 35 * 24 * 60 * 60_000

/** How often the bridge checks, in milliseconds. */
const watchEveryMs = 24 * 60 * 60_000

/** Wait after a failed check, in milliseconds. */
const watchAgainMs = 60 * 60_000

/**
 * Checks at the start and once a day whether entered vouchers are still in the accounts. A voucher that a person deleted or cancelled
 * stays so and is reported: the paper may have been entered by hand, or be missing from the accounts. A voucher that came back is
 * reported too. Returns the results to report. Throws AppError `unavailable`.
 */
export async function watch(deps: RoundDeps): Promise<Result[]> {
  const { journal, clock, books } = deps
  if (clock.now() < deps.state.watchedAt + watchEveryMs) return []
  const since = clock.now() - watchedMs
  const parts = journal.endingIn(['verified', 'acked', 'removed']).filter(({ at }) => at >= since)
  // A failed check does not stop the round, and is not repeated in every round.
  deps.state.watchedAt = clock.now() - watchEveryMs + watchAgainMs
  const there = parts.length === 0 ? new Map() : byKey(await books.ours())
  const changes: Change[] = []
  for (const part of parts) changes.push(...(await changeOf(deps, part, there)))
  // A company that closed meanwhile looks as if all vouchers were gone. This call then throws.
  const mark = changes.length === 0 ? 0 : await books.mark()
  deps.state.watchedAt = clock.now()
  return changes.flatMap((change) => noteChange(deps, change, mark))
}

/** A voucher that disappeared or came back. */
type Change = { part: PartId; found: Found; noted: Noted }

async function changeOf(
  { journal, books }: RoundDeps,
  { subject, part }: PartId,
  there: ReadonlyMap<string, Standing>,
): Promise<Change[]> {
  const noted = fold(journal.linesOf({ subject, part }))
  const { intent, verified } = noted
  // Without an intent: a bridge that had lost its journal found the voucher, so its key is unknown here.
  if (intent === undefined || verified === undefined) return []
  const isThere = there.get(intent.key)?.isCancelled === false
  const found = isThere
    ? 'equal'
    : foundAmong(await inAllYears(books, intent.key, noted, intent.voucher))
  const isAsNoted = (noted.step === 'removed') === (found !== 'equal')
  return isAsNoted ? [] : [{ part: { subject, part }, found, noted }]
}

function noteChange(deps: RoundDeps, { part, found, noted }: Change, mark: number): Result[] {
  if (found === 'equal') noteBack(deps, part, noted, mark)
  else noteGone(deps, part, found, noted)
  return resultOfPart(deps.books, part, notedOf(deps, { part }))
}

function noteGone(deps: RoundDeps, part: PartId, found: Found, { verified }: Noted): void {
  const did = found === 'cancelled' ? 'cancelled' : 'deleted'
  const message = `Voucher ${verified?.voucherNo ?? ''} was ${did} in the books after it had been entered.`
  park(deps, { part }, 'removed', { code: 'removed_in_book', field: '', message })
}

/** A voucher that came back after its acknowledgement needs no second acknowledgement. */
function noteBack({ journal }: RoundDeps, part: PartId, { verified }: Noted, mark: number): void {
  const wasAcked = journal.linesOf(part).some(({ step }) => step === 'acked')
  if (wasAcked) journal.note(part, { step: 'acked', detail: { as: 'verified' } })
  else if (verified !== undefined) {
    journal.note(part, { step: 'verified', detail: { ...verified, mark } })
  }
}

function byKey(entered: readonly Standing[]): Map<string, Standing> {
  return new Map(entered.map((voucher) => [keyIn(voucher.narration) ?? '', voucher]))
}

function foundAmong(entered: readonly Entered[]): Found {
  const [first] = entered
  if (first === undefined) return 'none'
  return entered.every(({ isCancelled }) => isCancelled) ? 'cancelled' : 'equal'
}
