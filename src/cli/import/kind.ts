import type { Clock } from '../../platform/time.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import type { Database } from '../../platform/db/database.ts'
import type { JsonObject } from '../../platform/json/json.ts'
import type { ImportSource } from './source.ts'

/** Bad lines and warnings that are kept to be listed; the others are only counted. */
const keptMax = 10_000

/** A line that could be read as a JSON object, or a row of a table made one. `size`: the length of its text. */
export type Line = { line: number; size: number; value: JsonObject }

/** How a CSV file says the same as JSON Lines. */
export type TableForm = {
  columns: readonly string[]
  required: readonly string[]
  /** The object of a row; an absent or empty cell is ''. */
  objectOf(cell: (column: string) => string): JsonObject
}

export type ImportTarget = {
  database: Database
  dir: DataDir
  clock: Clock
  source: ImportSource
  tally: Tally
  /** Only try what would come of it, and write nothing. */
  dryRun: boolean
}

/** Something that files bring. Another kind is another file like its siblings, and a place in the list of import.ts. */
export type ImportKind = {
  name: string
  /** For the help: the fields of a line. */
  fields: string
  /** Absent: its lines are nested and no table can say them. */
  table?: TableForm
  /** It can be tried without writing anything. */
  canTry?: boolean
  /** Enters every line and tallies what became of it. A bad line changes nothing else. */
  enter(lines: AsyncIterable<Line>, target: ImportTarget): Promise<void>
}

type Problem = { line: number; error: string }

type Warning = { line: number; warning: string }

export type Outcome = 'created' | 'updated' | 'unchanged'

/** What became of the lines of a file. */
export type Tally = {
  count(outcome: Outcome): void
  fail(line: number, error: string): void
  warn(line: number, warning: string): void
  result(): TallyResult
}

/** `errors` and `warned` count all; `problems` and `warnings` list the first of them, by line. */
export type TallyResult = Record<Outcome, number> & {
  total: number
  errors: number
  problems: Problem[]
  warned: number
  warnings: Warning[]
}

export function tally(): Tally {
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
