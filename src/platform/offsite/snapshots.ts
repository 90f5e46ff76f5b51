import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../errors.ts'
import type { Place } from './place.ts'
import type { RecoveryKey } from './recovery-key.ts'

/** Says of a place that it holds copies, and of which key: so nothing is written where a disk is not plugged in. */
const markName = 'daybook-copies.json'

const mark = Type.Object({
  format: Type.Literal('daybook-copies-1'),
  key: Type.String(),
  /** Which Daybook copies here: two would remove each other's copies. */
  writer: Type.String(),
})

/** The most that each file of a place may have, in bytes. A backup of a million files makes a list of 200 MiB at most. */
const markBytesMax = 4 * 1024
const snapshotBytesMax = 256 * 1024 * 1024

/** A piece in clear, in bytes: most documents and images are one, and what is held in memory stays small. */
export const pieceBytes = 4 * 1024 * 1024

/** Sealed, a piece has its nonce, a mark and a tag besides. */
const sealedPieceBytesMax = pieceBytes + 1024

const snapshotFolder = 'snapshots'
export const pieceFolder = 'pieces'

const entry = Type.Object({
  name: Type.String(),
  /** Bytes. */
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String(),
  /** Names of its pieces in their order. */
  pieces: Type.Array(Type.String()),
})

const snapshot = Type.Object({
  /** Of the backup that was copied (ms since the epoch). */
  madeAt: Type.Integer(),
  backup: Type.String(),
  entries: Type.Array(entry),
})

/** A backup as it lies in a place: its entries in the archive's order, each in pieces. */
export type Snapshot = Static<typeof snapshot>
export type SnapshotEntry = Static<typeof entry>

/** What a place says it is: a new one, one of this key, or one of another. */
export async function stateOf(place: Place, key: RecoveryKey): Promise<'new' | 'own' | 'other'> {
  const bytes = await place.read(markName, markBytesMax)
  if (bytes === undefined) return (await listSnapshots(place)).length === 0 ? 'new' : 'other'
  return readMark(bytes)?.key === keyMark(key) ? 'own' : 'other'
}

/** From now on this writer alone copies there. */
export async function markPlace(place: Place, key: RecoveryKey, writer: string): Promise<void> {
  const text = JSON.stringify({ format: 'daybook-copies-1', key: keyMark(key), writer })
  await place.write(markName, new TextEncoder().encode(text))
}

/** Throws AppError like `requireOwn`, and `conflict` where another Daybook copies to by now. */
export async function requireWriter(place: Place, key: RecoveryKey, writer: string): Promise<void> {
  await requireOwn(place, key)
  const bytes = await place.read(markName, markBytesMax)
  if (bytes !== undefined && readMark(bytes)?.writer === writer) return
  throw new AppError(
    'conflict',
    `Another Daybook copies to ${place.title} by now: name a place of its own for this one.`,
  )
}

