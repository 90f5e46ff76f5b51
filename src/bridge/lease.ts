import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { writeDurably } from '../platform/disk/durable.ts'
import { AppError } from '../platform/errors.ts'
import { parseOrNothing } from '../platform/json/json.ts'
import type { Log } from '../platform/log.ts'
import type { Clock } from '../platform/time.ts'
import { isKeyRefused } from './daybook/api.ts'
import type { Daybook } from './daybook/daybook.ts'
import type { Leasing, Page } from './daybook/waiting.ts'

/**
 * How long a page is leased at a time, in seconds. It is made longer at half of it: what is left then is longer than Tally is
 * waited for, so that nobody else is given what was sent a moment ago.
 */
export const leaseSeconds = 300

/**
 * Those that may hold something, noted down before they are asked for: after a kill, or an answer that was lost, they are
 * given back, instead of waiting for their end.
 */
const takenSchema = Type.Array(
  Type.Object({
    kind: Type.Union([Type.Literal('scan'), Type.Literal('order')]),
    id: Type.String(),
  }),
)

type Taken = Static<typeof takenSchema>

type Deps = {
  daybook: Pick<Daybook, 'renew'>
  /** The bridge's own. */
  folder: string
  clock: Clock
  log: Log
}

/** How pages are leased. */
export function leasingOf(deps: Deps, isDue: Leasing['isDue']): Leasing {
  return {
    seconds: leaseSeconds,
    isDue,
    async next(kind) {
      const lease = { kind, id: randomUUID() }
      await noteTaken(deps, [...readTaken(deps), lease])
      return lease
    },
  }
}

/**
 * Does what is to be done with a page that was leased, and gives it back then. `work` gets what to ask before each step: it
 * makes the lease longer in time, and throws an AppError of which `isOver` is true when that is refused.
 */
export async function underLease(
  deps: Deps,
  { lease, isGiven }: Page,
  work: (requireLease: () => Promise<void>) => Promise<void>,
): Promise<void> {
  if (lease === undefined) return
  if (!isGiven) {
    const others = readTaken(deps).filter(({ id }) => id !== lease.id)
    return await noteTaken(deps, others)
  }
  try {
    await work(keeping(deps, lease))
  } finally {
    await tryGiveBack(deps)
  }
}

function keeping({ daybook, clock }: Deps, lease: Taken[number]): () => Promise<void> {
  let since = clock.now()
  return async () => {
    const now = clock.now()
    // A clock that was set back says nothing of how long it was.
    if (now >= since && now < since + (leaseSeconds / 2) * 1000) return
    try {
      await daybook.renew(lease, leaseSeconds)
    } catch (error) {
      throw isRefused(error) ? over() : error
    }
    since = now
  }
}

function over(): AppError {
  return new AppError(
    'conflict',
    'What was being worked on may have been given to another bridge: it is left to that one.',
    { bridge: 'lease_over' },
  )
}

/** Whether an error says that somebody else may have been given what was worked on. */
export function isOver(error: unknown): boolean {
  return error instanceof AppError && error.details['bridge'] === 'lease_over'
}

/** Nobody has such a lease any more, or not with this key. */
function isRefused(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found')
}

/**
 * Gives back what was taken and not given back, as by a bridge that was killed. What its key opens no more ends by itself.
 * Throws AppError when Daybook does not answer.
 */
export async function giveBack(deps: Deps): Promise<void> {
  const taken = readTaken(deps)
  if (taken.length === 0) return
  for (const lease of taken) {
    try {
      await deps.daybook.renew(lease, 0)
    } catch (error) {
      if (!isRefused(error) && !isKeyRefused(error)) throw error
    }
  }
  await noteTaken(deps, [])
}

/** What ended the work is said, not that Daybook does not answer either: the next round begins with what is left. */
async function tryGiveBack(deps: Deps): Promise<void> {
  try {
    await giveBack(deps)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.warn('A lease could not be given back yet.', { error })
  }
}

/** A file that is none, as somebody may have made of it, is as if nothing was taken: that ends by itself. */
function readTaken(deps: Deps): Taken {
  const file = fileOf(deps)
  if (!existsSync(file)) return []
  const taken: unknown = parseOrNothing(readFileSync(file, 'utf8'))
  return Value.Check(takenSchema, taken) ? taken : []
}

async function noteTaken(deps: Deps, taken: Taken): Promise<void> {
  await writeDurably(fileOf(deps), new TextEncoder().encode(JSON.stringify(taken)))
}

function fileOf({ folder }: Deps): string {
  return join(folder, 'leases.json')
}
