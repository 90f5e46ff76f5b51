import { chmod, lstat, mkdir, realpath, rm, stat } from 'node:fs/promises'
import { isAbsolute, join } from 'node:path'
import { takeLock } from '../db/instance-lock.ts'
import { readOnlySentence } from '../disk/durable.ts'
import { AppError, hasCode } from '../errors.ts'
import { appendLines, numberedName } from './index-file.ts'
import type {
  ArchiveLine,
  ArchiveOrder,
  ArchivePlace,
  ArchivedDocument,
} from './archive-process.ts'
import {
  DamagedOriginal,
  openPlain,
  putFile,
  removeParts,
  stateOfName,
  storedContent,
  syncNames,
  textContent,
} from './put-file.ts'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { isWithin, requireApart } from '../disk/opened-folder.ts'
import { uuidText } from '../forms.ts'

/** How many documents of one month may share a name. Further ones are named by their ids. */
const sameNamesMax = 1_000

/** Error codes for a name that a file system refuses: an old code page, or a shorter limit. */
const refusedNames = ['EINVAL', 'EILSEQ', 'ENAMETOOLONG']

type Tell = (line: ArchiveLine) => void

/** Does the job of the process, and reports progress. It throws nothing that a person can mend. */
export async function carryOut(order: ArchiveOrder, tell: Tell): Promise<void> {
  const path = order.task === 'name' ? order.path : order.place.path
  try {
    if (order.task === 'name') tell({ named: await nameArchive(order) })
    else await writeAlone(order, tell)
  } catch (error) {
    tell({ id: null, problem: sentenceOf(path, error) })
  }
}

type WriteOrder = Extract<ArchiveOrder, { task: 'write' }>

async function writeAlone(order: WriteOrder, tell: Tell): Promise<void> {
  using lock = takeLock(order.lock, 'exclusive', 'archive')
  if (lock === undefined) return tell({ busy: true })
  await requireArchive(order.place)
  await requireNotOwn(order.place.path, order.own)
  for (const [month, documents] of Map.groupBy(order.documents, (one) => one.month)) {
    await writeMonth(order, { month, documents }, tell)
  }
}

type Month = { month: string; documents: readonly ArchivedDocument[] }

/** A document counts as written once its files, their names and its line are on the disk. */
async function writeMonth(
  { place, columns }: WriteOrder,
  { month, documents }: Month,
  tell: Tell,
): Promise<void> {
  const folder = await monthFolder(place, month)
  const mode = await fileModeIn(place.path)
  const done: { document: ArchivedDocument; files: PutFiles }[] = []
  try {
    for (const document of documents) {
      await requireArchive(place)
      try {
        done.push({ document, files: await putDocument(folder, document, mode) })
        tell({ alive: true })
      } catch (error) {
        if (!(error instanceof DamagedOriginal)) throw error
        tell({ id: document.id, problem: 'Its file is missing or damaged in Daybook.' })
      }
    }
  } finally {
    if (done.length > 0) {
      await requireArchive(place)
      await syncNames(folder)
      await appendLines({ folder, month, columns, mode }, done.map(lineOf))
      await syncNames(folder)
    }
    for (const { document, files } of done) {
      tell({ written: document.id, path: `${month}/${files.page}` })
    }
  }
}

/** Checked, because somebody with write access to the archive could lead Daybook elsewhere by a link. */
async function monthFolder(place: ArchivePlace, month: string): Promise<string> {
  await requireArchive(place)
  const folder = join(place.path, month)
  try {
    await mkdir(folder)
    await chmod(folder, (await stat(place.path)).mode & 0o777).catch(() => undefined)
    await syncNames(place.path)
  } catch (error) {
    if (!hasCode(error, ['EEXIST'])) throw error
  }
  if (!(await lstat(folder)).isDirectory()) {
    throw new AppError('conflict', `${folder} is no folder: give it another name.`)
  }
  await removeParts(folder)
  return folder
}

/** The names of a document's files. `original` is '' without one. */
type PutFiles = { original: string; page: string }

