import { hostname } from 'node:os'
import { Type, type Static } from '@sinclair/typebox'
import { AppError } from '../errors.ts'
import { readForm } from '../forms.ts'
import type { Place } from '../offsite/place.ts'

// Decides which Daybook may write the book. Each promotion makes a claim with the next number, and a place accepts each number only once
// (S3: If-None-Match). The highest claim counts. Each claim has a folder of its own for its book, so a Daybook that does not know yet that
// it was replaced disturbs nobody. Clocks decide nothing.

/** How careful the first Daybook is. A Daybook that takes over continues the same way. */
export const mannerSchema = Type.Object({
  /** Whether an answer waits until the copy is confirmed. */
  waits: Type.Boolean(),
  /** The first Daybook refuses writes when nothing was confirmed for this long. Null: it continues. */
  stopAfterSeconds: Type.Union([Type.Null(), Type.Integer({ minimum: 1 })]),
})

export type Manner = Static<typeof mannerSchema>

const claim = Type.Object({
  holder: Type.String(),
  /** Milliseconds since the epoch, by the claimer's clock. */
  at: Type.Number(),
  /** The computer's name, for people. */
  computer: Type.String(),
  manner: mannerSchema,
})

export type Claim = Static<typeof claim> & { epoch: number }

/** How far the copy of the first Daybook's book was confirmed in the place. */
const beat = Type.Object({
  epoch: Type.Integer(),
  /** Litestream's number of the last transaction in the place. */
  txid: Type.Integer(),
  /** Milliseconds since the epoch: everything written before is in the place. */
  at: Type.Number(),
})

export type Beat = Static<typeof beat>

/** The largest claim or beat, in bytes. */
const noteBytesMax = 16 * 1024

/** The most claims that are read: each promotion makes one. */
const claimsMax = 1_000

const folder = 'claims'
const beatName = 'beat.json'

const nameOf = (epoch: number) => `${folder}/${String(epoch).padStart(8, '0')}.json`

/** The folder in which Litestream keeps the book of a claim. */
export const bookFolder = (epoch: number) => `book/${String(epoch).padStart(8, '0')}`

/** The claims, the last one first. Throws AppError `invalid_request` for an unreadable claim. */
export async function listClaims(place: Place): Promise<Claim[]> {
  const names = await place.list(folder)
  const epochs = names.flatMap((name) => {
    const [, digits] = /^claims\/(\d{8})\.json$/.exec(name) ?? []
    return digits === undefined ? [] : [Number(digits)]
  })
  const last = epochs.toSorted((a, b) => b - a).slice(0, claimsMax)
  return await Promise.all(last.map((epoch) => readClaim(place, epoch)))
}

async function readClaim(place: Place, epoch: number): Promise<Claim> {
  const found = readForm(claim, await place.read(nameOf(epoch), noteBytesMax))
  if (found !== undefined) return { ...found, epoch }
  throw new AppError('invalid_request', `${nameOf(epoch)} in ${place.title} is damaged.`)
}

/** False when somebody else made the claim first. */
export async function makeClaim(
  place: Place,
  { epoch, holder, manner, now }: { epoch: number; holder: string; manner: Manner; now: number },
): Promise<boolean> {
  const made: Static<typeof claim> = { holder, at: now, computer: hostname(), manner }
  return await place.create(nameOf(epoch), new TextEncoder().encode(JSON.stringify(made)))
}

/**
 * Whether somebody has claimed the book since. Throws AppError `unavailable` where the own claim is missing: a folder whose drive is not
 * mounted has no claims at all, and is no place.
 */
export async function isReplaced(
  place: Place,
  { epoch, holder }: { epoch: number; holder: string },
): Promise<boolean> {
  const next = await place.read(nameOf(epoch + 1), noteBytesMax)
  // Read after the other claim: this also shows that the drive was removed between the two reads.
  const own = readForm(claim, await place.read(nameOf(epoch), noteBytesMax))
  if (own?.holder === holder) return next !== undefined
  throw new AppError(
    'unavailable',
    `${place.title} is not the place that this Daybook copies to: plug the disk in, or connect the network drive.`,
  )
}

export async function writeBeat(place: Place, made: Beat): Promise<void> {
  await place.write(beatName, new TextEncoder().encode(JSON.stringify(made)))
}

/** Undefined before the first beat. */
export async function readBeat(place: Place): Promise<Beat | undefined> {
  return readForm(beat, await place.read(beatName, noteBytesMax))
}

/** The number of the last transaction of a claim's book in the place. 0 without any. */
export async function lastTransaction(place: Place, epoch: number): Promise<number> {
  // A folder has "ltx/0/0000000000000001-000000000000000a.ltx", S3 "0000/0000000000000001-000000000000000a.ltx": the first and last
  // transaction in hexadecimal.
  const names = await place.list(bookFolder(epoch))
  return names.reduce((last, name) => {
    const [, to = '0'] = /-([0-9a-f]{16})\.ltx$/.exec(name) ?? []
    return Math.max(last, Number.parseInt(to, 16))
  }, 0)
}

/** The first claim in the list whose book is in the place: a claimer may have failed before its first copy. Undefined without any. */
export async function firstWithBook(
  place: Place,
  claims: readonly Claim[],
): Promise<Claim | undefined> {
  for (const one of claims) {
    if ((await lastTransaction(place, one.epoch)) > 0) return one
  }
  return undefined
}
