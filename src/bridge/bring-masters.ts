import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from '@sinclair/typebox'
import { masterKinds, type Books, type Master, type MasterKind } from './books.ts'
import { type Daybook, idOfDaybook } from './daybook/daybook.ts'
import { bringNames, namesSentence } from './names/bring-names.ts'
import type { RoundDeps } from './round.ts'
import { bringStock, stockSentence } from './stock/bring-stock.ts'
import type { StockChoice } from './stock/plan.ts'
import type { Mappings } from './vouchers/lookup.ts'
import { readJson } from '../platform/disk/durable.ts'
import { AppError } from '../platform/errors.ts'
import type { Clock } from '../platform/time.ts'

/** Masters per call to Daybook. */
const sentAtOnce = 2_000

/** Milliseconds after which all masters are read again. Tally leaves no other trace of a deleted master. */
const wholeAfterMs = 24 * 60 * 60 * 1000

/**
 * The last transfer: which Daybook received the masters, the masters' mark, when all masters were last read, and for each kind the
 * highest AlterID and the count at that time.
 */
const broughtSchema = Type.Object({
  to: Type.String(),
  mark: Type.Number(),
  wholeAt: Type.Number(),
  after: Type.Record(Type.String(), Type.Number()),
  counts: Type.Record(Type.String(), Type.Number()),
})

type Brought = Static<typeof broughtSchema>

/** Progress of a full read of one kind. `of` is the count of the last full read, undefined on the first. */
export type Progress = { kind: MasterKind; read: number; of: number | undefined }

type From = {
  books: Pick<Books, 'masterMark' | 'masters'>
  daybook: Pick<Daybook, 'scans'>
  /** The folder of these books. */
  folder: string
  clock: Clock
  /** Called after each call to Daybook in a full read. A long full read takes minutes. */
  onProgress?: (progress: Progress) => Promise<void>
}

/**
 * Sends Daybook the masters that changed since the last time. Sends all masters once a day, to another Daybook than before, and when the
 * accounts were restored from a backup. Only a full transfer shows Daybook which masters were deleted.
 * Reads no masters from Tally when nothing changed. Throws AppError `unavailable` when Tally or Daybook does not answer. The next call
 * starts again from the last complete transfer.
 */
export async function bringMasters(from: From): Promise<void> {
  const { books, folder, clock } = from
  const mark = await books.masterMark()
  const file = join(folder, 'masters.json')
  const to = await idOfDaybook(from.daybook.scans)
  const known = readJson(file, broughtSchema)
  const before = known?.to === to ? known : undefined
  const isWhole = before === undefined || isOld(before, clock.now()) || mark < before.mark
  if (!isWhole && before.mark === mark) return
  const run = randomUUID()
  const after: Record<string, number> = {}
  const counts: Record<string, number> = { ...before?.counts }
  for (const kind of masterKinds) {
    const since = isWhole ? 0 : (before.after[kind] ?? 0)
    const of = before?.counts[kind]
    const brought = await bringKind(from, { kind, since, run, isWhole, of })
    after[kind] = brought.highest
    if (isWhole) counts[kind] = brought.read
  }
  const wholeAt = isWhole ? clock.now() : before.wholeAt
  // If this file is lost or half written, the next call reads all masters again. Only time is lost.
  writeFileSync(file, JSON.stringify({ to, mark, wholeAt, after, counts } satisfies Brought))
}

/** Also true when the clock was set back. */
function isOld({ wholeAt }: Brought, now: number): boolean {
  return now < wholeAt || now - wholeAt > wholeAfterMs
}

type Kind = {
  kind: MasterKind
  since: number
  run: string
  isWhole: boolean
  /** The count of the last full read. */
  of: number | undefined
}

/** Returns the highest AlterID, and how many were read. */
async function bringKind(
  { books, daybook, onProgress }: From,
  { kind, since, run, isWhole, of }: Kind,
): Promise<{ highest: number; read: number }> {
  let highest = since
  let read = 0
  let some: Master[] = []
  const send = async (isLast: boolean) => {
    const body = { kind, masters: some, run, is_whole: isWhole && isLast }
    await daybook.scans.ask({ method: 'PUT', path: 'bridge/masters', body })
    some = []
    if (isWhole && !isLast) await onProgress?.({ kind, read, of })
  }
  for await (const master of books.masters(kind, since)) {
    highest = Math.max(highest, master.alter_id)
    some.push(master)
    read += 1
    if (some.length === sentAtOnce) await send(false)
  }
  // A company that closed meanwhile returns no rows, as if all masters were deleted. This call then throws AppError `unavailable`.
  await books.masterMark()
  if (isWhole || some.length > 0) await send(true)
  return { highest, read }
}

/** What else the bridge sends to Daybook, as chosen at pairing. */
export type Brings = { names: boolean; stock: StockChoice | undefined }

/**
 * Milliseconds between two attempts. Tally computes the stock of all items on each request. After names could not be sent, all masters
 * are read again.
 */
const againAfterMs = 10 * 60_000

/** Sends names and stock to Daybook and keeps the outcome in words. A failure here does not stop the round. */
export async function bringMore(
  deps: RoundDeps,
  mappings: Mappings,
  signal?: AbortSignal,
): Promise<void> {
  const { brings, state } = deps
  if (brings.names && isDue(deps, state.namesFailedAt)) {
    state.names = await namesIn(deps, mappings, signal)
  }
  if (brings.stock !== undefined && isDue(deps, state.stockAt)) {
    state.stockAt = deps.clock.now()
    state.stock = await stockIn(deps, mappings, brings.stock)
  }
}

/** A clock that was set back also makes it due. */
function isDue({ clock }: RoundDeps, since: number): boolean {
  const now = clock.now()
  return now < since || now >= since + againAfterMs
}

async function namesIn(deps: RoundDeps, mappings: Mappings, signal?: AbortSignal): Promise<string> {
  const { books, daybook, state, clock } = deps
  return await asSentence(deps, async () => {
    if ((await books.masterMark()) === state.namesMark) return state.names
    state.namesFailedAt = clock.now()
    const brought = await bringNames({ ...deps, api: daybook.scans, mappings, signal })
    state.namesFailedAt = 0
    state.namesMark = brought.mark
    return namesSentence(brought)
  })
}

async function stockIn(deps: RoundDeps, mappings: Mappings, choice: StockChoice): Promise<string> {
  const { storefront: api } = deps.daybook
  if (api === undefined) return ''
  const from = { ...deps, api, mappings, choice }
  return await asSentence(deps, async () => stockSentence(await bringStock(from)))
}

/** Turns an error into a sentence for people. The log has the error itself, such as a full disk. The round was complete without this. */
async function asSentence({ log }: RoundDeps, work: () => Promise<string>): Promise<string> {
  try {
    return await work()
  } catch (error) {
    log.warn('Something that the books know could not be brought to Daybook.', { error })
    // The health report already says that Tally or Daybook does not answer.
    if (error instanceof AppError && error.code === 'unavailable') return ''
    return error instanceof AppError
      ? error.message
      : 'What the books know could not be brought to Daybook: the log of the bridge says why.'
  }
}
