import { constants } from 'node:fs'
import { type FileHandle, lstat, open, readdir, rename, rm } from 'node:fs/promises'
import { parse } from 'node:path'
import type { Log } from '../../../platform/log.ts'
import { readSetting } from '../../../platform/settings.ts'
import type { ScanExportDeps } from '../deps.ts'
import { findUser } from '../../../accounts/queries.ts'
import {
  type OpenedFolder,
  openFolder,
  openInside,
  requireApart,
} from '../../../platform/disk/opened-folder.ts'
import { AppError, hasCode } from '../../../platform/errors.ts'
import { readOnlySentence } from '../../../platform/disk/durable.ts'
import { withinShare } from '../../../platform/files/disk-share.ts'
import { receiveScans } from '../intake/receive-scans.ts'
import { findScanWithFile } from '../scans/queries.ts'
import { retentionMs } from '../scans/rules.ts'
import { bodyBytesMax } from '../../../platform/http/body.ts'
import { doneFolders, foldersSetting, type WatchedFolder } from './watched.ts'

/**
 * How often Daybook looks into folders, in milliseconds. It does not wait for change events: shared folders on other
 * computers send none. A file rests when two looks find it unchanged.
 */
const lookMs = 5_000

/** Makes documents of the files in watched folders. */
export type FolderWatch = {
  start(): void
  /** How the last look went; undefined before the first. */
  stateOf(id: string): FolderState | undefined
  stop(): Promise<void>
}

/** Looks into each folder separately: a folder on another computer that does not answer delays no other. */
export function folderWatch(
  deps: ScanExportDeps,
  { log, dataRoot }: { log: Log; dataRoot: string },
): FolderWatch {
  const states = new Map<string, FolderState>()
  const underWay = new Map<string, Promise<void>>()
  let timer: Timer | undefined
  const look = async (folder: WatchedFolder): Promise<void> => {
    const state = states.get(folder.id) ?? neverSeen
    states.set(folder.id, await lookInto({ ...deps, log, dataRoot }, folder, state))
  }
  const lookAll = (): void => {
    for (const folder of readSetting(deps.database.read, foldersSetting)) {
      if (underWay.has(folder.id)) continue
      const looking = look(folder)
        .catch((error: unknown) => log.error('A watched folder was not looked into.', { error }))
        .finally(() => underWay.delete(folder.id))
      underWay.set(folder.id, looking)
    }
  }
  return {
    start() {
      timer = setInterval(lookAll, lookMs)
    },
    stateOf: (id) => states.get(id),
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay.values())
    },
  }
}

/** New files per look. The next looks take the rest. */
const takenMax = 10

/** A file in the folder. `hash` (SHA-256, hex): the file rested and Daybook took it in. `isStuck`: the last try failed. */
type SeenFile = Stamp & { hash?: string; isStuck?: boolean }

/** What the earlier looks found in a folder. `problem` is a sentence for an owner. */
export type FolderState = { seen: ReadonlyMap<string, SeenFile>; problem: string | null }

export const neverSeen: FolderState = { seen: new Map(), problem: null }

/** `dataRoot`: the data directory. No watched folder may be part of it. */
type Deps = ScanExportDeps & { log: Log; dataRoot: string }

/** A folder during a look. */
type Look = { deps: Deps; folder: WatchedFolder; opened: OpenedFolder }

/** A file that has not changed since the look before. */
type RestingFile = { name: string; stamp: Stamp }

/**
 * Looks into a folder once. A file that has not changed since the last look becomes a document. Daybook moves the file away after reading
 * it, or after failing to. It recognises files by their bytes, so that a crash between two steps never makes a second document.
 */
export async function lookInto(
  deps: Deps,
  folder: WatchedFolder,
  before: FolderState,
): Promise<FolderState> {
  const problem = problemOfUser(deps, folder)
  if (problem !== null) return { ...before, problem }
  try {
    return await lookThrough(deps, folder, before)
  } catch (error) {
    return { seen: new Map(), problem: sentenceOf(deps, error) }
  }
}

async function lookThrough(
  deps: Deps,
  folder: WatchedFolder,
  before: FolderState,
): Promise<FolderState> {
  const seen = new Map<string, SeenFile>()
  let problem: string | null = null
  let taken = 0
  await using opened = await openFolder(folder.path)
  await requireApart(deps.dataRoot, opened.at('.'))
  const look = { deps, folder, opened }
  for (const name of stuckLast(await filesIn(opened), before)) {
    const stamp = await stampOf(opened, name)
    if (stamp === undefined) continue
    const known = before.seen.get(name)
    const rests = known !== undefined && isSame(known, stamp)
    seen.set(name, rests ? known : stamp)
    if (!rests || (known.hash === undefined && taken >= takenMax)) continue
    if (known.hash === undefined) taken += 1
    try {
      const hash = await settle(look, { name, stamp }, known.hash)
      if (hash === undefined) seen.delete(name)
      else seen.set(name, { ...stamp, hash })
    } catch (error) {
      if (error instanceof FileChanged) {
        seen.delete(name)
        continue
      }
      problem = `${name}: ${sentenceOf(deps, error)}`
      seen.set(name, { ...known, isStuck: true })
    }
  }
  return { seen, problem }
}

