import { readFileSync } from 'node:fs'
import { type Static, Type } from '@sinclair/typebox'
import type { DataDir } from '../disk/data-dir.ts'
import { removeFile, renameFile, writeJson } from '../disk/durable.ts'
import { AppError, hasCode } from '../errors.ts'
import { placeSchema } from '../offsite/place.ts'
import { secretsIn } from '../secrets.ts'
import { mannerSchema } from './claims.ts'
import { readForm } from '../forms.ts'
import { writeFile } from 'node:fs/promises'
import { Value } from '@sinclair/typebox/value'
import type { Log } from '../log.ts'
import type { Clock } from '../time.ts'

/**
 * The role of a data directory among the copies of its book. It is in a file and not in the book: the book is copied, and a copy must not
 * take itself for the first Daybook.
 */
const replica = Type.Object({
  /**
   * `first` writes and is copied. `replaced` was the first one and writes nothing any more. `standby` follows. `promoting` is a standby
   * that has claimed the book.
   */
  role: Type.Union([
    Type.Literal('first'),
    Type.Literal('replaced'),
    Type.Literal('standby'),
    Type.Literal('promoting'),
  ]),
  place: placeSchema,
  /** The secret of the S3 access key, sealed. */
  secret: Type.String(),
  /** The id of this data directory in claims: no other directory has it. */
  holder: Type.String(),
  /** The claim that it holds or follows: see claims.ts. */
  epoch: Type.Integer({ minimum: 1 }),
  manner: mannerSchema,
  /** The computer that has taken over from a `replaced` one. */
  replacedBy: Type.Optional(Type.String()),
  /** Why the last state in the place was refused at the promotion: the Daybook used the state before it. */
  passedOver: Type.Optional(Type.String()),
  /** Litestream's notes beside the book concern another place, and are deleted before Litestream runs. */
  startsAnew: Type.Optional(Type.Boolean()),
})

export type Replica = Static<typeof replica>

/** Undefined where nothing is copied or followed. Throws AppError `conflict` for an unreadable file. */
export function readReplica({ replica: file }: Pick<DataDir, 'replica'>): Replica | undefined {
  const text = textOrNothing(file)
  if (text === undefined) return undefined
  const found = readForm(replica, text)
  if (found !== undefined) return found
  throw new AppError(
    'conflict',
    `${file} says how the book is copied, and cannot be read: name the place again with "daybook replicate set".`,
  )
}

/** Only a missing file means that nothing is copied. A file that cannot be read may fence this Daybook off. */
function textOrNothing(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return undefined
    throw error
  }
}

export async function writeReplica(dir: DataDir, kept: Replica): Promise<void> {
  await writeJson(dir.replica, kept)
}

/** Changes the file, unless somebody has configured another place meanwhile. */
export async function changeReplica(
  dir: DataDir,
  known: Replica,
  change: Partial<Replica>,
): Promise<void> {
  const kept = readReplica(dir)
  if (kept?.epoch !== known.epoch || !Bun.deepEquals(kept.place, known.place)) return
  await writeReplica(dir, { ...kept, ...change })
}

export async function removeReplica(dir: DataDir): Promise<void> {
  await removeFile(dir.replica)
  await removeFile(dir.replicaStatus)
}

/** Throws AppError `conflict` where the sealing key is not on this computer. */
export async function secretOf(dir: DataDir, { secret }: Replica): Promise<string> {
  const text = await secretsIn(dir.secretKey).open(secret)
  if (text !== undefined) return text
  throw new AppError(
    'conflict',
    'The secret of the place for copies is not on this computer: name the place again.',
  )
}

const status = Type.Object({
  /** When this was written (ms since the epoch). */
  at: Type.Number(),
  /** Everything written before this time is in the place. 0: nothing yet. */
  confirmedAt: Type.Number(),
  /** Why copying, or following on a standby, does not go on. Null when it works. */
  problem: Type.Union([Type.String(), Type.Null()]),
  /** The computer that has claimed the book since. Null while none has. */
  replacedBy: Type.Union([Type.String(), Type.Null()]),
  /** Documents and images that are not in the place yet. */
  filesWaiting: Type.Integer(),
})

/** The state of a book's copies, for other processes. */
export type ReplicaStatus = Static<typeof status>

/** Undefined before a server has written a status. */
export function readStatus({ replicaStatus }: Pick<DataDir, 'replicaStatus'>) {
  try {
    const found: unknown = JSON.parse(readFileSync(replicaStatus, 'utf8'))
    return Value.Check(status, found) ? found : undefined
  } catch {
    // The file is written anew every few seconds.
    return undefined
  }
}

export async function writeStatus(
  { replicaStatus }: Pick<DataDir, 'replicaStatus'>,
  said: ReplicaStatus,
): Promise<void> {
  const part = `${replicaStatus}.part`
  await writeFile(part, JSON.stringify(said), { mode: 0o600 })
  await renameFile(part, replicaStatus)
}

/** How often a standby writes its status when nothing has changed, in milliseconds. */
const tellEveryMs = 5_000

type Told = Pick<ReplicaStatus, 'problem' | 'confirmedAt'>

/** Writes the status of a standby, for other processes. */
export function statusTeller({ dir, clock, log }: { dir: DataDir; clock: Clock; log: Log }) {
  let told: string | null | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  return async ({ problem, confirmedAt }: Told): Promise<void> => {
    if (problem === told && performance.now() - toldAt < tellEveryMs) return
    told = problem
    toldAt = performance.now()
    const at = clock.now()
    try {
      await writeStatus(dir, { at, confirmedAt, problem, replacedBy: null, filesWaiting: 0 })
    } catch (error) {
      log.warn('How the standby goes could not be noted.', { error })
    }
  }
}

/** Used where its name is unknown. */
export const anotherComputer = 'another computer'

export function replacedSentence(computer: string): string {
  return `${computer} has taken over as the first Daybook: this one writes nothing any more. Stop it; started with --follow it becomes a standby, and keeps its old book aside.`
}

/** `refusal`: why the last state in the place was refused at the promotion. */
export function wentOnBefore(refusal: string): string {
  return `${refusal} This Daybook was promoted with the book that it had followed until then.`
}
