import { mkdir, open, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { existsSync, readFileSync } from 'node:fs'
import {
  type BookRefusal,
  factsOf,
  readCopy,
  readForeignBook,
  requireOwnContent,
  requireOwnSchema,
  schemaNumber,
  titleOf,
  unreadable,
} from '../backup/database-facts.ts'
import { type DataDir, findFreeBytes, freeBytesMin } from '../disk/data-dir.ts'
import {
  hashFile,
  removeFile,
  replaceFile,
  syncFileNow,
  syncFolder,
  writeDurably,
} from '../disk/durable.ts'
import { version } from '../embedded.ts'
import { AppError } from '../errors.ts'
import {
  beforeRestoreFolder,
  keepOldData,
  type Restored,
  restoreData,
  type RestoreInput,
} from '../backup/restore-backup.ts'
import type { Conn } from '../db/connection.ts'
import { requireCurrentSchema } from '../db/guarded-database.ts'
import { followedMark } from '../db/standby-book.ts'
import type { Log } from '../log.ts'
import { openPlace, type Place, type PlaceAddress } from '../offsite/place.ts'
import { sleep } from '../time.ts'
import { databaseName, type Manifest, type MissingFile } from '../backup/archive.ts'
import { type BookAddress, configText, runLitestream } from './litestream.ts'
import { bookFolder, type Claim, firstWithBook, lastTransaction, listClaims } from './claims.ts'
import { readReplica, type Replica, writeReplica } from './replica-file.ts'
import { fetchFile } from './file-copies.ts'

/** How long fetching a book may take, in milliseconds: a gigabyte over a slow line. */
const bringLimitMs = 60 * 60 * 1000

type Bring = {
  /** Must not exist yet. */
  file: string
  /** The moment, as Litestream's arguments. */
  moment: readonly string[]
  /** The place, for people. */
  title: string
  /** Ends the fetching. */
  signal?: AbortSignal
}

/**
 * Lets Litestream write the book of a moment into an unused file, and checks it like every book from elsewhere. When this returns, the file
 * is complete, Daybook's own, and on the disk. Throws AppError `not_found` where no such moment exists, and the refusals of `refusalIn`.
 * Then the file is gone.
 */
export async function bringBook(
  program: string,
  book: BookAddress,
  { file, moment, title, signal }: Bring,
): Promise<void> {
  const config = `${file}.litestream.yml`
  await writeFile(config, configText(file, book), { mode: 0o600 })
  try {
    const args = ['restore', '-no-expand-env', '-config', config, ...moment, file]
    await runToEnd(program, args, { book, file, signal })
    await leaveLogMode(file)
    readForeignBook(file, refusalIn(title), () => undefined)
    syncFileNow(file)
  } catch (error) {
    for (const suffix of ['', '.tmp', '-wal', '-shm']) await removeFile(file + suffix)
    throw error
  } finally {
    await rm(config, { force: true })
  }
}

/** Throws the matching `refusal` when a followed book is not Daybook's own, or cannot be read. */
export function requireOwnBook(file: string, refusal: BookRefusal): void {
  try {
    readCopy(file, (followed) => requireOwnContent(followed, refusal))
  } catch (error) {
    throw unreadable(error, refusal)
  }
}

/** The refusals of a book in a place: `invalid_request`, and `unavailable` for the book of a newer Daybook. */
export function refusalIn(title: string): BookRefusal {
  return {
    strange: (why) =>
      new AppError('invalid_request', `The copy in ${title} is not taken: its book ${why}.`),
    newer: () =>
      new AppError(
        'unavailable',
        `The copy in ${title} was written by a newer Daybook than this one (${version}): update this one.`,
      ),
  }
}

type Run = { book: BookAddress; file: string; signal: AbortSignal | undefined }

async function runToEnd(program: string, args: readonly string[], { book, file, signal }: Run) {
  const fileBytesMax = await roomBeside(file)
  const running = runLitestream(program, args, book, { fileBytesMax })
  const ends = AbortSignal.any([AbortSignal.timeout(bringLimitMs), ...(signal ? [signal] : [])])
  const end = () => void running.stop()
  ends.addEventListener('abort', end)
  if (ends.aborted) end()
  const code = await running.exited
  ends.removeEventListener('abort', end)
  await running.stop()
  if (code === 0) return
  const reason = running.problem() ?? `Litestream ended with ${code}.`
  throw new AppError('not_found', `The book could not be brought back: ${reason}`)
}

/** An endless book must not fill the disk: some room stays free. In bytes. */
async function roomBeside(file: string): Promise<number> {
  const free = await findFreeBytes(dirname(file))
  return Math.floor(free - Math.min(freeBytesMin, free / 4))
}

/**
 * Marks in the file's header that it has no log beside it (source: SQLite, "Database File Format", 1.3.3). Litestream does the same with
 * each later transaction: a reader that looked for a log would block Litestream's writes for ever.
 */
export async function leaveLogMode(file: string): Promise<void> {
  await using handle = await open(file, 'r+')
  await handle.write(Buffer.of(1, 1), 0, 2, 18)
  await handle.sync()
}

// The book that a standby follows. A new book is fetched beside it, checked like every book from elsewhere, and only then replaces it.

/** How long to wait for the first book of a newly configured place, in milliseconds. */
const firstBookLimitMs = 60 * 60 * 1000

/** How often to ask for that book, in milliseconds. */
const askEveryMs = 1_000

/** A checked book beside the followed one, with its claim and its last Litestream transaction. */
export type NextBook = Pick<Replica, 'epoch' | 'manner'> & { txid: number }

/** Deletes the followed book: the place has it. */
export async function forgetBook(dir: DataDir): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await removeFile(dir.database + suffix)
  await removeFile(followedMark(dir))
}

