import { type Command, InvalidArgumentError } from 'commander'
import { readFilesPairing, sealFilesPairing } from '../../bridge/files/folder.ts'
import { type Trial, dryRun, type Ended, run, runOnce } from '../../bridge/run.ts'
import { isOpen } from '../../bridge/books.ts'
import { ordersRefused } from '../../bridge/daybook/waiting.ts'
import { holdBooks } from '../../bridge/journal/journal.ts'
import { type OpenBridge, openBridge } from '../../bridge/open.ts'
import { booksFolder, readPairing, sealPairing } from '../../bridge/pairing.ts'
import type { RoundDeps } from '../../bridge/round.ts'
import { AppError } from '../../platform/errors.ts'
import { openLog } from '../../platform/log.ts'
import { toRupees } from '../../platform/money.ts'
import { systemClock } from '../../platform/time.ts'
import { printResult } from '../command.ts'
import { stopSignal } from '../terminal.ts'
import { runFiles } from './files.ts'
import { type BridgeOptions, bridgeFolder, bridgeSubcommand } from './options.ts'
import { wouldBring } from './status.ts'
import { join } from 'node:path'

type RunOptions = BridgeOptions & {
  once?: boolean
  dryRun?: boolean
  every: number
  mappings?: string
}

/** Seconds between two rounds. The console calls a bridge silent after 600. */
const everySeconds = 60
const everySecondsMax = 300

export function runCommand(): Command {
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
    .option('--every <seconds>', 'between two rounds', secondsOf, everySeconds)
    .option('--mappings <file>', 'a JSON file instead of what was confirmed at the console')
    .action(runBridge)
}

async function runBridge(options: RunOptions): Promise<void> {
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

async function once(options: RunOptions, bridge: RoundDeps): Promise<void> {
  const ended = await runOnce(bridge)
  if ('problem' in ended) throw new AppError('unavailable', ended.problem)
  printRound(options, ended)
}

/** Prints a round only when it differs from the one before. */
function newsOnly(options: RunOptions): (ended: Ended) => void {
  let before = ''
  return (ended) => {
    const said = JSON.stringify(ended)
    if (said !== before || ('entered' in ended && ended.entered > 0)) printRound(options, ended)
    before = said
  }
}

function printRound(options: RunOptions, ended: Ended): void {
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

async function showAll(options: RunOptions, bridge: OpenBridge): Promise<void> {
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

function secondsOf(text: string): number {
  const seconds = /^\d{1,3}$/.test(text) ? Number(text) : 0
  if (seconds >= 1 && seconds <= everySecondsMax) return seconds
  throw new InvalidArgumentError(`It is a whole number from 1 to ${everySecondsMax}.`)
}
