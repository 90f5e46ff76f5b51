import { patientPauseMs, patientSliceMs, sliceMs, within } from '../turns.ts'
import type { SteppedCommand } from './commands.ts'
import type { Conn } from './connection.ts'
import type { WriteQueue } from './write-queue.ts'

/** All items, in order. When only the database knows them: a function that returns the next ones, and an empty list at the end. */
export type Items<T> = readonly T[] | ((conn: Conn) => readonly T[])

export type SliceOptions = {
  /** A transaction takes no further item after this many milliseconds. Default: see turns.ts. */
  ms?: number
  /** True when nobody waits for the result: other writes go first. */
  isPatient?: boolean
  /** False for a list so short that other commands may share its transaction. */
  alone?: boolean
}

/**
 * Writes many items in transactions that keep nobody waiting for long. `work` receives a list of items, writes at least one of them, and
 * returns the result of its transaction. The result is yielded after the commit. A caller who stops listening stops the writing. Like each
 * command, `work` may run again after a failed commit.
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

/** Runs a command in steps, undoes it, and returns its result. Nothing is written. */
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
