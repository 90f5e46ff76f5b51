import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
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
