import type { InBooks } from './alike.ts'
import { matchOf, type Mapped, type MappedKind } from './mapped.ts'
import { findMapping, listMappingsTo } from './mapping-queries.ts'
import { usualVoucherTypes } from './mappings-answer.ts'

/** Something of ours that was found in the books, which miss it now by the name that it had: `nowCalled` where it has another one by now. */
export type Lost = Mapped & { name: string; nowCalled: string | null }

/** What of ours may be a master that is missing, by the code of the problem. */
const kindsOf: Readonly<Record<string, readonly MappedKind[]>> = {
  ledger_missing: ['party', 'ledger'],
  item_missing: ['item'],
  unit_missing: ['unit'],
  godown_missing: ['godown'],
  type_missing: ['voucher_type'],
}

/**
 * What of ours a program means that misses a master by its name, as in `master:Shree Traders`: somebody said that it is that one, or it
 * is a type of vouchers that nobody chose. Undefined where nothing of ours is called so.
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
