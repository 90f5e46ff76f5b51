import { writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
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
import { tallyUrl, urlOf } from './options.ts'

type Options = {
  tally: string
  company: string
  only?: string[]
  report?: string
  json?: boolean
}

export function selftestCommand(): Command {
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

/** The name of `tally.json` beside `tally.html`. */
function jsonBeside(file: string): string {
  return `${file.replace(/\.(html?|json)$/i, '')}.json`
}

/** Checked before minutes of work, not after them. Throws AppError `invalid_request`. */
function requireReportable(file: string): void {
  if (jsonBeside(file) === file) {
    throw new AppError(
      'invalid_request',
      'The report is a page: name it .html, its JSON is written beside it.',
    )
  }
  for (const each of [file, jsonBeside(file)]) requireWritable(each)
}

/** Throws AppError `conflict` if the bridge cannot rely on this Tally, or if a check was unclear. */
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
