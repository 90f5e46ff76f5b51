import type { importActions } from '../../accounts/history.ts'
import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import { AppError } from '../../platform/errors.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import type { Clock } from '../../platform/time.ts'
import type { RecordTable } from '../../platform/record/field.ts'
import type { ImportSource } from './source.ts'

/** The most faulty lines and warnings to list. Others are only counted. */
const keptMax = 10_000

/** The most lines, and their characters, in memory at once. */
const sliceLines = 100

const sliceCharacters = 4 * 1024 * 1024

/** Milliseconds after which a transaction takes no further line. With its commit it stays below 50 ms (source: design). */
export const commandMs = 25

/** A line's JSON object, or a table row as an object. `size` is the length of its text. */
export type Line = { line: number; size: number; value: JsonObject }

export type ImportTarget = {
  database: Database
  dir: DataDir
  clock: Clock
  source: ImportSource
  tally: Tally
  /** Pause between two transactions in milliseconds, to let in a running server and others. */
  pauseMs: number
  /** Only show what would happen, and write nothing. */
  dryRun: boolean
  /** When the stock in the file was counted, in ISO 8601 with a time zone. */
  asOf?: string | undefined
}

/** Something that files bring in. To add a kind, add a file like its siblings and list it in import.ts. */
export type ImportKind = {
  name: string
  /** Its action in account history. Absent where the called function records itself. */
  action?: keyof typeof importActions
  /** The fields of a line, for the help. */
  fields: string
  /** Absent for kinds with nested lines, which no table can hold. */
  table?: RecordTable
  /** Whether a dry run is possible. */
  canTry?: boolean
  /** Enters every line and counts the outcomes. A faulty line affects no other. */
  enter(lines: AsyncIterable<Line>, target: ImportTarget): Promise<void>
}

type Problem = { line: number; error: string }

type Warning = { line: number; warning: string }

export type Outcome = 'created' | 'updated' | 'unchanged'

/** Counts the outcomes of a file's lines. */
export type Tally = {
  count(outcome: Outcome): void
  fail(line: number, error: string): void
  warn(line: number, warning: string): void
  result(): TallyResult
}

/** `errors` and `warned` count all. `problems` and `warnings` list the first ones, by line. */
export type TallyResult = Record<Outcome, number> & {
  total: number
  errors: number
  problems: Problem[]
  warned: number
  warnings: Warning[]
}

export function newTally(): Tally {
  const counts: Record<Outcome, number> = { created: 0, updated: 0, unchanged: 0 }
  const problems: Problem[] = []
  const warnings: Warning[] = []
  let errors = 0
  let warned = 0
  return {
    count(outcome) {
      counts[outcome]++
    },
    fail(line, error) {
      errors++
      if (problems.length < keptMax) problems.push({ line, error })
    },
    warn(line, warning) {
      warned++
      if (warnings.length < keptMax) warnings.push({ line, warning })
    },
    result: () => ({
      total: counts.created + counts.updated + counts.unchanged + errors,
      ...counts,
      errors,
      problems: problems.toSorted((a, b) => a.line - b.line),
      warned,
      warnings: warnings.toSorted((a, b) => a.line - b.line),
    }),
  }
}

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

/** The outcome of a line. */
export type Entered = { outcome: Outcome; warnings?: readonly string[] }

/**
 * Enters items in transactions that are short enough for a running server, and counts the outcomes. `enter` throws AppError for a faulty
 * line and must not have written anything then.
 */
export async function enterAll<T extends { line: number }>(
  { database, tally, pauseMs }: Pick<ImportTarget, 'database' | 'tally' | 'pauseMs'>,
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

/** What `read` makes of each line, with the line's number. Lines for which it throws AppError go to the tally. */
export function readEach<T extends object>(
  slice: readonly Line[],
  tally: Tally,
  read: (line: Line) => T,
): (T & { line: number })[] {
  return slice.flatMap((line) => {
    const found = orError(() => read(line))
    if (!('error' in found)) return { ...found, line: line.line }
    tally.fail(line.line, found.error)
    return []
  })
}

/** The result of the work, or what is wrong with the line. */
export function orError<T>(work: () => T): T | { error: string } {
  try {
    return work()
  } catch (error) {
    return lineError(error)
  }
}

/** What is wrong with the line. An error that is no AppError is a bug and is thrown on. */
export function lineError(error: unknown): { error: string } {
  if (error instanceof AppError) return { error: error.message }
  throw error
}
