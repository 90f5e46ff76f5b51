import { newId } from '../../../platform/ids.ts'
import { fold } from '../catalogue/fold.ts'
import { storeImages, type ImagesWish, type StoredImages } from '../images/store-images.ts'
import { uncategorisedId } from '../uncategorised.ts'
import { giveSlug, requireFreeSlug } from './give-slug.ts'
import {
  findProductBySku,
  insertProduct,
  requireProduct,
  updateProduct,
  updateProductFacts,
  updateProductImage,
  updateProductSku,
} from './queries.ts'
import type { Product, ProductWish } from './read-row.ts'
import { nullWarning, priceWarnings } from './rules.ts'
import type { Slice } from './slice.ts'
import {
  planVariants,
  refuseProductSku,
  skuOfVariant,
  storeVariants,
  type VariantChange,
} from './store-variants.ts'
import { findVariantBySku } from './variant-queries.ts'

export type StoredProduct = {
  /** Products may be without a SKU: lines that were sold so get one when their product, or its variant, does. */
  skusChanged: boolean
  status: 'created' | 'updated'
  id: string
  imagesUploaded: number
  changed: boolean
  imagesChanged: boolean
  warnings: string[]
}

/**
 * Creates the product of a row, or updates the one with its SKU: all of it, or nothing when it throws.
 * Throws AppError `invalid_request` or `conflict` that names the field, having written nothing.
 */
export function storeProduct(slice: Slice, wish: ProductWish, images: ImagesWish): StoredProduct {
  const before = findProductBySku(slice.conn).get({ sku: wish.sku })
  return storeAs(slice, before, wish, images)
}

/**
 * Changes the product with an id, also its SKU, or creates one when `id` is undefined: all of it, or nothing when it
 * throws. The wish was read `byId`. Throws AppError `not_found`, and `invalid_request` or `conflict` that name the field.
 */
export function storeProductById(
  slice: Slice,
  id: string | undefined,
  wish: ProductWish,
  images: ImagesWish,
): StoredProduct {
  const before = id === undefined ? undefined : requireProduct(slice.conn, id)
  if (wish.sku !== null && wish.sku !== before?.sku) {
    refuseProductSku(slice.conn, 'sku', wish.sku)
    if (before !== undefined) refuseVariantSku(slice, wish.sku)
  }
  return storeAs(slice, before, wish, images)
}

function storeAs(
  slice: Slice,
  before: Product | undefined,
  wish: ProductWish,
  images: ImagesWish,
): StoredProduct {
  const { vendorId } = wish.fields
  if (vendorId && vendorId !== before?.vendorId) slice.requireVendor(vendorId)
  if (wish.fields.slug !== undefined && wish.fields.slug !== before?.slug) {
    requireFreeSlug(slice.conn, wish.fields.slug, before?.seq)
  }
  return before === undefined ? create(slice, wish, images) : update(slice, before, wish, images)
}

function create(slice: Slice, wish: ProductWish, images: ImagesWish): StoredProduct {
  if (wish.sku !== null) refuseVariantSku(slice, wish.sku)
  const product = newProduct(slice, wish)
  const warnings = [...echoWarnings(wish, undefined), ...ownPriceWarnings(wish, product)]
  const variants = planVariants(slice, undefined, wish.variants, product, warnings)
  // Nothing is returned by the statement: that would cost it a journal of its own.
  insertProduct(slice.conn).run({ ...product, version: slice.version() })
  const stored = storeBelongings(slice, product.id, variants, images)
  return {
    // Nobody has ordered it yet.
    skusChanged: false,
    status: 'created',
    id: product.id,
    imagesUploaded: stored.uploaded,
    changed: true,
    imagesChanged: stored.changed,
    warnings,
  }
}

const noImages = { uploaded: 0, changed: false, first: null }

/** The variants and images of a product that was just inserted; most have none. */
function storeBelongings(
  slice: Slice,
  id: string,
  variants: readonly VariantChange[],
  images: ImagesWish,
): StoredImages {
  const { conn, store, dryRun } = slice
  if (variants.length === 0 && images.kind === 'keep') return noImages
  const { seq } = requireProduct(conn, id)
  storeVariants(slice, seq, variants)
  const stored =
    images.kind === 'keep' ? noImages : storeImages(conn, store, seq, images, { dryRun })
  if (stored.first !== null) updateProductImage(conn).run({ seq, image: stored.first })
  return stored
}

