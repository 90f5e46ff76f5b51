import { findShadowedHolder, type AliasConflict } from '../../../names/add-name.ts'
import {
  countEntries,
  listEntriesPage,
  findName,
  countAliasesOf,
  findAliasByText,
  listAliasesOf,
  type Entry,
  type ListedAlias,
} from '../../../names/queries.ts'
import type { NameKind } from '../../../names/rules.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { queryOf } from '../../../platform/http/fields.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { foldText } from '../../../platform/text.ts'
import { dismissedOf, type unknownNames } from '../../../services/scan-export/service.ts'
import { sessionOf, type Session } from '../guard.ts'
import type { ConsoleDeps } from '../deps.ts'
import { kindField, nameField, searchField, showField } from './schemas.ts'
import { readPage } from '../fields.ts'
import { countVendorProducts } from '../../../services/storefront/service.ts'

/** Aliases of an entry that the list shows; its own answer has all. */
const listedAliasesMax = 20

/** Which list a request is about. Throws AppError `invalid_request`. */
export function kindOf(request: Request): NameKind {
  const kind = kindField.read(queryOf(request))
  if (kind !== undefined) return kind
  throw notAllowed('kind', 'vendor or product', undefined)
}

export function listEntries({ database }: ConsoleDeps, request: Request) {
  const kind = kindOf(request)
  const query = queryOf(request)
  const { page, size } = readPage(query)
  const selection = { kind, search: foldText(searchField.read(query) ?? '') }
  const { role } = sessionOf(request)
  const rows = listEntriesPage(database.read).all({
    ...selection,
    limit: size,
    offset: (page - 1) * size,
  })
  return {
    items: rows.map((row) =>
      shownEntry(database.read, row, { aliasesMax: listedAliasesMax, kind, role }),
    ),
    total: countEntries(database.read).get(selection)?.n ?? 0,
    page,
    size,
  }
}

/** The entry that has a name as an alias, which a new entry of that name would beat. */
export function findShadowed(conn: Conn, request: Request) {
  const name = nameField.read(queryOf(request)) ?? ''
  return { holder: findShadowedHolder(conn, kindOf(request), name) }
}

/**
 * Names that waiting scans have and the list does not, with the entry that each may belong to; or those among them that
 * were dismissed.
 */
export function listUnknown(
  { database }: ConsoleDeps,
  findUnknown: ReturnType<typeof unknownNames>,
  request: Request,
) {
  const kind = kindOf(request)
  const query = queryOf(request)
  const { page, size } = readPage(query)
  const { names: all, scans, isAll } = findUnknown(kind)
  const isDismissed = dismissedOf(database.read, kind)
  const { dismissed = [], offered = [] } = Object.groupBy(all, ({ name }) =>
    isDismissed({ kind, name }) ? 'dismissed' : 'offered',
  )
  const names = showField.read(query) === 'dismissed' ? dismissed : offered
  return {
    items: names
      .slice((page - 1) * size, page * size)
      .map(({ name, source, scans: count, latest, likely }) => ({
        name,
        source,
        scans: count,
        latest: { ...latest, createdAt: new Date(latest.createdAt).toISOString() },
        likely:
          likely === undefined
            ? null
            : (findName(database.read).get({ kind, folded: foldText(likely) }) ?? null),
      })),
    total: names.length,
    dismissed: dismissed.length,
    page,
    size,
    /** How many scans were looked through, and whether more wait. */
    lookedAt: scans,
    isAll,
  }
}

/** Aliases of an entry that its own page shows at most. */
export const allAliasesMax = 100_000

type Shown = { aliasesMax: number; kind: NameKind; role: Session['role'] }

/** An entry as the pages show it, with its first aliases. The catalogue is the owners' business. */
export function shownEntry(
  conn: Conn,
  { id, name, updatedAt }: Pick<Entry, 'id' | 'name' | 'updatedAt'>,
  { aliasesMax, kind, role }: Shown,
) {
  const aliases: ListedAlias[] = listAliasesOf(conn).all({ nameId: id, limit: aliasesMax })
  return {
    id,
    name,
    updatedAt: new Date(updatedAt).toISOString(),
    aliases,
    aliasCount: countAliasesOf(conn).get({ nameId: id })?.n ?? 0,
    /** Products of the catalogue that name it as their vendor. */
    products: kind === 'vendor' && role === 'owner' ? countVendorProducts(conn, id) : null,
  }
}

/** Why an alias was not added: who is called so, or has it as an alias (`aliasId`), which can be moved. */
export function shownConflict(conn: Conn, kind: NameKind, { alias, id, name }: AliasConflict) {
  const folded = foldText(alias)
  return {
    alias,
    holder: { id, name },
    aliasId: findAliasByText(conn).get({ kind, folded })?.id ?? null,
  }
}
