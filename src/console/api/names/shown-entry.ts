import {
  countAliasesOf,
  findAliasByText,
  listAliasesOf,
  type Entry,
  type ListedAlias,
} from '../../../names/entry-queries.ts'
import type { AliasConflict } from '../../../names/add-aliases.ts'
import type { NameKind } from '../../../names/rules.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { foldText } from '../../../platform/text.ts'
import { countVendorProducts } from '../../../services/storefront/service.ts'
import type { Session } from '../guard.ts'

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
