import { writeFileSync } from 'node:fs'
import { Command, Option } from 'commander'
import type { Exchange, Grade } from '../../bridge/selftest/bench.ts'
import {
  checkNames,
  type Finding,
  selftest,
  type SelftestReport,
} from '../../bridge/selftest/selftest.ts'
import { tallyAt } from '../../bridge/tally/transport.ts'
import { tallyUrl, urlOf } from './options.ts'
import { printResult, requireWritable } from '../command.ts'
import { AppError } from '../../platform/errors.ts'
import { printError } from '../../platform/print.ts'
import { systemClock } from '../../platform/time.ts'

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

const style = `
:root { color-scheme: light dark; --line: light-dark(#ccc, #555); --bad: light-dark(#b00020, #ff8a80); --good: light-dark(#0b6b2e, #7bd88f) }
body { background: light-dark(#fff, #141414); color: light-dark(#1a1a1a, #eee); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem }
section { border-top: 1px solid var(--line); padding: .5rem 0 }
h2 { font-size: 1.1rem; margin: .5rem 0 }
.safe b { color: var(--good) } .unsafe b { color: var(--bad) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid var(--line); margin: .5rem 0; padding-left: .75rem; font-size: .85rem }
`

const gradeWords: Readonly<Record<Grade, string>> = {
  safe: 'safe',
  unsafe: 'not safe',
  unclear: 'unclear',
  not_run: 'not tried',
}

/** Findings that need a person come first. */
const order: readonly Grade[] = ['unsafe', 'unclear', 'not_run', 'safe']

/** The report as one self-contained page without scripts, so that it can be sent to somebody. */
export function pageOf(report: SelftestReport): string {
  const { findings, tally, company, made_at, daybook } = report
  const sorted = order.flatMap((grade) => findings.filter((finding) => finding.grade === grade))
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
  const mode = tally.educational ? 'educational mode' : 'with a licence'
  const release = tally.release === '' ? 'of an unknown release' : tally.release
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-${hash}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>What this Tally does: ${summaryOf(report)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>What this Tally does</h1>
<p>${summaryOf(report)}. Tally ${Bun.escapeHTML(release)}, ${mode}, asked by Daybook ${Bun.escapeHTML(daybook)} on ${made_at} in the company “${Bun.escapeHTML(company.name)}”, books from ${company.books_from}. The page holds nothing of any other company.</p>
${leftLines(report)
  .map((line) => `<p>${Bun.escapeHTML(line)}</p>`)
  .join('\n')}
${sorted.map(sectionOf).join('\n')}
</main>
</body>
</html>
`
}

/** The count of each grade: `24 safe, 1 unclear`. */
export function summaryOf({ summary }: Pick<SelftestReport, 'summary'>): string {
  const grades = (['safe', ...order] as const).filter(
    (grade, at, all) => all.indexOf(grade) === at && summary[grade] > 0,
  )
  return grades.map((grade) => `${summary[grade]} ${gradeWords[grade]}`).join(', ')
}

/** What the test left in the company, and how to remove it. Empty when nothing is left. */
export function leftLines({ left, company }: SelftestReport): string[] {
  const vouchers = left.vouchers === null ? 'Some' : String(left.vouchers)
  return [
    ...(left.vouchers === 0 ? [] : [`${vouchers} vouchers of the test could not be deleted.`]),
    ...(left.exceptions === 0
      ? []
      : [
          `Tally keeps ${left.exceptions} exceptions of the test: Alt+Y > All Exceptions shows them.`,
        ]),
    `The ledgers of the test (DBT …) stay. Delete the company “${company.name}” in Tally when nothing more is to be tried: Alt+K > Alter > Alt+D.`,
  ]
}

function sectionOf({ name, title, why, grade, outcome, meaning, exchanges }: Finding): string {
  return `<section class="${grade}" id="${name}">
<h2><b>${gradeWords[grade]}</b> ${Bun.escapeHTML(title)}: ${Bun.escapeHTML(outcome)}</h2>
<p>${Bun.escapeHTML(meaning)}</p>
<p><small>${Bun.escapeHTML(why)}</small></p>
${exchanges.length === 0 ? '' : `<details><summary>What was sent, and what came back</summary>${exchanges.map(exchangeOf).join('')}</details>`}
</section>`
}

function exchangeOf({ sent, answer, ms }: Exchange): string {
  return `<pre>${Bun.escapeHTML(sent)}\n\n→ after ${ms} ms\n${Bun.escapeHTML(answer)}</pre>`
}
