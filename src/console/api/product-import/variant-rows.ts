import type { Conn } from '../../../platform/db/connection.ts'
import { isJsonObject, type JsonObject } from '../../../platform/json/json.ts'
import { toJson } from '../../../platform/record/read.ts'
import { toNfc } from '../../../platform/text.ts'
import {
  findVariantBySku,
  readProduct,
  variantFields,
  variantLabelOf,
} from '../../../services/storefront/service.ts'
import type { Change, ReadRow } from './read-rows.ts'

/** The variant that a row is about as it is before the row is written; undefined for a new one, and for other rows. */
export type VariantBefore = JsonObject | undefined

export function variantBefore(conn: Conn, { sku, kind }: ReadRow): VariantBefore {
  const variant = kind === 'product' ? undefined : findVariantBySku(conn).get({ sku: toNfc(sku) })
  return variant === undefined ? undefined : toJson(variantFields, variant)
}

/** What a row changes of its variant, or what a new one will have. */
export function variantChanges(row: ReadRow, before: VariantBefore): Change[] {
  const { sku: _, ...values } = asTaken(row)
  return Object.entries(values).flatMap(([field, to]) => {
    const from = before?.[field] ?? null
    const isShown = typeof to === 'string' || typeof to === 'number'
    return !isShown || from === to || isJsonObject(from) || Array.isArray(from)
      ? []
      : { field, from, to }
  })
}

/** Such as "M / Red"; null where neither is said. */
export function labelOfVariant(row: ReadRow, before: VariantBefore): string | null {
  const taken = { ...before, ...asTaken(row) }
  const textOf = (field: 'size' | 'color') => {
    const text = taken[field]
    return typeof text === 'string' ? text : ''
  }
  return variantLabelOf(textOf('size'), textOf('color'))
}

/** What the row says of its variant, as the catalogue has it. */
function asTaken({ record }: ReadRow): JsonObject {
  const [variant] = readProduct(record).input.variants
  return variant === undefined ? {} : { ...toJson(variantFields, variant.values) }
}
