import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { masterKinds, type Books, type Master, type MasterKind } from './books.ts'
import type { Clock } from '../platform/time.ts'
import type { Daybook } from './daybook/daybook.ts'
import { daybookOf } from './names/daybook-names.ts'

/** Masters in one call to Daybook. */
const sentAtOnce = 2_000

/** All are read anew after so long, in milliseconds: what was deleted in Tally leaves no other trace. */
const wholeAfterMs = 24 * 60 * 60 * 1000

/**
 * What was brought: to which Daybook, up to which mark of the masters, the highest AlterID of each kind, when all were read last, and how
 * many of each kind there were then.
 */
const broughtSchema = Type.Object({
  to: Type.String(),
  mark: Type.Number(),
  wholeAt: Type.Number(),
  after: Type.Record(Type.String(), Type.Number()),
  counts: Type.Record(Type.String(), Type.Number()),
})

type Brought = Static<typeof broughtSchema>

/** How far the reading of all of a kind came; `of` is how many there were the last time, undefined the first time. */
export type Progress = { kind: MasterKind; read: number; of: number | undefined }

type From = {
  books: Pick<Books, 'masterMark' | 'masters'>
  daybook: Pick<Daybook, 'scans'>
  /** The books' own. */
  folder: string
  clock: Clock
  /** Told after each call to Daybook of a reading of all; a long one takes minutes. */
  onProgress?: (progress: Progress) => Promise<void>
}

/**
 * Brings Daybook what changed among the masters since the last time. All of them are brought once a day, so that what was deleted goes there
 * too, to another Daybook than before, and when the books went back, as by a restore.
 * Asks Tally nothing when nothing changed. Throws AppError `unavailable` when one of the two does not answer; the next time begins there.
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
  // Lost or half written it is begun anew: nothing but time is lost.
  writeFileSync(file, JSON.stringify({ to, mark, wholeAt, after, counts } satisfies Brought))
}

/** A clock that was set back makes it old too. */
function isOld({ wholeAt }: Brought, now: number): boolean {
  return now < wholeAt || now - wholeAt > wholeAfterMs
}

type Kind = {
  kind: MasterKind
  since: number
  run: string
  isWhole: boolean
  /** How many there were the last time. */
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
  // Of a company that was closed meanwhile no rows came, as if all were deleted there. Throws AppError `unavailable`.
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