/**
 * Keeps a book that is not being followed, with its documents and images, in a folder beside it. It is the book of a replaced first
 * Daybook, or one without Litestream's note: the process ended in between, or somebody put the book there.
 */
export async function setAside(dir: DataDir, now: number): Promise<void> {
  if (existsSync(dir.database)) await keepOldData(dir, beforeRestoreFolder(dir, now))
  await forgetBook(dir)
}

const nextFile = (dir: DataDir) => `${dir.database}.next`

export type Asked = {
  dir: DataDir
  kept: Replica
  secret: string
  program: string
  signal: AbortSignal
}

/**
 * Fetches the last book in the place beside the current one, and checks it. Undefined while the place has none. Throws AppError when the
 * book is refused or cannot be fetched: the current book stays in use.
 */
export async function bringNext({ dir, kept, secret, program, signal }: Asked) {
  const place = openPlace(kept.place, secret)
  const claim = await firstWithBook(place, await listClaims(place))
  if (claim === undefined) return undefined
  const { epoch, manner } = claim
  const txid = await lastTransaction(place, epoch)
  const file = nextFile(dir)
  await removeFile(file)
  const moment = ['-txid', transactionText(txid)]
  const book = { place: kept.place, secret, folder: bookFolder(epoch) }
  await bringBook(program, book, { file, moment, title: place.title, signal })
  requireCurrentSchema(readCopy(file, schemaNumber))
  return { epoch, manner, txid }
}

/**
 * Replaces the followed book by the checked one. The note of how far it is comes last: without the note nothing is followed, wherever this
 * is cut off.
 */
export async function takeNext(dir: DataDir, { epoch, manner, txid }: NextBook): Promise<void> {
  const kept = readReplica(dir)
  if (kept?.role !== 'standby') return
  await forgetBook(dir)
  await replaceFile(nextFile(dir), dir.database)
  await writeReplica(dir, { ...kept, epoch, manner })
  await writeDurably(followedMark(dir), new TextEncoder().encode(`${transactionText(txid)}\n`))
  await syncFolder(dir.root)
}

/** A transaction's number as Litestream writes it. */
export function transactionText(txid: number): string {
  return txid.toString(16).padStart(16, '0')
}

