import { accessSync, constants, existsSync, readdirSync, statSync } from 'node:fs'
import { open, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { type DataDir, findFreeBytes, freeBytesMin, isOpenToOthers } from '../disk/data-dir.ts'
import { filesBelow } from '../disk/durable.ts'
import { hasCode } from '../errors.ts'
import { bad, type Check, type Examined, type Finding, good, warning } from './finding.ts'

/** Below this many free bytes no write is sure to succeed: a day of a busy shop. */
const fullBytes = 200 * 1024 * 1024

/** Each commit waits for the disk once. A clerk notices a disk slower than this, in milliseconds. */
const slowSyncMs = 60
const syncs = 15

/** How many files are created, renamed and deleted to find interference of other programs, and how long that may take. */
const probes = 40
const slowProbesMs = 2_000

/** Names of cloud folders (source: the defaults of each, 2026). */
const cloudFolders =
  /^(?:OneDrive(?: - .+)?|Dropbox|Google ?Drive|My Drive|GoogleDrive-.+|iCloudDrive|Mobile Documents|Nextcloud|ownCloud|MEGA|pCloud ?Drive|Box|Box Sync|Syncthing|Sync)$/i

/** Kinds of file systems, by their number in Linux (source: statfs(2)). */
const fileSystems: ReadonlyMap<number, 'network' | 'fat'> = new Map([
  [0x69_69, 'network'],
  [0xff_53_4d_42, 'network'],
  [0xfe_53_4d_42, 'network'],
  [0x51_7b, 'network'],
  [0x01_02_19_97, 'network'],
  [0x4d_44, 'fat'],
  [0x20_11_ba_b0, 'fat'],
])

/** Checks of the data directory and its disk. */
export const folderChecks: readonly Check[] = [
  { name: 'data directory', look: ({ dir }) => isWritable(dir) },
  { name: 'owner of the files', look: ({ dir }) => belongsToOne(dir) },
  { name: 'who may read it', look: ({ dir }) => isPrivate(dir) },
  { name: 'cloud folder', look: ({ dir }) => isSynced(dir) },
  { name: 'kind of disk', look: ({ dir }) => kindOfDisk(dir) },
  { name: 'free space', look: ({ dir }) => freeSpace(dir) },
  { name: 'copy for tests', look: ({ dir }) => copyForTests(dir) },
  { name: 'speed of the disk', look: ({ dir }) => speedOfDisk(dir) },
  { name: 'virus scanner', look: ({ dir }) => othersInTheWay(dir) },
  { name: 'one book', look: otherBooks },
]

async function isWritable({ root }: DataDir): Promise<Finding> {
  if (!existsSync(root)) {
    return bad(
      `There is no ${root}.`,
      'Start Daybook once, or name the right directory with --data: "daybook paths" says which is used.',
    )
  }
  const probe = probeIn(root, 0)
  try {
    await writeFile(probe, 'probe')
    await rm(probe)
    return good(`${root} can be written.`)
  } catch (error) {
    const code = hasCode(error, ['ENOSPC']) ? 'the disk is full' : messageOf(error)
    return bad(
      `${root} cannot be written: ${code}`,
      'Make room, or give the user that runs Daybook the right to change this directory and all in it.',
    )
  }
}

function belongsToOne({ root }: DataDir): Finding | undefined {
  if (process.getuid === undefined || !existsSync(root)) return undefined
  const foreign = readdirSync(root).filter((name) => !isUsable(join(root, name)))
  if (foreign.length === 0) return good('Every file in it can be changed by who runs this.')
  return bad(
    `It holds files that this user may not change: ${foreign.slice(0, 5).join(', ')}.`,
    `Daybook was run as another user once. Give all of it to the one that runs it: chown -R USER "${root}"`,
  )
}

function isUsable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return true
  } catch {
    return false
  }
}

function isPrivate(dir: DataDir): Finding | undefined {
  if (!existsSync(dir.root)) return undefined
  if (process.platform === 'win32') {
    return isOpenToOthers(dir)
      ? warning(
          'It lies outside your own folder: other users of this PC may be able to read it.',
          `Keep them out: icacls "${dir.root}" /inheritance:r /grant:r "%USERNAME%:(OI)(CI)F" "SYSTEM:(OI)(CI)F"`,
        )
      : good('It lies in your own folder.')
  }
  const others = statSync(dir.root).mode & 0o077
  if (others === 0) return good('No other user of this computer may read it.')
  return warning(
    'Other users of this computer may read it, or parts of it.',
    `Keep them out: chmod 700 "${dir.root}"`,
  )
}

function isSynced({ root }: DataDir): Finding {
  const cloud = root.split(sep).find((part) => cloudFolders.test(part))
  if (cloud === undefined) return good('No program copies it to a cloud while it is in use.')
  return bad(
    `It lies in ${cloud}, whose program copies and locks files while Daybook writes them: that breaks databases.`,
    'Stop Daybook, move the directory to another place (docs: "Data and backup"), and let the cloud have the backups alone.',
  )
}

