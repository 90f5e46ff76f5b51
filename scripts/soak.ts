// What takes too long for each check: run it before a release. The steps look at the executable that it builds.
import { arm64Steps } from './arm64.ts'
import { runSteps } from './steps.ts'

const kills = 400

/** A kill and the start after it take two seconds on two cores. */
const crashLoopLimitMs = 60 * 60_000

/** Ten thousand faults, a third of a second each. */
const diskFaultsLimitMs = 4 * 60 * 60_000

/** Ten thousand disks, a twentieth of a second each. */
const powerCutsLimitMs = 60 * 60_000

/** Files that went wrong by chance, each read in a process of its own: a second each on two cores, a minute where one hangs. */
const mutants = 10_000
const mutantsLimitMs = 6 * 60 * 60_000

await runSteps('soak', [
  [{ name: 'build', args: ['run', 'build'] }],
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
  ...arm64Steps(),
])
