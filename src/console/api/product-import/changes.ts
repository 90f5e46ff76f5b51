import { findNameById } from '../../../names/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import { findProductRecord, listAllCategories } from '../../../services/storefront/service.ts'

/** A field that a row changes, as the product has it and as it will be; `null` is nothing. */
export type Change = { field: string; from: Shown; to: Shown }

type Shown = string | number | boolean | null

/** Fields that are named in the record by something that says nothing to people. */
const namedFields: Readonly<Record<string, string>> = {
  category_slug: 'category',
  vendor_id: 'vendor_name',
}

/** What a record would change of the product with its SKU, a field at a time. */
export function changesOf(conn: Conn, sku: string, record: JsonObject): Change[] {
  const before = findProductRecord(conn, sku)
  if (before === undefined) return []
  return Object.entries(record).flatMap(([field, to]) => {
    const from = before[field] ?? null
    if (field === 'image_url' || isSame(from, to)) return []
    const shown = (value: JsonValue) => shownValue(conn, field, value)
    return [{ field: namedFields[field] ?? field, from: shown(from), to: shown(to) }]
  })
}

function isSame(from: JsonValue, to: JsonValue): boolean {
  if (typeof from === 'string' && typeof to === 'string') return from.trim() === to.normalize('NFC')
  return from === to
}

function shownValue(conn: Conn, field: string, value: JsonValue): Shown {
  if (typeof value !== 'string') return typeof value === 'object' ? null : value
  if (field === 'vendor_id')
    return findNameById(conn).get({ kind: 'vendor', id: value })?.name ?? ''
  if (field !== 'category_slug') return value
  const category = listAllCategories(conn)
    .all()
    .find(({ slug }) => slug === value)
  return category?.name ?? value
}
