import {
  type NewEntry,
  type ReadEntry,
  type WatchStep,
  databaseName,
  manifestName,
  readArchive,
  readManifest,
  unwatched,
  writeArchive,
} from '../backup/archive.ts'
import type { Backup } from '../backup/backups-folder.ts'
import { AppError } from '../errors.ts'
import type { Place } from './place.ts'
import type { RecoveryKey } from './recovery-key.ts'
import {
  type Snapshot,
  type SnapshotEntry,
  listSnapshots,
  pieceBytes,
  pieceFile,
  pieceFolder,
  readPiece,
  readSnapshot,
  removeIfDamaged,
  requireOwn,
  requireWriter,
  timeOf,
  writeSnapshot,
} from './snapshots.ts'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkDatabase } from '../backup/database-facts.ts'
import { removeFile } from '../disk/durable.ts'

/** How many days, weeks and months keep their newest copy, beside the newest of all. */
const kept = { days: 7, weeks: 5, months: 12 }

/** The place, and who copies there: see `markPlace`. */
export type Target = { place: Place; key: RecoveryKey; writer: string }

/** `written`: new bytes, sealed. `bytes`: those of the whole backup. */
export type Copied = { name: string; bytes: number; written: number }

/**
 * Copies a backup to a place, sealed. Documents and images go once: content that is already there is not written again. The snapshot comes
 * last, so an interrupted copy does not count. `snapshots`: the existing ones, the newest first. Throws AppError.
 */
export async function copyBackup(
  { place, key, writer }: Target,
  backup: Backup,
  snapshots: readonly string[],
  signal?: AbortSignal,
): Promise<Copied> {
  await requireWriter(place, key, writer)
  const pieces = await writtenPieces(place)
  const known = await knownEntries(place, key, snapshots)
  const hashes = new Map<string, string>()
  const entries: SnapshotEntry[] = []
  let written = 0
  const write = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
    const piece = key.nameOf(new Bun.CryptoHasher('sha256').update(bytes).digest('hex'))
    if (pieces.has(piece)) return piece
    signal?.throwIfAborted()
    const sealed = await key.seal(pieceFile(piece), bytes)
    await place.write(pieceFile(piece), sealed)
    pieces.add(piece)
    written += sealed.byteLength
    return piece
  }
  const take = async (entry: ReadEntry): Promise<void> => {
    const before = known.get(hashes.get(entry.name) ?? '')
    if (before !== undefined && before.pieces.every((piece) => pieces.has(piece))) {
      for await (const _ of entry.content) signal?.throwIfAborted()
      entries.push({ ...before, name: entry.name })
      return
    }
    const hash = new Bun.CryptoHasher('sha256')
    const own: string[] = []
    let text = ''
    for await (const bytes of inPieces(entry.content)) {
      hash.update(bytes)
      own.push(await write(bytes))
      if (entry.name === manifestName) text += new TextDecoder('latin1').decode(bytes)
    }
    const { name, bytes } = entry
    entries.push({ name, bytes, sha256: hash.digest('hex'), pieces: own })
    if (name !== manifestName) return
    const manifest = readManifest(Buffer.from(text, 'latin1').toString('utf8'))
    for (const { path, sha256 } of manifest.files) hashes.set(path, sha256)
  }
  await readArchive(backup.file, take, unwatched('write', backup.bytes))
  await requireWriter(place, key, writer)
  const made = { madeAt: backup.madeAt, backup: backup.name, entries }
  const name = await writeSnapshot(place, key, made, snapshots[0])
  return { name, bytes: backup.bytes, written }
}

async function writtenPieces(place: Place): Promise<Set<string>> {
  const names = await place.list(pieceFolder)
  return new Set(names.map((name) => name.slice(name.lastIndexOf('/') + 1)))
}

/** The entries of the newest undamaged snapshot, by their SHA-256. */
async function knownEntries(
  place: Place,
  key: RecoveryKey,
  names: readonly string[],
): Promise<Map<string, SnapshotEntry>> {
  for (const name of names) {
    try {
      const { entries } = await readSnapshot(place, key, name)
      return new Map(entries.map((entry) => [entry.sha256, entry]))
    } catch (error) {
      // The snapshot only saves work: a damaged one is skipped.
      if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
    }
  }
  return new Map()
}

/** Cuts at the same places each time, so that unchanged content gives the same pieces. */
async function* inPieces(
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  let gathered = new Uint8Array(pieceBytes)
  let size = 0
  for await (const part of content) {
    let rest = part
    while (rest.byteLength > 0) {
      const fitting = rest.subarray(0, pieceBytes - size)
      gathered.set(fitting, size)
      size += fitting.byteLength
      rest = rest.subarray(fitting.byteLength)
      if (size < pieceBytes) continue
      yield gathered
      gathered = new Uint8Array(pieceBytes)
      size = 0
    }
  }
  if (size > 0) yield gathered.slice(0, size)
}

/**
 * Deletes old snapshots and the pieces that no remaining snapshot needs. The first of `names`, the one just made, always stays. Throws
 * AppError, and deletes nothing, when one of the remaining snapshots cannot be read.
 */
