// The checks that each change must pass beside `bun run check`, and that take half an hour: crashes, power cuts, faults of the disk, wrong
// clocks, failovers, Windows, clients in other languages, and the tests that look at everything.
import { drill, runSteps } from './steps.ts'
import { longBrowserTests, sourceTestArgs, testArgs, testsOf } from './test-files.ts'
import { windowsSteps } from './windows.ts'

/** The number of faults tried in each stage, and of moments at which the power is cut. `bun run soak` tries all. */
const faultsOfStage = 20
const cutsOfStage = 4

/** This run only shows that nothing grows at once. `bun run soak` runs eight hours. */
const longRunMinutes = 2

const windows = windowsSteps()

// Two steps run at once if the load of one cannot break a deadline of the other.
await runSteps('prove', [
  [
    { name: 'browser', args: ['scripts/browser.ts'] },
    { name: 'build', args: ['run', 'build'] },
  ],
  [{ name: 'long tests', args: sourceTestArgs(testsOf('long')), runsTests: true }],
  [{ name: 'all pages', args: testArgs(longBrowserTests()), runsTests: true, afterBuild: true }],
  ...windows.groups,
  [{ name: 'crash loop', args: ['scripts/crash-loop.ts'], afterBuild: true }],
  [drill('bridge loop', ['bridge-loop.ts'])],
  windows.kills,
  [drill('long run', ['long-run.ts', '--minutes', String(longRunMinutes)])],
  // It has ports of its own, and no deadline that other steps could break.
  [drill('deployment', ['deploy.ts'])],
  [drill('clients', ['generated-clients.ts'])],
  [drill('samples', ['samples.ts'])],
  [drill('failover', ['failover-drill.ts'])],
  [
    drill('time travel', ['time-travel.ts']),
    drill('disk faults', ['io-faults.ts', '--sample', String(faultsOfStage)]),
  ],
  [drill('power cuts', ['power-cut.ts', '--sample', String(cutsOfStage)])],
])
