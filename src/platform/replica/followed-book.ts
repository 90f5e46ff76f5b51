import { existsSync, readFileSync } from 'node:fs'
import { readCopy, schemaNumber } from '../backup/database-facts.ts'
import { beforeRestoreFolder, keepOldData } from '../backup/restore-backup.ts'
import { requireCurrentSchema } from '../db/followed-database.ts'
import { followedMark } from '../db/standby-book.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { removeFile, replaceFile, syncFolder, writeDurably } from '../disk/durable.ts'
import { AppError } from '../errors.ts'
import { openPlace } from '../offsite/place.ts'
import { sleep } from '../sleep.ts'
import { bringBook } from './bring-book.ts'
import { bookFolder, firstWithBook, lastTransaction, listClaims } from './claims.ts'
import { readReplica, type Replica, writeReplica } from './replica-file.ts'

/*
 * The book that a standby follows. Another one comes beside it, passes the gate for books from elsewhere, and only then takes its
 * place.
 */

/** A place that somebody has named a moment ago gets its first book within this time, in milliseconds. */
const firstBookLimitMs = 60 * 60 * 1000

/** How often it is asked for meanwhile, in milliseconds. */
const askEveryMs = 1_000

/** A checked book beside the one that is followed: of which claim, and up to which of Litestream's transactions. */
export type NextBook = Pick<Replica, 'epoch' | 'manner'> & { txid: number }

/** The book that was followed so far goes: it is in the place. */
export async function forgetBook(dir: DataDir): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await removeFile(dir.database + suffix)
  await removeFile(followedMark(dir))
}

/**
 * Keeps a book that is not what is followed, with its documents and images, in a folder beside it: that of a first one which was
 * replaced, or one without Litestream's note, which was ended between the two, or somebody has put there.
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
 * Brings the last book that is in the place beside the one that is there, checked. Undefined while there is none yet. Throws
 * AppError for one that is refused, or cannot be had: what is there goes on.
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
 * Puts the checked book in the place of what was followed. The note of how far it is comes last: without it nothing is
 * followed, whatever cuts this off.
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

/** As Litestream writes the number of a transaction. */
export function transactionText(txid: number): string {
  return txid.toString(16).padStart(16, '0')
}

/** The first one may have been told of the place a moment ago. */
export async function bringFirst(asked: Omit<Asked, 'signal'>): Promise<void> {
  const signal = AbortSignal.timeout(firstBookLimitMs)
  while (!signal.aborted) {
    const next = await bringNext({ ...asked, signal })
    if (next !== undefined) return await takeNext(asked.dir, next)
    await sleep(askEveryMs, signal)
  }
  throw new AppError('unavailable', 'No book came from the place.')
}

/** Up to which of Litestream's transactions the book is. */
export function appliedIn(dir: DataDir): number {
  return Number.parseInt(readFileSync(followedMark(dir), 'utf8').trim(), 16)
}
