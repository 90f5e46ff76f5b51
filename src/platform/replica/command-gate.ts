import type { WriteGate } from '../db/guarded-database.ts'
import { servingWord } from '../db/database.ts'
import { isHeldFor } from '../db/instance-lock.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { AppError } from '../errors.ts'
import { limited, limitedPlace, openPlace } from '../offsite/place.ts'
import { type Clock, sleep } from '../time.ts'
import { isReplaced } from './claims.ts'
import {
  type Replica,
  anotherComputer,
  changeReplica,
  readReplica,
  readStatus,
  replacedSentence,
  secretOf,
} from './replica-file.ts'

/** How long a command waits for an answer of the place, in milliseconds, the same as a starting server. */
const askLimitMs = 5_000

/** How long a command waits for the server's confirmation, and how often it looks, in milliseconds. The server confirms every 5 seconds. */
const confirmLimitMs = 30_000
const lookEveryMs = 100

/** Decides whether a command may write to a book that is copied continuously, and when its writes are in the place. */
export type CommandGate = WriteGate & {
  /** Resolves once all writes of the command are in the place, where answers wait for that. Throws AppError `unavailable`. */
  settle(): Promise<void>
}

type Options = { dir: DataDir; clock: Clock; confirmLimitMs?: number }

/** Undefined when copying is off. */
export function commandGate(options: Options): CommandGate | undefined {
  const { dir, clock } = options
  const kept = readReplica(dir)
  if (kept?.role !== 'first' && kept?.role !== 'replaced') return undefined
  let asked: Promise<void> | undefined
  let writtenAt: number | undefined
  return {
    refusal: () => fenceOf(dir),
    ask: async () => await (asked ??= requireFirst(options, kept)),
    confirm() {
      writtenAt = clock.now()
      return Promise.resolve()
    },
    async settle() {
      if (kept.manner.waits && writtenAt !== undefined) await untilCopied(options, writtenAt)
    },
  }
}

/** The refusal that the server recorded, running beside the command or earlier. */
function fenceOf(dir: DataDir): AppError | undefined {
  const kept = readReplica(dir)
  const known = kept?.role === 'replaced' ? (kept.replacedBy ?? anotherComputer) : undefined
  const replacedBy = known ?? readStatus(dir)?.replacedBy
  return replacedBy == null ? undefined : fenced(replacedBy)
}

/** Throws AppError `unavailable` when the command must not write. */
async function requireFirst({ dir, clock }: Options, kept: Replica): Promise<void> {
  const { waits, stopAfterSeconds } = kept.manner
  const isServed = isHeldFor(dir.lock, servingWord)
  if (waits && !isServed) {
    throw new AppError(
      'unavailable',
      'Each change waits for its copy, and no server runs that makes it: start Daybook, and try again. "daybook replicate set" without --wait, or "daybook replicate off", lets commands write without one.',
    )
  }
  const quietMs = clock.now() - (readStatus(dir)?.confirmedAt ?? clock.now())
  if (stopAfterSeconds !== null && quietMs > stopAfterSeconds * 1000) {
    throw new AppError(
      'unavailable',
      `No copy was confirmed for ${Math.round(quietMs / 1000)} seconds, and Daybook is told to take nothing then.`,
    )
  }
  // A running server asks every few seconds.
  if (!isServed && (await wasReplaced(dir, kept))) {
    await changeReplica(dir, kept, { role: 'replaced', replacedBy: anotherComputer })
    throw fenced(anotherComputer)
  }
}

/** A place that does not answer stops no shop from working: see `openFirst`. */
async function wasReplaced(dir: DataDir, kept: Replica): Promise<boolean> {
  const limit = { limitMs: askLimitMs }
  const place = limitedPlace(openPlace(kept.place, await secretOf(dir, kept)), limit)
  try {
    return await limited(isReplaced(place, kept), limit)
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

async function untilCopied(
  { dir, confirmLimitMs: limitMs = confirmLimitMs }: Options,
  writtenAt: number,
): Promise<void> {
  const end = performance.now() + limitMs
  const never = new AbortController().signal
  while ((readStatus(dir)?.confirmedAt ?? 0) <= writtenAt) {
    const fence = fenceOf(dir)
    if (fence !== undefined) throw fence
    if (performance.now() > end) throw notCopied(dir)
    await sleep(lookEveryMs, never)
  }
}

function fenced(computer: string): AppError {
  return new AppError('unavailable', replacedSentence(computer))
}

function notCopied(dir: DataDir): AppError {
  const problem = readStatus(dir)?.problem
  return new AppError(
    'unavailable',
    `It is stored on this computer, and its copy is not confirmed yet${problem == null ? '.' : `: ${problem}`}`,
  )
}
