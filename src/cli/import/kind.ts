import type { Clock } from '../../platform/clock.ts'
import type { DataDir } from '../../platform/data-dir.ts'
import type { Database } from '../../platform/db/database.ts'
import type { JsonObject } from '../../platform/json.ts'
import type { ImportSource } from './source.ts'
import type { Tally } from './tally.ts'

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
