import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Type, type Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { DataDir } from '../disk/data-dir.ts'
import { renameFile } from '../disk/durable.ts'
import type { Log } from '../log.ts'
import type { Clock } from '../time.ts'

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
