import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A step that hangs has failed. The check's slowest, the console in a browser, takes about four minutes on two cores. */
const stepLimitMs = 30 * 60_000

/** This many lines of a failed step are shown again at the end. */
const failureLines = 60

const root = join(import.meta.dir, '..')
const executable = join(root, 'dist', process.platform === 'win32' ? 'daybook.exe' : 'daybook')

/**
 * A step counts as one check. A step that runs tests counts as its tests. `saysHowMuch`: the last line of its output says how much it
 * tried, and is shown. `executable`: the executable to look at, if it is not the one of this system. `runsInside`: that executable runs the
 * step itself, because it holds Bun as well.
 */
export type Step = {
  name: string
  args: string[]
  runsTests?: boolean
  afterBuild?: boolean
  executable?: string
  runsInside?: boolean
  saysHowMuch?: boolean
  limitMs?: number
}

type Outcome = { passed: number; failed: number; output: string }

type Timed = { outcome: Outcome; ms: number }

/** Runs the groups one after the other, and the steps of a group at once. Ends the process. Output stays in `dist/{name}`. */
export async function runSteps(name: string, groups: readonly Step[][]): Promise<never> {
  const logDir = join(root, 'dist', name)
  rmSync(logDir, { recursive: true, force: true })
  mkdirSync(logDir, { recursive: true })
  let passed = 0
  const failures: string[] = []
  let failed = 0
  for (const group of groups) {
    const running = group.map((step) => ({ step, ending: timed(step, logDir) }))
    for (const { step, ending } of running) {
      const outcome = await report(step, ending)
      passed += outcome.passed
      failed += outcome.failed
      if (outcome.failed > 0) failures.push(`${step.name}:\n${whatFailed(outcome.output)}`)
    }
  }
  // Shown again at the end, for readers who only see the end of a long output.
  for (const failure of failures) console.log(`\n${failure}\n`)
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed > 0 ? 1 : 0)
}

/** A script that tries the built executable, and says at its end how much it tried. */
export function drill(
  name: string,
  [script = '', ...args]: readonly string[],
  limitMs?: number,
): Step {
  const more = limitMs === undefined ? {} : { limitMs }
  return {
    name,
    args: [`scripts/${script}`, ...args],
    afterBuild: true,
    saysHowMuch: true,
    ...more,
  }
}

/** A step that names the packages it would need. */
export function notTried(name: string, missing: readonly string[]): Step {
  const sentence = `not tried: ${missing.join(', ')} not installed here (see scripts/debian-packages.ts)`
  return { name, args: ['--print', JSON.stringify(sentence)], saysHowMuch: true }
}

/** Prints a step's line once it has ended, with the output of a failed step below. */
async function report(step: Step, ending: Promise<Timed>): Promise<Outcome> {
  process.stdout.write(step.name.padEnd(14))
  const { outcome, ms } = await ending
  const seconds = (ms / 1000).toFixed(1).padStart(6)
  console.log(`${outcome.failed === 0 ? 'ok    ' : 'FAILED'} ${seconds} s${howMuch(step, outcome)}`)
  if (outcome.failed > 0) console.log(`\n${outcome.output.trimEnd()}\n`)
  return outcome
}

/** The output of each failed test, or the end of the output of any other step. */
function whatFailed(output: string): string {
  const lines = output.trimEnd().split('\n')
  const said = lines.flatMap((line, index) => {
    if (!line.startsWith('(fail)')) return []
    const before = lines.slice(Math.max(0, index - failureLines), index)
    const from = before.findLastIndex((other) => /^\((pass|fail)\)/.test(other)) + 1
    return [...before.slice(from), line]
  })
  return (said.length > 0 ? said : lines.slice(-failureLines)).join('\n')
}

function howMuch(step: Step, { passed, failed, output }: Outcome): string {
  if (step.runsTests === true) return `  ${passed} passed, ${failed} failed`
  return step.saysHowMuch === true ? `  ${output.trimEnd().split('\n').at(-1) ?? ''}` : ''
}

async function timed(step: Step, logDir: string): Promise<Timed> {
  const started = performance.now()
  const outcome = await run(step, logDir)
  return { outcome, ms: performance.now() - started }
}

async function run(step: Step, logDir: string): Promise<Outcome> {
  const base = join(logDir, step.name.replaceAll(' ', '-'))
  const reportFile = `${base}.xml`
  const reporter = ['--reporter=junit', `--reporter-outfile=${reportFile}`]
  const args = step.runsTests === true ? [...step.args, ...reporter] : step.args
  const { succeeded, output } = await runBun({ ...step, args }, `${base}.log`)
  if (step.runsTests !== true) {
    return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, output }
  }
  const { passed, failed } = countTests(reportFile)
  if (succeeded && failed > 0)
    return { passed, failed, output: `${output}\nSkipped tests count as failed.` }
  // A file that doesn't load and a run that is cut short fail without a failed test, or run none.
  return { passed, failed: succeeded && passed > 0 ? failed : Math.max(failed, 1), output }
}

/**
 * The output goes to a file, not through a pipe: a pipe stays open for as long as a server that a test forgot.
 * The executable's path is for the steps that come after its build; the tests before it must not depend on it.
 */
async function runBun(
  { args, afterBuild = false, limitMs = stepLimitMs, ...step }: Step,
  logFile: string,
): Promise<{ succeeded: boolean; output: string }> {
  const log = openSync(logFile, 'w')
  const tried = step.executable ?? (afterBuild ? executable : undefined)
  const inside = step.runsInside === true ? tried : undefined
  const child = Bun.spawn([inside ?? process.execPath, ...args], {
    cwd: root,
    env: {
      ...process.env,
      ...(tried === undefined ? {} : { DAYBOOK_EXECUTABLE: tried }),
      ...(inside === undefined ? {} : { BUN_BE_BUN: '1' }),
    },
    stdio: ['ignore', log, log],
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  const code = await child.exited
  closeSync(log)
  const ending = child.signalCode === null ? '' : `\nStopped by ${child.signalCode}.`
  return { succeeded: code === 0, output: readFileSync(logFile, 'utf8') + ending }
}

/** Counts the tests in the report of `bun test`. A skipped test proves nothing, so it counts as failed. */
function countTests(reportFile: string): { passed: number; failed: number } {
  const total = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : ''
  const [head = ''] = total.match(/<testsuites [^>]*>/) ?? []
  const failed = attribute(head, 'failures') + attribute(head, 'skipped')
  return { passed: attribute(head, 'tests') - failed, failed }
}

function attribute(tag: string, name: string): number {
  return Number(tag.match(new RegExp(` ${name}="(\\d+)"`))?.[1] ?? 0)
}
