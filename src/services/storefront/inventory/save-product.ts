import { isDeepStrictEqual } from 'node:util'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError, checkAll } from '../../../platform/errors.ts'
import { withStoredFiles } from '../../../platform/files/file-rows.ts'
import { type JsonObject, type JsonValue, isJsonObject } from '../../../platform/json/json.ts'
import type { Sentence } from '../../../platform/record/sentence.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { deleteUnusedImages, imageUrl, listImages } from '../images/store-images.ts'
import { prepareImages, type Preparation } from '../images/prepare-images.ts'
import { keepSkuOfVariant, settleOrdersOf } from './delete-products.ts'
import { findProductById, requireProduct, touchProduct } from '../products/queries.ts'
import {
  readProductRow,
  type Product,
  type ProductInput,
  type Variant,
  type VariantInput,
} from '../products/read-product.ts'
import { priceWarnings, requireWithinMrp, skuWarnings } from '../products/rules.ts'
import { sliceOf, type Slice } from '../products/slice.ts'
import { storeProductById, type StoredProduct } from '../products/store-product.ts'
import {
  deleteVariant,
  findVariantById,
  listVariants,
  updateVariantStockAndPrices,
} from '../products/variants.ts'
import { gstSlabs } from '../../../platform/gst/rates-and-states.ts'
import { readRupees, toPercent } from '../../../platform/money.ts'

/**
 * A person's change to one product. `record` is a record of `products/bulk`, but may leave out `sku` and `name` of an
 * existing product, may set `sku` to null, and names variants by `id`.
 */
type SaveInput = {
  /** Undefined for a new product. */
  id: string | undefined
  record: JsonObject
  /** Ids of variants to remove. */
  removedVariants: readonly string[]
  /** The fields of `record` when the form was opened, so that changes by others meanwhile are not lost. */
  startedFrom?: JsonObject | undefined
  /** The person confirmed a rate that GST does not have. */
  isRateMeant?: boolean
  /** The user, for account history. */
  by?: string | undefined
}

type SavedProduct = { id: string; changed: boolean; warnings: Sentence[] }

/**
 * Creates a product or changes the product with an id, by the rules of `products/bulk`, completely or not at all.
 * Throws AppError `not_found`, and `invalid_request` or `conflict` with the field. The field is `startedFrom` if a
 * part to be changed no longer is what the form showed.
 */
export async function saveProduct(deps: StorefrontDeps, input: SaveInput): Promise<SavedProduct> {
  // Refuses faults before storing images.
  requireFit(deps.database.read, input)
  let images: Preparation = { input: { kind: 'keep' }, warnings: [] }
  const { stored, warnings } = await withStoredFiles(
    async () => {
      images = await prepareImages(deps, input.record, { dryRun: false })
    },
    () => deps.database.write((conn) => storeInput(conn, deps, input, images)),
  )
  if (stored.imagesChanged) await deleteUnusedImages(deps)
  return {
    id: stored.id,
    changed: stored.changed,
    warnings: [...warnings, ...stored.warnings, ...images.warnings],
  }
}

/** Reports all faults together. */
function requireFit(conn: Conn, { id, record, isRateMeant = false }: SaveInput): void {
  const before = id === undefined ? undefined : requireProduct(conn, id)
  checkAll({
    record: () => readInput(conn, { id, record }),
    law: () => requireLawful({ record, before, isRateMeant }),
  })
}

function storeInput(
  conn: Conn,
  deps: StorefrontDeps,
  saved: SaveInput,
  images: Preparation,
): { stored: StoredProduct; warnings: Sentence[] } {
  const slice = sliceOf(conn, deps, { sender: 'form' })
  const input = readInput(conn, saved)
  const before = saved.id === undefined ? undefined : requireProduct(conn, saved.id)
  if (before !== undefined) requireAsShown(conn, before, saved.startedFrom)
  const removed = before === undefined ? 0 : removeVariants(slice, before, saved.removedVariants)
  const following = before === undefined ? [] : variantsThatFollow(slice, before, input)
  const stored = storeProductById(slice, saved.id, input, images.input)
  const told = followPrice(slice, requireProduct(conn, stored.id), following)
  if (stored.skusChanged || removed > 0) settleOrdersOf(conn, stored.id, slice.now)
  const warnings = [...skuWarnings(before?.sku ?? null, input.sku), ...input.warnings, ...told]
  const changed = stored.changed || removed > 0
  if (stored.status === 'created' || changed) recordSaved(conn, stored, saved.by, slice.now)
  return { stored: { ...stored, changed }, warnings }
}

