import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { followedMark } from '../db/standby-book.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { removeFile } from '../disk/durable.ts'
import { AppError } from '../errors.ts'
import { openPlace, type PlaceAddress } from '../offsite/place.ts'
import { secretsIn } from '../secrets.ts'
import { bookFolder, listClaims, makeClaim, type Manner } from './claims.ts'
import { configText } from './litestream.ts'
import { readReplica, removeReplica, type Replica, writeReplica } from './replica-file.ts'

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
