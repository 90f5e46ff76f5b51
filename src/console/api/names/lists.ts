import { findShadowedHolder } from '../../../names/add-name.ts'
import { countEntries, listEntriesPage } from '../../../names/entry-queries.ts'
import { findName } from '../../../names/queries.ts'
import type { NameKind } from '../../../names/rules.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { queryOf } from '../../../platform/http/fields.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'
import { foldText } from '../../../platform/text.ts'
import { dismissedOf, type unknownNames } from '../../../services/scan-export/service.ts'
import { sessionOf } from '../guard.ts'
import type { ConsoleDeps } from '../parts.ts'
import { kindField, nameField, searchField, showField } from './schemas.ts'
import { shownEntry } from './shown-entry.ts'
import { readPage } from '../paging.ts'

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
