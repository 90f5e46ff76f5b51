// The steps that take too long for each check. Run them before a release. They look at the executable that this script builds.
import { arm64Steps } from './arm64.ts'
import { drill, runSteps } from './steps.ts'

const kills = 400

/** A kill and the start after it take two seconds on two cores. */
const crashLoopLimitMs = 60 * 60_000

/** A working day, because only then does slow growth show. The start and the end take extra time. */
const longRunMinutes = 8 * 60
const longRunLimitMs = (longRunMinutes + 30) * 60_000

/** Ten thousand faults, a third of a second each. */
const diskFaultsLimitMs = 4 * 60 * 60_000

/** Ten thousand disks, a twentieth of a second each. */
const powerCutsLimitMs = 60 * 60_000

/** Randomly damaged files, each read in a process of its own. A file takes a second on two cores, or a minute if it hangs. */
const mutants = 10_000
const mutantsLimitMs = 6 * 60 * 60_000

/** An hour with many shops at once, and their start. */
const manyShopsLimitMs = 90 * 60_000

/** Kills of a bridge, of Tally and of the server between them: two seconds each, ten on a busy machine. */
const bridgeKills = 1_000
const bridgeLoopLimitMs = 3 * 60 * 60_000

/** Rounds of the failover drill, with two failovers each. A round takes a minute, two on a busy machine. */
const failovers = 20
const failoversLimitMs = 2 * 60 * 60_000

await runSteps('soak', [
  [{ name: 'build', args: ['run', 'build'] }],
  [drill('long run', ['long-run.ts', '--minutes', String(longRunMinutes)], longRunLimitMs)],
  [drill('crash loop', ['crash-loop.ts', '--kills', String(kills)], crashLoopLimitMs)],
  [drill('bridge loop', ['bridge-loop.ts', '--kills', String(bridgeKills)], bridgeLoopLimitMs)],
  [drill('disk faults', ['io-faults.ts'], diskFaultsLimitMs)],
  [drill('power cuts', ['power-cut.ts'], powerCutsLimitMs)],
  [drill('files that went wrong', ['fuzz-reading.ts', '--files', String(mutants)], mutantsLimitMs)],
  [
    {
      name: 'many shops',
      args: 'scripts/bench/run.ts --executable dist/daybook --only fleet --minutes 60'.split(' '),
      afterBuild: true,
      limitMs: manyShopsLimitMs,
    },
  ],
  [drill('failover', ['failover-drill.ts', '--rounds', String(failovers)], failoversLimitMs)],
  ...arm64Steps(),
])
