// What takes too long for each check: run it before a release. The steps look at the executable that it builds.
import { arm64Steps } from './arm64.ts'
import { runSteps } from './steps.ts'

const kills = 400

/** A kill and the start after it take two seconds on two cores. */
const crashLoopLimitMs = 60 * 60_000

/** A working day: what grows by little shows only then. What it begins with and ends with comes besides. */
const longRunMinutes = 8 * 60
const longRunLimitMs = (longRunMinutes + 30) * 60_000

/** Ten thousand faults, a third of a second each. */
const diskFaultsLimitMs = 4 * 60 * 60_000

/** Ten thousand disks, a twentieth of a second each. */
const powerCutsLimitMs = 60 * 60_000

/** Files that went wrong by chance, each read in a process of its own: a second each on two cores, a minute where one hangs. */
const mutants = 10_000
const mutantsLimitMs = 6 * 60 * 60_000

/** An hour beside each other, and their start. */
const manyShopsLimitMs = 90 * 60_000

/** Of a bridge, of Tally, of the server between: two seconds each, ten on a busy machine. */
const bridgeKills = 1_000
const bridgeLoopLimitMs = 3 * 60 * 60_000

/** First Daybooks that are killed, twice in each round; a round takes a minute, two on a busy machine. */
const failovers = 20
const failoversLimitMs = 2 * 60 * 60_000

await runSteps('soak', [
  [{ name: 'build', args: ['run', 'build'] }],
  [
    {
      name: 'long run',
      args: ['scripts/long-run.ts', '--minutes', String(longRunMinutes)],
      afterBuild: true,
      saysHowMuch: true,
      limitMs: longRunLimitMs,
    },
  ],
  [
    {
      name: 'crash loop',
      args: ['scripts/crash-loop.ts', '--kills', String(kills)],
      afterBuild: true,
      saysHowMuch: true,
      limitMs: crashLoopLimitMs,
    },
  ],
  [
    {
      name: 'bridge loop',
      args: ['scripts/bridge-loop.ts', '--kills', String(bridgeKills)],
      afterBuild: true,
      saysHowMuch: true,
      limitMs: bridgeLoopLimitMs,
    },
  ],
  [
    {
      name: 'disk faults',
      args: ['scripts/io-faults.ts'],
      afterBuild: true,
      saysHowMuch: true,
      limitMs: diskFaultsLimitMs,
    },
  ],
  [
    {
      name: 'power cuts',
      args: ['scripts/power-cut.ts'],
      afterBuild: true,
      saysHowMuch: true,
      limitMs: powerCutsLimitMs,
    },
  ],
  [
    {
      name: 'files that went wrong',
      args: ['scripts/fuzz-reading.ts', '--files', String(mutants)],
      afterBuild: true,
      saysHowMuch: true,
      limitMs: mutantsLimitMs,
    },
  ],
  [
    {
      name: 'many shops',
      args: [
        'scripts/bench/run.ts',
        '--executable',
        'dist/daybook',
        '--only',
        'fleet',
        '--minutes',
        '60',
      ],
      afterBuild: true,
      limitMs: manyShopsLimitMs,
    },
  ],
  [
    {
      name: 'failover',
      args: ['scripts/failover-drill.ts', '--rounds', String(failovers)],
      afterBuild: true,
      saysHowMuch: true,
      limitMs: failoversLimitMs,
    },
  ],
  ...arm64Steps(),
])
