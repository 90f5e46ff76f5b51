import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import type { ImportTarget, Outcome, Tally } from './kind.ts'

/** Lines, and characters of them, that are held at once. */
const sliceLines = 100
const sliceCharacters = 4 * 1024 * 1024

/** A transaction takes no further line after this time: with its commit it stays below 50 ms (source: design). */
export const commandMs = 25

/** The pause between two transactions, so that a running server and others come in between. */
export const pauseMs = 10

/** Groups lines as they come. */
export async function* inSlices<T extends { size: number }>(
  lines: AsyncIterable<T>,
): AsyncGenerator<T[]> {
  let slice: T[] = []
  let characters = 0
  for await (const line of lines) {
    slice.push(line)
    characters += line.size
    if (slice.length < sliceLines && characters < sliceCharacters) continue
    yield slice
    slice = []
    characters = 0
  }
  if (slice.length > 0) yield slice
}

/** What an act made of a line. */
export type Entered = { outcome: Outcome; warnings?: readonly string[] }

/**
 * Enters items in transactions that are short enough for a running server, and tallies what became of them.
 * `enter` throws AppError for a bad line, and then it has written nothing.
 */
export async function enterAll<T extends { line: number }>(
  { database, tally }: Pick<ImportTarget, 'database' | 'tally'>,
  items: readonly T[],
  enter: (conn: Conn, item: T) => Entered,
): Promise<void> {
  const slices = database.writeEach(items, { ms: commandMs }, (conn, some) =>
    Array.from(some, (item) => ({ line: item.line, ...orError(() => enter(conn, item)) })),
  )
  for await (const slice of slices) {
    for (const { line, ...became } of slice) tallyEntered(tally, line, became)
    await Bun.sleep(pauseMs)
  }
}

function tallyEntered(tally: Tally, line: number, became: Entered | { error: string }): void {
  if ('error' in became) return tally.fail(line, became.error)
  tally.count(became.outcome)
  for (const warning of became.warnings ?? []) tally.warn(line, warning)
}

/** What the work returns, or what it says is wrong with the line. */
export function orError<T>(work: () => T): T | { error: string } {
  try {
    return work()
  } catch (error) {
    return lineError(error)
  }
}

/** What is wrong with the line; anything but a refusal is a bug and is thrown on. */
export function lineError(error: unknown): { error: string } {
  if (error instanceof AppError) return { error: error.message }
  throw error
}
