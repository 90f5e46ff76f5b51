import { runSteps, testFiles } from './steps.ts'
import { windowsSteps } from './windows.ts'

/** Test files that run side by side on two cores: many of them wait, and each browser test has a Daybook of its own. */
const filesAtOnce = 3

/** Beside others a test takes longer than Bun's five seconds; one that takes longer than this hangs, in milliseconds. */
const testLimitMs = 120_000

/** Faults that are tried of each stage, and moments at which the power is cut: `bun run soak` tries all. */
const faultsOfStage = 20
const cutsOfStage = 4

/** A long run that only shows that nothing grows at once: `bun run soak` runs one of eight hours. */
const longRunMinutes = 2

const windows = windowsSteps(executableTests())

// Two at once where neither has a deadline that the other's work could break.
await runSteps('check', [
  [
    { name: 'format', args: ['run', 'fmt', '--check'] },
    { name: 'types', args: ['run', 'types'] },
    { name: 'lint', args: ['run', 'lint'] },
    { name: 'dead code', args: ['run', 'deadcode'] },
    { name: 'advisories', args: ['scripts/advisories.ts'], saysHowMuch: true },
    // Installing one may take longer than a test may.
    { name: 'browser', args: ['scripts/browser.ts'] },
    { name: 'build', args: ['run', 'build'] },
  ],
  [{ name: 'tests', args: tests('--no-isolate'), runsTests: true }],
  [{ name: 'executable', args: tests(...executableTests()), runsTests: true, afterBuild: true }],
  [{ name: 'pages', args: tests(...browserTests()), runsTests: true, afterBuild: true }],
  ...windows.groups,
  [{ name: 'crash loop', args: ['scripts/crash-loop.ts'], afterBuild: true }],
  [{ name: 'bridge loop', args: ['scripts/bridge-loop.ts'], afterBuild: true, saysHowMuch: true }],
  windows.kills,
  [
    {
      name: 'long run',
      args: ['scripts/long-run.ts', '--minutes', String(longRunMinutes)],
      afterBuild: true,
      saysHowMuch: true,
    },
  ],
  // Ports of its own, and no deadline that others' work could break.
  [{ name: 'deployment', args: ['scripts/deploy.ts'], afterBuild: true, saysHowMuch: true }],
  [
    {
      name: 'clients',
      args: ['scripts/generated-clients.ts'],
      afterBuild: true,
      saysHowMuch: true,
    },
  ],
  [{ name: 'samples', args: ['scripts/samples.ts'], afterBuild: true, saysHowMuch: true }],
  [{ name: 'failover', args: ['scripts/failover-drill.ts'], afterBuild: true, saysHowMuch: true }],
  [
    { name: 'time travel', args: ['scripts/time-travel.ts'], afterBuild: true, saysHowMuch: true },
    {
      name: 'disk faults',
      args: ['scripts/io-faults.ts', '--sample', String(faultsOfStage)],
      afterBuild: true,
      saysHowMuch: true,
    },
  ],
  [
    {
      name: 'power cuts',
      args: ['scripts/power-cut.ts', '--sample', String(cutsOfStage)],
      afterBuild: true,
      saysHowMuch: true,
    },
  ],
])

function tests(...args: readonly string[]): string[] {
  return ['test', `--parallel=${filesAtOnce}`, `--timeout=${testLimitMs}`, ...args]
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
