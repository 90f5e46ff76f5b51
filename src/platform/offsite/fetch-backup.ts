import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unwatched, type NewEntry, type WatchStep, writeArchive } from '../backup/archive.ts'
import { checkDatabase } from '../backup/database-facts.ts'
import { databaseName, manifestName, readManifest } from '../backup/manifest.ts'
import { removeFile } from '../disk/durable.ts'
import { AppError } from '../errors.ts'
import { bytesIn, type Target } from './copy-backup.ts'
import type { Place } from './place.ts'
import type { RecoveryKey } from './recovery-key.ts'
import {
  listSnapshots,
  readPiece,
  readSnapshot,
  removeIfDamaged,
  requireOwn,
  timeOf,
  type Snapshot,
  type SnapshotEntry,
} from './snapshots.ts'

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
