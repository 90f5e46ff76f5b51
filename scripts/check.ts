import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A step that hangs has failed. The slowest, the console in a browser, takes about four minutes on two cores. */
const stepLimitMs = 30 * 60_000

const root = join(import.meta.dir, '..')
const logDir = join(root, 'dist/check')
const executable = join(root, 'dist', process.platform === 'win32' ? 'daybook.exe' : 'daybook')

/** Files of browser tests that run side by side: each has a browser and a Daybook of its own. */
const browserFilesAtOnce = 2

/** A step counts as one check; one that runs tests counts as its tests. */
type Step = { name: string; args: string[]; runsTests?: boolean; afterBuild?: boolean }

type Outcome = { passed: number; failed: number; output: string }

type Timed = { outcome: Outcome; ms: number }

/** One group after the other; what is in one group runs at once. */
const groups: Step[][] = [
  [
    { name: 'format', args: ['run', 'fmt', '--check'] },
    { name: 'types', args: ['run', 'types'] },
    { name: 'lint', args: ['run', 'lint'] },
    { name: 'dead code', args: ['run', 'deadcode'] },
    // Installing one may take longer than a test may.
    { name: 'browser', args: ['scripts/browser.ts'] },
  ],
  [{ name: 'tests', args: ['test'], runsTests: true }],
  [{ name: 'build', args: ['run', 'build'] }],
  [{ name: 'executable', args: ['test', ...executableTests()], runsTests: true, afterBuild: true }],
  [
    {
      name: 'pages',
      args: ['test', `--parallel=${browserFilesAtOnce}`, ...browserTests()],
      runsTests: true,
      afterBuild: true,
    },
  ],
  [{ name: 'crash loop', args: ['scripts/crash-loop.ts'], afterBuild: true }],
]

await main()

async function main(): Promise<void> {
  rmSync(logDir, { recursive: true, force: true })
  mkdirSync(logDir, { recursive: true })
  let passed = 0
  let failed = 0
  for (const group of groups) {
    const running = group.map((step) => ({ step, ending: timed(step) }))
    for (const { step, ending } of running) {
      const outcome = await report(step, ending)
      passed += outcome.passed
      failed += outcome.failed
    }
  }
  console.log(`${passed} passed, ${failed} failed`)
  process.exit(failed > 0 ? 1 : 0)
}

/**
 * The tests that drive the built file: those that make no sense without it (`*.e2e.ts`, which `bun test` does not find by
 * itself), and the API tests (`*.api.test.ts`), which have already run against the source tree.
 */
function executableTests(): string[] {
  return testFiles('test/**/*.{e2e,api.test}.ts').filter((file) => !browserTests().includes(file))
}

/** Those that drive a browser. */
function browserTests(): string[] {
  return testFiles('test/console/browser/*.e2e.ts')
}

function testFiles(pattern: string): string[] {
  const files = new Bun.Glob(pattern).scanSync({ cwd: root })
  return [...files].toSorted().map((file) => `./${file}`)
}

/** Prints a step's line once it has ended; what a failed step said comes below it. */
async function report(step: Step, ending: Promise<Timed>): Promise<Outcome> {
  process.stdout.write(step.name.padEnd(12))
  const { outcome, ms } = await ending
  const seconds = (ms / 1000).toFixed(1).padStart(6)
  const counts = step.runsTests ? `  ${outcome.passed} passed, ${outcome.failed} failed` : ''
  console.log(`${outcome.failed === 0 ? 'ok    ' : 'FAILED'} ${seconds} s${counts}`)
  if (outcome.failed > 0) console.log(`\n${outcome.output.trimEnd()}\n`)
  return outcome
}

async function timed(step: Step): Promise<Timed> {
  const started = performance.now()
  const outcome = await run(step)
  return { outcome, ms: performance.now() - started }
}

async function run(step: Step): Promise<Outcome> {
  const base = join(logDir, step.name.replace(' ', '-'))
  const reportFile = `${base}.xml`
  const reporter = ['--reporter=junit', `--reporter-outfile=${reportFile}`]
  const args = step.runsTests === true ? [...step.args, ...reporter] : step.args
  const { succeeded, output } = await runBun(args, `${base}.log`, step.afterBuild === true)
  if (step.runsTests !== true) {
    return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1, output }
  }
  const { passed, failed } = countTests(reportFile)
  if (succeeded && failed > 0)
    return { passed, failed, output: `${output}\nSkipped tests count as failed.` }
  // A file that doesn't load and a run that is cut short fail without a failed test.
  return { passed, failed: succeeded ? failed : Math.max(failed, 1), output }
}

/**
 * The output goes to a file, not through a pipe: a pipe stays open for as long as a server that a test forgot.
 * The executable's path is for the steps that come after its build; the tests before it must not depend on it.
 */
async function runBun(
  args: string[],
  logFile: string,
  afterBuild: boolean,
): Promise<{ succeeded: boolean; output: string }> {
  const log = openSync(logFile, 'w')
  const child = Bun.spawn([process.execPath, ...args], {
    cwd: root,
    env: { ...process.env, ...(afterBuild ? { DAYBOOK_EXECUTABLE: executable } : {}) },
    stdio: ['ignore', log, log],
    timeout: stepLimitMs,
    killSignal: 'SIGKILL',
  })
  const code = await child.exited
  closeSync(log)
  const ending = child.signalCode === null ? '' : `\nStopped by ${child.signalCode}.`
  return { succeeded: code === 0, output: readFileSync(logFile, 'utf8') + ending }
}

/** From the report of `bun test`. A skipped test proves nothing, so it counts as failed. */
function countTests(reportFile: string): { passed: number; failed: number } {
  const total = existsSync(reportFile) ? readFileSync(reportFile, 'utf8') : ''
  const [head = ''] = total.match(/<testsuites [^>]*>/) ?? []
  const failed = attribute(head, 'failures') + attribute(head, 'skipped')
  return { passed: attribute(head, 'tests') - failed, failed }
}

function attribute(tag: string, name: string): number {
  return Number(tag.match(new RegExp(` ${name}="(\\d+)"`))?.[1] ?? 0)
}
