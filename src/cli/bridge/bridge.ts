import { Command, Option } from 'commander'
import { confirmCommand, showFiles } from './files.ts'
import { pairCommand } from './pair.ts'
import { runCommand } from './run.ts'
import { retryCommand, settleCommand } from './say.ts'
import { bridgeServiceCommand } from './service.ts'
import { writeFileSync } from 'node:fs'
import {
  checkNames,
  type Finding,
  selftest,
  type SelftestReport,
} from '../../bridge/selftest/selftest.ts'
import { gradeWords, leftLines, pageOf, summaryOf } from '../../bridge/selftest/page.ts'
import { tallyAt } from '../../bridge/tally/transport.ts'
import { AppError } from '../../platform/errors.ts'
import { printError } from '../../platform/print.ts'
import { systemClock } from '../../platform/time.ts'
import { printResult, requireWritable } from '../command.ts'
import { tallyUrl, urlOf } from './tally-url.ts'
import type { Company } from '../../bridge/books.ts'
import { readFilesPairing } from '../../bridge/files/pairing.ts'
import { fold } from '../../bridge/journal/fold.ts'
import type { Journal, PartId } from '../../bridge/journal/journal.ts'
import type { Step } from '../../bridge/journal/lines.ts'
import { openBridge } from '../../bridge/open.ts'
import { readPairing } from '../../bridge/pairing.ts'
import { silentLog } from '../../platform/log.ts'
import { type BridgeOptions, bridgeFolder, bridgeSubcommand } from './folder.ts'
import { broughtSoFar } from './show-brings.ts'

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

type Options = {
  tally: string
  company: string
  only?: string[]
  report?: string
  json?: boolean
}

function selftestCommand(): Command {
  return new Command('selftest')
    .description(
      'measure what a Tally does with all that the bridge rests on, in a company made for it',
    )
    .requiredOption(
      '--company <name>',
      'the company, with "Daybook Selftest" in its name: the only one that is open, and nobody else entered anything in it',
    )
    .option('--tally <url>', 'where Tally listens', urlOf, tallyUrl)
    .option(
      '--report <file>',
      'write a page with all that was sent and came back, and the same as JSON beside it',
    )
    .addOption(new Option('--only <check...>', 'only these').choices(checkNames))
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExample:\n  daybook bridge selftest --company "Daybook Selftest" --report tally.html',
    )
    .action(measure)
}

async function measure(options: Options): Promise<void> {
  const { report: file } = options
  if (file !== undefined) requireReportable(file)
  let at = 0
  const report = await selftest(tallyAt(options.tally), {
    company: options.company,
    only: options.only,
    now: () => systemClock.now(),
    onFinding: (finding, of) => tell(finding, ++at, of),
  })
  if (file !== undefined) {
    writeFileSync(file, pageOf(report))
    writeFileSync(jsonBeside(file), `${JSON.stringify(report, null, 2)}\n`)
  }
  printResult(options, report, [summaryOf(report), ...leftLines(report)])
  requireSafe(report)
}

function tell({ grade, title, outcome, meaning }: Finding, at: number, of: number): void {
  const more = grade === 'safe' ? '' : `\n    ${meaning}`
  printError(`${at} of ${of}  ${gradeWords[grade]}  ${title}: ${outcome}${more}`)
}

/** `tally.html` has `tally.json` beside it. */
function jsonBeside(file: string): string {
  return `${file.replace(/\.(html?|json)$/i, '')}.json`
}

/** Before minutes of work, not after them. Throws AppError `invalid_request`. */
function requireReportable(file: string): void {
  if (jsonBeside(file) === file) {
    throw new AppError(
      'invalid_request',
      'The report is a page: name it .html, its JSON is written beside it.',
    )
  }
  for (const each of [file, jsonBeside(file)]) requireWritable(each)
}

/** Throws AppError `conflict` where the bridge rests on what this Tally does not do, or that could not be told. */
function requireSafe({ findings }: SelftestReport): void {
  const others = findings.filter(({ grade }) => grade !== 'safe')
  if (others.length === 0) return
  const isUnsafe = others.some(({ grade }) => grade === 'unsafe')
  const named = others.map(({ name }) => name).join(', ')
  throw new AppError(
    'conflict',
    isUnsafe
      ? `Do not enter into this Tally with the bridge before somebody has looked at: ${named}.`
      : `Not everything could be told: ${named}.`,
  )
}

/** What is shown at most of what stands in the way. */
const shownMax = 100

/** How a part ends that is not in the books. */
const inTheWay = [
  'intent',
  'answered',
  'unknown',
  'submitting',
  'rejected',
  'parked',
  'already_present',
  'removed',
  'retry',
] as const satisfies Step[]

const inTheBooks = ['verified', 'acked', 'settled'] as const satisfies Step[]

function statusCommand(): Command {
  return bridgeSubcommand(
    'status',
    'say how the books are, what went in, and what waits and why',
    'daybook bridge status',
  ).action(showStatus)
}

async function showStatus(options: BridgeOptions): Promise<void> {
  const folder = bridgeFolder(options)
  const files = await readFilesPairing(folder)
  if (files !== undefined) return showFiles(options, files)
  const pairing = await readPairing(folder)
  using bridge = openBridge(folder, pairing, { clock: systemClock, log: silentLog })
  const { health, sentence } = await bridge.books.health()
  const entered = bridge.journal.endingIn(inTheBooks).length
  const waiting = bridge.journal.endingIn(inTheWay)
  const shown = waiting.slice(0, shownMax).map((part) => waitingOf(bridge.journal, part))
  const { company, daybook, books } = pairing
  const brought = broughtSoFar(bridge)
  const result = {
    company,
    daybook,
    books,
    health,
    sentence,
    entered,
    waiting: waiting.length,
    parts: shown,
    ...brought.result,
  }
  printResult(options, result, [
    `${nameOf(company)}, at ${books}; Daybook at ${daybook}`,
    sentence,
    `${entered} in the books, ${waiting.length} not${waiting.length === 0 ? '.' : ':'}`,
    ...shown.map(lineOf),
    ...brought.lines,
  ])
}

function nameOf({ name, booksFrom }: Company): string {
  return booksFrom === '' ? name : `${name}, books from ${booksFrom}`
}

function waitingOf(journal: Journal, { subject, part }: PartId) {
  const { step, attempts, trouble, lastAt } = fold(journal.linesOf({ subject, part }))
  return {
    id: subject.replace(/^(scan|order):/, ''),
    subject,
    part,
    row: rowOf(journal, { subject, part }),
    step,
    attempts,
    code: trouble?.code ?? null,
    field: trouble?.field ?? '',
    message: trouble?.message ?? '',
    last_at: new Date(lastAt).toISOString(),
  }
}

/** Of a statement, from 1; null for what has one part alone. */
function rowOf(journal: Journal, { subject, part }: PartId): number | null {
  return journal.partsOf(subject).length > 1 ? part + 1 : null
}

function lineOf({ subject, row, step, code, message }: ReturnType<typeof waitingOf>): string {
  const where = row === null ? subject : `${subject} row ${row}`
  return `  ${where}  ${code ?? step}  ${message}`.trimEnd()
}