/** Files whose last try failed come last. Otherwise they would use up the number of files that one look takes. */
function stuckLast(names: readonly string[], { seen }: FolderState): string[] {
  const isStuck = (name: string) => Number(seen.get(name)?.isStuck ?? false)
  return names.toSorted((a, b) => isStuck(a) - isStuck(b))
}

/** Takes a file in, or moves it away when it is done. Returns its hash while it waits to be read. */
async function settle(
  look: Look,
  file: RestingFile,
  known: string | undefined,
): Promise<string | undefined> {
  const { deps, folder, opened } = look
  const hash = known ?? (await takeIn(look, file))
  if (hash === undefined) return undefined
  const scan = findKnown(deps, folder.userId, hash)
  if (scan?.jobOf != null) return hash
  const hasFailed = scan?.status === 'failed' && !scan.held
  await (hasFailed
    ? putAway(opened, file, 'failed', scan.failureReason ?? undefined)
    : putAway(opened, file, 'read'))
  return undefined
}

function findKnown({ database, clock }: Deps, userId: string, hash: string) {
  return findScanWithFile(database.read).get({ userId, hash, from: clock.now() - retentionMs })
}

/** Makes a document of a file unless its user has that document. Returns the hash. Undefined when the file was refused and moved away. */
async function takeIn(
  { deps, folder: { id: keyId, userId, category }, opened }: Look,
  { name, stamp }: RestingFile,
): Promise<string | undefined> {
  const refused = await refusalOf(async () => {
    const bytes = await bytesOf(opened, name, stamp)
    const hash = Bun.SHA256.hash(bytes, 'hex')
    if (findKnown(deps, userId, hash) !== undefined) return hash
    const memberId =
      findUser(deps.database.read).get({ id: userId })?.role === 'member' ? userId : null
    const documents = [{ filename: name, bytes, raw: null }]
    await withinShare(deps, { keyId: null, memberId }, (store) =>
      receiveScans(
        { ...deps, store },
        { keyId, userId },
        { category, documents, idempotencyKey: undefined },
      ),
    )
    return hash
  })
  if (typeof refused === 'string') return refused
  await putAway(opened, { name, stamp }, 'failed', refused.message)
  return undefined
}

/** Returns errors of the file itself. Throws every other error, so that the next look tries again. */
async function refusalOf(work: () => Promise<string>): Promise<string | AppError> {
  try {
    return await work()
  } catch (error) {
    const isOfFile =
      error instanceof AppError && ['invalid_request', 'payload_too_large'].includes(error.code)
    if (isOfFile) return error
    throw error
  }
}

function problemOfUser({ database }: Deps, { userId }: WatchedFolder): string | null {
  const user = findUser(database.read).get({ id: userId })
  if (user === undefined) return 'Its user is not there any more.'
  return user.deactivatedAt === null
    ? null
    : `${user.name} is deactivated: choose somebody else for this folder.`
}

function sentenceOf({ log }: Deps, error: unknown): string {
  if (error instanceof AppError) return error.message
  if (hasCode(error, ['ENOENT', 'ENOTDIR'])) return 'The folder is not there, or cannot be reached.'
  if (hasCode(error, ['EROFS'])) return readOnlySentence('It')
  if (hasCode(error, ['EACCES', 'EPERM']))
    return 'Daybook may not read it, or not change it: its user needs the right to both.'
  if (hasCode(error, ['EBUSY', 'ETXTBSY'])) return 'Another program has it open.'
  log.warn('A watched folder could not be looked into.', { error })
  return 'It cannot be read now; the log says why.'
}

/** Files per look. Daybook takes a fuller folder from its beginning. */
const namesMax = 1_000

/** Files with the same name in a folder of finished files. */
const sameNamesMax = 1_000

/** Hidden files, temporary files, and files that are still downloading. Programs and systems put them beside documents. */
const noDocuments =
  /^(\.|~\$|thumbs\.db$|desktop\.ini$)|\.(tmp|temp|part|partial|crdownload|download|filepart)$/i

/** Windows has no such flags. There a link needs an administrator, and folders hold no pipes. */
const noLinkNoWait = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Size and time of change. While another program writes a file, one of them changes. */
type Stamp = { bytes: number; modifiedMs: number }

/** The file changed, or another file took its place. It has to rest again. */
export class FileChanged extends Error {}

