import { Type, type Static } from '@sinclair/typebox'
import { listBackups, type Backup } from '../backup/backups-folder.ts'
import { takeLock } from '../db/instance-lock.ts'
import type { Conn } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { AppError, problemOf } from '../errors.ts'
import { jobs, requireIdle, type Job } from '../jobs.ts'
import { sealedText, uuidText } from '../forms.ts'
import type { Log } from '../log.ts'
import type { Clock } from '../time.ts'
import type { Secrets } from '../secrets.ts'
import { clearSetting, declareSetting, readSetting, writeSetting } from '../settings.ts'
import { type Copied, type Target, copyBackup, proveCopy, pruneCopies } from './copies.ts'
import { type PlaceAddress, endedBy, limitedPlace, openPlace, placeSchema } from './place.ts'
import { newRecoveryText, recoveryKey, type RecoveryKey } from './recovery-key.ts'
import {
  listSnapshots,
  markPlace,
  olderState,
  requireWriter,
  snapshotText,
  stateOf,
  timeOf,
} from './snapshots.ts'
import { join } from 'node:path'

/** How often a sample of the copies is fetched as proof, in milliseconds. */
const proveEveryMs = 7 * 24 * 60 * 60 * 1000

/** How long a piece of a copy may take over a slow line, and how long the first try of a new place may, in milliseconds. */
const callLimitMs = 10 * 60_000
const nameLimitMs = 20_000

/** Where backups are copied to. The key and the place's secret are sealed. Null: nowhere. */
export const offsiteSetting = declareSetting({
  name: 'offsite',
  schema: Type.Union([
    Type.Null(),
    Type.Object({
      place: placeSchema,
      key: sealedText,
      secret: sealedText,
      writer: uuidText,
    }),
  ]),
  default: null,
})

/** The results of the last copy and the last proof. Times in milliseconds since the epoch. 0: never. */
export const stateSetting = declareSetting({
  name: 'offsite.state',
  schema: Type.Object({
    copiedAt: Type.Number(),
    /** The name of the backup that was last copied. */
    backup: Type.String(),
    provedAt: Type.Number(),
    /** Why the last try failed. Null when it worked. */
    problem: Type.Union([Type.String(), Type.Null()]),
    /** The newest snapshot that was seen or made there: if the place has only older ones, its state was changed. */
    newest: Type.Optional(snapshotText),
  }),
  default: { copiedAt: 0, backup: '', provedAt: 0, problem: null },
})

export type OffsiteState = Static<typeof stateSetting.schema>

export type OffsiteDeps = { database: Database; dir: DataDir; secrets: Secrets }

export type SwitchOn = {
  place: PlaceAddress
  /** The secret of the S3 access key. Empty for a folder. */
  secret: string
  /** The key of copies that are already in the place. Undefined makes a new key. */
  keyText?: string | undefined
}

/**
 * Copies backups to a place from now on. Returns the key that opens the copies, for printing. Throws AppError `conflict` when the place
 * holds copies of another key.
 */
export async function switchOn(
  { database, secrets }: OffsiteDeps,
  { place: address, secret, keyText }: SwitchOn,
): Promise<RecoveryKey> {
  const key = await recoveryKey(keyText ?? newRecoveryText())
  const place = limitedPlace(openPlace(address, secret), { limitMs: nameLimitMs })
  const state = await stateOf(place, key)
  if (state === 'other') {
    throw new AppError(
      'conflict',
      `There are copies in ${place.title} already: take another place, or go on with the key that was printed for them: the Daybook that copied there then stops.`,
    )
  }
  const writer = crypto.randomUUID()
  await markPlace(place, key, writer)
  const kept = {
    place: address,
    key: await secrets.seal(key.text),
    secret: await secrets.seal(secret),
    writer,
  }
  await database.write((conn) => {
    writeSetting(conn, offsiteSetting, kept)
    writeSetting(conn, stateSetting, stateSetting.default)
  })
  return key
}

/** Existing copies stay. */
export async function switchOff({ database }: Pick<OffsiteDeps, 'database'>): Promise<void> {
  await database.write((conn) => {
    for (const setting of [offsiteSetting, stateSetting]) clearSetting(conn, setting)
  })
}

/** The place and its state. Undefined while nothing is copied. */
export function shownOffsite(conn: Conn): { place: PlaceAddress; state: OffsiteState } | undefined {
  const setting = readSetting(conn, offsiteSetting)
  if (setting === null) return undefined
  return { place: setting.place, state: readSetting(conn, stateSetting) }
}

/**
 * Each call to the place takes at most `limitMs`. Throws AppError `not_found` while nothing is copied, `conflict` where the key cannot be
 * read, as after a restore elsewhere.
 */
export async function openOffsite(
  { database, secrets }: Pick<OffsiteDeps, 'database' | 'secrets'>,
  limitMs = callLimitMs,
): Promise<Target> {
  const setting = readSetting(database.read, offsiteSetting)
  if (setting === null) {
    throw new AppError(
      'not_found',
      'There is no second place for backups: "daybook offsite set" names one.',
    )
  }
  const { text, secret } = await requireKey(secrets, setting)
  const place = limitedPlace(openPlace(setting.place, secret), { limitMs })
  return { place, key: await recoveryKey(text), writer: setting.writer }
}

