import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listNeededFiles, readCopy } from '../backup/database-facts.ts'
import { closeConnection, openForWriting } from '../db/connection.ts'
import { followedMark } from '../db/standby-book.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { removeFile, replaceFile, syncFolder } from '../disk/durable.ts'
import { AppError } from '../errors.ts'
import { noteBrokenNow, type StoredName } from '../files/scrub.ts'
import { fileStore } from '../files/store.ts'
import { openPlace, type Place } from '../offsite/place.ts'
import { bookFolder, firstWithBook, lastTransaction, listClaims, makeClaim } from './claims.ts'
import { fetchFile } from './file-copies.ts'
import { configText } from './litestream.ts'
import { readReplica, type Replica, secretOf, writeReplica } from './replica-file.ts'
import { bringBook } from './restore-moment.ts'
import { forgetBook } from './standby.ts'

/**
 * Claims the book for a standby: from now on the first one is fenced, whenever it asks. What is left to do does
 * `finishPromotion`. Throws AppError `conflict` when this is no standby, or another one was first.
 */
export async function claimBook(dir: DataDir, now: number): Promise<void> {
  const kept = readReplica(dir)
  if (kept?.role === 'promoting') return
  if (kept?.role !== 'standby') {
    throw new AppError('conflict', `${dir.root} is no standby: "daybook serve --follow" makes one.`)
  }
  const place = openPlace(kept.place, await secretOf(dir, kept))
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

/**
 * Brings the claimed book to the last transaction that the first one copied, whole and checked, and makes this directory
 * the first one. Only for whoever holds the instance lock. A kill leaves it to be finished later.
 */
export async function finishPromotion(dir: DataDir, program: string): Promise<void> {
  const kept = readReplica(dir)
  if (kept?.role !== 'promoting') return
  const secret = await secretOf(dir, kept)
  if (existsSync(followedMark(dir)) || !existsSync(dir.database)) {
    await bringLast(dir, kept, { secret, program })
  }
  const place = openPlace(kept.place, secret)
  await bringFiles(dir, place)
  const own = { place: kept.place, secret, folder: bookFolder(kept.epoch) }
  writeFileSync(dir.litestream, configText(dir.database, own), { mode: 0o600 })
  await writeReplica(dir, { ...kept, role: 'first', startsAnew: true })
}

/** What the place has not is noted in the book: Home and doctor name it. */
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

/** From the place and not from what was followed: that may have been cut off within a transaction. */
async function bringLast(
  dir: DataDir,
  { place, epoch }: Replica,
  { secret, program }: { secret: string; program: string },
): Promise<void> {
  const there = openPlace(place, secret)
  const earlier = (await listClaims(there)).filter((claim) => claim.epoch < epoch)
  const before = (await firstWithBook(there, earlier))?.epoch ?? epoch - 1
  const last = await lastTransaction(there, before)
  const book = { place, secret, folder: bookFolder(before) }
  const file = `${dir.database}.promoted`
  await removeFile(file)
  const txid = last.toString(16).padStart(16, '0')
  await bringBook(program, book, { file, moment: ['-txid', txid] })
  await forgetBook(dir)
  await replaceFile(file, dir.database)
  await syncFolder(dir.root)
}
