import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../errors.ts'
import { readForm } from '../forms.ts'
import type { Place } from './place.ts'
import type { RecoveryKey } from './recovery-key.ts'

/** The file that marks a place as holding copies, and of which key: so nothing is written where a disk is not plugged in. */
const markName = 'daybook-copies.json'

const mark = Type.Object({
  format: Type.Literal('daybook-copies-1'),
  key: Type.String(),
  /** The Daybook that copies here: two would delete each other's copies. */
  writer: Type.String(),
})

/** The largest size of each file of a place, in bytes. A backup of a million files makes a list of 200 MiB at most. */
const markBytesMax = 4 * 1024
const snapshotBytesMax = 256 * 1024 * 1024

/** The size of a piece before sealing, in bytes: most documents and images are one piece, and little is held in memory. */
export const pieceBytes = 4 * 1024 * 1024

/** A sealed piece also has its nonce, a mark and a tag. */
const sealedPieceBytesMax = pieceBytes + 1024

const snapshotFolder = 'snapshots'
export const pieceFolder = 'pieces'

const entry = Type.Object({
  name: Type.String(),
  /** Bytes. */
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String(),
  /** Names of its pieces, in order. */
  pieces: Type.Array(Type.String()),
})

const snapshot = Type.Object({
  /** The time of the copied backup (ms since the epoch). */
  madeAt: Type.Integer(),
  backup: Type.String(),
  entries: Type.Array(entry),
})

/** A backup as stored in a place: its entries in the archive's order, each in pieces. */
export type Snapshot = Static<typeof snapshot>
export type SnapshotEntry = Static<typeof entry>

/** The state of a place: new, of this key, or of another key. */
export async function stateOf(place: Place, key: RecoveryKey): Promise<'new' | 'own' | 'other'> {
  const bytes = await place.read(markName, markBytesMax)
  if (bytes === undefined) return (await listSnapshots(place)).length === 0 ? 'new' : 'other'
  return readForm(mark, bytes)?.key === keyMark(key) ? 'own' : 'other'
}

/** From now on only this writer copies there. */
export async function markPlace(place: Place, key: RecoveryKey, writer: string): Promise<void> {
  const text = JSON.stringify({ format: 'daybook-copies-1', key: keyMark(key), writer })
  await place.write(markName, new TextEncoder().encode(text))
}

/** Throws AppError like `requireOwn`, and `conflict` when another Daybook copies there by now. */
export async function requireWriter(place: Place, key: RecoveryKey, writer: string): Promise<void> {
  await requireOwn(place, key)
  const bytes = await place.read(markName, markBytesMax)
  if (readForm(mark, bytes)?.writer === writer) return
  throw new AppError(
    'conflict',
    `Another Daybook copies to ${place.title} by now: name a place of its own for this one.`,
  )
}

/** Throws AppError `unavailable` for a place without its mark, `forbidden` for a place of another key. */
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

/** Reveals nothing of the key except whether it is the same. */
function keyMark(key: RecoveryKey): string {
  return key.nameOf('the key of this place').slice(0, 16)
}

/**
 * The snapshot's number in the place, then the clock's time. Any other file comes from systems and programs that leave files everywhere.
 */
export const snapshotText = Type.String({
  pattern: String.raw`^snapshots/\d{8}\.\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3])-[0-5]\d-[0-5]\d\.\d{3}Z$`,
})

/** The names of all snapshots, the newest first by number, whatever the clock said. */
export async function listSnapshots(place: Place): Promise<string[]> {
  const names = await place.list(snapshotFolder)
  return names
    .filter((name) => Value.Check(snapshotText, name))
    .toSorted()
    .toReversed()
}

/** Throws AppError `invalid_request` for a damaged snapshot. */
export async function readSnapshot(
  place: Place,
  key: RecoveryKey,
  name: string,
): Promise<Snapshot> {
  const sealed = await place.read(name, snapshotBytesMax)
  const found = readForm(snapshot, sealed === undefined ? undefined : await key.open(name, sealed))
  if (found !== undefined) return found
  throw new AppError('invalid_request', `The copy ${name} in ${place.title} is damaged.`)
}

/** Writes a snapshot after the last existing one. Returns its name. */
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
 * The warning for a place that has only older copies than before: somebody put an older state there, or it is another place. Undefined
 * where it has the newest snapshot that was seen, or a newer one.
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

/** Throws AppError `invalid_request` for a missing or changed piece. The piece stays: it may only have been read wrongly. */
export async function readPiece(place: Place, key: RecoveryKey, piece: string) {
  const name = pieceFile(piece)
  const sealed = await place.read(name, sealedPieceBytesMax)
  const bytes = sealed === undefined ? undefined : await key.open(name, sealed)
  if (bytes !== undefined) return bytes
  const what = sealed === undefined ? 'missing' : 'damaged'
  throw new AppError('invalid_request', `A piece of a copy in ${place.title} is ${what} (${name}).`)
}

/**
 * Reads a piece once more and deletes it when it exists but does not open: a damaged piece must not count as present, so that the next copy
 * writes it anew. Throws AppError as `requireWriter`: nobody else can write the piece again.
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
