import { chmodSync, existsSync, mkdirSync, statfsSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve, win32 } from 'node:path'
import { hasCode } from '../errors.ts'
import { syncFolderNow } from './durable.ts'
import { statfs } from 'node:fs/promises'

/** The place of all data of one organisation. Several organisations use several data directories. */
export type DataDir = {
  root: string
  database: string
  calls: string
  logs: string
  images: string
  /** Smaller copies of images: all of them can be made again. */
  thumbnails: string
  documents: string
  /** The copy of the book for test keys. No backup contains it. */
  testCopy: string
  backups: string
  lock: string
  /** Counts the transactions of processes beside the server. */
  writers: string
  reservedSpace: string
  config: string
  /** The key that seals secrets in the database. No backup contains it. */
  secretKey: string
  /** The shop's own root for HTTPS, with a sealed key. No backup contains it. */
  httpsRoot: string
  /** The role of this directory among the copies of its book. No backup contains it. */
  replica: string
  replicaStatus: string
  litestream: string
}

export function dataDir(root: string): DataDir {
  const at = (name: string) => join(root, name)
  return {
    root,
    database: at('daybook.db'),
    calls: at('calls.db'),
    logs: at('logs'),
    images: at('images'),
    thumbnails: at('thumbnails'),
    documents: at('documents'),
    testCopy: at('test-copy'),
    backups: at('backups'),
    lock: at('instance.lock'),
    writers: at('instance.writers'),
    reservedSpace: at('ballast'),
    config: at('daybook.toml'),
    secretKey: at('secret.key'),
    httpsRoot: at('https-root.json'),
    replica: at('replica.json'),
    replicaStatus: at('replica-status.json'),
    litestream: at('litestream.yml'),
  }
}

/** The first of: --data, DAYBOOK_DATA, daybook-data beside the executable where it exists, the system's usual place. */
export function chooseDataDir(
  flag: string | undefined,
  env: Record<string, string | undefined>,
): DataDir {
  const asked = flag ?? (env['DAYBOOK_DATA'] === '' ? undefined : env['DAYBOOK_DATA'])
  if (asked !== undefined) return dataDir(resolve(asked))
  const beside = join(dirname(process.execPath), 'daybook-data')
  if (existsSync(beside)) return dataDir(beside)
  return dataDir(systemPlace(env))
}

/** Whether other users of this computer may be able to read the directory: Windows keeps others out only from a user's own folder. */
export function isOpenToOthers(
  { root }: DataDir,
  home = homedir(),
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform !== 'win32') return false
  const path = win32.relative(home, root)
  return path.startsWith('..') || win32.isAbsolute(path)
}

/** Creates the directory and its folders, readable by this user only, and synced like the data that they will hold. */
export function makeDataDir(dir: DataDir): void {
  for (const path of [dir.root, dir.logs, dir.images, dir.documents, dir.backups]) {
    if (existsSync(path)) continue
    const first = mkdirSync(path, { recursive: true, mode: 0o700 })
    chmodSync(path, 0o700)
    syncNames(path, first ?? path)
  }
}

/** Syncs the names of a folder and of the folders above it that were created with it. */
function syncNames(path: string, first: string): void {
  try {
    syncFolderNow(dirname(path))
  } catch (error) {
    // A user who may create a folder somewhere need not be allowed to read there.
    if (!hasCode(error, ['EACCES', 'EPERM'])) throw error
  }
  if (path !== first && path.startsWith(first)) syncNames(dirname(path), first)
}

function systemPlace(env: Record<string, string | undefined>): string {
  const home = env['HOME'] ?? homedir()
  switch (process.platform) {
    case 'win32':
      return join(env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local'), 'Daybook')
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Daybook')
    default:
      return join(env['XDG_DATA_HOME'] ?? join(home, '.local', 'share'), 'daybook')
  }
}

/** Below this, a disk counts as nearly full: 1 GiB, in bytes. */
export const freeBytesMin = 1024 * 1024 * 1024

/** Free bytes on the disk of a path, for users who may not use the system's reserve. */
export async function findFreeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path)
  return bavail * bsize
}

/** Like `findFreeBytes`, but synchronous. */
export function findFreeBytesNow(path: string): number {
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize
}
