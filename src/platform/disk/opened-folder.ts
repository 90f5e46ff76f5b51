import { constants } from 'node:fs'
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  stat,
} from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { AppError, hasCode } from '../errors.ts'

/**
 * A folder to work in while others may rename it, or replace it by a link. Linux keeps the folder open, and looks all names up in the open
 * folder, whatever its path is by then. Other systems offer no such way to JavaScript: there the path is checked before and after each step
 * (`requireSame`), and a link that was swapped in between is found afterwards.
 */
export type OpenedFolder = AsyncDisposable & {
  /** The path at the time of opening, without links. */
  path: string
  /** The path of a name in the folder. */
  at(name: string): string
  /** Throws AppError `conflict` once another folder is at the path. Linux needs no check. */
  requireSame(): Promise<void>
}

/** Where Linux lists the open files of this process. */
const openFiles = '/proc/self/fd'

/**
 * Opens a folder by its path without links. Throws AppError `conflict` where the path is a link or contains one, and the system's error for
 * an unreachable folder.
 */
export async function openFolder(path: string): Promise<OpenedFolder> {
  if (process.platform !== 'linux') return await looked(path)
  if ((await realpath(path)) !== path) throw leadsElsewhere(path)
  return await held(path, path)
}

/** Opens a folder inside an open folder, and creates a missing one. Throws like `openFolder`. */
export async function openInside(folder: OpenedFolder, name: string): Promise<OpenedFolder> {
  await mkdir(folder.at(name)).catch((error: unknown) => {
    if (!hasCode(error, ['EEXIST'])) throw error
  })
  const path = join(folder.path, name)
  return process.platform === 'linux' ? await held(folder.at(name), path) : await looked(path)
}

async function held(at: string, path: string): Promise<OpenedFolder> {
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW
  const handle = await open(at, flags).catch((error: unknown) => {
    throw hasCode(error, ['ENOTDIR', 'ELOOP']) ? leadsElsewhere(path) : error
  })
  const found = `${openFiles}/${handle.fd}`
  return await orClosed(handle, async () => {
    // A link on the way may have been swapped since the check.
    if ((await readlink(found)) !== path) throw leadsElsewhere(path)
    return {
      path,
      at: (name) => `${found}/${name}`,
      requireSame: () => Promise.resolve(),
      [Symbol.asyncDispose]: () => handle.close(),
    }
  })
}

async function orClosed<T>(handle: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function looked(path: string): Promise<OpenedFolder> {
  const before = await idWithoutLinks(path)
  return {
    path,
    at: (name) => join(path, name),
    async requireSame() {
      if ((await idWithoutLinks(path)) !== before) throw leadsElsewhere(path)
    },
    [Symbol.asyncDispose]: () => Promise.resolve(),
  }
}

async function idWithoutLinks(path: string): Promise<string> {
  const found = await lstat(path, { bigint: true })
  if (!found.isDirectory() || (await realpath(path)) !== path) throw leadsElsewhere(path)
  return `${found.dev}:${found.ino}`
}

function leadsElsewhere(path: string): AppError {
  return new AppError(
    'conflict',
    `${path} is a link, or leads to another folder now: nothing is read or moved there.`,
  )
}

/** The most folders above a folder: no system nests them deeper (source: half of Linux's PATH_MAX, in levels). */
const depthMax = 2048

/**
 * Throws AppError `conflict` where a folder is the data directory, contains it or lies in it, by whatever name. It compares the system's
 * own numbers of the folders, so links, `..`, upper and lower case, short names of Windows and a folder mounted in two places hide nothing.
 * Call it each time before touching the folder: the target of a path may change.
 */
export async function requireApart(dataRoot: string, folder: string): Promise<void> {
  const [data, other] = [await idsUpFrom(dataRoot), await idsUpFrom(folder)]
  const ownFolders = await idsInside(dataRoot)
  const isOwn =
    data.some((id) => id === other[0]) ||
    other.some((id) => id === data[0] || ownFolders.has(id)) ||
    isWithin(await realpath(dataRoot), await realpath(folder))
  if (!isOwn) return
  throw new AppError(
    'conflict',
    'This folder is, holds or lies in the folder of Daybook’s own data: choose another one.',
  )
}

/** Device and number of a folder and of all folders above it, as far as the system shows them. */
async function idsUpFrom(folder: string): Promise<string[]> {
  const ids: string[] = []
  let path = folder
  for (let depth = 0; depth < depthMax; depth++) {
    const id = await idOf(path)
    // The topmost folder is its own parent.
    if (id === undefined || id === ids.at(-1)) return ids
    ids.push(id)
    path += `${sep}..`
  }
  return ids
}

/** Ids of the folders in the data directory. One of them may be mounted elsewhere too. */
async function idsInside(dataRoot: string): Promise<Set<string | undefined>> {
  const entries = await readdir(dataRoot, { withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory())
  const ids = await Promise.all(folders.map(({ name }) => idOf(`${dataRoot}${sep}${name}`)))
  return new Set(ids.filter((id) => id !== undefined))
}

/** Undefined where the system gives no id, or access is denied. */
async function idOf(path: string): Promise<string | undefined> {
  try {
    const { dev, ino } = await stat(path, { bigint: true })
    return ino === 0n ? undefined : `${dev}:${ino}`
  } catch (error) {
    if (hasCode(error, ['EACCES', 'EPERM', 'ENOENT'])) return undefined
    throw error
  }
}

/** Whether one folder is the other one, or lies in it. */
export function isWithin(a: string, b: string): boolean {
  return [relative(a, b), relative(b, a)].some(
    (way) => !isAbsolute(way) && way.split(sep)[0] !== '..',
  )
}