export async function pruneCopies(
  { place, key, writer }: Target,
  names: readonly string[],
): Promise<void> {
  await requireWriter(place, key, writer)
  const stay = new Set([...names.slice(0, 1), ...keptNames(names)])
  const needed = new Set<string>()
  for (const name of stay) {
    const { entries } = await readSnapshot(place, key, name)
    for (const { pieces } of entries) for (const piece of pieces) needed.add(piece)
  }
  for (const name of names) if (!stay.has(name)) await place.remove(name)
  for (const piece of await writtenPieces(place)) {
    if (!needed.has(piece)) await place.remove(pieceFile(piece))
  }
}

/** The newest name of each of the last days, weeks and months that have any. `names`: the newest first. */
export function keptNames(names: readonly string[]): string[] {
  const periods = [
    { count: kept.days, of: (time: number) => Math.floor(time / dayMs) },
    { count: kept.weeks, of: (time: number) => Math.floor(time / dayMs / 7) },
    { count: kept.months, of: (time: number) => new Date(time).toISOString().slice(0, 7) },
  ]
  return names.filter((name) =>
    periods.some(({ count, of }) => {
      const all = [...new Set(names.map((other) => of(timeOf(other))))]
      const own = of(timeOf(name))
      return all.indexOf(own) < count && names.find((other) => of(timeOf(other)) === own) === name
    }),
  )
}

const dayMs = 24 * 60 * 60 * 1000

/** All bytes of a backup, by its snapshot. */
export function bytesIn({ entries }: Snapshot): number {
  return entries.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** How many stored files a proof reads beside the database. */
const sampledFiles = 30

/** The name of the newest snapshot, or of the newest one up to the time `at`. Throws AppError `not_found`. */
export async function findSnapshot(
  place: Place,
  key: RecoveryKey,
  at = Number.POSITIVE_INFINITY,
): Promise<string> {
  await requireOwn(place, key)
  const found = (await listSnapshots(place)).find((name) => timeOf(name) <= at)
  if (found !== undefined) return found
  throw new AppError('not_found', `There is no copy of that time in ${place.title}.`)
}

/** Puts a backup together again as one file for "daybook restore". The file must not exist yet. */
export async function fetchBackup(
  place: Place,
  key: RecoveryKey,
  name: string,
  file: string,
  watchStep: WatchStep = unwatched,
): Promise<Snapshot> {
  const snapshot = await readSnapshot(place, key, name)
  const handle = await open(file, 'wx', 0o600)
  try {
    const entries = snapshot.entries.map((entry) => archived(place, key, entry))
    await writeArchive(handle, entries, snapshot.madeAt, watchStep('write', bytesIn(snapshot)))
    await handle.sync()
  } catch (error) {
    await handle.close()
    await rm(file, { force: true })
    throw error
  }
  await handle.close()
  return snapshot
}

function archived(place: Place, key: RecoveryKey, entry: SnapshotEntry): NewEntry {
  return { name: entry.name, bytes: entry.bytes, content: () => contentOf(place, key, entry) }
}

/** `onDamaged` receives a piece that could not be read. */
async function* contentOf(
  place: Place,
  key: RecoveryKey,
  { name, sha256, pieces }: SnapshotEntry,
  onDamaged: (piece: string) => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const hash = new Bun.CryptoHasher('sha256')
  for (const piece of pieces) {
    const bytes = await readPiece(place, key, piece).catch(async (error: unknown) => {
      await onDamaged(piece)
      throw error
    })
    hash.update(bytes)
    yield bytes
  }
  if (hash.digest('hex') !== sha256) {
    throw new AppError('invalid_request', `${name} in ${place.title} is not what was copied.`)
  }
}

/**
 * Proves a copy by fetching a sample: its manifest, its whole database, which is checked as before a restore, and some of its files,
 * different ones each time. Throws AppError for changed content. A damaged piece is then deleted, so that the next copy writes it anew.
 * `folder`: a place for the database meanwhile.
 */
export async function proveCopy(
  target: Target,
  folder: string,
): Promise<{ name: string; files: number }> {
  const { place, key } = target
  const contentToProve = (entry: SnapshotEntry) =>
    contentOf(place, key, entry, (piece) => removeIfDamaged(target, piece))
  const name = await findSnapshot(place, key)
  const { entries } = await readSnapshot(place, key, name)
  const entryOf = (wanted: string) => {
    const entry = entries.find((candidate) => candidate.name === wanted)
    if (entry === undefined)
      throw new AppError('invalid_request', `The copy ${name} has no ${wanted}.`)
    return entry
  }
  const text = await Array.fromAsync(contentToProve(entryOf(manifestName)))
  const manifest = readManifest(Buffer.concat(text).toString('utf8'))
  // One proof at a time: what a killed proof left is deleted here.
  const work = join(folder, 'proof')
  await removeFile(work)
  await mkdir(work, { mode: 0o700 })
  try {
    const file = join(work, databaseName)
    await using sink = await open(file, 'wx', 0o600)
    for await (const piece of contentToProve(entryOf(databaseName))) await sink.writeFile(piece)
    await sink.sync()
    checkDatabase(file, manifest)
  } finally {
    await removeFile(work)
  }
  const sample = shuffled(entries.filter(({ name: path }) => path.includes('/'))).slice(
    0,
    sampledFiles,
  )
  for (const entry of sample) {
    for await (const _ of contentToProve(entry)) continue
  }
  return { name, files: sample.length }
}

function shuffled<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}
