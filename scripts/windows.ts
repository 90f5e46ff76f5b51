// The steps of `bun run check` on the Windows executable, where Debian's Wine runs it and its compiler makes what Wine lacks.
import { join } from 'node:path'
import { isInstalled, type DebianPackage } from './debian-packages.ts'
import { notTried, testFiles, type Step } from './steps.ts'

const wine = join(import.meta.dir, 'windows/daybook-wine.sh')
const inWine = 'scripts/windows/in-wine.ts'

const packages: DebianPackage[] = ['wine64', 'gcc-mingw-w64-x86-64', 'nsis']

/**
 * Kills of the crash loop, what it sends meanwhile, and the longest that a server listens, in milliseconds: what a kill
 * leaves is the same database; what differs is who has which file open. Wine is slow, and something must get done.
 */
const crashLoop = { kills: 12, goods: 30, lifeMs: 4_000 }

/** Wine and a busy machine take their time: a test that takes longer hangs, in milliseconds. */
const testLimitMs = 180_000

/** Test files that run side by side, each with a Daybook of its own. */
const filesAtOnce = 2

/** The console's main flow: what an owner does on the first day. */
const mainFlow = ['set-up', 'keys', 'documents', 'orders']

/** What moves, replaces and removes files: Windows refuses that while somebody has one open. */
const fileTests = [
  'test/accounts/call-log/call-log.test.ts',
  'test/platform/backup/{create-backup,held-images,restore-backup,unpack-backup}.test.ts',
  'test/platform/disk/{durable,files-below}.test.ts',
  'test/platform/files/{file-rows,leftovers,store}.test.ts',
]

/** In the order of their groups; `kills` may run beside others. One step that says so where there is no Wine. */
export function windowsSteps(executableTests: readonly string[]): {
  groups: Step[][]
  kills: Step[]
} {
  const missing = packages.filter((name) => !isInstalled(name))
  if (missing.length > 0) return { groups: [[notTried('windows', missing)]], kills: [] }
  const flow = mainFlow.map((name) => `./test/console/browser/${name}.e2e.ts`)
  const groups: Step[][] = [
    [{ name: 'windows', args: ['scripts/windows/prepare.ts'], saysHowMuch: true }],
    [
      {
        name: 'windows setup',
        args: [inWine, 'scripts/windows/try-installer.ts'],
        saysHowMuch: true,
      },
    ],
    [
      {
        name: 'windows API',
        args: [inWine, ...tests(`--parallel=${filesAtOnce}`, ...executableTests)],
        runsTests: true,
        executable: wine,
      },
    ],
    [
      {
        name: 'windows files',
        args: tests(...fileTests.flatMap(testFiles)),
        executable: wine,
        runsInside: true,
        // Bun writes no report of its tests in Wine.
        saysHowMuch: true,
      },
      {
        name: 'windows pages',
        args: [inWine, ...tests(...flow)],
        runsTests: true,
        executable: wine,
      },
    ],
  ]
  const { kills, goods, lifeMs } = crashLoop
  const limits = [`--kills=${kills}`, `--goods=${goods}`, `--life=${lifeMs}`]
  const killing: Step = {
    name: 'windows kills',
    args: [inWine, 'scripts/crash-loop.ts', ...limits],
    executable: wine,
    saysHowMuch: true,
  }
  return { groups, kills: [killing] }
}

function tests(...files: readonly string[]): string[] {
  return ['test', `--timeout=${testLimitMs}`, ...files]
}
