import { and, asc, eq } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { insertInto, updateIn, findIn } from '../../../platform/db/statements.ts'
import type { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { refused, refusedAs, type Values, initialValues } from '../../../platform/record/read.ts'
import { fieldAt, say, type Sentence } from '../../../platform/record/sentence.ts'
import { products, variants } from '../tables.ts'
import { findSkuHolder } from './queries.ts'
import type { Product, Variant, VariantInput } from './read-product.ts'
import { skuCharactersMax, variantFields, variantColumns } from './record.ts'
import {
  isMrpGiven,
  isPriceGiven,
  mrpFollowed,
  requireWithinMrp,
  withFollowingMrp,
  priceWarnings,
  withoutPrice,
} from './rules.ts'
import type { Slice } from './slice.ts'

/** The change for one entry of `variants`. `seq` is undefined for a new variant. */
export type VariantChange = {
  seq: number | undefined
  sku: string | null
  skuChanged: boolean
  row: Omit<Values<typeof variantFields>, 'sku'> & { mrpGiven: boolean; priceGiven: boolean }
  changed: boolean
}

type Prices = Pick<Product, 'mrp' | 'mrpGiven' | 'salePrice' | 'priceGiven' | 'minSalePrice'>

/**
 * Plans the changes of the row's variants before anything is written. A new variant without prices gets the product's.
 * Throws AppError `conflict` if another product has a SKU, `invalid_request` if an entry does not identify its
 * variant.
 */
export function planVariants(
  slice: Slice,
  productSeq: number | undefined,
  inputs: readonly VariantInput[],
  prices: Prices,
  warnings: Sentence[],
): VariantChange[] {
  return inputs.map((input) => {
    const before = findVariant(slice, productSeq, input)
    const sku = input.sku === undefined ? (before?.sku ?? null) : input.sku
    const skuChanged = sku !== (before?.sku ?? null)
    if (skuChanged && sku !== null) refuseProductSku(slice.conn, `${input.place}.sku`, sku)
    const values = withFollowingMrp(slice.sender, before, input.values)
    const known = before ?? newVariant(input, prices)
    const row = {
      ...known,
      ...values,
      mrpGiven: isMrpGiven(slice.sender, known, input.values),
      priceGiven: isPriceGiven(known, input.values),
    }
    if (values !== input.values) warnings.push(mrpFollowed(`${input.place}.`, row.mrp))
    warnings.push(...withoutPrice(`${input.place}.`, row, input.isUnpriced))
    if (row.priceGiven && (values.mrp !== undefined || values.salePrice !== undefined)) {
      const { minSalePrice } = prices
      if (slice.sender !== 'program') {
        requireWithinMrp(`${input.place}.sale_price`, row.salePrice, row.mrp)
      }
      warnings.push(...priceWarnings(`${input.place}.`, { ...row, minSalePrice }))
    }
    const changed = before === undefined || skuChanged || differs(before, row)
    return { seq: before?.seq, sku, skuChanged, row, changed }
  })
}

/** Writes the planned changes. Returns whether there were any. */
export function storeVariants(
  { conn, now }: Slice,
  productSeq: number,
  changes: readonly VariantChange[],
): boolean {
  const changed = changes.filter((change) => change.changed)
  const made = { createdAt: now, updatedAt: now }
  for (const { seq, sku, skuChanged, row } of changed) {
    if (seq === undefined)
      insertVariant(conn).run({ ...row, ...made, id: newId(now), productSeq, sku })
    else updateVariant(conn).run({ ...row, seq, updatedAt: now })
    if (seq !== undefined && skuChanged) updateVariantSku(conn).run({ seq, sku })
  }
  return changed.length > 0
}

function findVariant(
  { conn }: Slice,
  productSeq: number | undefined,
  input: VariantInput,
): Variant | undefined {
  if (input.byId) return findOwnVariant(conn, productSeq, input)
  if (!input.sku) return requireOwnVariant(conn, productSeq, input)
  const found = findVariantBySku(conn).get({ sku: input.sku })
  if (found === undefined || found.productSeq === productSeq) return found
  throw skuOfVariant(conn, `${input.place}.sku`, found)
}

/** The variant with the input's id. Undefined for a new variant. Its SKU may change to one that no other variant has. */
function findOwnVariant(
  conn: Conn,
  productSeq: number | undefined,
  { id, sku, place }: VariantInput,
): Variant | undefined {
  const found = id === undefined ? undefined : findVariantById(conn).get({ id })
  if (id !== undefined && (found === undefined || found.productSeq !== productSeq)) {
    const sentence = say`${fieldAt(place)} is no longer a variant of this product: load the page again.`
    throw refusedAs('conflict', place, sentence)
  }
  const holder = sku ? findVariantBySku(conn).get({ sku }) : undefined
  if (holder !== undefined && holder.id !== id) throw skuOfVariant(conn, `${place}.sku`, holder)
  return found
}

/** The refusal of a SKU that a variant of another product has. */
export function skuOfVariant(conn: Conn, place: string, { sku, productSeq }: Variant): AppError {
  const product = findProductOfVariant(conn).get({ seq: productSeq })
  const who = `${product?.name ?? ''} (SKU ${product?.sku ?? 'none'})`
  const sentence = say`${fieldAt(place)} ${sku ?? ''} belongs to a variant of the product ${who}.`
  return refusedAs('conflict', place, sentence)
}

/** A variant without a SKU, by its id from an answer. */
function requireOwnVariant(
  conn: Conn,
  productSeq: number | undefined,
  { id, place }: VariantInput,
): Variant {
  const found = id === undefined ? undefined : findVariantById(conn).get({ id })
  if (found !== undefined && found.productSeq === productSeq && found.sku === null) return found
  throw refused({ rule: 'line', max: skuCharactersMax, field: `${place}.sku`, got: '' })
}

/** Throws AppError `conflict` if a product has the SKU. */
export function refuseProductSku(conn: Conn, place: string, sku: string): void {
  const holder = findSkuHolder(conn).get({ sku })
  if (holder === undefined) return
  const sentence = say`${fieldAt(place)} ${sku} is the SKU of the product ${holder.name}.`
  throw refusedAs('conflict', place, sentence)
}

/** Values that a record leaves out of a new variant come from the product, or are defaults. */
function newVariant({ values: given, isUnpriced }: VariantInput, prices: Prices) {
  const salePrice = isUnpriced ? 0 : (given.mrp ?? prices.salePrice)
  return {
    ...initialValues(variantFields),
    mrp: given.salePrice ?? prices.mrp,
    mrpGiven: given.mrp !== undefined || (given.salePrice === undefined && prices.mrpGiven),
    salePrice,
    priceGiven: !isUnpriced && (prices.priceGiven || salePrice > 0),
  }
}

const comparedColumns = [
  ...variantColumns.filter((key) => key !== 'sku'),
  'mrpGiven',
  'priceGiven',
] as const

function differs(before: Variant, row: VariantChange['row']): boolean {
  return comparedColumns.some((key) => row[key] !== before[key])
}

export const findVariantBySku = findIn(variants, 'sku')

/** The product of a variant, for messages. */
export const findProductOfVariant = findIn(products, 'seq')

export const findVariantById = findIn(variants, 'id')

/** The values that an update of stock and prices needs. */
export const findStockOfVariant = query((conn, { sku }: Params<{ sku: string }>) =>
  conn
    .select({
      seq: variants.seq,
      id: variants.id,
      productSeq: variants.productSeq,
      productId: products.id,
      mrp: variants.mrp,
      mrpGiven: variants.mrpGiven,
      salePrice: variants.salePrice,
      priceGiven: variants.priceGiven,
      minSalePrice: products.minSalePrice,
      stockQuantity: variants.stockQuantity,
    })
    .from(variants)
    .innerJoin(products, eq(products.seq, variants.productSeq))
    .where(eq(variants.sku, sku)),
)

/** In the order of creation. */
export const listVariants = query((conn, { productSeq }: Params<{ productSeq: number }>) =>
  conn
    .select()
    .from(variants)
    .where(eq(variants.productSeq, productSeq))
    .orderBy(asc(variants.seq)),
)

const insertVariant = insertInto(variants)

const updateVariant = updateIn(variants, 'seq', [...comparedColumns, 'updatedAt'])

export const updateVariantStockAndPrices = updateIn(variants, 'seq', [
  'stockQuantity',
  'mrp',
  'mrpGiven',
  'salePrice',
  'priceGiven',
  'updatedAt',
])

/** A separate statement: SKUs seldom change, and every update of the column writes its index. */
const updateVariantSku = updateIn(variants, 'seq', ['sku'])

export const deleteVariant = query(
  (conn, { id, productSeq }: Params<{ id: string; productSeq: number }>) =>
    conn
      .delete(variants)
      .where(and(eq(variants.id, id), eq(variants.productSeq, productSeq)))
      .returning({ id: variants.id }),
)