async function kindOfDisk({ root }: DataDir): Promise<Finding | undefined> {
  const kind = await kindOf(root)
  if (kind === 'network') {
    return bad(
      'It lies on a network drive, where two programs can write one file without knowing of each other.',
      'Keep the data on a disk of this computer, and copy the backups to the network drive.',
    )
  }
  if (kind === 'fat') {
    return warning(
      'It lies on a memory stick or card (FAT): such disks lose what was just written when they are pulled out.',
      'Keep the data on a disk of this computer, and the backups on the stick.',
    )
  }
  return kind === undefined ? undefined : good('It lies on a disk of this computer.')
}

async function kindOf(root: string): Promise<'network' | 'fat' | 'own' | undefined> {
  if (process.platform === 'win32') return root.startsWith('\\\\') ? 'network' : 'own'
  if (process.platform !== 'linux' || !existsSync(root)) return undefined
  // Some versions return the number with a sign.
  return fileSystems.get((await statfs(root)).type >>> 0) ?? 'own'
}

async function freeSpace({ root }: DataDir): Promise<Finding | undefined> {
  if (!existsSync(root)) return undefined
  const bytes = await findFreeBytes(root)
  const says = `${(bytes / 1_000_000_000).toFixed(1)} GB are free.`
  if (bytes >= freeBytesMin) return good(says)
  const remedy =
    'Delete what is not needed, or move old backups from its folder "backups" to another disk.'
  return bytes < fullBytes ? bad(says, remedy) : warning(says, remedy)
}

async function copyForTests({ testCopy }: DataDir): Promise<Finding | undefined> {
  if (!existsSync(testCopy)) return undefined
  const sizes = (await filesBelow(testCopy)).map((name) => Bun.file(join(testCopy, name)).size)
  const megabytes = sizes.reduce((sum, bytes) => sum + bytes, 0) / 1_000_000
  return good(
    `The copy that test keys work on takes ${megabytes.toFixed(1)} MB; "daybook key reset-test" frees them.`,
  )
}

async function speedOfDisk({ root }: DataDir): Promise<Finding | undefined> {
  if (!existsSync(root)) return undefined
  const probe = probeIn(root, 0)
  const handle = await open(probe, 'w')
  const took: number[] = []
  try {
    for (let round = 0; round < syncs; round++) {
      const started = performance.now()
      await handle.write('x'.repeat(4096))
      await handle.sync()
      took.push(performance.now() - started)
    }
  } finally {
    await handle.close()
    await rm(probe, { force: true })
  }
  const median = took.toSorted((a, b) => a - b)[Math.floor(syncs / 2)] ?? 0
  const says = `It takes ${median.toFixed(1)} ms to bring something to the disk for sure.`
  if (median < slowSyncMs) return good(says)
  return warning(
    says,
    'A solid-state disk takes less than 10: each order and document waits for it once.',
  )
}

async function othersInTheWay({ root }: DataDir): Promise<Finding | undefined> {
  if (!existsSync(root)) return undefined
  const started = performance.now()
  let refused = 0
  for (let round = 0; round < probes; round++) refused += (await isRefused(root, round)) ? 1 : 0
  const took = performance.now() - started
  if (refused === 0 && took < slowProbesMs) return good('No other program holds its files.')
  const how =
    refused > 0 ? `refused ${refused} of ${probes} times` : `slow (${Math.round(took)} ms)`
  return warning(
    `Making and renaming small files is ${how}: a virus scanner, an indexer or a backup program holds them.`,
    `Except ${root} from what it looks at ("Exclusions" of the Windows virus scanner), and from indexing.`,
  )
}

async function isRefused(root: string, round: number): Promise<boolean> {
  const [first, second] = [probeIn(root, round), probeIn(root, round + probes)]
  try {
    await writeFile(first, 'probe')
    await rename(first, second)
    await rm(second)
    return false
  } catch (error) {
    if (hasCode(error, ['EBUSY', 'EPERM', 'EACCES'])) return true
    throw error
  } finally {
    await rm(first, { force: true })
    await rm(second, { force: true })
  }
}

/** A name that no program looks for. */
function probeIn(root: string, number: number): string {
  return join(root, `.probe-${process.pid}-${number}`)
}

/** A shop that unknowingly works in two places finds half of its documents in each. */
function otherBooks({ dir, env }: Examined): Finding {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? ''
  const places = [
    join(dirname(process.execPath), 'daybook-data'),
    join(env['LOCALAPPDATA'] ?? '', 'Daybook'),
    join(home, '.local', 'share', 'daybook'),
    join(home, 'Library', 'Application Support', 'Daybook'),
  ]
  const others = places.filter((place) => place !== dir.root && hasShop(place))
  if (others.length === 0) return good('There is no second data directory in the usual places.')
  return warning(
    `There is another shop's data in ${others.join(' and ')}.`,
    `What is used now is ${dir.root}. If the other one is old, move it away, so that nobody starts it by mistake.`,
  )
}

function hasShop(place: string): boolean {
  try {
    return statSync(join(place, 'daybook.db')).size > 0
  } catch {
    return false
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