/** Names of files that may be documents. No folders, links, pipes or devices: a link may lead out of the folder. */
export async function filesIn(folder: OpenedFolder): Promise<string[]> {
  const entries = await readdir(folder.at('.'), { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !noDocuments.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
    .slice(0, namesMax)
}

/** Undefined when the file is gone, or something else took its place. */
async function stampOf(folder: OpenedFolder, name: string): Promise<Stamp | undefined> {
  const found = await lookAt(folder, name)
  return found?.isFile() === true ? stampIn(found) : undefined
}

function isSame(a: Stamp, b: Stamp): boolean {
  return a.bytes === b.bytes && a.modifiedMs === b.modifiedMs
}

/**
 * The bytes of a file that has not changed since the last look. Throws AppError `payload_too_large`, FileChanged, and the
 * system's error when another program has the file open.
 */
export async function bytesOf(
  folder: OpenedFolder,
  name: string,
  stamp: Stamp,
): Promise<Uint8Array> {
  return await whileOpen(folder, name, stamp, async (handle) => {
    if (stamp.bytes > bodyBytesMax) {
      const max = bodyBytesMax / 1024 / 1024
      throw new AppError('payload_too_large', `The file is larger than ${max} MiB.`)
    }
    // One byte more than expected shows that the file grew. Then reading stops.
    const buffer = new Uint8Array(stamp.bytes + 1)
    let bytes = 0
    for (;;) {
      const { bytesRead } = await handle.read(buffer, bytes, buffer.length - bytes, bytes)
      bytes += bytesRead
      if (bytesRead === 0 || bytes === buffer.length) break
    }
    if (bytes !== stamp.bytes) throw new FileChanged()
    return buffer.subarray(0, bytes)
  })
}

/**
 * Moves a file that has not changed since the last look into a folder of finished files. A reason goes into a text file
 * beside it. If another file took its place at the last moment, that file is put back. Throws FileChanged, and AppError
 * `conflict` when the folder of finished files is a link.
 */
export async function putAway(
  folder: OpenedFolder,
  { name, stamp }: { name: string; stamp: Stamp },
  into: keyof typeof doneFolders,
  reason?: string,
): Promise<void> {
  await using target = await openInside(folder, doneFolders[into])
  const id = await whileOpen(folder, name, stamp, async (handle) => idOf(await handle.stat()))
  const free = await freeName(target, name)
  await rename(folder.at(name), target.at(free))
  try {
    await target.requireSame()
    const moved = await lookAt(target, free)
    if (moved?.isFile() !== true || idOf(moved) !== id) throw new FileChanged()
  } catch (error) {
    await putBack(folder, name, target.at(free))
    throw error
  }
  if (reason !== undefined) await writeReason(target, reasonName(free), reason)
}

/** Creates an empty file, and writes only after checking which folder the file is in. */
async function writeReason(target: OpenedFolder, name: string, reason: string): Promise<void> {
  const file = target.at(name)
  try {
    await using handle = await open(file, 'wx')
    await target.requireSame()
    await handle.writeFile(`${reason}\n`)
  } catch (error) {
    if (!hasCode(error, ['EEXIST'])) await rm(file, { force: true })
    throw error
  }
}

/** Puts the file back unless another file took its name. Then the file stays where it was moved to, inside the folder. */
async function putBack(folder: OpenedFolder, name: string, moved: string): Promise<void> {
  if ((await lookAt(folder, name)) !== undefined) return
  await rename(moved, folder.at(name)).catch((error: unknown) => {
    if (!hasCode(error, ['ENOENT'])) throw error
  })
}

/** Opens a file that has not changed since the last look. Refuses links, pipes, and any file that took its place. */
async function whileOpen<T>(
  folder: OpenedFolder,
  name: string,
  stamp: Stamp,
  work: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const found = await lookAt(folder, name)
  if (found?.isFile() !== true) throw new FileChanged()
  await using handle = await open(folder.at(name), constants.O_RDONLY | noLinkNoWait).catch(
    asChanged,
  )
  const opened = await handle.stat()
  const isIt = opened.isFile() && idOf(opened) === idOf(found) && isSame(stampIn(opened), stamp)
  if (!isIt) throw new FileChanged()
  return await work(handle)
}

function asChanged(error: unknown): never {
  throw hasCode(error, ['ENOENT', 'ELOOP', 'ENXIO']) ? new FileChanged() : error
}

type Found = Awaited<ReturnType<typeof lstat>>

/** Undefined when there is no such file. */
async function lookAt(folder: OpenedFolder, name: string): Promise<Found | undefined> {
  try {
    return await lstat(folder.at(name))
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return undefined
    throw error
  }
}

function stampIn({ size, mtimeMs }: Found): Stamp {
  return { bytes: Number(size), modifiedMs: Number(mtimeMs) }
}

function idOf({ dev, ino }: Found): string {
  return `${dev}:${ino}`
}

/** The text file that says why a file failed. */
function reasonName(name: string): string {
  return `${name}.txt`
}

/** `bill (2).pdf` where `bill.pdf` or its reason file exists. */
async function freeName(folder: OpenedFolder, name: string): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let n = 1; n <= sameNamesMax; n++) {
    const candidate = n === 1 ? name : `${stem} (${n})${ext}`
    const taken = [candidate, reasonName(candidate)].map((one) => lookAt(folder, one))
    if ((await Promise.all(taken)).every((found) => found === undefined)) return candidate
  }
  throw new AppError('conflict', `${folder.path} has too many files that are called ${name}.`)
}
