import { patientPauseMs, patientSliceMs, sliceMs, within } from '../turns.ts'
import type { SteppedCommand } from './commands.ts'
import type { Conn } from './connection.ts'
import type { WriteQueue } from './write-queue.ts'

/** All items, in order; or, for what is only known in the database, those that come next: none when all are done. */
export type Items<T> = readonly T[] | ((conn: Conn) => readonly T[])

export type SliceOptions = {
  /** A transaction takes no further item after so many milliseconds. Left out: see turns.ts. */
  ms?: number
  /** Whether nobody waits for it: others go first. */
  isPatient?: boolean
  /** False for a list so short that it may be written together with the commands of others. */
  alone?: boolean
}

/**
 * Writes many items in transactions that keep nobody waiting for long. `work` writes those that are given to it, one at
 * least, and gives its transaction's result, which comes after the commit: whoever stops listening ends it there. Like each
 * command `work` may be run again after a failed commit.
 */
export async function* writeEach<T, R>(
  queue: Pick<WriteQueue, 'write'>,
  items: Items<T>,
  { isPatient = false, ms = isPatient ? patientSliceMs : sliceMs, alone = true }: SliceOptions,
  work: (conn: Conn, some: Iterable<T>) => R,
): AsyncGenerator<R, void> {
  const count = typeof items === 'function' ? Number.POSITIVE_INFINITY : items.length
  for (let start = 0; start < count;) {
    const slice = await queue.write(
      (conn) => {
        const left = typeof items === 'function' ? items(conn) : items.slice(start)
        if (left.length === 0) return undefined
        let taken = 0
        const counted = (function* () {
          for (const item of within(left, ms)) {
            taken++
            yield item
          }
        })()
        const result = work(conn, counted)
        return { result, taken }
      },
      { alone },
    )
    if (slice === undefined) return
    yield slice.result
    start += slice.taken
    if (isPatient) await Bun.sleep(patientPauseMs)
  }
}

/** Does all of a command in steps, takes it back, and gives what it said: nothing is written. */
export async function tryOut<T>(queue: WriteQueue, command: SteppedCommand<T>): Promise<T> {
  let tried: { result: T } | undefined
  const takenBack = new Error('It was only tried.')
  try {
    return await queue.writeInSteps(function* (conn): Generator<undefined, never> {
      tried = { result: yield* command(conn) }
      throw takenBack
    })
  } catch (error) {
    if (error === takenBack && tried !== undefined) return tried.result
    throw error
  }
}
