import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Argument, Command, Option } from 'commander'
import { catalogue } from '../stand-ins/client-check/catalogue/catalogue.ts'
import { check, type Report } from '../stand-ins/client-check/check.ts'
import {
  type Client,
  commandClient,
  outputOf,
  runCommand,
  scheduledClient,
  triggeredClient,
} from '../stand-ins/client-check/client.ts'
import type { Grade, Profile, Result, Scenario } from '../stand-ins/client-check/scenario.ts'
import { orders } from '../stand-ins/client-check/orders.ts'
import { scan } from '../stand-ins/client-check/scan.ts'
import { loopback } from '../platform/config.ts'
import { AppError } from '../platform/errors.ts'
import { printError } from '../platform/print.ts'
import { sleep, systemClock } from '../platform/time.ts'
import type { Traced } from '../stand-ins/client-check/trace.ts'
import { printResult, requireWritable, wholeNumber } from './command.ts'
import { portText } from './serve/serve.ts'
import { stopSignal } from './terminal.ts'

type Options = {
  run?: string
  trigger?: string
  restartCommand?: string
  booked?: string
  bookedCommand?: string
  only?: string[]
  host: string
  port: string
  stepLimit: number
  json?: boolean
  junit?: string
  page?: string
}

/** Seconds per scenario: two rounds of a client that works every five minutes, and some more. */
const stepLimitSeconds = 900
const stepLimitSecondsMax = 86_400

/** Seconds for which requests are refused, to test the client's patience. */
const refusedSeconds = 2

const profiles: readonly Profile[] = [scan, orders, catalogue]

const scenarioNames = new Set(
  profiles.flatMap(({ scenarios }) => scenarios.map(({ name }) => name)),
)

export function verifyClientCommand(): Command {
  return new Command('verify-client')
    .description(
      'play the server to a client that you write, with all that goes wrong in years, and grade it',
    )
    .addArgument(
      new Argument('<profile>', 'what the client does').choices(profiles.map(({ name }) => name)),
    )
    .option('--run <command>', 'a command that makes one round of your client and ends')
    .option('--trigger <url>', 'an address that is posted to for each round')
    .option(
      '--restart-command <command>',
      'kills your client and starts it again; you are asked to without it',
    )
    .option(
      '--booked <file>',
      'a file where your client writes the id of each document that it booked, or what it has of each article, one a line',
    )
    .option('--booked-command <command>', 'a command that prints them')
    .addOption(new Option('--only <scenario...>', 'only these').choices([...scenarioNames]))
    .option('--host <address>', 'listen on this address', loopback)
    .option('--port <number>', 'listen on this port; 0 takes a free one', portText, '0')
    .option(
      '--step-limit <seconds>',
      'how long a scenario may take',
      wholeNumber(stepLimitSecondsMax),
      stepLimitSeconds,
    )
    .option('--json', 'print the result as JSON, with the trace')
    .option('--junit <file>', 'write the result as JUnit XML')
    .option('--page <file>', 'write a page with the result and the trace')
    .addHelpText(
      'after',
      '\nExample:\n  daybook verify-client scan --run "python3 client.py" --page result.html',
    )
    .action(async (name: string, options: Options, self: Command) => {
      const profile = profiles.find((each) => each.name === name) ?? scan
      requireOwn(profile, options.only ?? [], self)
      await verify(profile, options)
    })
}

/** Reports wrong usage for a scenario of another profile. */
function requireOwn({ name, scenarios }: Profile, only: readonly string[], self: Command): void {
  const known = scenarios.map((scenario) => scenario.name)
  const strange = only.filter((each) => !known.includes(each))
  if (strange.length === 0) return
  self.error(`error: ${name} has no ${strange.join(', ')}. It has ${known.join(', ')}.`)
}

async function verify(profile: Profile, options: Options): Promise<void> {
  const stop = new AbortController()
  void stopSignal().then(() => stop.abort())
  const { only } = options
  for (const file of [options.junit, options.page]) if (file !== undefined) requireWritable(file)
  const report = await check({
    profile,
    scenarios: profile.scenarios.filter(({ name }) => only === undefined || only.includes(name)),
    client: (address) => clientOf(options, address),
    booked: () => bookedOf(options),
    host: options.host,
    port: Number(options.port),
    stepLimitMs: options.stepLimit * 1000,
    refusedSeconds,
    now: () => systemClock.now(),
    pause: sleep,
    signal: stop.signal,
    onStep: (step) => tellStep(options, step),
    onResult: tellResult,
  })
  writeReports(profile, options, report)
  const { results } = report
  const notes = new Set(results.flatMap((result) => result.notes))
  printResult(options, report, [...notes, summaryOf(results)])
  requirePassed(results, stop.signal.aborted)
}

/** The client's address and key. They go to stderr, and to a command in its environment. */
function clientOf(options: Options, { base, key }: { base: string; key: string }): Client {
  printError(`Let your client call ${base}\nwith the key ${key}`)
  const { run, trigger } = options
  if (run !== undefined) return commandClient(run, { env: { DAYBOOK_URL: base, DAYBOOK_KEY: key } })
  const restart = async (gone: Promise<void>): Promise<void> => {
    if (options.restartCommand !== undefined) return await runCommand(options.restartCommand)
    printError('  WAITING: kill your client now, and start it again.')
    await gone
  }
  return trigger === undefined ? scheduledClient(restart) : triggeredClient(trigger, restart)
}

function bookedOf({ booked, bookedCommand }: Options): string | undefined {
  if (bookedCommand !== undefined) return outputOf(bookedCommand)
  if (booked === undefined) return undefined
  // The client has entered nothing yet.
  return existsSync(booked) ? readFileSync(booked, 'utf8') : ''
}

