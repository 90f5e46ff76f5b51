import { readdir, realpath, stat } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { AppError, hasCode } from '../errors.ts'

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
