import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { isOpen } from '../../bridge/books.ts'
import { ordersRefused } from '../../bridge/daybook/waiting.ts'
import { noPart, partsOf } from '../../bridge/decisions.ts'
import { areFilesPaired, readFilesPairing, sealFilesPairing } from '../../bridge/files/folder.ts'
import { fold, type Line } from '../../bridge/journal/fold.ts'
import { areHeld, holdBooks, type Journal, type PartId } from '../../bridge/journal/journal.ts'
import { type OpenBridge, openBridge } from '../../bridge/open.ts'
import { booksFolder, findPairedCompany, readPairing, sealPairing } from '../../bridge/pairing.ts'
import type { RoundDeps } from '../../bridge/round.ts'
import { dryRun, type Ended, run, runOnce, type Trial } from '../../bridge/run.ts'
import { confirmCommand, runFiles, type WriteOptions } from './files.ts'
import { type BridgeOptions, bridgeFolder, bridgeSubcommand, openPaired } from './options.ts'
import { pairCommand } from './pair.ts'
import { selftestCommand } from './selftest.ts'
import { statusCommand, wouldBring } from './status.ts'
import { printResult, wholeNumber } from '../command.ts'
import { runTool } from '../service/definition.ts'
import type { Managed } from '../service/managed.ts'
import { addServiceCommands, type ServiceKind } from '../service/service.ts'
import { stopSignal } from '../terminal.ts'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { toRupees } from '../../platform/money.ts'
import { systemClock } from '../../platform/time.ts'

export function bridgeCommand(): Command {
  return new Command('bridge')
    .description(
      'enter documents and orders into Tally or ERPNext or write them to files, each once, and say what keeps the others',
    )
    .addCommand(pairCommand())
    .addCommand(runCommand())
    .addCommand(statusCommand())
    .addCommand(bridgeServiceCommand())
    .addCommand(retryCommand())
    .addCommand(settleCommand())
    .addCommand(confirmCommand())
    .addCommand(selftestCommand())
}

const bridgeService: ServiceKind<BridgeOptions> = {
  command: 'daybook bridge service',
  defaultName: 'daybook-bridge',
  add: bridgeSubcommand,
  managedOf: (options) => bridgeOf(bridgeFolder(options)),
  requireNamed({ data, bridgeData }) {
    if (data !== undefined || bridgeData !== undefined) return
    throw new AppError(
      'invalid_request',
      'Say which bridge it shall be, with --bridge-data DIR, such as /var/lib/daybook-bridge.',
    )
  },
  async prepare({ folder }, user) {
    // Without a pairing the service would crash again and again, unnoticed.
    if ((await readFilesPairing(folder)) === undefined) await readPairing(folder)
    // A service that does not run as root cannot read files that root created.
    const isRoots = process.getuid?.() === 0 && statSync(folder).uid === 0
    if (isRoots && user !== undefined) await runTool(['chown', '-R', user, folder])
  },
  url: () => null,
  left: 'what it knows stays',
}

function bridgeServiceCommand(): Command {
  return addServiceCommands(
    new Command('service').description(
      'have the system start the bridge with the computer, and again when it fell',
    ),
    bridgeService,
  )
}

function bridgeOf(folder: string): Managed {
  return {
    runs: 'bridge',
    folder,
    isRunning: () => areHeld(heldBy(folder)),
    does: `runs the bridge of ${folder}`,
    byHand: 'daybook bridge run',
  }
}

/** The folder that the running bridge holds: of its files, or of its accounts. */
function heldBy(folder: string): string {
  const company = areFilesPaired(folder) ? undefined : findPairedCompany(folder)
  return company === undefined ? folder : booksFolder(folder, company)
}

/** Seconds between two rounds. The console calls a bridge silent after 600. */
const everySeconds = 60
const everySecondsMax = 300

function runCommand(): Command {
  return bridgeSubcommand(
    'run',
    'enter what waits, again and again, until it is stopped',
    `daybook bridge run
  daybook bridge run --once
  daybook bridge run --dry-run`,
  )
    .option('--once', 'make one round and end')
    .option(
      '--dry-run',
      'only show each voucher that it would write, as a table and as it would be sent',
    )
    .option('--every <seconds>', 'between two rounds', wholeNumber(everySecondsMax), everySeconds)
    .option('--mappings <file>', 'a JSON file instead of what was confirmed at the console')
    .action(runBridge)
}

