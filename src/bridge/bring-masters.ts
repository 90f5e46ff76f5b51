import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { masterKinds, type Books, type Master, type MasterKind } from './books.ts'
import type { Clock } from '../platform/time.ts'
import type { Daybook } from './daybook/daybook.ts'
import { daybookOf } from './names/daybook-names.ts'

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
  const to = await daybookOf(from.daybook.scans)
  const known = readBrought(file)
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

function readBrought(file: string): Brought | undefined {
  if (!existsSync(file)) return undefined
  try {
    const brought: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return Value.Check(broughtSchema, brought) ? brought : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