function readMark(bytes: Uint8Array): Static<typeof mark> | undefined {
  try {
    const found: unknown = JSON.parse(new TextDecoder().decode(bytes))
    return Value.Check(mark, found) ? found : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Throws AppError `unavailable` for a place without its mark, `forbidden` for one of another key. */
export async function requireOwn(place: Place, key: RecoveryKey): Promise<void> {
  const state = await stateOf(place, key)
  if (state === 'own') return
  if (state === 'other') {
    throw new AppError('forbidden', `The copies in ${place.title} were made with another key.`)
  }
  throw new AppError(
    'unavailable',
    `There are no copies in ${place.title}: is the disk plugged in, or the network drive connected?`,
  )
}

/** Says nothing of the key but whether it is the same. */
function keyMark(key: RecoveryKey): string {
  return key.nameOf('the key of this place').slice(0, 16)
}

/** Its number in the place, then what the clock said. Other files come from systems and programs that leave some everywhere. */
export const snapshotText = Type.String({
  pattern: String.raw`^snapshots/\d{8}\.\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])-[0-5]\d-[0-5]\d\.\d{3}Z$`,
})

/** The names of all snapshots, the last made first, whatever the clock said. */
export async function listSnapshots(place: Place): Promise<string[]> {
  const names = await place.list(snapshotFolder)
  return names
    .filter((name) => Value.Check(snapshotText, name))
    .toSorted()
    .toReversed()
}

/** Throws AppError `invalid_request` for one that is damaged. */
export async function readSnapshot(
  place: Place,
  key: RecoveryKey,
  name: string,
): Promise<Snapshot> {
  const sealed = await place.read(name, snapshotBytesMax)
  const bytes = sealed === undefined ? undefined : await key.open(name, sealed)
  const found: unknown =
    bytes === undefined ? undefined : JSON.parse(new TextDecoder().decode(bytes))
  if (Value.Check(snapshot, found)) return found
  throw new AppError('invalid_request', `The copy ${name} in ${place.title} is damaged.`)
}

/** Writes one after the last that is there. Returns its name. */
export async function writeSnapshot(
  place: Place,
  key: RecoveryKey,
  made: Snapshot,
  last = '',
): Promise<string> {
  const number = String(Number(last.slice(snapshotFolder.length + 1).slice(0, 8)) + 1)
  const stamp = new Date(made.madeAt).toISOString().replaceAll(':', '-')
  const name = `${snapshotFolder}/${number.padStart(8, '0')}.${stamp}`
  const bytes = new TextEncoder().encode(JSON.stringify(made))
  await place.write(name, await key.seal(name, bytes))
  return name
}

/** When the backup of a snapshot was made (ms since the epoch), by its name. */
export function timeOf(name: string): number {
  const [, day = '', time = ''] = /(\d{4}-\d\d-\d\d)T(.+)Z$/.exec(name) ?? []
  return Date.parse(`${day}T${time.replaceAll('-', ':')}Z`)
}

/**
 * What to say of a place that has only older copies than it had: somebody has put an older state there, or it is another one.
 * Undefined where it has the newest that was seen, or a newer one.
 */
export function olderState(
  place: Pick<Place, 'title'>,
  snapshots: readonly string[],
  newest: string | undefined,
): AppError | undefined {
  const [last] = snapshots
  if (newest === undefined || (last !== undefined && last >= newest)) return undefined
  const found =
    last === undefined ? 'has none any more' : `has only older ones, up to ${dated(last)}`
  return new AppError(
    'conflict',
    `${place.title} had a copy of ${dated(newest)}, and ${found}: somebody put an older state there, or it is another place. Look who may write to it. The newest backup is copied anew.`,
  )
}

function dated(name: string): string {
  return new Date(timeOf(name)).toISOString()
}

/** Throws AppError `invalid_request` for a piece that is not there, or not what it was. It stays: it may only have been read wrongly. */
export async function readPiece(place: Place, key: RecoveryKey, piece: string) {
  const name = pieceFile(piece)
  const sealed = await place.read(name, sealedPieceBytesMax)
  const bytes = sealed === undefined ? undefined : await key.open(name, sealed)
  if (bytes !== undefined) return bytes
  const what = sealed === undefined ? 'missing' : 'damaged'
  throw new AppError('invalid_request', `A piece of a copy in ${place.title} is ${what} (${name}).`)
}

/**
 * Removes a piece that is there and does not open, read once more: what is damaged must not count as there, so that the next copy
 * writes it anew. Throws AppError as `requireWriter`: nobody else can write it again.
 */
export async function removeIfDamaged(
  { place, key, writer }: { place: Place; key: RecoveryKey; writer: string },
  piece: string,
): Promise<void> {
  await requireWriter(place, key, writer)
  const name = pieceFile(piece)
  const sealed = await place.read(name, sealedPieceBytesMax)
  if (sealed === undefined || (await key.open(name, sealed)) !== undefined) return
  await place.remove(name)
}

export function pieceFile(piece: string): string {
  return `${pieceFolder}/${piece.slice(0, 2)}/${piece}`
}
