// The steps of `bun run prove` on the Windows executable. They run if Debian has Wine and the compiler that makes what Wine lacks.
import { join } from 'node:path'
import { isInstalled, type DebianPackage } from './debian-packages.ts'
import { notTried, type Step } from './steps.ts'
import { executableFiles, testFiles } from './test-files.ts'

const wine = join(import.meta.dir, 'windows/daybook-wine.sh')
const inWine = 'scripts/windows/in-wine.ts'

const packages: DebianPackage[] = ['wine64', 'gcc-mingw-w64-x86-64', 'nsis']

/**
 * The number of kills in the crash loop, of goods sent meanwhile, and the longest time that a server listens, in milliseconds. A kill
 * leaves the same database as on Linux. Only the open files differ. Wine is slow, and a server needs time to get work done.
 */
const crashLoop = { kills: 12, goods: 30, lifeMs: 4_000 }

/** In milliseconds. A test that takes longer hangs. Wine and a busy machine take their time. */
const testLimitMs = 180_000

/** Test files that run side by side, each with a Daybook of its own. */
const filesAtOnce = 2

/** The console's main flow: the steps of an owner on the first day. */
const mainFlow = ['set-up', 'keys', 'documents', 'orders']

/** Tests that move, replace and remove files. Windows refuses this while a file is open. */
const fileTests = [
  'test/accounts/call-log/call-log.test.ts',
  'test/platform/backup/{create-backup,restore-backup,unpack-backup}.slow.test.ts',
  'test/platform/backup/held-images.test.ts',
  'test/platform/disk/{durable,files-below}.test.ts',
  'test/platform/files/{file-rows,leftovers,store}.test.ts',
]

/**
 * API tests whose answers depend on the system: on its files, their names and locks, its processes, its network. All other API tests ask
 * code that is the same on every system, and `bun run check` runs them on the built file.
 */
const apiTests: Readonly<Record<string, string>> = {
  // Originals: written, read in parts, replaced, removed.
  originals: 'test/console/api/documents/{changing,files,pages,reading}.api.test.ts',
  uploads: 'test/services/scan-export/intake/{file-upload,idempotency}.api.test.ts',
  // Images and their smaller copies.
  photos: 'test/console/api/photos.api.test.ts',
  images: 'test/services/storefront/images/*.api.test.ts',
  'image pages': 'test/platform/http/image-pages.api.test.ts',
  // Paths that people type, watched folders, backups, copies elsewhere.
  folders: 'test/console/api/settings/{archive,backups,folders,offsite,paused}.api.test.ts',
  // The system's reports on its disk, its clock and its rights.
  troubles: 'test/console/api/settings/troubles.api.test.ts',
  'the disk': 'test/services/disk-share.api.test.ts',
  // A second database that is made, opened and deleted.
  'test copies': 'test/test-copy/*.api.test.ts',
  // Files inside the built file, under names that Windows spells differently.
  'pages served': 'test/pages.api.test.ts',
  'console served': 'test/console/console-pages.api.test.ts',
  // Its sockets.
  network: 'test/platform/http/{addresses,hostile-requests}.api.test.ts',
}

/** The steps, in the order of their groups. `kills` may run beside other steps. Without Wine, a single step that says so. */
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
        // Bun writes no test report in Wine.
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

/** The tests that need the built file, and those that ask it about its system. */
function systemTests(): string[] {
  return [...executableFiles(), ...Object.values(apiTests).flatMap(testFiles)]
}

function tests(...files: readonly string[]): string[] {
  return ['test', `--timeout=${testLimitMs}`, ...files]
}
