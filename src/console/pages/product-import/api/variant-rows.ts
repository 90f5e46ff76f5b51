import type { Conn } from '../../../../platform/db/connection.ts'
import { isJsonObject, type JsonObject } from '../../../../platform/json/json.ts'
import { toJson } from '../../../../platform/record/read.ts'
import { toNfc } from '../../../../platform/text.ts'
import { findVariantBySku } from '../../../../services/storefront/products/variants.ts'
import { readProduct } from '../../../../services/storefront/products/read-product.ts'
import { variantFields } from '../../../../services/storefront/products/record.ts'
import { variantLabelOf } from '../../../../services/storefront/orders/placing/stock.ts'
import type { Change, ReadRow } from './read-rows.ts'

/** The variant of a row before the row is written. Undefined for a new variant and for rows about products. */
export type VariantBefore = JsonObject | undefined

export function variantBefore(conn: Conn, { sku, kind }: ReadRow): VariantBefore {
  const variant = kind === 'product' ? undefined : findVariantBySku(conn).get({ sku: toNfc(sku) })
  return variant === undefined ? undefined : toJson(variantFields, variant)
}

/** The changes of a row to its variant, or the values of a new variant. */
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

/** Such as "M / Red". Null without size and colour. */
export function labelOfVariant(row: ReadRow, before: VariantBefore): string | null {
  const taken = { ...before, ...asTaken(row) }
  const textOf = (field: 'size' | 'color') => {
    const text = taken[field]
    return typeof text === 'string' ? text : ''
  }
  return variantLabelOf(textOf('size'), textOf('color'))
}

/** The row's values for its variant, in the catalogue's form. */
function asTaken({ record }: ReadRow): JsonObject {
  const [variant] = readProduct(record).input.variants
  return variant === undefined ? {} : { ...toJson(variantFields, variant.values) }
}
