import type { Conn } from '../../platform/db/connection.ts'
import { foldText } from '../../platform/text.ts'
import { allBooks } from './companies.ts'
import { findMapping } from './mapping-queries.ts'
import { readDetails } from './mappings-answer.ts'
import { findMaster, listNamed, type StoredMaster } from './master-queries.ts'
import { wholeTerm } from './rules.ts'

/** What the accounts say of a stock item. null where they say nothing. */
export type KnownGoods = { hsn: string | null; unit: string | null; gstPct: number | null }

/**
 * What the accounts say about goods that bills call `name`. Uses the confirmed stock item, or else the only item with that name or alias.
 * The accounts with the latest report come first. Undefined where none has the item.
 */
export function goodsKnown(conn: Conn, name: string): KnownGoods | undefined {
  for (const { id } of allBooks(conn)) {
    const item = confirmed(conn, id, name) ?? onlyNamed(conn, id, name)
    if (item !== undefined) return knownOf(item)
  }
  return undefined
}

function confirmed(conn: Conn, books: number, name: string): StoredMaster | undefined {
  const mapping = findMapping(conn).get({ books, kind: 'item', match: foldText(name) })
  if (mapping === undefined || mapping.masterId === null) return undefined
  return findMaster(conn).get({ books, kind: 'item', id: mapping.masterId })
}

function onlyNamed(conn: Conn, books: number, name: string): StoredMaster | undefined {
  const found = listNamed(conn).all({ books, kind: 'item', term: wholeTerm(name), limit: 2 })
  return found.length === 1 ? found[0]?.master : undefined
}

function knownOf({ hsn, details }: StoredMaster): KnownGoods {
  const { unit = null, gst_rate: gstPct = null } = readDetails(details)
  return { hsn: hsn === '' ? null : hsn, unit, gstPct }
}