function recordSaved(
  conn: Conn,
  { id, status }: StoredProduct,
  userId: string | undefined,
  now: number,
): void {
  const { sku, name } = requireProduct(conn, id)
  const action = status === 'created' ? 'product added' : 'product changed'
  recordHistory(conn, now, { action, userId, details: { id, sku, name } })
}

function requireAsShown(conn: Conn, before: Product, shown: JsonObject | undefined): void {
  if (shown === undefined) return
  const input = readInput(conn, { id: before.id, record: shown })
  requireUnchanged(conn, before, { input, images: shown['images'] })
}

/** Returns how many were removed. */
function removeVariants(slice: Slice, { seq, id }: Product, variantIds: readonly string[]): number {
  const { conn, now } = slice
  let removed = 0
  for (const variantId of variantIds) {
    keepSkuOfVariant(conn, id, variantId)
    removed += deleteVariant(conn).all({ id: variantId, productSeq: seq }).length
  }
  if (removed > 0) touchProduct(conn).run({ seq, version: slice.version(), updatedAt: now })
  return removed
}

/** A new record must be complete. A record of an existing product keeps the SKU and name that it leaves out. */
function readInput(conn: Conn, { id, record }: Pick<SaveInput, 'id' | 'record'>): ProductInput {
  if (id === undefined) return readProductRow(record, true)
  const { sku, name } = requireProduct(conn, id)
  return readProductRow({ sku, name, ...record }, true)
}

/**
 * Changes the same fields (as in `products/bulk`) of several products, all or none. Returns how many changed. Missing
 * products are left out. `by` is the user. Throws AppError `invalid_request` that names the field.
 */
export async function changeProducts(
  deps: StorefrontDeps,
  ids: readonly string[],
  record: JsonObject,
  by?: string,
): Promise<{ changed: number }> {
  return await deps.database.writeInSteps(function* (conn) {
    const slice = sliceOf(conn, deps)
    let changed = 0
    for (const id of ids) {
      const isThere = findProductById(conn).get({ id }) !== undefined
      if (isThere && changeFields(slice, id, record).changed) changed++
      yield
    }
    if (changed > 0) {
      const details = { products: changed, fields: Object.keys(record) }
      recordHistory(conn, slice.now, { action: 'products changed', userId: by, details })
    }
    return { changed }
  })
}

/** Changes fields of a product, but neither images nor variants, in the caller's transaction. */
function changeFields(slice: Slice, id: string, record: JsonObject): StoredProduct {
  const input = readInput(slice.conn, { id, record })
  return storeProductById(slice, id, input, { kind: 'keep' })
}

/** The values with which a form began, read like a person's input. Images are as the console shows them. Undefined means no comparison. */
type Shown = { input: ProductInput; images: JsonValue | undefined }

/**
 * Refuses a form if a part that it contains was changed since it was shown. Other parts may have changed. Throws
 * AppError `conflict` with the field `startedFrom`.
 */
function requireUnchanged(conn: Conn, product: Product, { input, images }: Shown): void {
  const { categorySlug: _, ...columns } = input.values
  const isSame =
    !(input.isUnpriced && product.priceGiven) &&
    input.sku === product.sku &&
    input.name === product.name &&
    agrees(product, columns) &&
    input.variants.every((variant) => isVariantAsShown(conn, variant)) &&
    (images === undefined || areImagesAsShown(conn, product, images))
  if (isSame) return
  const message = `Somebody changed ${product.name} meanwhile.`
  throw new AppError('conflict', message, { field: 'startedFrom' })
}

/** A removed variant counts as changed. */
function isVariantAsShown(conn: Conn, { id, sku, values }: VariantInput): boolean {
  const variant = id === undefined ? undefined : findVariantById(conn).get({ id })
  if (variant === undefined) return false
  return (sku === undefined || sku === variant.sku) && agrees(variant, values)
}

function areImagesAsShown(conn: Conn, { seq: productSeq }: Product, shown: JsonValue): boolean {
  const now = listImages(conn)
    .all({ productSeq })
    .map(({ image, alt }) => ({ url: imageUrl(image, ''), alt }))
  return isDeepStrictEqual(now, shown)
}

function agrees<Row extends object>(row: Row, shown: Partial<Row>): boolean {
  return isDeepStrictEqual({ ...row, ...shown }, row)
}

const priceFields = ['mrp', 'salePrice'] as const

/** A variant that takes over prices of its product, and which prices. `place` is its place among all variants. */
type Following = { variant: Variant; place: number; taken: readonly Price[] }