/** Throws AppError `conflict` where the key cannot be read, as in a book from elsewhere. */
export async function requireKey(
  secrets: Secrets,
  sealed: { key: string; secret: string },
): Promise<{ text: string; secret: string }> {
  const [text, secret] = [await secrets.open(sealed.key), await secrets.open(sealed.secret)]
  if (text !== undefined && secret !== undefined) return { text, secret }
  throw new AppError(
    'conflict',
    'The key of the second place is not on this computer: name the place again, with the key that was printed.',
  )
}

/**
 * Copies the newest backup, proves the copies once a week, and records the results. Throws AppError when something prevents that, and
 * `conflict` while another process does it.
 */
export async function copyOffsite(
  deps: OffsiteDeps,
  now: number,
  signal?: AbortSignal,
): Promise<Copied | undefined> {
  const { database, dir } = deps
  const note = notesFor(database)
  return await alone(dir, async () => {
    try {
      const target = endedTarget(await openOffsite(deps), signal)
      const backup = newestBackup(dir)
      const { backup: last, provedAt, problem, newest } = readSetting(database.read, stateSetting)
      // After a failure everything is checked again: a damaged piece is written anew.
      const isThere = backup.name === last && problem === null
      if (isThere) await requireWriter(target.place, target.key, target.writer)
      const before = await listSnapshots(target.place)
      const older = olderState(target.place, before, newest)
      // A new copy is numbered after the newest that was ever there.
      const known = older === undefined || newest === undefined ? before : [newest, ...before]
      const isKept = isThere && older === undefined
      const copied = isKept ? undefined : await copyBackup(target, backup, known, signal)
      if (copied !== undefined) {
        await note({ copiedAt: now, backup: backup.name, newest: copied.name })
      }
      // Also when the last proof was dated by a wrong clock.
      if (Math.abs(now - provedAt) >= proveEveryMs) {
        await proveCopy(target, dir.backups)
        await note({ provedAt: now })
      }
      if (copied !== undefined) await pruneCopies(target, [copied.name, ...before])
      if (older !== undefined) throw older
      await note({ problem: null })
      return copied
    } catch (error) {
      await note({ problem: problemOf(error) })
      throw error
    }
  })
}

/** When the newest copy was made that the place had and no longer has (ms since the epoch). Undefined when none is missing. */
export function missingCopy(conn: Conn, snapshots: readonly string[]): number | undefined {
  const { newest } = readSetting(conn, stateSetting)
  if (newest === undefined || (snapshots[0] ?? '') >= newest) return undefined
  return timeOf(newest)
}

function endedTarget(target: Target, signal: AbortSignal | undefined): Target {
  return signal === undefined ? target : { ...target, place: endedBy(target.place, signal) }
}

/** Fetches a sample now, and records the result. */
export async function proveOffsite(deps: OffsiteDeps, now: number, limitMs = callLimitMs) {
  const { database, dir } = deps
  const note = notesFor(database)
  const target = await openOffsite(deps, limitMs)
  return await alone(dir, async () => {
    try {
      const proved = await proveCopy(target, dir.backups)
      await note({ provedAt: now, problem: null })
      return proved
    } catch (error) {
      if (error instanceof AppError) await note({ problem: error.message })
      throw error
    }
  })
}

/** Records results only for the place that is configured now: another place may be configured meanwhile. */
function notesFor(database: Database) {
  const begun = readSetting(database.read, offsiteSetting)?.writer
  return (change: Partial<OffsiteState>) =>
    database.write((conn) => {
      if (readSetting(conn, offsiteSetting)?.writer !== begun) return
      writeSetting(conn, stateSetting, { ...readSetting(conn, stateSetting), ...change })
    })
}

async function alone<T>(dir: DataDir, work: () => Promise<T>): Promise<T> {
  using lock = takeLock(join(dir.backups, 'offsite.lock'), 'exclusive', 'offsite')
  if (lock !== undefined) return await work()
  throw new AppError(
    'conflict',
    'Backups are being copied at this moment. Try again when that is done.',
  )
}

function newestBackup(dir: DataDir): Backup {
  const [newest] = listBackups(dir)
  if (newest !== undefined) return newest
  throw new AppError('not_found', 'There is no backup yet: "daybook backup create" makes one.')
}

type Work = { copied: Copied | null }

/** Copies for somebody at the console, one at a time. */
export type OffsiteJobs = {
  last(): Job<Work> | undefined
  /** Starts a copy. Throws AppError `conflict` while one runs. */
  begin(): void
  stop(): Promise<void>
}

export function offsiteJobs(deps: OffsiteDeps & { clock: Clock; log: Log }): OffsiteJobs {
  const copies = jobs<Work>(deps)
  return {
    last: copies.last,
    stop: copies.stop,
    begin() {
      requireIdle(copies, 'Backups are being copied at this moment.')
      copies.begin({ copied: null }, async (job, signal) => {
        job.copied = (await copyOffsite(deps, deps.clock.now(), signal)) ?? null
      })
    },
  }
}
