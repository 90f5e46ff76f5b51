import { existsSync, readFileSync } from 'node:fs'
import { readCopy, schemaNumber } from '../backup/database-facts.ts'
import { beforeRestoreFolder, keepOldData } from '../backup/restore-backup.ts'
import { requireCurrentSchema } from '../db/followed-database.ts'
import { followedMark } from '../db/standby-book.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { removeFile, replaceFile, syncFolder, writeDurably } from '../disk/durable.ts'
import { AppError } from '../errors.ts'
import { openPlace } from '../offsite/place.ts'
import { sleep } from '../time.ts'
import { bringBook } from './bring-book.ts'
import { bookFolder, firstWithBook, lastTransaction, listClaims } from './claims.ts'
import { readReplica, type Replica, writeReplica } from './replica-file.ts'

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
