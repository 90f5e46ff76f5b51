import { listNames } from '../../names/queries.ts'
import type { NameKind } from '../../names/rules.ts'
import type { Conn } from '../../platform/db/connection.ts'
import type { JsonObject } from '../../platform/json.ts'
import { countScans, exportRules, exportScans } from '../../services/scan-export/service.ts'

/** Something that can be exported: how many lines there are about, and the lines. */
export type ExportKind = {
  name: string
  count(conn: Conn): number
  lines(conn: Conn): Iterable<JsonObject>
}

export const exportKinds: readonly ExportKind[] = [
  { name: 'scans', count: countScans, lines: exportScans },
  inMemory('rules', exportRules),
  inMemory('vendors', (conn) => exportNames(conn, 'vendor')),
  inMemory('product-names', (conn) => exportNames(conn, 'product')),
]

/** Of these a shop has thousands, which the server holds in memory as well. */
function inMemory(name: string, list: (conn: Conn) => JsonObject[]): ExportKind {
  return { name, count: () => 1, lines: list }
}

/**
 * As they were made: ids sort by time. An entry may have an alias that became the name of another one later; only in
 * this order an import lets both in.
 */
function exportNames(conn: Conn, kind: NameKind): JsonObject[] {
  return listNames(conn, kind)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ name, aliases }) => ({ name, aliases: aliases.map(({ alias }) => alias) }))
}