/** The first Daybook may have learned of the place only a moment ago. */
export async function bringFirst(asked: Omit<Asked, 'signal'>): Promise<void> {
  const signal = AbortSignal.timeout(firstBookLimitMs)
  while (!signal.aborted) {
    const next = await bringNext({ ...asked, signal })
    if (next !== undefined) return await takeNext(asked.dir, next)
    await sleep(askEveryMs, signal)
  }
  throw new AppError('unavailable', 'No book came from the place.')
}

/** Litestream's number of the last transaction in the book. */
export function appliedIn(dir: DataDir): number {
  return Number.parseInt(readFileSync(followedMark(dir), 'utf8').trim(), 16)
}

/**
 * Litestream copies into a followed book whatever the place has, whoever put it there. So a changed schema is compared with Daybook's
 * before anybody reads it. Returns why the book may not be read. Undefined: it may. SQLite counts changes of the schema: without any, a
 * look takes microseconds.
 */
export function schemaWatch(
  { $client }: Conn,
  refusal: BookRefusal,
  log: Log,
): () => AppError | undefined {
  const counted = $client.query<{ schema_version: number }, []>('PRAGMA schema_version')
  let compared: number | undefined
  let refused: AppError | undefined
  return () => {
    const before = refused?.message
    try {
      const number = counted.get()?.schema_version
      if (number === compared) return refused
      refused = refusalOf(() => requireOwnSchema($client, refusal))
      compared = number
    } catch (error) {
      // SQLite cannot read the schema, or it is being written: the next look compares it.
      refused = unreadable(error, refusal)
      compared = undefined
    }
    if (refused !== undefined && refused.message !== before) log.error(refused.message)
    return refused
  }
}

function refusalOf(look: () => unknown): AppError | undefined {
  try {
    look()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

type Source = {
  place: PlaceAddress
  secret: string
  /** The path of Litestream. */
  program: string
  /** The moment to restore (ms since the epoch). Undefined: the last one. */
  at: number | undefined
}

/**
 * Replaces the content of a data directory by the book and files of one moment, as restoring a backup does. Files that the place lacks are
 * in `missing`. Throws the same AppErrors, and `not_found` where there is no such moment.
 */
export async function restoreMoment(
  source: Source,
  input: Omit<RestoreInput, 'unpack'>,
): Promise<Restored> {
  return await restoreData({ ...input, unpack: (folder) => bringBack(source, folder, input.now) })
}

async function bringBack(source: Source, folder: string, now: number): Promise<Manifest> {
  const { place: address, secret, at } = source
  const place = openPlace(address, secret)
  const { epoch } = await claimAt(place, at)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, databaseName)
  const book = { place: address, secret, folder: bookFolder(epoch) }
  await bringBook(source.program, book, { file, moment: momentArgs(at), title: place.title })
  const { schema, rows, files } = readCopy(file, factsOf)
  const kept: Manifest['files'] = []
  const missing: MissingFile[] = []
  for (const needed of files) {
    if (await fetchFile(place, folder, needed)) kept.push(needed)
    else {
      const title = readCopy(file, (database) => titleOf(database, needed))
      missing.push({ path: needed.path, state: 'missing', title })
    }
  }
  const { size } = await stat(file)
  const manifest: Manifest = {
    format: 'daybook-backup-1',
    daybook: version,
    schema,
    made_at: new Date(at ?? now).toISOString(),
    organisation: organisationIn(file),
    rows,
    files: [{ path: databaseName, bytes: size, sha256: (await hashFile(file)).sha256 }, ...kept],
    missing,
  }
  return manifest
}

/** The claim that wrote at that moment. */
async function claimAt(place: Place, at = Number.POSITIVE_INFINITY): Promise<Claim> {
  const claims = await listClaims(place)
  const found = await firstWithBook(
    place,
    claims.filter((claim) => claim.at <= at),
  )
  if (found !== undefined) return found
  throw new AppError('not_found', `There is no copy of that time in ${place.title}.`)
}

function momentArgs(at: number | undefined): string[] {
  return at === undefined ? [] : ['-timestamp', new Date(at).toISOString()]
}

function organisationIn(file: string): string | null {
  return readCopy(file, (database) => {
    const row = database.query<{ name: string }, []>('SELECT name FROM organisations').get()
    return row?.name ?? null
  })
}
