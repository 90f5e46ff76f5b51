import type { AddedName, NameInput } from '../../../../names/add-name.ts'
import { importNames, tryNames, type ImportedName } from '../../../../names/import-names.ts'
import { listNames } from '../../../../names/queries.ts'
import {
  aliasCell,
  aliasesMax,
  nameLength,
  nameLengthMax,
  readAliasCell,
  type NameKind,
} from '../../../../names/rules.ts'
import { textOfCell } from '../../../../platform/csv.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { csvFile } from '../../../api/reply.ts'

/** A row of a file with its two cells. */
type Row = { name: string; aliases: string }

type NameDeps = Pick<ConsoleDeps, 'database' | 'clock'>

/** Imports rows of a file. Returns the result of each row, in order. */
export async function importEntries(deps: NameDeps, kind: NameKind, rows: readonly Row[]) {
  return { rows: await outcomesOf(rows, (inputs) => importNames(deps, kind, inputs)) }
}

/** Tries to import a whole file. Returns the number of rows for each outcome, and the rows with a note. */
export async function checkEntries(deps: NameDeps, kind: NameKind, rows: readonly Row[]) {
  const outcomes = await outcomesOf(rows, (inputs) => tryNames(deps, kind, inputs))
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  for (const { outcome } of outcomes) counts[outcome] += 1
  const noted = outcomes.map((shown, at) => ({ at, ...shown })).filter(hasNote)
  return { counts, noted }
}

/** A list as a CSV file for re-import, in the order of creation, which keeps every alias. */
export function exportEntries(conn: Conn, kind: NameKind): Response {
  const rows = listNames(conn, kind)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ name, aliases }) => [name, aliasCell(aliases.map(({ alias }) => alias))])
  const filename = kind === 'vendor' ? 'vendors.csv' : 'product-names.csv'
  return csvFile(filename, ['name', 'aliases'], rows)
}

type Shown = ReturnType<typeof refused> | ReturnType<typeof shownAdded>

/** The outcome of every row. Rows without faults are imported. */
async function outcomesOf(
  rows: readonly Row[],
  enter: (inputs: readonly NameInput[]) => Promise<ImportedName[]>,
): Promise<Shown[]> {
  const read = rows.map(readRow)
  const entered = (await enter(read.filter(({ wrong }) => wrong === undefined))).values()
  return read.map(({ wrong }) =>
    wrong === undefined ? shownImported(entered.next().value) : refused(wrong),
  )
}

function shownImported(imported: ImportedName | undefined): Shown {
  if (imported === undefined) throw new Error('A row of the file was not entered.')
  return 'error' in imported ? refused(imported.error.message) : shownAdded(imported)
}

function refused(message: string) {
  return { outcome: 'refused' as const, message, conflicts: [], shadowed: null }
}

function shownAdded({ created, aliasesAdded, conflicts, shadowed }: AddedName) {
  const updated = aliasesAdded > 0 ? ('updated' as const) : ('unchanged' as const)
  return {
    outcome: created ? ('created' as const) : updated,
    message: null,
    conflicts: conflicts.map(({ alias, name }) => ({ alias, holder: name })),
    /** The entry that had the new name as an alias until now. */
    shadowed: shadowed?.name ?? null,
  }
}

function hasNote({ message, conflicts, shadowed }: Shown): boolean {
  return message !== null || conflicts.length > 0 || shadowed !== null
}

/** The most characters of a spelling that are shown. */
const shownMax = 40

/** `wrong`: why the row cannot be imported, in the words of the file's author. */
function readRow(row: Row): NameInput & { wrong: string | undefined } {
  const name = textOfCell(row.name)
  const aliases = readAliasCell(textOfCell(row.aliases))
  return { name, aliases, wrong: wrongWith({ name, aliases }) }
}

function wrongWith({ name, aliases }: NameInput): string | undefined {
  if (nameLength(name) === 0) return 'The name is missing.'
  if (nameLength(name) > nameLengthMax) return tooLong('name', name)
  if (aliases.length > aliasesMax) {
    return `The row has ${counted(aliases.length)} aliases; at most ${counted(aliasesMax)} can be added at once.`
  }
  if (aliases.some((alias) => nameLength(alias) === 0)) return 'An alias has no letters.'
  const long = aliases.find((alias) => nameLength(alias) > nameLengthMax)
  return long === undefined ? undefined : tooLong('alias', long)
}

function counted(number: number): string {
  return number.toLocaleString('en-IN')
}

function tooLong(what: string, text: string): string {
  const begin = Array.from(text.trim()).slice(0, shownMax).join('')
  return `The ${what} “${begin}…” has ${nameLength(text)} characters; at most ${nameLengthMax} are allowed.`
}
