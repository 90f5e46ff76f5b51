// The steps of `bun run prove` on the Windows executable, where Debian's Wine runs it and its compiler makes what Wine lacks.
import { join } from 'node:path'
import { isInstalled, type DebianPackage } from './debian-packages.ts'
import { notTried, type Step } from './steps.ts'
import { executableFiles, testFiles } from './test-files.ts'

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
  'test/platform/backup/{create-backup,restore-backup,unpack-backup}.slow.test.ts',
  'test/platform/backup/held-images.test.ts',
  'test/platform/disk/{durable,files-below}.test.ts',
  'test/platform/files/{file-rows,leftovers,store}.test.ts',
]

/**
 * API tests whose answers depend on the system: on its files, their names and locks, its processes, its network. What the
 * others ask is the same code on every system, and `bun run check` asks it of the built file.
 */
const apiTests: Readonly<Record<string, string>> = {
  // Originals: written, read in parts, replaced, removed.
  originals: 'test/console/api/documents/{changing,files,pages,reading}.api.test.ts',
  uploads: 'test/services/scan-export/intake/{file-upload,idempotency}.api.test.ts',
  // Images and their smaller copies.
  photos: 'test/console/api/photos.api.test.ts',
  images: 'test/services/storefront/images/*.api.test.ts',
  'image pages': 'test/platform/http/image-pages.api.test.ts',
  // Paths that people name, folders that are watched, backups, copies elsewhere.
  folders: 'test/console/api/settings/{archive,backups,folders,offsite,paused}.api.test.ts',
  // What the system says of its disk, its clock and its rights.
  troubles: 'test/console/api/settings/troubles.api.test.ts',
  'the disk': 'test/services/disk-share.api.test.ts',
  // A second database that is made, opened and thrown away.
  'test copies': 'test/test-copy/*.api.test.ts',
  // What the built file carries, under names that Windows spells otherwise.
  'pages served': 'test/pages.api.test.ts',
  'console served': 'test/console/console-pages.api.test.ts',
  // Its sockets.
  network: 'test/platform/http/{addresses,hostile-requests}.api.test.ts',
}

/** In the order of their groups; `kills` may run beside others. One step that says so where there is no Wine. */
export function windowsSteps(): { groups: Step[][]; kills: Step[] } {
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
        args: [inWine, ...tests(`--parallel=${filesAtOnce}`, ...systemTests())],
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

/** What makes no sense without the built file, and what asks it for something of its system. */
function systemTests(): string[] {
  return [...executableFiles(), ...Object.values(apiTests).flatMap(testFiles)]
}

function tests(...files: readonly string[]): string[] {
  return ['test', `--timeout=${testLimitMs}`, ...files]
}
