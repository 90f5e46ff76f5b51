import type { Conn } from '../../../platform/db/connection.ts'
import type { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { mustBe } from '../../../platform/refusal-sentence.ts'
import { findSkuHolder } from './queries.ts'
import type { Product } from './read-row.ts'
import type { Variant, VariantFields, VariantWish } from './read-variants.ts'
import { priceWarnings, rowRefusal, skuCharactersMax } from './rules.ts'
import type { Slice } from './slice.ts'
import {
  findProductOfVariant,
  findVariantById,
  findVariantBySku,
  insertVariant,
  updateVariant,
  updateVariantSku,
} from './variant-queries.ts'

/** What is to be done for one entry of `variants`; `seq` is undefined for a new one. */
export type VariantChange = {
  seq: number | undefined
  sku: string | null
  skuChanged: boolean
  row: Required<VariantFields>
  changed: boolean
}

type Prices = Pick<Product, 'mrp' | 'salePrice' | 'minSalePrice'>

/**
 * What the row's variants ask for, before anything is written. A new variant without prices has the product's.
 * Throws AppError `conflict` when a SKU is of another product, `invalid_request` when there is no telling which variant
 * is meant.
 */
export function planVariants(
  slice: Slice,
  productSeq: number | undefined,
  wishes: readonly VariantWish[],
  prices: Prices,
  warnings: string[],
): VariantChange[] {
  return wishes.map((wish) => {
    const before = findVariant(slice, productSeq, wish)
    const sku = wish.sku === undefined ? (before?.sku ?? null) : wish.sku
    const skuChanged = sku !== (before?.sku ?? null)
    if (skuChanged && sku !== null) refuseProductSku(slice.conn, `${wish.field}.sku`, sku)
    const row = { ...(before ?? newVariant(wish.fields, prices)), ...wish.fields }
    if (wish.fields.mrp !== undefined || wish.fields.salePrice !== undefined) {
      const { minSalePrice } = prices
      warnings.push(...priceWarnings(`${wish.field}.`, { ...row, minSalePrice }))
    }
    const changed = before === undefined || skuChanged || differs(before, wish.fields)
    return { seq: before?.seq, sku, skuChanged, row, changed }
  })
}

/** Writes what was planned. Returns whether there was anything. */
export function storeVariants(
  { conn, now }: Slice,
  productSeq: number,
  changes: readonly VariantChange[],
): boolean {
  const changed = changes.filter((change) => change.changed)
  for (const { seq, sku, skuChanged, row } of changed) {
    if (seq === undefined) insertVariant(conn).run({ ...row, id: newId(now), productSeq, sku, now })
    else updateVariant(conn).run({ ...row, seq, now })
    if (seq !== undefined && skuChanged) updateVariantSku(conn).run({ seq, sku })
  }
  return changed.length > 0
}

function findVariant(
  { conn }: Slice,
  productSeq: number | undefined,
  wish: VariantWish,
): Variant | undefined {
  if (wish.byId) return findOwnVariant(conn, productSeq, wish)
  if (!wish.sku) return requireOwnVariant(conn, productSeq, wish)
  const found = findVariantBySku(conn).get({ sku: wish.sku })
  if (found === undefined || found.productSeq === productSeq) return found
  throw skuOfVariant(conn, `${wish.field}.sku`, found)
}

/** The variant with the wish's id; undefined for a new one. Its SKU may change to one that no other variant has. */
function findOwnVariant(
  conn: Conn,
  productSeq: number | undefined,
  { id, sku, field }: VariantWish,
): Variant | undefined {
  const found = id === undefined ? undefined : findVariantById(conn).get({ id })
  if (id !== undefined && (found === undefined || found.productSeq !== productSeq)) {
    const message = `${field} is no longer a variant of this product: load the page again.`
    throw rowRefusal('conflict', field, message)
  }
  const holder = sku ? findVariantBySku(conn).get({ sku }) : undefined
  if (holder !== undefined && holder.id !== id) throw skuOfVariant(conn, `${field}.sku`, holder)
  return found
}

/** The refusal of a SKU that a variant of another product has. */
export function skuOfVariant(conn: Conn, field: string, { sku, productSeq }: Variant): AppError {
  const product = findProductOfVariant(conn).get({ productSeq })
  const who = `${product?.name ?? ''} (SKU ${product?.sku ?? 'none'})`
  return rowRefusal(
    'conflict',
    field,
    `${field} ${sku} belongs to a variant of the product ${who}.`,
  )
}

/** A variant that has no SKU, as an answer showed it. */
function requireOwnVariant(
  conn: Conn,
  productSeq: number | undefined,
  { id, field }: VariantWish,
): Variant {
  const found = id === undefined ? undefined : findVariantById(conn).get({ id })
  if (found !== undefined && found.productSeq === productSeq && found.sku === null) return found
  const place = `${field}.sku`
  const allowed = `text of 1 to ${skuCharactersMax} characters`
  throw rowRefusal('invalid_request', place, mustBe(place, allowed, ''))
}

/** Throws AppError `conflict` when a product has the SKU. */
export function refuseProductSku(conn: Conn, field: string, sku: string): void {
  const holder = findSkuHolder(conn).get({ sku })
  if (holder === undefined) return
  throw rowRefusal('conflict', field, `${field} ${sku} is the SKU of the product ${holder.name}.`)
}

function newVariant(given: VariantFields, prices: Prices): Required<VariantFields> {
  return {
    size: '',
    color: '',
    colorHex: '#000000',
    mrp: given.salePrice ?? prices.mrp,
    salePrice: given.mrp ?? prices.salePrice,
    stockQuantity: 0,
  }
}

function differs(before: Variant, fields: VariantFields): boolean {
  return (
    (fields.size ?? before.size) !== before.size ||
    (fields.color ?? before.color) !== before.color ||
    (fields.colorHex ?? before.colorHex) !== before.colorHex ||
    (fields.mrp ?? before.mrp) !== before.mrp ||
    (fields.salePrice ?? before.salePrice) !== before.salePrice ||
    (fields.stockQuantity ?? before.stockQuantity) !== before.stockQuantity
  )
}
