import { SQLiteError } from 'bun:sqlite'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  listNeededFiles,
  readCopy,
  readForeignBook,
  requireOwnContent,
} from '../backup/database-facts.ts'
import { pauseSettings } from '../backup/foreign-database.ts'
import { closeConnection, openForWriting } from '../db/connection.ts'
import { followedMark } from '../db/standby-book.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { removeFile, replaceFile, syncFolder } from '../disk/durable.ts'
import { AppError } from '../errors.ts'
import { type StoredName, noteBrokenNow } from '../files/scrub.ts'
import { fileStore } from '../files/store.ts'
import { type Place, type PlaceAddress, openPlace } from '../offsite/place.ts'
import { bringBook, forgetBook, refusalIn, transactionText } from './bring-book.ts'
import {
  type Manner,
  bookFolder,
  firstWithBook,
  lastTransaction,
  listClaims,
  makeClaim,
} from './claims.ts'
import { fetchFile } from './file-copies.ts'
import { configText } from './litestream.ts'
import { type Replica, readReplica, removeReplica, secretOf, writeReplica } from './replica-file.ts'
import { secretsIn } from '../secrets.ts'
import { writeFile } from 'node:fs/promises'

/**
 * Claims the book for a standby: from now on the first Daybook is refused whenever it asks. `finishPromotion` does the rest. Throws
 * AppError `conflict` when this is no standby, or another standby was first.
 */
export async function claimBook(dir: DataDir, now: number): Promise<void> {
  const kept = readReplica(dir)
  if (kept?.role === 'promoting') return
  if (kept?.role !== 'standby') {
    throw new AppError('conflict', `${dir.root} is no standby: "daybook serve --follow" makes one.`)
  }
  const place = openPlace(kept.place, await secretOf(dir, kept))
  requirePromotable(dir, place.title)
  const [last] = await listClaims(place)
  const { holder, manner } = kept
  const epoch = kept.epoch + 1
  const isMine = last?.epoch === epoch && last.holder === holder
  if (
    !isMine &&
    (last?.epoch !== kept.epoch || !(await makeClaim(place, { epoch, holder, manner, now })))
  ) {
    throw new AppError('conflict', 'Another standby has taken over already: this one follows it.')
  }
  await writeReplica(dir, { ...kept, role: 'promoting', epoch })
}

/** Runs before the claim: after the claim the first Daybook writes no more. Throws AppError like the check of books from elsewhere. */
function requirePromotable(dir: DataDir, title: string): void {
  if (!existsSync(dir.database)) return
  try {
    readCopy(dir.database, (database) => requireOwnContent(database, refusalIn(title)))
  } catch (error) {
    // A book that was cut off within a transaction is fetched anew.
    if (!(error instanceof SQLiteError)) throw error
  }
}

/**
 * Brings the claimed book to the last transaction that the first Daybook copied, complete and checked, and makes this directory the first
 * one. Only for the holder of the instance lock. After a kill it can be finished later.
 */
export async function finishPromotion(dir: DataDir, program: string): Promise<void> {
  const kept = readReplica(dir)
  if (kept?.role !== 'promoting') return
  const secret = await secretOf(dir, kept)
  if (existsSync(followedMark(dir)) || !existsSync(dir.database)) {
    await bringLastOrKeep(dir, kept, { secret, program })
  }
  // Before anybody opens the book as the first Daybook. Clients of the standby keep their access.
  pauseSettings(dir.database, ['network.access'])
  const place = openPlace(kept.place, secret)
  await bringFiles(dir, place)
  const own = { place: kept.place, secret, folder: bookFolder(kept.epoch) }
  writeFileSync(dir.litestream, configText(dir.database, own), { mode: 0o600 })
  await writeReplica(dir, { ...(readReplica(dir) ?? kept), role: 'first', startsAnew: true })
}

/** Files that the place lacks are recorded in the book: Home and doctor name them. */
async function bringFiles(dir: DataDir, place: Place): Promise<void> {
  const missing: StoredName[] = []
  for (const needed of readCopy(dir.database, listNeededFiles)) {
    if (existsSync(join(dir.root, needed.path))) continue
    const kind = needed.path.startsWith('documents/') ? 'documents' : 'images'
    if (!(await fetchFile(place, dir.root, needed))) missing.push({ kind, hash: needed.sha256 })
  }
  if (missing.length === 0) return
  const conn = openForWriting(dir.database, { synchronous: 'FULL', busyTimeoutMs: 0 })
  try {
    noteBrokenNow(conn, fileStore(dir), missing)
  } finally {
    closeConnection(conn)
  }
}

type Bringing = { secret: string; program: string }

/**
 * The content of the place may have changed since the claim. When the new book is refused, the book that was followed until then is used,
 * after the same check. `replica.json` records that.
 */
async function bringLastOrKeep(dir: DataDir, kept: Replica, bringing: Bringing): Promise<void> {
  try {
    await bringLast(dir, kept, bringing)
  } catch (error) {
    const isRefused = error instanceof AppError && error.code === 'invalid_request'
    if (!isRefused || !isWholeAndOwn(dir)) throw error
    await writeReplica(dir, { ...kept, passedOver: error.message })
    await removeFile(followedMark(dir))
  }
}