function tellStep(options: Options, step: { at: number; of: number; scenario: Scenario }): void {
  const { at, of, scenario } = step
  const isOwn = options.run === undefined && options.trigger === undefined
  const wait = isOwn ? 'WAITING for your client: ' : ''
  printError(`${at} of ${of}  ${wait}${scenario.title}`)
}

function tellResult({ grade, name, problems }: Result): void {
  printError([`  ${grade.replace('_', ' ')} (${name})`, ...problems].join('\n    '))
}

function writeReports(profile: Profile, { junit, page }: Options, report: Report): void {
  if (junit !== undefined) writeFileSync(junit, junitOf(report, profile.name))
  if (page !== undefined) {
    writeFileSync(page, pageOf(report, profile.title, new Date(systemClock.now())))
  }
}

/** Throws AppError `conflict` where a scenario failed, or none was passed. */
function requirePassed(results: readonly Result[], isStopped: boolean): void {
  if (isStopped) throw new AppError('conflict', 'Stopped before the end.')
  const failed = results.filter(({ grade }) => grade === 'failed')
  if (failed.length > 0) {
    const names = failed.map(({ name }) => name).join(', ')
    throw new AppError('conflict', `Your client failed ${failed.length}: ${names}.`)
  }
  if (!results.some(({ grade }) => grade === 'passed')) {
    throw new AppError('conflict', 'Your client showed nothing.')
  }
}

const words: Record<Grade, string> = {
  passed: 'passed',
  failed: 'failed',
  not_shown: 'not shown',
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#ccc, #555); --bad: light-dark(#b00020, #ff8a80); --good: light-dark(#0b6b2e, #7bd88f) }
body { background: light-dark(#fff, #141414); color: light-dark(#1a1a1a, #eee); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem }
section { border-top: 1px solid var(--line); padding: .5rem 0 }
h2 { font-size: 1.1rem; margin: .5rem 0 }
.passed b { color: var(--good) } .failed b { color: var(--bad) }
pre { white-space: pre-wrap; overflow-wrap: anywhere; border-left: 3px solid var(--line); margin: .5rem 0; padding-left: .75rem; font-size: .85rem }
`

/** What went wrong stands first. */
const order: readonly Grade[] = ['failed', 'not_shown', 'passed']

/** The report as a page that needs nothing beside it and runs nothing: it may be sent to somebody. */
function pageOf({ base, results, trace }: Report, title: string, made: Date): string {
  const sorted = order.flatMap((grade) => results.filter((result) => result.grade === grade))
  const hash = new Bun.CryptoHasher('sha256').update(style).digest('base64')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-${hash}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: ${Bun.escapeHTML(summaryOf(results))}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${Bun.escapeHTML(summaryOf(results))}. Played at ${Bun.escapeHTML(base)} on ${made.toISOString()}.</p>
${sorted.map((result) => sectionOf(result, trace)).join('\n')}
</main>
</body>
</html>
`
}

/** How many are of each grade: `16 passed, 1 failed, 1 not shown`. */
function summaryOf(results: readonly Result[]): string {
  const grades = ['passed', 'failed', 'not_shown'] as const
  return grades
    .map((grade) => `${results.filter((result) => result.grade === grade).length} ${words[grade]}`)
    .join(', ')
}

function sectionOf({ name, title, why, grade, problems, notes }: Result, trace: readonly Traced[]) {
  const calls = trace.filter(({ scenario }) => scenario === name)
  const lines = [...problems, ...notes].map((text) => `<li>${prose(text)}</li>`).join('')
  return `<section class="${grade}">
<h2><b>${words[grade]}</b> ${Bun.escapeHTML(title)}</h2>
<p>${prose(why)}</p>
${lines === '' ? '' : `<ul>${lines}</ul>`}
${calls.length === 0 ? '' : `<details><summary>${calls.length} calls</summary>${calls.map(callOf).join('')}</details>`}
</section>`
}

/** Words in backquotes are code. */
function prose(text: string): string {
  return Bun.escapeHTML(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function callOf(traced: Traced): string {
  const { at, method, path, headers, body, status, answer, fault } = traced
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const outcome = status === 0 ? 'no answer: the connection ended' : String(status)
  const lines = [
    `${new Date(at).toISOString()} ${method} ${path}`,
    ...head,
    ...(body === '' ? [] : ['', body]),
    '',
    `→ ${outcome}${fault === '' ? '' : ` (${fault.replaceAll('_', ' ')})`}`,
    ...(answer === '' ? [] : [answer]),
  ]
  return `<pre>${Bun.escapeHTML(lines.join('\n'))}</pre>`
}

/** What XML 1.0 cannot carry. */
// eslint-disable-next-line no-control-regex
const unprintable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g

/** The report as JUnit's XML: what is not shown is skipped. */
function junitOf({ results }: Report, profile: string): string {
  const failures = results.filter(({ grade }) => grade === 'failed').length
  const skipped = results.filter(({ grade }) => grade === 'not_shown').length
  const counts = `tests="${results.length}" failures="${failures}" errors="0" skipped="${skipped}"`
  const cases = results.map((result) => caseOf(result, profile)).join('\n')
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
<testsuite name="daybook verify-client ${profile}" ${counts}>
${cases}
</testsuite>
</testsuites>
`
}

function caseOf({ name, title, grade, problems }: Result, profile: string): string {
  const head = `<testcase classname="${profile}.${name}" name="${xml(title)}"`
  const text = xml(problems.join('\n'))
  if (grade === 'passed') return `${head}/>`
  const element = grade === 'failed' ? 'failure' : 'skipped'
  return `${head}><${element} message="${xml(problems[0] ?? '')}">${text}</${element}></testcase>`
}

function xml(text: string): string {
  return Bun.escapeHTML(text.replaceAll(unprintable, '\uFFFD'))
}
