import { Type } from '@sinclair/typebox'
import {
  findShadowedHolder,
  importNames,
  tryNames,
  type AliasConflict,
  type AddedName,
  type NameInput,
  type ImportedName,
} from '../../../../names/add-name.ts'
import {
  byName,
  countAliasesOf,
  countEntries,
  findAliasByText,
  findName,
  listAliasesOf,
  listEntriesPage,
  nameSorts,
  type Entry,
  listNames,
} from '../../../../names/queries.ts'
import {
  type NameKind,
  aliasCell,
  aliasesMax,
  nameLength,
  nameLengthMax,
  readAliasCell,
} from '../../../../names/rules.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import { choiceField, queryOf, textField } from '../../../../platform/http/fields.ts'
import { notAllowed } from '../../../../platform/record/read.ts'
import { foldText } from '../../../../platform/text.ts'
import { dismissedOf } from '../../../../services/scan-export/rename-rules/dismissed-offers.ts'
import type { unknownNames } from '../../../../services/scan-export/overview/unknown-names.ts'
import { countVendorProducts } from '../../../../services/storefront/inventory/vendors.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import {
  directionField,
  pageBy,
  pageField,
  pageOf,
  readSort,
  searchFieldOf,
  sizeField,
  sortFieldOf,
} from '../../../api/fields.ts'
import { sessionOf, type Session } from '../../../api/guard.ts'
import { textOfCell } from '../../../../platform/csv.ts'
import { csvFile } from '../../../api/reply.ts'

/** The most aliases of an entry in the list, and in the entry's own answer. */
const listedAliasesMax = 20
const allAliasesMax = 100_000

export const kinds = ['vendor', 'product'] as const satisfies readonly NameKind[]

const kindField = choiceField('kind', { choices: kinds, description: 'Which list.' })

const searchField = searchFieldOf('Only entries that have it in their name or in an alias.')

const sortField = sortFieldOf(nameSorts)

const nameField = textField('name', { maxLength: 1_000, description: 'A name as it was typed.' })

const showField = choiceField('show', {
  choices: ['dismissed'],
  description: 'Those that were dismissed, instead of those that are offered.',
})

const pages = { page: Type.Optional(pageField.schema), size: Type.Optional(sizeField.schema) }

export const kindQuery = Type.Object({ kind: kindField.schema })
export const listQuery = Type.Object({
  kind: kindField.schema,
  search: Type.Optional(searchField.schema),
  sort: Type.Optional(sortField.schema),
  direction: Type.Optional(directionField.schema),
  ...pages,
})
export const unknownQuery = Type.Object({
  kind: kindField.schema,
  show: Type.Optional(showField.schema),
  ...pages,
})
export const holderQuery = Type.Object({ kind: kindField.schema, name: nameField.schema })

/** The list of a request. Throws AppError `invalid_request`. */
export function kindOf(request: Request): NameKind {
  const kind = kindField.read(queryOf(request))
  if (kind !== undefined) return kind
  throw notAllowed('kind', 'vendor or product', undefined)
}

export function listEntries({ database: { read } }: ConsoleDeps, request: Request) {
  const kind = kindOf(request)
  const query = queryOf(request)
  const selection = { kind, search: foldText(searchField.read(query) ?? '') }
  const { role } = sessionOf(request)
  const list = listEntriesPage(readSort(query, sortField, byName))(read)
  const { items, ...page } = pageBy(
    query,
    (part) => list.all({ ...selection, ...part }),
    () => countEntries(read).get(selection)?.n ?? 0,
  )
  return {
    ...page,
    items: items.map((row) => shownEntry(read, { ...row, kind }, role, listedAliasesMax)),
  }
}

type Listed = Pick<Entry, 'id' | 'name' | 'updatedAt' | 'kind'>

/** An entry for the pages, with its first aliases. Only owners see numbers from the catalogue. */
export function shownEntry(
  conn: Conn,
  { id, name, updatedAt, kind }: Listed,
  role: Session['role'],
  shownMax = allAliasesMax,
) {
  return {
    id,
    name,
    updatedAt: new Date(updatedAt).toISOString(),
    aliases: listAliasesOf(conn).all({ nameId: id, limit: shownMax }),
    aliasCount: countAliasesOf(conn).get({ nameId: id })?.n ?? 0,
    /** The number of products with this vendor. */
    products: kind === 'vendor' && role === 'owner' ? countVendorProducts(conn, id) : null,
  }
}

/** Why an alias was not added: the entry that has it as its name, or as an alias (`aliasId`), which can be moved. */
export function shownConflict(conn: Conn, kind: NameKind, { alias, id, name }: AliasConflict) {
  const folded = foldText(alias)
  return {
    alias,
    holder: { id, name },
    aliasId: findAliasByText(conn).get({ kind, folded })?.id ?? null,
  }
}

/** The entry that has this name as an alias. A new entry with the name would replace that alias. */
export function findShadowed(conn: Conn, request: Request) {
  const name = nameField.read(queryOf(request)) ?? ''
  return { holder: findShadowedHolder(conn, kindOf(request), name) }
}

/** Names in waiting scans that the list does not have, each with a proposed entry, or the dismissed names among them. */
export function listUnknown(
  { database: { read } }: ConsoleDeps,
  findUnknown: ReturnType<typeof unknownNames>,
  request: Request,
) {
  const kind = kindOf(request)
  const query = queryOf(request)
  const { names: all, scans, isAll } = findUnknown(kind)
  const isDismissed = dismissedOf(read, kind)
  const { dismissed = [], offered = [] } = Object.groupBy(all, ({ name }) =>
    isDismissed({ kind, name }) ? 'dismissed' : 'offered',
  )
  const { items, ...page } = pageOf(
    showField.read(query) === 'dismissed' ? dismissed : offered,
    query,
  )
  const entryOf = (name: string) => findName(read).get({ kind, folded: foldText(name) }) ?? null
  return {
    ...page,
    items: items.map(({ name, source, scans: count, latest, likely }) => ({
      name,
      source,
      scans: count,
      latest: { ...latest, createdAt: new Date(latest.createdAt).toISOString() },
      likely: likely === undefined ? null : entryOf(likely),
    })),
    dismissed: dismissed.length,
    /** The number of scans examined, and whether those were all. */
    lookedAt: scans,
    isAll,
  }
}

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
