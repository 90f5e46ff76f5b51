import { constants } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, hasCode } from '../errors.ts'

/**
 * A folder that is worked in while others may rename it, or put a link in its place. Linux holds it open, and all names are looked
 * up in what was opened, wherever it is called by then. Other systems have no such way for a program in JavaScript: there its
 * path is looked at before and after each step (`requireSame`), and a link that is exchanged in between is found afterwards.
 */
export type OpenedFolder = AsyncDisposable & {
  /** As it was when it was opened, without links. */
  path: string
  /** Where a name in it is found. */
  at(name: string): string
  /** Throws AppError `conflict` once another folder is found at its path; on Linux it need not be asked. */
  requireSame(): Promise<void>
}

/** Where Linux shows what this process has open. */
const openFiles = '/proc/self/fd'

/**
 * Opens a folder by its path without links. Throws AppError `conflict` where a link leads there, or lies on the way, and what the
 * system says of one that cannot be reached.
 */
export async function openFolder(path: string): Promise<OpenedFolder> {
  if (process.platform !== 'linux') return await looked(path)
  if ((await realpath(path)) !== path) throw leadsElsewhere(path)
  return await held(path, path)
}

/** Opens a folder inside an opened one, and makes it when it is missing. Throws likewise. */
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
    // A link on the way there may have been exchanged since it was looked at.
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
