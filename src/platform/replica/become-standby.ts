import { existsSync } from 'node:fs'
import { followedMark } from '../db/standby-book.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { removeFile } from '../disk/durable.ts'
import { AppError } from '../errors.ts'
import { openPlace, type PlaceAddress } from '../offsite/place.ts'
import { secretsIn } from '../secrets.ts'
import { listClaims } from './claims.ts'
import { readReplica, writeReplica } from './replica-file.ts'

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
