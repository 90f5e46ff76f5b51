import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { masterKinds, type Books, type Master, type MasterKind } from './books.ts'
import type { Clock } from '../platform/time.ts'
import type { Daybook } from './daybook/daybook.ts'

/** Masters in one call to Daybook. */
const sentAtOnce = 2_000

/** All are read anew after so long, in milliseconds: what was deleted in Tally leaves no other trace. */
const wholeAfterMs = 24 * 60 * 60 * 1000

/** What was brought: up to which mark of the masters, the highest AlterID of each kind, and when all were read last. */
const broughtSchema = Type.Object({
  mark: Type.Number(),
  wholeAt: Type.Number(),
  after: Type.Record(Type.String(), Type.Number()),
})

type Brought = Static<typeof broughtSchema>

type From = {
  books: Pick<Books, 'masterMark' | 'masters'>
  daybook: Pick<Daybook, 'scans'>
  /** The books' own. */
  folder: string
  clock: Clock
}

/**
 * Brings Daybook what changed among the masters since the last time, and once a day all of them, so that what was deleted goes there too.
 * Asks Tally nothing when nothing changed. Throws AppError `unavailable` when one of the two does not answer; the next time begins there.
 */
export async function bringMasters(from: From): Promise<void> {
  const { books, folder, clock } = from
  const mark = await books.masterMark()
  const file = join(folder, 'masters.json')
  const before = readBrought(file)
  const isWhole = before === undefined || isOld(before, clock.now())
  if (!isWhole && before.mark === mark) return
  const run = randomUUID()
  const after: Record<string, number> = {}
  for (const kind of masterKinds) {
    const since = isWhole ? 0 : (before.after[kind] ?? 0)
    after[kind] = await bringKind(from, { kind, since, run, isWhole })
  }
  const wholeAt = isWhole ? clock.now() : before.wholeAt
  // Lost or half written it is begun anew: nothing but time is lost.
  writeFileSync(file, JSON.stringify({ mark, wholeAt, after } satisfies Brought))
}

/** A clock that was set back makes it old too. */
function isOld({ wholeAt }: Brought, now: number): boolean {
  return now < wholeAt || now - wholeAt > wholeAfterMs
}

type Kind = { kind: MasterKind; since: number; run: string; isWhole: boolean }

/** Returns the highest AlterID. */
async function bringKind(
  { books, daybook }: From,
  { kind, since, run, isWhole }: Kind,
): Promise<number> {
  let highest = since
  let some: Master[] = []
  const send = async (isLast: boolean) => {
    const body = { kind, masters: some, run, is_whole: isWhole && isLast }
    await daybook.scans.ask({ method: 'PUT', path: 'bridge/masters', body })
    some = []
  }
  for await (const master of books.masters(kind, since)) {
    highest = Math.max(highest, master.alter_id)
    some.push(master)
    if (some.length === sentAtOnce) await send(false)
  }
  // Of a company that was closed meanwhile no rows came, as if all were deleted there. Throws AppError `unavailable`.
  await books.masterMark()
  if (isWhole || some.length > 0) await send(true)
  return highest
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
