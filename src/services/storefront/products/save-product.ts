import type { Conn } from '../../../platform/db/connection.ts'
import { withStoredFiles } from '../../../platform/files/file-rows.ts'
import type { JsonObject } from '../../../platform/json.ts'
import type { Sentence } from '../../../platform/record/sentence.ts'
import { deleteUnusedImages } from '../images/delete-unused.ts'
import { prepareImages, type Preparation } from '../images/prepare-images.ts'
import { keepSkuOfVariant, settleOrdersOf } from '../orders/sold-without-sku.ts'
import type { StorefrontDeps } from '../parts.ts'
import { followPrice, variantsThatFollow } from './follow-price.ts'
import { requireProduct, touchProduct } from './queries.ts'
import { readProductRow, type Product, type ProductInput } from './read-product.ts'
import { requireUnchanged } from './require-unchanged.ts'
import { skuWarnings } from './rules.ts'
import { sliceOf, type Slice } from './slice.ts'
import { storeProductById, type StoredProduct } from './store-product.ts'
import { deleteVariant } from './variant-queries.ts'

/**
 * What a person asks of one product: `record` is one of `products/bulk` in which `sku` and `name` may be left out where
 * the product is there already, `sku` may be null, and `id` says which variant is meant.
 */
export type SaveInput = {
  /** Undefined for a new product. */
  id: string | undefined
  record: JsonObject
  /** Ids of the product's variants that are to go. */
  removedVariants: readonly string[]
  /** The fields of `record` as they were when its form was opened: what somebody else changed meanwhile is not lost. */
  startedFrom?: JsonObject | undefined
}

export type SavedProduct = { id: string; changed: boolean; warnings: Sentence[] }

/**
 * Creates a product, or changes the one with an id: by the rules of `products/bulk`, all of it or nothing.
 * Throws AppError `not_found`, and `invalid_request` or `conflict` that name the field; `startedFrom` when a part of the
 * product that is to change is no longer what its form showed.
 */
export async function saveProduct(deps: StorefrontDeps, input: SaveInput): Promise<SavedProduct> {
  // What is wrong is refused before its images are brought to the disk.
  readInput(deps.database.read, input)
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

/** Changes one field or more of a product, images and variants aside, within the act of whoever calls. */
export function changeFields(slice: Slice, id: string, record: JsonObject): StoredProduct {
  const input = readInput(slice.conn, { id, record })
  return storeProductById(slice, id, input, { kind: 'keep' })
}

function storeInput(
  conn: Conn,
  { store, clock }: StorefrontDeps,
  saved: SaveInput,
  images: Preparation,
): { stored: StoredProduct; warnings: Sentence[] } {
  const slice = sliceOf(conn, { store, now: clock.now(), dryRun: false })
  const input = readInput(conn, saved)
  const before = saved.id === undefined ? undefined : requireProduct(conn, saved.id)
  if (before !== undefined) requireAsShown(conn, before, saved.startedFrom)
  const removed = before === undefined ? 0 : removeVariants(slice, before, saved.removedVariants)
  const following = before === undefined ? [] : variantsThatFollow(slice, before, input)
  const stored = storeProductById(slice, saved.id, input, images.input)
  const told = followPrice(slice, requireProduct(conn, stored.id), following)
  if (stored.skusChanged || removed > 0) settleOrdersOf(conn, stored.id, slice.now)
  const warnings = [...skuWarnings(before?.sku ?? null, input.sku), ...input.warnings, ...told]
  return { stored: { ...stored, changed: stored.changed || removed > 0 }, warnings }
}

function requireAsShown(conn: Conn, before: Product, shown: JsonObject | undefined): void {
  if (shown === undefined) return
  const input = readInput(conn, { id: before.id, record: shown })
  requireUnchanged(conn, before, { input, images: shown['images'] })
}

/** Returns how many went. */
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

/** A new product is told apart by nothing; one that is there keeps the SKU and the name that the record leaves out. */
function readInput(conn: Conn, { id, record }: Pick<SaveInput, 'id' | 'record'>): ProductInput {
  if (id === undefined) return readProductRow(record, true)
  const { sku, name } = requireProduct(conn, id)
  return readProductRow({ sku, name, ...record }, true)
}
