import { readFileSync } from 'node:fs'
import { findNameById, listNames } from '../../names/queries.ts'
import type { NameKind } from '../../names/rules.ts'
import type { Conn } from '../../platform/db/connection.ts'
import type { FileStore } from '../../platform/files/store.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import { countScans } from '../../services/scan-export/intake/store-scan.ts'
import { exportRules } from '../../services/scan-export/rename-rules/import-rules.ts'
import { exportScans } from '../../services/scan-export/intake/scan-lines.ts'
import { countOrders, exportOrders } from '../../services/storefront/orders/orders-file.ts'
import {
  countProducts,
  exportProducts,
} from '../../services/storefront/inventory/export-products.ts'
import { exportCategories } from '../../services/storefront/display/categories.ts'
import { exportOffers } from '../../services/storefront/display/offers.ts'
import { fileOfUrl, hashOf, isStoredFile } from '../../services/storefront/images/image-refs.ts'

/** Something that can be exported. `open` returns its lines and their number. */
export type ExportKind = {
  name: string
  /** Whether lines may name images that are stored here. */
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

/** For kinds with a few thousand lines, which the server also holds in memory. */
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
 * Exports in the order of creation, because ids sort by time. An alias may have become another entry's name later, and only this order
 * imports both.
 */
function exportNames(conn: Conn, kind: NameKind): JsonObject[] {
  return listNames(conn, kind)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ name, aliases }) => ({ name, aliases: aliases.map(({ alias }) => alias) }))
}

/** Products with vendor names instead of vendor ids, which mean nothing in another database. */
function* withVendorNames(conn: Conn, products: Iterable<JsonObject>): Generator<JsonObject> {
  for (const product of products) {
    const { vendor_id: id, ...rest } = product
    const vendor =
      typeof id === 'string' ? findNameById(conn).get({ kind: 'vendor', id }) : undefined
    yield vendor === undefined ? product : { ...rest, vendor_name: vendor.name }
  }
}

/** The kind with the bytes of stored images in its lines, so that another installation gets them. */
export function withImages(kind: ExportKind, store: FileStore): ExportKind {
  return {
    ...kind,
    open(conn) {
      const { total, lines } = kind.open(conn)
      return { total, lines: inlined(lines, store) }
    },
  }
}

/** One line at a time: a product may have a hundred megabytes of images. */
function* inlined(lines: Iterable<JsonObject>, store: FileStore): Generator<JsonObject> {
  for (const line of lines) {
    const { images } = line
    yield {
      ...inlinedField(line, 'image_url', 'image_base64', store),
      ...(Array.isArray(images)
        ? { images: images.map((entry) => inlinedEntry(entry, store)) }
        : {}),
    }
  }
}

function inlinedEntry(entry: JsonValue, store: FileStore): JsonValue {
  return isJsonObject(entry) ? inlinedField(entry, 'url', 'base64', store) : entry
}

/** The object with the image's bytes in place of its address. Unchanged for an image of another server. */
function inlinedField(
  object: JsonObject,
  urlField: string,
  bytesField: string,
  store: FileStore,
): JsonObject {
  const { [urlField]: url, ...rest } = object
  const dataUrl = typeof url === 'string' ? dataUrlOf(url, store) : undefined
  return dataUrl === undefined ? object : { ...rest, [bytesField]: dataUrl }
}

function dataUrlOf(url: string, store: FileStore): string | undefined {
  const file = fileOfUrl(url)
  if (file === undefined || !isStoredFile(file) || !store.has('images', hashOf(file))) {
    return undefined
  }
  const base64 = readFileSync(store.path('images', hashOf(file))).toString('base64')
  return `data:${Bun.file(file).type};base64,${base64}`
}