async function runBridge(options: WriteOptions): Promise<void> {
  const stopped = stopSignal()
  const folder = bridgeFolder(options)
  await sealFilesPairing(folder)
  const files = await readFilesPairing(folder)
  if (files !== undefined) return await runFiles(options, files, stopped)
  await sealPairing(folder)
  const pairing = await readPairing(folder)
  const { log, close } = await openLog(join(folder, 'logs'))
  try {
    const { mappings: mappingsFile } = options
    using bridge = openBridge(folder, pairing, { clock: systemClock, log, mappingsFile })
    if (options.dryRun === true) return await showAll(options, bridge)
    using _ = holdBooks(booksFolder(folder, pairing.company))
    if (options.once === true) return await once(options, bridge)
    const stop = new AbortController()
    void stopped.then(() => stop.abort())
    await run(bridge, {
      everyMs: options.every * 1000,
      signal: stop.signal,
      onRound: newsOnly(options),
    })
  } finally {
    await close()
  }
}

async function once(options: WriteOptions, bridge: RoundDeps): Promise<void> {
  const ended = await runOnce(bridge)
  if ('problem' in ended) throw new AppError('unavailable', ended.problem)
  printRound(options, ended)
}

/** Prints a round only when it differs from the one before. */
function newsOnly(options: WriteOptions): (ended: Ended) => void {
  let before = ''
  return (ended) => {
    const said = JSON.stringify(ended)
    if (said !== before || ('entered' in ended && ended.entered > 0)) printRound(options, ended)
    before = said
  }
}

function printRound(options: WriteOptions, ended: Ended): void {
  if ('problem' in ended) return printResult(options, ended, [ended.problem])
  const { condition, entered, waiting, orders } = ended
  const { health, sentence } = condition
  const lines = [
    sentence,
    // While the accounts are closed nobody has counted what waits.
    ...(isOpen(condition) ? [`${entered} entered, ${waiting} wait.`] : []),
    ...(orders === undefined ? [] : [orders]),
  ]
  const result = { health, sentence, entered, waiting, ...(orders !== undefined && { orders }) }
  printResult(options, result, lines)
}

async function showAll(options: WriteOptions, bridge: OpenBridge): Promise<void> {
  const trials: Trial[] = []
  let orders = ''
  const onRefused = (refusal: AppError) => {
    orders = ordersRefused(refusal)
  }
  for await (const trial of dryRun(bridge, onRefused)) trials.push(trial)
  const shown = trials.map(({ total, ...trial }) => ({ ...trial, total: toRupees(total) }))
  const lines = trials.flatMap((trial) => [rowOf(trial), ...problemsOf(trial)])
  const texts = trials.flatMap(({ text }) => (text === '' ? [] : ['', text]))
  const none = ['Nothing waits.']
  const more = await wouldBring(bridge)
  const result = { vouchers: shown, ...(orders !== '' && { orders }), ...more.result }
  printResult(options, result, [
    ...(trials.length === 0 ? none : [...lines, ...texts]),
    ...(orders === '' ? [] : [orders]),
    ...more.lines,
  ])
}

function rowOf({ subject, part, kind, date, party, reference, total }: Trial): string {
  const row = [date || '–', kind || '–', party || '–', reference || '–', toRupees(total).toFixed(2)]
  return [...row, part === 0 ? subject : `${subject} row ${part}`].join('  ')
}

function problemsOf({ problems }: Trial): string[] {
  return problems.map(({ code, message }) => `  ! ${message} (${code})`)
}

/*
 * Records what a person says of a part, beside a running bridge or without one. It becomes a line in the journal, and the next round
 * follows it.
 */

type SayOptions = BridgeOptions & { part?: number; another?: boolean; deleted?: boolean }

/** The id that means the accounts as a whole. */
const wholeBooks = 'books'

function retryCommand(): Command {
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
      using bridge = await openPaired(options)
      const { journal } = bridge
      const parts = noteAll(journal, id, options.part, { step: 'retry', detail })
      const isKept = !isDeleted && parts.some((part) => isException(journal, part))
      printResult(options, { parts }, [isKept ? onlyLookedUp : 'The next round tries it again.'])
    })
}

const onlyLookedUp =
  'The next round looks it up, and does not send it: it is kept as an exception, and would be in the books twice once somebody finishes that. Delete it there (in Tally: Alt+Y > All Exceptions), then say so with --deleted.'

function isException(journal: Journal, part: PartId): boolean {
  return fold(journal.linesOf(part)).answered === 'exception'
}

function settleCommand(): Command {
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
      using bridge = await openPaired(options)
      const line = { step: 'settled', detail: { by: userInfo().username } } as const
      const parts = noteAll(bridge.journal, id, options.part, line)
      printResult(options, { parts }, ['The next round acknowledges it.'])
    })
}

function sayCommand(name: string, summary: string, example: string): Command {
  return bridgeSubcommand(name, summary, example)
    .argument('<id>', 'of the document or the order, as "bridge status" shows it')
    .option('--part <row>', 'only this row of a statement', partOf)
}

async function acceptBooks(options: SayOptions): Promise<void> {
  using bridge = await openPaired(options)
  const mark = await bridge.books.mark()
  bridge.journal.acceptMark(mark)
  printResult(options, { mark }, [
    'What the books show now counts. What is missing in them is listed after the next round.',
  ])
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
