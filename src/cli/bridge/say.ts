import { userInfo } from 'node:os'
import { type Command, InvalidArgumentError } from 'commander'
import { noPart, partsOf } from '../../bridge/decisions.ts'
import { fold, type Line } from '../../bridge/journal/fold.ts'
import type { Journal, PartId } from '../../bridge/journal/journal.ts'
import { type OpenBridge, openBridge } from '../../bridge/open.ts'
import { readPairing } from '../../bridge/pairing.ts'
import { AppError } from '../../platform/errors.ts'
import { silentLog } from '../../platform/log.ts'
import { systemClock } from '../../platform/time.ts'
import { printResult } from '../command.ts'
import { type BridgeOptions, bridgeFolder, bridgeSubcommand } from './options.ts'

/*
 * Records what a person says of a part, beside a running bridge or without one. It becomes a line in the journal, and the next round
 * follows it.
 */

type SayOptions = BridgeOptions & { part?: number; another?: boolean; deleted?: boolean }

/** The id that means the accounts as a whole. */
const wholeBooks = 'books'

export function retryCommand(): Command {
  return sayCommand(
    'retry',
    'try it again in the next round: it is looked up first',
    'daybook bridge retry 0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b',
  )
    .option('--another', 'what the books have already is another paper: enter this one as well')
    .option(
      '--deleted',
      'what Tally kept as an exception (Alt+Y > All Exceptions) is deleted there: send it again',
    )
    .action(async (id: string, options: SayOptions) => {
      const { another: isAnother = false, deleted: isDeleted = false } = options
      const detail = { by: userInfo().username, isAnother, isDeleted }
      await withBridge(options, ({ journal }) => {
        const parts = noteAll(journal, id, options.part, { step: 'retry', detail })
        const isKept = !isDeleted && parts.some((part) => isException(journal, part))
        const lines = isKept ? [onlyLookedUp] : ['The next round tries it again.']
        printResult(options, { parts }, lines)
      })
    })
}

const onlyLookedUp =
  'The next round looks it up, and does not send it: it is kept as an exception, and would be in the books twice once somebody finishes that. Delete it there (in Tally: Alt+Y > All Exceptions), then say so with --deleted.'

function isException(journal: Journal, part: PartId): boolean {
  return fold(journal.linesOf(part)).answered === 'exception'
}

export function settleCommand(): Command {
  return sayCommand(
    'settle',
    'say that it is in the books: it is acknowledged, and never sent',
    `daybook bridge settle 0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b
  daybook bridge settle books`,
  )
    .addHelpText(
      'after',
      '\n"settle books": the books went back to an earlier state, and what they show now is right.',
    )
    .action(async (id: string, options: SayOptions) => {
      if (id === wholeBooks) return await acceptBooks(options)
      await withBridge(options, ({ journal }) => {
        const line = { step: 'settled', detail: { by: userInfo().username } } as const
        const parts = noteAll(journal, id, options.part, line)
        printResult(options, { parts }, ['The next round acknowledges it.'])
      })
    })
}

function sayCommand(name: string, summary: string, example: string): Command {
  return bridgeSubcommand(name, summary, example)
    .argument('<id>', 'of the document or the order, as "bridge status" shows it')
    .option('--part <row>', 'only this row of a statement', partOf)
}

async function acceptBooks(options: SayOptions): Promise<void> {
  const folder = bridgeFolder(options)
  const pairing = await readPairing(folder)
  using bridge = openBridge(folder, pairing, { clock: systemClock, log: silentLog })
  const mark = await bridge.books.mark()
  bridge.journal.acceptMark(mark)
  printResult(options, { mark }, [
    'What the books show now counts. What is missing in them is listed after the next round.',
  ])
}

async function withBridge(options: SayOptions, work: (bridge: OpenBridge) => void): Promise<void> {
  const folder = bridgeFolder(options)
  const pairing = await readPairing(folder)
  using bridge = openBridge(folder, pairing, { clock: systemClock, log: silentLog })
  work(bridge)
}

/** Throws AppError `not_found` for a document that the journal does not know, `conflict` for a statement whose rows must be named. */
function noteAll(journal: Journal, id: string, part: number | undefined, line: Line): PartId[] {
  const subject = ['scan', 'order']
    .map((kind) => `${kind}:${id.replace(/^(scan|order):/, '')}`)
    .find((each) => journal.partsOf(each).length > 0)
  if (subject === undefined) {
    throw new AppError(
      'not_found',
      `The bridge has not met ${id} yet: "bridge status" lists what waits.`,
    )
  }
  const parts = partsOf(journal, line, subject, part ?? null)
  if (parts.length === 0) throw new AppError('conflict', noPart)
  for (const each of parts) journal.note(each, line)
  return parts
}

function partOf(text: string): number {
  if (/^[1-9]\d{0,4}$/.test(text)) return Number(text) - 1
  throw new InvalidArgumentError('It is the number of a row, as "bridge status" shows it.')
}