async function putDocument(
  folder: string,
  document: ArchivedDocument,
  mode: number,
): Promise<PutFiles> {
  try {
    const files = await putUnderName(folder, document, mode)
    if (files !== undefined) return files
  } catch (error) {
    if (!hasCode(error, refusedNames)) throw error
  }
  const name = `document-${document.id}`
  const files = await putUnderName(folder, { ...document, name }, mode)
  if (files !== undefined) return files
  throw new AppError('conflict', `${folder} has too many files that are called ${name}.`)
}

/**
 * The original and its page share one name. Either both exist already with the same content, or the next name is taken. Undefined when no
 * name is left.
 */
async function putUnderName(
  folder: string,
  document: ArchivedDocument,
  mode: number,
): Promise<PutFiles | undefined> {
  const { name, page, original } = document
  const content = textContent(page)
  const put = async (file: string, of: typeof content) =>
    (await stateOfName(join(folder, file), of)) === 'same' ||
    (await putFile(folder, file, of, mode))
  for (let number = 1; number <= sameNamesMax; number++) {
    const base = numberedName(name, number)
    const files = {
      original: original === null ? '' : base + original.ending,
      page: `${base}.html`,
    }
    const source = original === null ? null : storedContent(original.path, original.sha256)
    // The page first: it says whose name it is, and is quick to read. An original may be large, and hundreds may share a name.
    if ((await stateOfName(join(folder, files.page), content)) === 'taken') continue
    const isTaken =
      source !== null && (await stateOfName(join(folder, files.original), source)) === 'taken'
    if (isTaken) continue
    const hasOriginal =
      source !== null && (await orWithoutOriginal(document, put(files.original, source)))
    if (source !== null && hasOriginal === false) continue
    if (!(await put(files.page, content))) continue
    return hasOriginal === 'lacking' ? { ...files, original: '' } : files
  }
  return undefined
}

/** An original that is damaged in the store is left out only when no better one can be expected. */
async function orWithoutOriginal(
  { original }: ArchivedDocument,
  put: Promise<boolean>,
): Promise<boolean | 'lacking'> {
  try {
    return await put
  } catch (error) {
    if (error instanceof DamagedOriginal && original?.mayLack === true) return 'lacking'
    throw error
  }
}

function lineOf({ document, files }: { document: ArchivedDocument; files: PutFiles }): string[] {
  const { cells, id, version } = document
  return [...cells, files.original, files.page, id, String(version)]
}

/** What is wrong with the folder, where, and what to do, for an owner. */
function sentenceOf(path: string, error: unknown): string {
  if (error instanceof AppError) return error.message
  if (hasCode(error, ['ENOENT', 'ENOTDIR', 'ENOTCONN', 'ESTALE', 'EHOSTDOWN', 'ENXIO', 'ENODEV'])) {
    return `${path} is not there: plug the disk in, or connect the network drive.`
  }
  if (hasCode(error, ['ENOSPC', 'EDQUOT', 'EFBIG'])) {
    return `${path} is full: make room there, or name a folder on another disk.`
  }
  if (hasCode(error, ['EROFS'])) return readOnlySentence(path)
  if (hasCode(error, ['EACCES', 'EPERM'])) {
    return `Daybook may not write into ${path}: give the user that Daybook runs as the right to change this folder.`
  }
  if (hasCode(error, ['EBUSY', 'ETXTBSY'])) {
    return `Another program has a file open in ${path}, perhaps the index: close it there.`
  }
  const reason = error instanceof Error ? error.message : String(error)
  return `${path} does not take what it is given: ${reason}`
}

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
async function nameArchive({
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
async function requireArchive({ path, id }: ArchivePlace): Promise<void> {
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
type OwnFolders = { dataRoot: string; others: readonly string[] }

/** Throws AppError `conflict` where a folder is one of Daybook's own, contains one or lies in one. */
async function requireNotOwn(path: string, { dataRoot, others }: OwnFolders): Promise<void> {
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
async function fileModeIn(folder: string): Promise<number> {
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
