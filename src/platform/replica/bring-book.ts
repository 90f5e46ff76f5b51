import { open, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import {
  type BookRefusal,
  readCopy,
  readForeignBook,
  requireOwnContent,
  unreadable,
} from '../backup/database-facts.ts'
import { findFreeBytes, freeBytesMin } from '../disk/data-dir.ts'
import { removeFile, syncFileNow } from '../disk/durable.ts'
import { version } from '../embedded.ts'
import { AppError } from '../errors.ts'
import { type BookAddress, configText, runLitestream } from './litestream.ts'

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
