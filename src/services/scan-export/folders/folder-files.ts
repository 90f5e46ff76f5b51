import { constants } from 'node:fs'
import { lstat, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { parse } from 'node:path'
import { type OpenedFolder, openInside } from '../../../platform/disk/opened-folder.ts'
import { AppError, hasCode } from '../../../platform/errors.ts'
import { bodyBytesMax } from '../../../platform/http/body.ts'
import { doneFolders } from './watched.ts'

/** Names that one look goes through; a fuller folder is worked off from its beginning. */
const namesMax = 1_000

/** Files of one name in a folder of what is done. */
const sameNamesMax = 1_000

/** What programs and systems put beside documents: hidden and temporary files, and those that are still being fetched. */
const noDocuments =
  /^(\.|~\$|thumbs\.db$|desktop\.ini$)|\.(tmp|temp|part|partial|crdownload|download|filepart)$/i

/** Windows knows no such flags. There a link needs an administrator, and pipes have no names in folders. */
const noLinkNoWait = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Whether a file is still being written is told by these: while it is, one of them changes. */
export type Stamp = { bytes: number; modifiedMs: number }

/** A file that is another one than a moment ago, or was changed: it has to rest anew. */
export class FileChanged extends Error {}

/** Files that may be documents, by name. No folders, links, pipes or devices: a link may lead out of the folder. */
export async function filesIn(folder: OpenedFolder): Promise<string[]> {
  const entries = await readdir(folder.at('.'), { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !noDocuments.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
    .slice(0, namesMax)
}

/** Undefined when it is gone meanwhile, or something else is in its place. */
export async function stampOf(folder: OpenedFolder, name: string): Promise<Stamp | undefined> {
  const found = await lookAt(folder, name)
  return found?.isFile() === true ? stampIn(found) : undefined
}

export function isSame(a: Stamp, b: Stamp): boolean {
  return a.bytes === b.bytes && a.modifiedMs === b.modifiedMs
}

/**
 * The bytes of a file that is as it was at the last look. Throws AppError `payload_too_large`, FileChanged, and what the system
 * says of a file that another program keeps.
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
    // Room for one more byte: a file that grows is not read on.
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
 * Moves a file that is as it was at the last look into a folder of what is done; a reason stands beside it, in a text file of its
 * name. What is in the file's place at that moment is put back when it is another one. Throws AppError `conflict` where the folder
 * of what is done is a link, FileChanged.
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

/** Nothing is written before it is known where the new file lies: it is empty until then. */
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

/** Where nothing has come into its place meanwhile; else it stays where it was moved to, inside the folder. */
async function putBack(folder: OpenedFolder, name: string, moved: string): Promise<void> {
  if ((await lookAt(folder, name)) !== undefined) return
  await rename(moved, folder.at(name)).catch((error: unknown) => {
    if (!hasCode(error, ['ENOENT'])) throw error
  })
}

/** Opens a file that is as it was at the last look: no link and no pipe, and nothing that took its place since. */
async function whileOpen<T>(
  folder: OpenedFolder,
  name: string,
  stamp: Stamp,
  work: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const found = await lookAt(folder, name)
  if (found?.isFile() !== true) throw new FileChanged()
  const handle = await open(folder.at(name), constants.O_RDONLY | noLinkNoWait).catch(asChanged)
  try {
    const opened = await handle.stat()
    const isIt = opened.isFile() && idOf(opened) === idOf(found) && isSame(stampIn(opened), stamp)
    if (!isIt) throw new FileChanged()
    return await work(handle)
  } finally {
    await handle.close()
  }
}

function asChanged(error: unknown): never {
  throw hasCode(error, ['ENOENT', 'ELOOP', 'ENXIO']) ? new FileChanged() : error
}

type Found = Awaited<ReturnType<typeof lstat>>

/** Undefined for what is not there. */
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

/** Of the text file beside a file that says why it failed. */
function reasonName(name: string): string {
  return `${name}.txt`
}

/** `bill (2).pdf` where there is a `bill.pdf` already, or what would be its reason. */
async function freeName(folder: OpenedFolder, name: string): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let n = 1; n <= sameNamesMax; n++) {
    const candidate = n === 1 ? name : `${stem} (${n})${ext}`
    const taken = [candidate, reasonName(candidate)].map((one) => lookAt(folder, one))
    if ((await Promise.all(taken)).every((found) => found === undefined)) return candidate
  }
  throw new AppError('conflict', `${folder.path} has too many files that are called ${name}.`)
}
