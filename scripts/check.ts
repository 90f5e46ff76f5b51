import { runSteps, testFiles } from './steps.ts'
import { windowsSteps } from './windows.ts'

/** Files of browser tests that run side by side: each has a browser and a Daybook of its own. */
const browserFilesAtOnce = 2

/** Faults that are tried of each stage, and moments at which the power is cut: 40 and 20 seconds of a processor in all. */
const faultsOfStage = 20
const cutsOfStage = 10

await runSteps('check', [
  [
    { name: 'format', args: ['run', 'fmt', '--check'] },
    { name: 'types', args: ['run', 'types'] },
    { name: 'lint', args: ['run', 'lint'] },
    { name: 'dead code', args: ['run', 'deadcode'] },
    { name: 'advisories', args: ['scripts/advisories.ts'], saysHowMuch: true },
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
  ...windowsSteps(executableTests()),
  [
    {
      name: 'time travel',
      args: ['scripts/time-travel.ts'],
      afterBuild: true,
      saysHowMuch: true,
    },
  ],
  [
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