function isWholeAndOwn(dir: DataDir): boolean {
  if (!existsSync(dir.database)) return false
  try {
    readForeignBook(dir.database, refusalIn(''), () => undefined)
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

/** From the place, not from the followed book: that may have been cut off within a transaction. */
async function bringLast(
  dir: DataDir,
  { place, epoch }: Replica,
  { secret, program }: Bringing,
): Promise<void> {
  const there = openPlace(place, secret)
  const earlier = (await listClaims(there)).filter((claim) => claim.epoch < epoch)
  const before = (await firstWithBook(there, earlier))?.epoch ?? epoch - 1
  const last = await lastTransaction(there, before)
  const book = { place, secret, folder: bookFolder(before) }
  const file = `${dir.database}.promoted`
  await removeFile(file)
  const moment = ['-txid', transactionText(last)]
  await bringBook(program, book, { file, moment, title: there.title })
  await forgetBook(dir)
  await replaceFile(file, dir.database)
  await syncFolder(dir.root)
}

/**
 * Makes a data directory a standby of a place, or confirms that it is one. Throws AppError `conflict` for a directory with a book of its
 * own, `not_found` where the place has no copy.
 */
export async function becomeStandby(
  dir: DataDir,
  address: PlaceAddress,
  secret: string,
): Promise<void> {
  const kept = readReplica(dir)
  if (kept?.role === 'first' || (kept === undefined && existsSync(dir.database))) {
    throw new AppError(
      'conflict',
      `${dir.root} has a book of its own: a standby begins in an empty data directory.`,
    )
  }
  const [last] = await listClaims(openPlace(address, secret))
  if (last === undefined) {
    const { title } = openPlace(address, '')
    throw new AppError(
      'not_found',
      `Nothing is copied to ${title} yet: "daybook replicate set" on the first computer does so.`,
    )
  }
  // The standby keeps the book that it follows until the book of another first Daybook has arrived and was checked.
  const isFollowed = kept?.role === 'standby' && isSamePlace(kept.place, address)
  // Without that note, the book is kept aside before following begins: the last writes of a former first Daybook may be in no copy.
  if (!isFollowed) await removeFile(followedMark(dir))
  const { epoch, manner } = isFollowed ? kept : last
  await writeReplica(dir, {
    role: 'standby',
    place: address,
    secret: await secretsIn(dir.secretKey).seal(secret),
    holder: kept?.holder ?? crypto.randomUUID(),
    epoch,
    manner,
  })
}

/** The access key may differ. */
function isSamePlace(one: PlaceAddress, other: PlaceAddress): boolean {
  const titles = [one, other].map((place) => openPlace(place, '').title)
  return titles[0] === titles[1] && serverOf(one) === serverOf(other)
}

function serverOf(place: PlaceAddress): string | undefined {
  return place.kind === 's3' ? place.endpoint : undefined
}

type Wanted = { place: PlaceAddress; secret: string; manner: Manner; now: number }

/**
 * Copies a book to a place from the next start on. Naming the same place again changes the manner. Throws AppError `conflict` for the place
 * of another Daybook, and for a standby.
 */
export async function replicateTo(dir: DataDir, wanted: Wanted): Promise<void> {
  const { place: address, secret, manner, now } = wanted
  const kept = readFirst(dir)
  if (kept?.role === 'replaced') {
    throw new AppError(
      'conflict',
      `${kept.replacedBy ?? 'Another computer'} has taken over from ${dir.root}: "daybook replicate off" makes it a book of its own again.`,
    )
  }
  const place = openPlace(address, secret)
  const [last] = await listClaims(place)
  const holder = kept?.holder ?? crypto.randomUUID()
  const epoch = last === undefined ? 1 : last.epoch
  const isOwn =
    last === undefined
      ? await makeClaim(place, { epoch, holder, manner, now })
      : last.holder === holder
  if (!isOwn) {
    throw new AppError(
      'conflict',
      `Another Daybook copies to ${place.title}, or this one did before it was switched off: name another folder or prefix.`,
    )
  }
  const sealed = await secretsIn(dir.secretKey).seal(secret)
  const book = { place: address, secret, folder: bookFolder(epoch) }
  await writeFile(dir.litestream, configText(dir.database, book), { mode: 0o600 })
  const isSame = kept?.epoch === epoch && Bun.deepEquals(kept.place, address)
  const startsAnew = !isSame || kept.startsAnew === true
  const how = { place: address, secret: sealed, holder, epoch, manner, startsAnew }
  await writeReplica(dir, { role: 'first', ...how })
}

/** Stops copying. The content of the place stays. Throws AppError `conflict` for a standby. */
export async function replicateNoMore(dir: DataDir): Promise<void> {
  readFirst(dir)
  await removeReplica(dir)
  await removeFile(dir.litestream)
}

/** Undefined also for an unreadable file: naming the place again, or none, is the way out. Throws AppError `conflict` for a standby. */
function readFirst(dir: DataDir): Replica | undefined {
  const kept = readIfWhole(dir)
  const isOwn = kept?.role === 'first' || kept?.role === 'replaced'
  if (isOwn || (kept === undefined && !existsSync(followedMark(dir)))) return kept
  throw new AppError(
    'conflict',
    `${dir.root} is a standby, which is not copied: "daybook promote" makes it the first one; else stop it, and remove its directory.`,
  )
}

function readIfWhole(dir: DataDir): Replica | undefined {
  try {
    return readReplica(dir)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
