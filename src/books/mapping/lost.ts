import type { InBooks } from './alike.ts'
import { matchOf, type Mapped, type MappedKind } from './mapped.ts'
import { findMapping, listMappingsTo } from './mapping-queries.ts'
import { usualVoucherTypes } from './mappings-answer.ts'

/** One of our names whose master is missing in the accounts under the name it had. `nowCalled` is its new name, if it has one. */
export type Lost = Mapped & { name: string; nowCalled: string | null }

/** The kinds of our names that a problem's code may be about. */
const kindsOf: Readonly<Record<string, readonly MappedKind[]>> = {
  ledger_missing: ['party', 'ledger'],
  item_missing: ['item'],
  unit_missing: ['unit'],
  godown_missing: ['godown'],
  type_missing: ['voucher_type'],
}

/**
 * Finds what a program means by a missing master such as `master:Shree Traders`: the mapping that somebody confirmed, or a voucher type
 * that nobody chose. Undefined where none of our names has that master.
 */
export function findLost(within: InBooks, code: string, field: string): Lost | undefined {
  const name = /^master:(.+)$/s.exec(field)?.[1]
  const kinds = kindsOf[code]
  if (name === undefined || kinds === undefined) return undefined
  const rows = listMappingsTo(within.conn).all({ books: within.books, name })
  const row = rows.find(({ mapping }) => kinds.includes(mapping.kind))
  if (row === undefined) return kinds.includes('voucher_type') ? usualType(within, name) : undefined
  const { kind, ours, match } = row.mapping
  const now = row.master?.name ?? row.mapping.name
  return { kind, ours, match, name, nowCalled: now === name ? null : now }
}

function usualType({ conn, books }: InBooks, name: string): Lost | undefined {
  const kind = 'voucher_type'
  const mine = Object.entries(usualVoucherTypes).filter(([, usual]) => usual === name)
  const ours = mine.find(
    ([type]) => findMapping(conn).get({ books, kind, match: type }) === undefined,
  )?.[0]
  if (ours === undefined) return undefined
  return { kind, ours, match: matchOf(kind, ours), name, nowCalled: null }
}
