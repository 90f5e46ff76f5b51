import { hostname } from 'node:os'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../errors.ts'
import type { Place } from '../offsite/place.ts'

/*
 * Who may write the book. Each promotion makes a claim with the next number, which a place takes once (S3:
 * If-None-Match): the highest one counts. Each claim has its own folder for its book, so that one who does not know yet
 * that it was replaced disturbs nobody. Clocks decide nothing.
 */

/** How careful the first one is: whoever takes over goes on like it. */
export const mannerSchema = Type.Object({
  /** Whether an answer waits until the copy is confirmed. */
  waits: Type.Boolean(),
  /** It takes no more once nothing was confirmed for so long; null: it goes on. */
  stopAfterSeconds: Type.Union([Type.Null(), Type.Integer({ minimum: 1 })]),
})

export type Manner = Static<typeof mannerSchema>

const claim = Type.Object({
  holder: Type.String(),
  /** Milliseconds since the epoch, by the clock of who claimed. */
  at: Type.Number(),
  /** For people. */
  computer: Type.String(),
  manner: mannerSchema,
})

export type Claim = Static<typeof claim> & { epoch: number }

/** How far the first's book was confirmed in the place. */
const beat = Type.Object({
  epoch: Type.Integer(),
  /** Litestream's number of the last transaction that is in the place. */
  txid: Type.Integer(),
  /** Milliseconds since the epoch: all that was written before is in the place. */
  at: Type.Number(),
})

export type Beat = Static<typeof beat>

/** The most that a claim or a beat may have, in bytes. */
const noteBytesMax = 16 * 1024

/** Claims that are read: each promotion makes one. */
const claimsMax = 1_000

const folder = 'claims'
const beatName = 'beat.json'

const nameOf = (epoch: number) => `${folder}/${String(epoch).padStart(8, '0')}.json`

/** Where Litestream keeps the book of a claim. */
export const bookFolder = (epoch: number) => `book/${String(epoch).padStart(8, '0')}`

/** The claims, the last one first. Throws AppError `invalid_request` for one that cannot be read. */
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
  const found = jsonOf(await place.read(nameOf(epoch), noteBytesMax))
  if (Value.Check(claim, found)) return { ...found, epoch }
  throw new AppError('invalid_request', `${nameOf(epoch)} in ${place.title} is damaged.`)
}

/** False when somebody else was first. */
export async function makeClaim(
  place: Place,
  { epoch, holder, manner, now }: { epoch: number; holder: string; manner: Manner; now: number },
): Promise<boolean> {
  const made: Static<typeof claim> = { holder, at: now, computer: hostname(), manner }
  return await place.create(nameOf(epoch), new TextEncoder().encode(JSON.stringify(made)))
}

/**
 * Whether somebody has claimed the book since. Throws AppError `unavailable` where the own claim is not found: a folder whose
 * drive is not mounted has no claims at all, and is no place.
 */
export async function isReplaced(
  place: Place,
  { epoch, holder }: { epoch: number; holder: string },
): Promise<boolean> {
  const next = await place.read(nameOf(epoch + 1), noteBytesMax)
  // After the other one: it tells too when the drive went away between the two.
  const own = jsonOf(await place.read(nameOf(epoch), noteBytesMax))
  if (Value.Check(claim, own) && own.holder === holder) return next !== undefined
  throw new AppError(
    'unavailable',
    `${place.title} is not the place that this Daybook copies to: plug the disk in, or connect the network drive.`,
  )
}

export async function writeBeat(place: Place, made: Beat): Promise<void> {
  await place.write(beatName, new TextEncoder().encode(JSON.stringify(made)))
}

/** Undefined when there is none yet. */
export async function readBeat(place: Place): Promise<Beat | undefined> {
  const found = jsonOf(await place.read(beatName, noteBytesMax))
  return Value.Check(beat, found) ? found : undefined
}

/** The number of the last transaction of a claim's book that is in the place; 0 when there is none. */
export async function lastTransaction(place: Place, epoch: number): Promise<number> {
  // A folder has "ltx/0/0000000000000001-000000000000000a.ltx", S3 "0000/0000000000000001-000000000000000a.ltx": from which
  // transaction to which, in hexadecimal.
  const names = await place.list(bookFolder(epoch))
  return names.reduce((last, name) => {
    const [, to = '0'] = /-([0-9a-f]{16})\.ltx$/.exec(name) ?? []
    return Math.max(last, Number.parseInt(to, 16))
  }, 0)
}

/**
 * The first one in the list whose book is in the place: who claimed may have broken before its first copy. Undefined when
 * there is none.
 */
export async function firstWithBook(
  place: Place,
  claims: readonly Claim[],
): Promise<Claim | undefined> {
  for (const one of claims) {
    if ((await lastTransaction(place, one.epoch)) > 0) return one
  }
  return undefined
}

function jsonOf(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
