import { availableParallelism } from 'node:os'
import { join } from 'node:path'

/*
 * A test's kind is the end of its file's name, and decides which command runs it:
 *
 *   *.test.ts           in this process, without a server                              quick
 *   *.slow.test.ts      opens a shop, or takes seconds: reads photos, waits for limits  check
 *   *.process.test.ts   starts Daybook as a process, which is the built file            check
 *   *.api.test.ts       asks a served Daybook, which is the built file                  check
 *   *.e2e.ts            makes no sense without the built file, or drives a browser      check
 *   *.long.test.ts, *.long.e2e.ts   takes minutes, or looks at everything               prove
 *
 * test/kinds.test.ts holds the first line.
 */
const kinds = ['slow', 'process', 'api', 'long'] as const

type Kind = (typeof kinds)[number]

const root = join(import.meta.dir, '..')
const browserFolder = 'test/console/browser'

/** In milliseconds. A test that takes longer hangs. Beside other tests, a test may take longer than Bun's five seconds. */
const testLimitMs = 300_000

/** Test files that run side by side: one more than there are cores, as many of them wait. */
const filesAtOnce = availableParallelism() + 1

/** Throws if no file matches. Otherwise a moved file would never run again. */
export function testFiles(pattern: string): string[] {
  const files = [...new Bun.Glob(pattern).scanSync({ cwd: root })]
  if (files.length === 0) throw new Error(`No test is at ${pattern}.`)
  return files.toSorted().map((file) => `./${file.replaceAll('\\', '/')}`)
}

/** Tests that need nothing but this process. */
export function plainTests(): string[] {
  return testFiles('test/**/*.test.{ts,tsx}').filter((file) => kindOf(file) === undefined)
}

export function testsOf(kind: Kind): string[] {
  return testFiles(`test/**/*.${kind}.test.{ts,tsx}`)
}

/** Tests of the built file that drive no browser. */
export function executableTests(): string[] {
  return [...executableFiles(), ...testsOf('process'), ...testsOf('api')]
}

/** The tests of the built file that make no sense without it. */
export function executableFiles(): string[] {
  return testFiles('test/**/*.e2e.ts').filter((file) => !isOfBrowser(file))
}

export function browserTests(): string[] {
  return testFiles(`${browserFolder}/*.e2e.ts`).filter((file) => !file.endsWith('.long.e2e.ts'))
}

export function longBrowserTests(): string[] {
  return testFiles(`${browserFolder}/*.long.e2e.ts`)
}

/** The arguments of Bun for tests of the source. Modules that one file loads stay loaded for the next file. */
export function sourceTestArgs(files: readonly string[]): string[] {
  return testArgs(['--no-isolate', ...files])
}

/** The same for tests of the built file, each with modules of its own. */
export function testArgs(files: readonly string[]): string[] {
  const limits = [`--parallel=${filesAtOnce}`, `--timeout=${testLimitMs}`]
  return ['test', ...limits, ...files]
}

function kindOf(file: string): Kind | undefined {
  return kinds.find((kind) => file.includes(`.${kind}.test.`))
}

function isOfBrowser(file: string): boolean {
  return file.startsWith(`./${browserFolder}/`)
}