type Price = (typeof priceFields)[number]

/**
 * When a person changes a product's price: the variants that had the same price or none, unless the input gives their
 * price. A program sets variants itself.
 */
function variantsThatFollow(
  { conn }: Pick<Slice, 'conn'>,
  before: Product,
  { values, variants }: ProductInput,
): Following[] {
  const changed = priceFields.filter((price) => (values[price] ?? before[price]) !== before[price])
  if (changed.length === 0) return []
  return listVariants(conn)
    .all({ productSeq: before.seq })
    .map((variant, place) => {
      const named = variants.find(({ id }) => id === variant.id)?.values
      const taken = changed.filter(
        (price) =>
          named?.[price] === undefined &&
          (variant[price] === before[price] || lacks(variant, price)),
      )
      return { variant, place, taken }
    })
    .filter(({ taken }) => taken.length > 0)
}

/** An MRP of 0 means none. A price of 0 may be intended. */
function lacks(variant: Variant, price: Price): boolean {
  return price === 'mrp' ? variant.mrp === 0 : !variant.priceGiven
}

/** Gives these variants the product's new prices. Returns the sentences for the person. Throws AppError `invalid_request`. */
function followPrice(
  { conn, now }: Slice,
  product: Product,
  following: readonly Following[],
): Sentence[] {
  if (following.length === 0) return []
  const stored = new Map(
    listVariants(conn)
      .all({ productSeq: product.seq })
      .map((variant) => [variant.seq, variant]),
  )
  const warnings = following.flatMap(({ variant: { seq }, place, taken }) => {
    const variant = stored.get(seq)
    if (variant === undefined) return []
    const after = { ...variant }
    for (const price of taken) after[price] = product[price]
    if (taken.includes('mrp')) after.mrpGiven = product.mrpGiven
    if (taken.includes('salePrice')) after.priceGiven = product.priceGiven
    requireWithinMrp(`variants[${place}].sale_price`, after.salePrice, after.mrp)
    updateVariantStockAndPrices(conn).run({ ...after, updatedAt: now })
    // If both prices are the product's, the product's warning is enough.
    const isTheSame = priceFields.every((price) => after[price] === product[price])
    const { minSalePrice } = product
    return isTheSame ? [] : priceWarnings(`variants[${place}].`, { ...after, minSalePrice })
  })
  return [followedSentence(following.length), ...warnings]
}

function followedSentence(count: number): string {
  return count === 1
    ? 'One variant had the same price: it has the new one too.'
    : `${count} variants had the same price: they have the new one too.`
}

/** A person's record and the stored product. `isRateMeant`: the person confirmed the GST rate. */
type Sent = { record: JsonObject; before: Product | undefined; isRateMeant: boolean }

/**
 * Refuses prices above an MRP, and GST rates that do not exist unless the person confirmed them. Other checks refuse
 * values that are not amounts or percentages. Throws AppError `invalid_request` that names the fields.
 */
function requireLawful(sent: Sent): void {
  const { variants } = sent.record
  const rows = Array.isArray(variants) ? variants.filter((row) => isJsonObject(row)) : []
  const ofVariants = rows.map((row, place) => [
    `variant ${place}`,
    () => requirePrices(`variants[${place}].sale_price`, row, { mrp: 0, salePrice: 0 }),
  ])
  checkAll({
    prices: () => requirePrices('sale_price', sent.record, sent.before ?? { mrp: 0, salePrice: 0 }),
    rate: () => requireSlab(sent),
    ...Object.fromEntries(ofVariants),
  })
}

/** Only if the record gives one of the prices. */
function requirePrices(
  place: string,
  { mrp, sale_price: price }: JsonObject,
  before: Pick<Product, 'mrp' | 'salePrice'>,
): void {
  if (mrp === undefined && price === undefined) return
  requireWithinMrp(place, paiseOf(price) ?? before.salePrice, paiseOf(mrp) ?? before.mrp)
}

function requireSlab({ record: { gst_pct: rate }, before, isRateMeant }: Sent): void {
  if (isRateMeant || typeof rate !== 'number' || rate < 0 || rate > 100) return
  const isAsBefore = before !== undefined && toPercent(before.gstBasisPoints) === rate
  if (isAsBefore || gstSlabs.includes(rate)) return
  throw new AppError('invalid_request', `GST has no rate of ${rate} %.`, { field: 'gst_pct' })
}

function paiseOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? readRupees(value)?.paise : undefined
}
