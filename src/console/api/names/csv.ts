import type { AddedName, NameInput } from '../../../names/add-name.ts'
import { importNames, type ImportedName, namePlanner } from '../../../names/import-names.ts'
import {
  type NameKind,
  readAliasCell,
  aliasesMax,
  nameLength,
  nameLengthMax,
  aliasCell,
} from '../../../names/rules.ts'
import { eachInTurns } from '../../../platform/turns.ts'
import type { ConsoleDeps } from '../deps.ts'
import { textOfCell } from '../../../platform/csv.ts'
import { listNames } from '../../../names/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { csvFile } from '../reply.ts'

/**
 * Enters rows of a file in transactions that keep nobody waiting, and says what became of each, in order. A bad row
 * changes nothing else.
 */
export async function importEntries(
  { database, clock }: Pick<ConsoleDeps, 'database' | 'clock'>,
  kind: NameKind,
  rows: readonly Row[],
) {
  const read = rows.map(readRow)
  const inputs = read.filter(({ wrong }) => wrong === null)
  const imported: ImportedName[] = []
  while (imported.length < inputs.length) {
    const rest = inputs.slice(imported.length)
    imported.push(
      ...(await database.write((conn) => importNames(conn, kind, rest, clock), { alone: true })),
    )
  }
  const outcomes = imported.values()
  return {
    rows: read.map(({ wrong }) =>
      wrong === null ? shownOutcome(outcomes.next().value) : refused(wrong),
    ),
  }
}

/** What entering a whole file would do: how many rows of each outcome, and those that there is something to say of. */
export async function checkEntries(
  { database }: Pick<ConsoleDeps, 'database'>,
  kind: NameKind,
  rows: readonly Row[],
) {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  const noted: (Shown & { at: number })[] = []
  const plan = namePlanner(database.read, kind)
  await eachInTurns(rows.entries(), ([at, row]) => {
    const { wrong, ...input } = readRow(row)
    const shown = wrong === null ? shownAdded(plan(input)) : refused(wrong)
    counts[shown.outcome] += 1
    if (hasNote(shown)) noted.push({ at, ...shown })
  })
  return { counts, noted }
}

type Shown = ReturnType<typeof refused> | ReturnType<typeof shownAdded>

function hasNote({ message, conflicts, shadowed }: Shown): boolean {
  return message !== null || conflicts.length > 0 || shadowed !== null
}

function shownOutcome(imported: ImportedName | undefined): Shown {
  if (imported === undefined) throw new Error('A row of the file was not entered.')
  return 'error' in imported ? refused(imported.error.message) : shownAdded(imported)
}

function refused(message: string) {
  return { outcome: 'refused' as const, message, conflicts: [], shadowed: null }
}

function shownAdded({ created, aliasesAdded, conflicts, shadowed }: Omit<AddedName, 'id'>) {
  const updated = aliasesAdded > 0 ? ('updated' as const) : ('unchanged' as const)
  return {
    outcome: created ? ('created' as const) : updated,
    message: null,
    conflicts: conflicts.map(({ alias, name }) => ({ alias, holder: name })),
    /** Whose alias the new name was until now. */
    shadowed: shadowed?.name ?? null,
  }
}

/** A row of a file: its two cells. */
type Row = { name: string; aliases: string }

type ReadRow = NameInput & {
  /** Why the row cannot be taken, in the words of whoever made the file; null when it can. */
  wrong: string | null
}

/** Characters of a spelling that are shown back. */
const shownMax = 40

function readRow(row: Row): ReadRow {
  const name = textOfCell(row.name)
  const aliases = readAliasCell(textOfCell(row.aliases))
  return { name, aliases, wrong: wrongWith({ name, aliases }) }
}

function wrongWith({ name, aliases }: NameInput): string | null {
  if (nameLength(name) === 0) return 'The name is missing.'
  if (nameLength(name) > nameLengthMax) return tooLong('name', name)
  if (aliases.length > aliasesMax) {
    return `The row has ${counted(aliases.length)} aliases; at most ${counted(aliasesMax)} can be added at once.`
  }
  if (aliases.some((alias) => nameLength(alias) === 0)) return 'An alias has no letters.'
  const long = aliases.find((alias) => nameLength(alias) > nameLengthMax)
  return long === undefined ? null : tooLong('alias', long)
}

function counted(number: number): string {
  return number.toLocaleString('en-IN')
}

function tooLong(what: string, text: string): string {
  const begin = Array.from(text.trim()).slice(0, shownMax).join('')
  return `The ${what} “${begin}…” has ${nameLength(text)} characters; at most ${nameLengthMax} are allowed.`
}

/** A list as a CSV file that can be imported again, in the order in which the entries were made: then no alias is lost. */
export function exportEntries(conn: Conn, kind: NameKind): Response {
  const rows = listNames(conn, kind)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ name, aliases }) => [name, aliasCell(aliases.map(({ alias }) => alias))])
  const filename = kind === 'vendor' ? 'vendors.csv' : 'product-names.csv'
  return csvFile(filename, ['name', 'aliases'], rows)
}
