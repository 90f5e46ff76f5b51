import { findNameById } from '../../../names/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import { toJson } from '../../../platform/record/read.ts'
import {
  findProductRecord,
  listAllCategories,
  productFields,
  readProduct,
} from '../../../services/storefront/service.ts'

/** A field that a row changes, as the product has it and as it will be; `null` is nothing. */
export type Change = { field: string; from: Shown; to: Shown }

type Shown = string | number | boolean | null

/** Fields that are named in the record by something that says nothing to people. */
const namedFields: Readonly<Record<string, string>> = {
  category_slug: 'category',
  vendor_id: 'vendor_name',
}

/** Says what records that nothing is wrong with would do, a field at a time. */
export function changeTeller(conn: Conn) {
  let categories: ReadonlyMap<string, string> | undefined
  const shown = (field: string, value: JsonValue): Shown => {
    if (typeof value !== 'string') return typeof value === 'object' ? null : value
    if (field === 'vendor_id') {
      return findNameById(conn).get({ kind: 'vendor', id: value })?.name ?? ''
    }
    if (field !== 'category_slug') return value
    categories ??= categoryNames(conn)
    return categories.get(value) ?? value
  }
  const change = (field: string, from: JsonValue, to: JsonValue): Change => ({
    field: namedFields[field] ?? field,
    from: shown(field, from),
    to: shown(field, to),
  })
  return {
    /** What a record would change of the product with its SKU. */
    changesOf(sku: string, record: JsonObject): Change[] {
      const before = findProductRecord(conn, sku)
      if (before === undefined) return []
      return Object.entries(asTaken(record)).flatMap(([field, to]) => {
        const from = before[field] ?? null
        return from === to ? [] : change(field, from, to)
      })
    },
    /** What a new product has by its record. */
    valuesOf(record: JsonObject): Change[] {
      const { sku: _, name: __, ...values } = withBothPrices(asTaken(record))
      return Object.entries(values).map(([field, to]) => change(field, null, to))
    },
  }
}

function categoryNames(conn: Conn): ReadonlyMap<string, string> {
  return new Map(
    listAllCategories(conn)
      .all()
      .map(({ slug, name }) => [slug, name]),
  )
}

/** What a record says, as the catalogue has it. The image is told by its own warnings. */
function asTaken(record: JsonObject): Record<string, JsonValue> {
  return { ...toJson(productFields, readProduct(record).input.values) }
}

/** One price stands for the other, and what nothing is said of is 0: so the catalogue has it. */
function withBothPrices(record: Record<string, JsonValue>): Record<string, JsonValue> {
  const { mrp, sale_price: price, ...rest } = record
  return { mrp: mrp ?? price ?? 0, sale_price: price ?? mrp ?? 0, stock_quantity: 0, ...rest }
}
