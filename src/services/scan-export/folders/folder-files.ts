import { constants } from 'node:fs'
import { lstat, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { parse } from 'node:path'
import { type OpenedFolder, openInside } from '../../../platform/disk/opened-folder.ts'
import { AppError, hasCode } from '../../../platform/errors.ts'
import { bodyBytesMax } from '../../../platform/http/body.ts'
import { doneFolders } from './watched.ts'

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
export type Stamp = { bytes: number; modifiedMs: number }

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
export async function stampOf(folder: OpenedFolder, name: string): Promise<Stamp | undefined> {
  const found = await lookAt(folder, name)
  return found?.isFile() === true ? stampIn(found) : undefined
}

export function isSame(a: Stamp, b: Stamp): boolean {
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
