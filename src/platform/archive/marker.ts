import { lstat, realpath, rm, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isWithin, requireApart } from '../disk/opened-folder.ts'
import { AppError, hasCode } from '../errors.ts'
import { uuidText } from '../forms.ts'
import type { ArchivePlace } from './archive-process.ts'
import { openPlain, putFile, syncNames, textContent } from './put-file.ts'

/** Distinguishes an archive from the empty folder that remains where its disk is not mounted. */
export const markerName = 'daybook-archive.json'

/** The largest marker, in bytes: a real one has a tenth of it. */
const markerBytesMax = 4096

const markerShape = Type.Object({
  id: uuidText,
  shop: Type.String(),
  since: Type.Number(),
})

type Marker = Static<typeof markerShape>

const about =
  'Daybook knows its archive by this file. Leave it here: without it Daybook writes nothing into this folder.'

type Named = {
  path: string
  own: OwnFolders
  shop: string
  since: number
  newId: string
  isTry: boolean
}

/**
 * Makes a folder an archive, or continues the archive of the same shop in it. With `isTry` it only checks whether that would work. Throws
 * AppError `invalid_request`, `conflict`, and the system's errors.
 */
export async function nameArchive({
  path: given,
  own,
  shop,
  since,
  newId,
  isTry,
}: Named): Promise<ArchivePlace> {
  const path = await folderAt(given)
  await requireNotOwn(path, own)
  const found = await readMarker(path)
  if (found !== undefined && found.since !== since) {
    throw new AppError(
      'conflict',
      `${path} is the archive of ${found.shop === '' ? 'another shop' : found.shop}: choose another folder, or make one in it.`,
    )
  }
  const probe = `.daybook-${crypto.randomUUID()}.probe`
  const mode = await fileModeIn(path)
  try {
    await putFile(path, probe, textContent(about), mode)
  } finally {
    await rm(join(path, probe), { force: true })
  }
  if (found !== undefined || isTry) return { path, id: found?.id ?? newId }
  const marker = { about, id: newId, shop, since }
  const content = textContent(`${JSON.stringify(marker, null, 2)}\n`)
  if (!(await putFile(path, markerName, content, mode))) {
    throw new AppError(
      'conflict',
      `${path} holds a file ${markerName} that is none of Daybook's: choose another folder.`,
    )
  }
  await syncNames(path)
  return { path, id: newId }
}

/** Throws AppError `unavailable` or `conflict` when the folder is not this archive now. */
export async function requireArchive({ path, id }: ArchivePlace): Promise<void> {
  const real = await realpath(path)
  if (real !== path) {
    throw new AppError('conflict', `${path} leads to another folder now: name that one.`)
  }
  const marker = await readMarker(path)
  if (marker?.id === id) return
  throw new AppError(
    'unavailable',
    marker === undefined
      ? `The disk or network drive of ${path} is not there, or ${markerName} was removed from it: plug it in, connect it, or name the folder again.`
      : `Another disk than the one of the archive is at ${path}: plug the right one in, or name the folder again.`,
  )
}

/** Folders that Daybook uses already: its data, and the folders of other settings. */
export type OwnFolders = { dataRoot: string; others: readonly string[] }

/** Throws AppError `conflict` where a folder is one of Daybook's own, contains one or lies in one. */
export async function requireNotOwn(path: string, { dataRoot, others }: OwnFolders): Promise<void> {
  await requireApart(dataRoot, path)
  for (const other of others) {
    const real = await realpath(other).catch(() => other)
    if (!isWithin(path, real)) continue
    throw new AppError(
      'conflict',
      `${path} cannot be the archive: it is ${other}, which Daybook uses already, or one lies in the other. Choose another folder.`,
    )
  }
}

/** The mode for a file in a folder: whoever may read the folder may read the file. */
export async function fileModeIn(folder: string): Promise<number> {
  return (await stat(folder)).mode & 0o666
}

async function folderAt(given: string): Promise<string> {
  if (!isAbsolute(given)) {
    throw new AppError('invalid_request', 'Enter the whole path, such as /mnt/nas/archive.')
  }
  const path = await realpath(given).catch((error: unknown) => {
    if (hasCode(error, ['ENOENT', 'ENOTDIR'])) return undefined
    throw error
  })
  if (path !== undefined && (await stat(path)).isDirectory()) return path
  throw new AppError(
    'invalid_request',
    'There is no such folder on the computer that Daybook runs on: make it first, or plug the disk in.',
  )
}

/** Undefined without a marker. A file that is no marker of Daybook's counts as none, and stays. */
async function readMarker(folder: string): Promise<Marker | undefined> {
  const file = join(folder, markerName)
  try {
    if (!(await lstat(file)).isFile()) return undefined
    await using handle = await openPlain(file)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(markerBytesMax), 0)
    const marker: unknown = JSON.parse(buffer.toString('utf8', 0, bytesRead))
    return Value.Check(markerShape, marker) ? marker : undefined
  } catch (error) {
    if (hasCode(error, ['ENOENT']) || error instanceof SyntaxError) return undefined
    throw error
  }
}
