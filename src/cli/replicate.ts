import { existsSync } from 'node:fs'
import { Command, InvalidArgumentError } from 'commander'
import { command, type CommonOptions, dataDirOf, isoOrNull, printResult } from './command.ts'
import { requireFolder, givenPlace, type S3Options, withPlace } from './offsite.ts'
import { readConfig } from '../platform/config.ts'
import { servingWord } from '../platform/db/database.ts'
import { isHeldFor, holdersOf, takeLock } from '../platform/db/instance-lock.ts'
import type { DataDir } from '../platform/disk/data-dir.ts'
import { AppError } from '../platform/errors.ts'
import { openPlace } from '../platform/offsite/place.ts'
import { printError } from '../platform/print.ts'
import { findLitestream } from '../platform/replica/litestream.ts'
import {
  claimBook,
  finishPromotion,
  replicateNoMore,
  replicateTo,
} from '../platform/replica/roles.ts'
import { readReplica, readStatus, wentOnBefore } from '../platform/replica/replica-file.ts'
import { systemClock } from '../platform/time.ts'

export function replicateCommand(): Command {
  return new Command('replicate')
    .description('copy everything as it is written, with Litestream: to a folder, or to S3')
    .addCommand(setCommand())
    .addCommand(statusCommand())
    .addCommand(offCommand())
}

type SetOptions = CommonOptions & S3Options & { wait?: boolean; stopAfter?: number }

function setCommand(): Command {
  const placed = command(
    'set',
    'copy there from the next start on; what is there is not encrypted',
    'daybook replicate set s3://shop-copies/main --access-key AKIA…',
  )
  return withPlace(placed)
    .option('--wait', 'answer only when the copy is confirmed: nothing that was answered is lost')
    .option(
      '--stop-after <seconds>',
      'take nothing more when nothing was confirmed for so long (default: go on)',
      secondsText,
    )
    .action(async (text: string, options: SetOptions) => {
      const dir = existingDir(options)
      const { place, secret } = givenPlace(text, options)
      requireFolder(place)
      const program = findLitestream(litestreamOf(dir))
      const manner = {
        waits: options.wait === true,
        stopAfterSeconds: options.stopAfter ?? null,
      }
      await replicateTo(dir, { place, secret, manner, now: systemClock.now() })
      printResult(options, { place: text, litestream: program }, [
        `Everything is copied to ${text} as it is written, from the next start of Daybook on.`,
        ...(isServed(dir) ? ['Restart Daybook now.'] : []),
        'The copies are not encrypted: let nobody else read that place. The docs on continuous copies say how.',
      ])
    })
}

function statusCommand(): Command {
  return command(
    'status',
    'say where copies go, and how far they are',
    'daybook replicate status',
  ).action((options: CommonOptions) => {
    const dir = dataDirOf(options)
    const kept = readReplica(dir)
    if (kept === undefined) {
      printResult(options, { place: null }, [
        'Nothing is copied as it is written: "daybook replicate set" names a place.',
      ])
      return
    }
    const status = readStatus(dir)
    const { title } = openPlace(kept.place, '')
    const confirmed = isoOrNull(status?.confirmedAt ?? 0)
    const problem = status?.problem ?? null
    const result = {
      place: title,
      role: kept.role,
      claim: kept.epoch,
      ...kept.manner,
      confirmed_at: confirmed,
      files_waiting: status?.filesWaiting ?? null,
      problem,
    }
    printResult(options, result, [
      kept.role === 'first' ? `Copied to ${title}.` : `A standby of ${title}.`,
      `  confirmed up to  ${confirmed ?? 'not yet'}`,
      ...(problem === null ? [] : [`  problem          ${problem}`]),
    ])
  })
}

function offCommand(): Command {
  return command('off', 'copy no more; what is there stays', 'daybook replicate off').action(
    async (options: CommonOptions) => {
      const dir = existingDir(options)
      await replicateNoMore(dir)
      printResult(options, {}, [
        isServed(dir)
          ? 'Nothing is copied any more after the next start: restart Daybook now.'
          : 'Nothing is copied any more.',
      ])
    },
  )
}

/** Litestream's path in daybook.toml or the environment. Undefined: Daybook searches the system's program folders. */
export function litestreamOf(dir: DataDir): string | undefined {
  return readConfig({}, process.env, dir.config).litestream
}

function isServed(dir: DataDir): boolean {
  return isHeldFor(dir.lock, servingWord)
}

function existingDir(options: CommonOptions): DataDir {
  const dir = dataDirOf(options)
  if (existsSync(dir.database)) return dir
  throw new AppError('not_found', `There is no Daybook data in ${dir.root}.`)
}

function secondsText(text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It is a whole number of seconds.')
}

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
  using lock = takeLock(dir.lock, 'exclusive', 'promote')
  if (lock === undefined) {
    throw new AppError('conflict', `${dir.root} is in use by ${holdersOf(dir.lock)}: try again.`)
  }
  await finishPromotion(dir, findLitestream(litestreamOf(dir)))
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
