import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath, rename, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { bodyBytesMax } from '../../../platform/http/body.ts'
import { AppError, hasCode } from '../../../platform/errors.ts'
import { doneFolders } from './watched.ts'

/** Names that one look goes through; a fuller folder is worked off from its beginning. */
const namesMax = 1_000

/** Files of one name in a folder of what is done. */
const sameNamesMax = 1_000

/** What programs and systems put beside documents: hidden and temporary files, and those that are still being fetched. */
const noDocuments =
  /^(\.|~\$|thumbs\.db$|desktop\.ini$)|\.(tmp|temp|part|partial|crdownload|download|filepart)$/i

/** Whether a file is still being written is told by these: while it is, one of them changes. */
export type Stamp = { bytes: number; modifiedMs: number }

/**
 * Files that may be documents, by name. Neither folders nor links: a link may lead out of the folder. Throws AppError
 * `conflict` when the folder itself has become one, for another folder than an owner named.
 */
export async function filesIn(folder: string): Promise<string[]> {
  if ((await realpath(folder)) !== folder) {
    throw new AppError('conflict', 'It leads to another folder now: remove it, and add that one.')
  }
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !noDocuments.test(entry.name))
    .map(({ name }) => name)
    .toSorted()
    .slice(0, namesMax)
}

/** Undefined when it is gone meanwhile. */
export async function stampOf(file: string): Promise<Stamp | undefined> {
  try {
    const { size, mtimeMs } = await lstat(file)
    return { bytes: size, modifiedMs: mtimeMs }
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return undefined
    throw error
  }
}

/** Throws AppError `payload_too_large`, and what the system says of a file that another program keeps. */
export async function bytesOf(file: string): Promise<Uint8Array> {
  // Windows knows no such flag, and there a link needs an administrator.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  try {
    const { size } = await handle.stat()
    if (size > bodyBytesMax) {
      const max = bodyBytesMax / 1024 / 1024
      throw new AppError('payload_too_large', `The file is larger than ${max} MiB.`)
    }
    return await handle.readFile()
  } finally {
    await handle.close()
  }
}

/** Moves a file into a folder of what is done; a reason stands beside it, in a text file of its name. */
export async function putAway(
  folder: string,
  name: string,
  into: keyof typeof doneFolders,
  reason?: string,
): Promise<void> {
  const target = join(folder, doneFolders[into])
  await mkdir(target, { recursive: true })
  await requireFolder(target)
  const free = await freeName(target, name)
  await rename(join(folder, name), join(target, free))
  if (reason !== undefined)
    await writeFile(join(target, reasonName(free)), `${reason}\n`, { flag: 'wx' })
}

/** Who may write into the folder could have files moved elsewhere by a link. Throws AppError `conflict`. */
async function requireFolder(path: string): Promise<void> {
  if ((await lstat(path)).isDirectory()) return
  throw new AppError('conflict', `${path} is a link: what is done is put into a folder only.`)
}

/** Of the text file beside a file that says why it failed. */
function reasonName(name: string): string {
  return `${name}.txt`
}

/** `bill (2).pdf` where there is a `bill.pdf` already, or what would be its reason. */
async function freeName(folder: string, name: string): Promise<string> {
  const { name: stem, ext } = parse(name)
  for (let n = 1; n <= sameNamesMax; n++) {
    const candidate = n === 1 ? name : `${stem} (${n})${ext}`
    const stamps = [candidate, reasonName(candidate)].map((one) => stampOf(join(folder, one)))
    if ((await Promise.all(stamps)).every((stamp) => stamp === undefined)) return candidate
  }
  throw new AppError('conflict', `${folder} has too many files that are called ${name}.`)
}
