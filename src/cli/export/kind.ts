import { listNames } from '../../names/queries.ts'
import type { NameKind } from '../../names/rules.ts'
import type { Conn } from '../../platform/db/connection.ts'
import type { JsonObject } from '../../platform/json.ts'
import { countScans, exportRules, exportScans } from '../../services/scan-export/service.ts'
import {
  countOrders,
  countProducts,
  exportCategories,
  exportOffers,
  exportOrders,
  exportProducts,
} from '../../services/storefront/service.ts'
import { withVendorNames } from './vendor-names.ts'

/** Something that can be exported. `open` gives its lines, and how many there are. */
export type ExportKind = {
  name: string
  /** Its lines may name images that are stored here. */
  hasImages?: boolean
  open(conn: Conn): { total: number; lines: Iterable<JsonObject> }
}

export const exportKinds: readonly ExportKind[] = [
  {
    name: 'scans',
    open: (conn) => ({ total: countScans(conn), lines: exportScans(conn) }),
  },
  inMemory('rules', exportRules),
  inMemory('vendors', (conn) => exportNames(conn, 'vendor')),
  inMemory('product-names', (conn) => exportNames(conn, 'product')),
  { ...inMemory('categories', exportCategories), hasImages: true },
  { ...inMemory('offers', exportOffers), hasImages: true },
  {
    name: 'products',
    hasImages: true,
    open: (conn) => ({
      total: countProducts(conn),
      lines: withVendorNames(conn, exportProducts(conn)),
    }),
  },
  {
    name: 'orders',
    open: (conn) => ({ total: countOrders(conn), lines: exportOrders(conn) }),
  },
]

/** Of these a shop has thousands, which the server holds in memory as well. */
function inMemory(name: string, list: (conn: Conn) => JsonObject[]): ExportKind {
  return {
    name,
    open(conn) {
      const lines = list(conn)
      return { total: lines.length, lines }
    },
  }
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
