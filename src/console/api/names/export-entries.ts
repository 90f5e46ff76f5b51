import { aliasCell } from '../../../names/alias-cell.ts'
import { listNames } from '../../../names/queries.ts'
import type { NameKind } from '../../../names/rules.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { csvFile } from '../csv-file.ts'

/** A list as a CSV file that can be imported again, in the order in which the entries were made: then no alias is lost. */
export function exportEntries(conn: Conn, kind: NameKind): Response {
  const rows = listNames(conn, kind)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ name, aliases }) => [name, aliasCell(aliases.map(({ alias }) => alias))])
  const filename = kind === 'vendor' ? 'vendors.csv' : 'product-names.csv'
  return csvFile(filename, ['name', 'aliases'], rows)
}
