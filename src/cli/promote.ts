import type { Command } from 'commander'
import { servingWord } from '../platform/db/database.ts'
import { holdersOf, isHeldFor, takeLock } from '../platform/db/instance-lock.ts'
import type { DataDir } from '../platform/disk/data-dir.ts'
import { AppError } from '../platform/errors.ts'
import { printError } from '../platform/print.ts'
import { findLitestream } from '../platform/replica/litestream.ts'
import { claimBook, finishPromotion } from '../platform/replica/promote.ts'
import { readReplica } from '../platform/replica/replica-file.ts'
import { wentOnBefore } from '../platform/replica/status.ts'
import { systemClock } from '../platform/time.ts'
import { command, type CommonOptions, dataDirOf, printResult } from './command.ts'
import { litestreamOf } from './replicate.ts'

/** How long a following server may take to become the first, in milliseconds. */
const serverLimitMs = 30 * 60 * 1000

const lookEveryMs = 200

/** Between following and serving, nobody holds the data for a moment. After this time in milliseconds the server has ended. */
const endedAfterMs = 20_000

export function promoteCommand(): Command {
  return command(
    'promote',
    'make this standby the first Daybook; the one before is fenced and writes no more',
    'daybook promote --data /srv/standby',
  ).action(async (options: CommonOptions) => {
    const dir = dataDirOf(options)
    const begun = systemClock.now()
    await claimBook(dir, begun)
    if (isHeldFor(dir.lock, servingWord)) await serverFinishes(dir)
    else await finishHere(dir)
    const seconds = Math.round((systemClock.now() - begun) / 100) / 10
    const { epoch, passedOver } = readReplica(dir) ?? {}
    if (passedOver !== undefined) printError(wentOnBefore(passedOver))
    printResult(options, { claim: epoch, seconds, passed_over: passedOver ?? null }, [
      `This is the first Daybook now; it took ${seconds} seconds. Send the shop's programs here.`,
      'The one before writes nothing once it reaches the place for copies. Stop it if you can.',
    ])
  })
}

async function finishHere(dir: DataDir): Promise<void> {
  const lock = takeLock(dir.lock, 'exclusive', 'promote')
  if (lock === undefined) {
    throw new AppError('conflict', `${dir.root} is in use by ${holdersOf(dir.lock)}: try again.`)
  }
  try {
    await finishPromotion(dir, findLitestream(litestreamOf(dir)))
  } finally {
    lock.release()
  }
}

/** Waits until the following server has seen the claim and become the first. */
async function serverFinishes(dir: DataDir): Promise<void> {
  const limit = performance.now() + serverLimitMs
  let heldAt = performance.now()
  while (readReplica(dir)?.role !== 'first') {
    if (isHeldFor(dir.lock, servingWord)) heldAt = performance.now()
    if (performance.now() - heldAt > endedAfterMs) {
      throw new AppError(
        'unavailable',
        'The server that followed has ended: say "daybook promote" again, which goes on where it was.',
      )
    }
    if (performance.now() > limit) {
      throw new AppError('unavailable', 'The server does not come to an end with it: see its log.')
    }
    await Bun.sleep(lookEveryMs)
  }
}
