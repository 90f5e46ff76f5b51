import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { readJson, writeJson } from '../platform/disk/durable.ts'
import { AppError } from '../platform/errors.ts'
import type { Log } from '../platform/log.ts'
import type { Clock } from '../platform/time.ts'
import { isKeyRefused } from './daybook/api.ts'
import type { Daybook } from './daybook/daybook.ts'
import type { Leasing, Page } from './daybook/waiting.ts'

/**
 * Length of a page's lease in seconds. The bridge renews it at half its length. What is left then is longer than the bridge waits for
 * Tally, so nobody else gets a document that was just sent.
 */
export const leaseSeconds = 300

/**
 * Leases that this bridge may hold, noted before it asks for them. After a kill or a lost answer the bridge gives them back instead of
 * waiting for their end.
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
  /** The folder of these books. */
  folder: string
  clock: Clock
  log: Log
}

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
 * Runs `work` on a leased page and then gives the lease back. `work` calls `requireLease` before each step: it renews the lease in time,
 * and throws an AppError with `isOver` when Daybook refuses.
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
    await work(leaseKeeper(deps, lease))
  } finally {
    await tryGiveBack(deps)
  }
}

function leaseKeeper({ daybook, clock }: Deps, lease: Taken[number]): () => Promise<void> {
  let since = clock.now()
  return async () => {
    const now = clock.now()
    // A clock that was set back tells nothing about the time passed, so renew.
    if (now >= since && now < since + (leaseSeconds / 2) * 1000) return
    try {
      await daybook.renew(lease, leaseSeconds)
    } catch (error) {
      throw isRefused(error) ? leaseOver() : error
    }
    since = now
  }
}

function leaseOver(): AppError {
  return new AppError(
    'conflict',
    'What was being worked on may have been given to another bridge: it is left to that one.',
    { bridge: 'lease_over' },
  )
}

/** Whether an error says that another worker may have the document. */
export function isOver(error: unknown): boolean {
  return error instanceof AppError && error.details['bridge'] === 'lease_over'
}

/** The lease is gone, or belongs to another key. */
function isRefused(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found')
}

/**
 * Gives back all leases that were taken and not given back, as by a bridge that was killed. Leases of a key that Daybook no longer
 * accepts end by themselves. Throws AppError when Daybook does not answer.
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

/** Does not throw, so that the error that ended the work is the one reported. The next round gives back what is left. */
async function tryGiveBack(deps: Deps): Promise<void> {
  try {
    await giveBack(deps)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.log.warn('A lease could not be given back yet.', { error })
  }
}

/** A broken file counts as no leases. They end by themselves. */
function readTaken(deps: Deps): Taken {
  return readJson(fileOf(deps), takenSchema) ?? []
}

async function noteTaken(deps: Deps, taken: Taken): Promise<void> {
  await writeJson(fileOf(deps), taken)
}

function fileOf({ folder }: Deps): string {
  return join(folder, 'leases.json')
}
