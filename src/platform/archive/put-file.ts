import { lstat, link, open, readdir, rename, rm, type FileHandle } from 'node:fs/promises'
import { constants } from 'node:fs'
import { join } from 'node:path'
import {
  isHeldUp,
  isUnreadable,
  noSecondName,
  patiently,
  readFile,
  readPieces,
  syncFolder,
} from '../disk/durable.ts'
import { AppError, hasCode } from '../errors.ts'

/** The name of a file until all of it is on the disk. */
const partName = /^\.daybook-[0-9a-f-]{36}\.part$/

/** Error codes of file systems that cannot sync a folder's names, such as network shares. */
const noFolderSync = ['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EBADF', 'EACCES', 'EPERM']

/** Windows has no such flags: there only an administrator can make a link. */
const plainFile = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** The content of a new file: its bytes, and their SHA-256. */
export type Content = { sha256: string; pieces(): AsyncIterable<Uint8Array> }

/** Thrown when the bytes to write do not match their SHA-256. */
export class DamagedOriginal extends Error {}

/** The content of a text. */
export function textContent(text: string): Content {
  const bytes = Buffer.from(text)
  return {
    sha256: Bun.SHA256.hash(bytes, 'hex'),
    async *pieces() {
      yield bytes
    },
  }
}

/** The content of a stored file. An unreadable file counts as damaged, like one with other bytes. */
export function storedContent(path: string, sha256: string): Content {
  return {
    sha256,
    async *pieces() {
      try {
        yield* readFile(path)
      } catch (error) {
        throw isUnreadable(error) && !isHeldUp(error) ? new DamagedOriginal() : error
      }
    },
  }
}

/** Whether a name is free, already has the same bytes, or belongs to another file. An empty file may be a reserved name. */
export async function stateOfName(
  file: string,
  { sha256 }: Content,
): Promise<'free' | 'same' | 'taken'> {
  const found = await lstat(file).catch((error: unknown) => {
    if (hasCode(error, ['ENOENT'])) return undefined
    throw error
  })
  if (found === undefined) return 'free'
  if (!found.isFile()) return 'taken'
  if (found.size === 0) return 'free'
  return (await hashOf(file)) === sha256 ? 'same' : 'taken'
}

/**
 * Writes a file under a free name: complete and read back, or not at all. False when somebody took the name meanwhile. Its folder is not
 * synced yet. Throws DamagedOriginal.
 */
export async function putFile(
  folder: string,
  name: string,
  content: Content,
  mode: number,
): Promise<boolean> {
  const part = join(folder, `.daybook-${crypto.randomUUID()}.part`)
  try {
    await writePart(part, content, mode)
    if ((await hashOf(part)) !== content.sha256) {
      throw new AppError('unavailable', `${folder} gives back other bytes than were written.`)
    }
    return await takeName(part, join(folder, name))
  } finally {
    await rm(part, { force: true })
  }
}

/** Deletes what a killed archive process left. Nobody else may be at work. */
export async function removeParts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (partName.test(name)) await rm(join(folder, name), { force: true })
  }
}

/** Syncs the names in a folder, where its file system can. */
export async function syncNames(folder: string): Promise<void> {
  try {
    await syncFolder(folder)
  } catch (error) {
    if (!hasCode(error, noFolderSync)) throw error
  }
}

/** Opens a file, but no link and nothing else that could make the program hang. */
export async function openPlain(file: string, flags = 0): Promise<FileHandle> {
  const handle = await open(file, plainFile | flags)
  if ((await handle.stat()).isFile()) return handle
  await handle.close()
  throw new AppError('conflict', `${file} is no file.`)
}

async function writePart(part: string, { sha256, pieces }: Content, mode: number): Promise<void> {
  const hash = new Bun.CryptoHasher('sha256')
  const handle = await open(part, 'wx', mode)
  try {
    // The process creates files for its own user only. Here the rights of the folder apply, where they can be set.
    await handle.chmod(mode).catch(() => undefined)
    for await (const piece of pieces()) {
      hash.update(piece)
      await handle.writeFile(piece)
    }
    if (hash.digest('hex') !== sha256) throw new DamagedOriginal()
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/**
 * Only one process can give a second name. Where second names do not exist, an empty file reserves the name: it holds nothing that could be
 * lost, even when a crash leaves it.
 */
async function takeName(part: string, file: string): Promise<boolean> {
  try {
    await link(part, file)
    return true
  } catch (error) {
    if (hasCode(error, ['EEXIST'])) return false
    if (!hasCode(error, noSecondName)) throw error
  }
  if (!(await reserve(file))) return false
  await patiently(file, () => rename(part, file))
  return true
}

async function reserve(file: string): Promise<boolean> {
  try {
    await (await open(file, 'wx')).close()
    return true
  } catch (error) {
    if (!hasCode(error, ['EEXIST'])) throw error
    const found = await lstat(file)
    return found.isFile() && found.size === 0
  }
}

async function hashOf(file: string): Promise<string> {
  await using handle = await openPlain(file)
  const hash = new Bun.CryptoHasher('sha256')
  for await (const piece of readPieces(handle)) hash.update(piece)
  return hash.digest('hex')
}
