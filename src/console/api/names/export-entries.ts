import Papa from 'papaparse'
import { aliasCell } from '../../../names/alias-cell.ts'
import { listNames } from '../../../names/queries.ts'
import type { NameKind } from '../../../names/rules.ts'
import type { Conn } from '../../../platform/db/connection.ts'

/** Without it Excel reads a file as something else than UTF-8. */
const byteOrderMark = '\uFEFF'

/** A list as a CSV file that can be imported again, in the order in which the entries were made: then no alias is lost. */
export function exportEntries(conn: Conn, kind: NameKind): Response {
  const rows = listNames(conn, kind)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ name, aliases }) => [name, aliasCell(aliases.map(({ alias }) => alias))])
  const csv = Papa.unparse({ fields: ['name', 'aliases'], data: rows })
  const filename = kind === 'vendor' ? 'vendors.csv' : 'product-names.csv'
  return new Response(`${byteOrderMark}${csv}\r\n`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