function update(
  slice: Slice,
  before: Product,
  wish: ProductWish,
  images: ImagesWish,
): StoredProduct {
  const { conn, store, dryRun, now } = slice
  const { seq, id } = before
  const categoryId = slice.categoryOf(wish) ?? before.categoryId
  const after = { ...before, ...wish.fields, sku: wish.sku, categoryId }
  const warnings = [...echoWarnings(wish, before), ...ownPriceWarnings(wish, after)]
  const variants = planVariants(slice, seq, wish.variants, after, warnings)
  const stored =
    images.kind === 'keep'
      ? { ...noImages, first: before.image }
      : storeImages(conn, store, seq, images, { dryRun })
  after.image = stored.first
  const variantsChanged = storeVariants(slice, seq, variants)
  const skuChanged = after.sku !== before.sku
  if (skuChanged) updateProductSku(conn).run({ seq, sku: after.sku })
  const changed = skuChanged || differs(before, after) || stored.changed || variantsChanged
  if (changed) writeProduct(slice, before, { ...after, version: slice.version(), updatedAt: now })
  return {
    skusChanged: skuChanged || variants.some((variant) => variant.skuChanged),
    status: 'updated',
    id,
    imagesUploaded: stored.uploaded,
    changed,
    imagesChanged: stored.changed,
    warnings,
  }
}

function writeProduct({ conn }: Slice, before: Product, after: Product): void {
  if (after.description !== before.description) after.foldedDescription = fold(after.description)
  if (listingKeys.every((key) => before[key] === after[key])) {
    updateProductFacts(conn).run(after)
    return
  }
  if (after.name !== before.name) after.foldedName = fold(after.name)
  updateProduct(conn).run(after)
}

/** What `updateProductFacts` leaves alone. */
const listingKeys = ['name', 'slug', 'categoryId', 'isActive', 'approvalStatus'] as const

const comparedKeys = [
  ...listingKeys,
  'description',
  'details',
  'mrp',
  'salePrice',
  'minSalePrice',
  'stockQuantity',
  'gstBasisPoints',
  'hsn',
  'barcode',
  'sizeChart',
  'image',
  'videoUrl',
  'vendorId',
  'vendorCost',
  'b2bPrice',
  'b2bMinQty',
] as const

function differs(before: Product, after: Product): boolean {
  return comparedKeys.some((key) => before[key] !== after[key])
}

/** The row of a new product: what the record leaves out is the default (source: decisions, "Products"). */
function newProduct(slice: Slice, wish: ProductWish) {
  const { sku, name, fields } = wish
  const id = newId(slice.now)
  const description = fields.description ?? ''
  return {
    id,
    sku,
    slug: fields.slug ?? giveSlug(slice.conn, { name, sku: sku ?? '', id }),
    name,
    foldedName: fold(name),
    description,
    foldedDescription: fold(description),
    details: fields.details ?? '',
    categoryId: slice.categoryOf(wish) ?? uncategorisedId,
    mrp: fields.mrp ?? fields.salePrice ?? 0,
    salePrice: fields.salePrice ?? fields.mrp ?? 0,
    minSalePrice: fields.minSalePrice ?? null,
    stockQuantity: fields.stockQuantity ?? 0,
    gstBasisPoints: fields.gstBasisPoints ?? 0,
    hsn: fields.hsn ?? '',
    barcode: fields.barcode ?? '',
    sizeChart: fields.sizeChart ?? null,
    image: null,
    videoUrl: fields.videoUrl ?? null,
    vendorId: fields.vendorId ?? null,
    vendorCost: fields.vendorCost ?? null,
    b2bPrice: fields.b2bPrice ?? null,
    b2bMinQty: fields.b2bMinQty ?? null,
    isActive: fields.isActive ?? true,
    approvalStatus: fields.approvalStatus ?? 'approved',
    createdAt: slice.now,
    updatedAt: slice.now,
  }
}

function refuseVariantSku({ conn }: Slice, sku: string): void {
  const variant = findVariantBySku(conn).get({ sku })
  if (variant !== undefined) throw skuOfVariant(conn, 'sku', variant)
}

/** Only of prices that the row speaks of, against those that the product then has. */
function ownPriceWarnings(
  { fields }: ProductWish,
  product: Pick<Product, 'mrp' | 'salePrice' | 'minSalePrice'>,
): string[] {
  const { mrp, salePrice, minSalePrice } = fields
  const speaks = mrp !== undefined || salePrice !== undefined || minSalePrice !== undefined
  return speaks ? priceWarnings('', product) : []
}

function echoWarnings({ echoes }: ProductWish, before: Product | undefined): string[] {
  return echoes.flatMap(({ field, value }) => {
    switch (field) {
      case 'id':
        return value === before?.id ? [] : ['id is given by Daybook: the one sent was ignored.']
      case 'created_at':
        return before !== undefined && value === new Date(before.createdAt).toISOString()
          ? []
          : ['created_at is given by Daybook: the one sent was ignored.']
      case 'size_chart':
        return (before?.sizeChart ?? null) === null ? [] : [nullWarning(field)]
    }
  })
}
