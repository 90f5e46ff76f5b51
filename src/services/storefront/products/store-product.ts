import type { Conn } from '../../../platform/db/connection.ts'
import { newId } from '../../../platform/ids.ts'
import { initialValues, nullWarning, refusedAs } from '../../../platform/record/read.ts'
import { fieldAt, say, type Sentence } from '../../../platform/record/sentence.ts'
import { storeImages, type ImagesInput, type StoredImages } from '../images/store-images.ts'
import { uncategorisedId } from '../tables.ts'
import { fold, numberedSlug, slugOf } from '../texts.ts'
import { productColumns, productFields, reservedSlugs } from './record.ts'
import {
  findProductBySku,
  findSlugHolder,
  insertProduct,
  listingColumns,
  requireProduct,
  updateProduct,
  updateProductFacts,
  updateProductImage,
  updateProductSku,
} from './queries.ts'
import type { Product, ProductInput } from './read-product.ts'
import {
  isMrpGiven,
  isPriceGiven,
  mrpFollowed,
  priceWarnings,
  requireWithinMrp,
  withFollowingMrp,
  withoutPrice,
} from './rules.ts'
import type { Slice } from './slice.ts'
import {
  findVariantBySku,
  planVariants,
  refuseProductSku,
  skuOfVariant,
  storeVariants,
  type VariantChange,
} from './variants.ts'

export type StoredProduct = {
  /** Whether SKUs changed: lines sold without a SKU get one when their product or variant gets one. */
  skusChanged: boolean
  status: 'created' | 'updated'
  id: string
  imagesUploaded: number
  changed: boolean
  imagesChanged: boolean
  warnings: Sentence[]
}

/**
 * Creates the product of a row or updates the product with its SKU. Throws AppError `invalid_request` or `conflict`
 * that names the field, and then has written nothing.
 */
export function storeProduct(
  slice: Slice,
  input: ProductInput,
  images: ImagesInput,
): StoredProduct {
  const before = findProductBySku(slice.conn).get({ sku: input.sku })
  return storeAs(slice, before, input, images)
}

/**
 * Changes the product with an id, including its SKU, or creates a product if `id` is undefined. If it throws, nothing
 * is written. The input must be read with `byId`. Throws AppError `not_found`, and `invalid_request` or `conflict`
 * that name the field.
 */
export function storeProductById(
  slice: Slice,
  id: string | undefined,
  input: ProductInput,
  images: ImagesInput,
): StoredProduct {
  const before = id === undefined ? undefined : requireProduct(slice.conn, id)
  if (input.sku !== null && input.sku !== before?.sku) {
    refuseProductSku(slice.conn, 'sku', input.sku)
    if (before !== undefined) refuseVariantSku(slice, input.sku)
  }
  return storeAs(slice, before, input, images)
}

function storeAs(
  slice: Slice,
  before: Product | undefined,
  input: ProductInput,
  images: ImagesInput,
): StoredProduct {
  const { vendorId } = input.values
  if (vendorId && vendorId !== before?.vendorId) slice.requireVendor(vendorId)
  if (input.values.slug !== undefined && input.values.slug !== before?.slug) {
    requireFreeSlug(slice.conn, input.values.slug, before?.seq)
  }
  return before === undefined ? create(slice, input, images) : update(slice, before, input, images)
}

function create(slice: Slice, input: ProductInput, images: ImagesInput): StoredProduct {
  if (input.sku !== null) refuseVariantSku(slice, input.sku)
  const product = newProduct(slice, input)
  const warnings = [
    ...echoWarnings(input, undefined, product),
    ...ownPriceWarnings(slice, input, product),
  ]
  const variants = planVariants(slice, undefined, input.variants, product, warnings)
  // The statement returns nothing: a returned row would cost a journal of its own.
  insertProduct(slice.conn).run({ ...product, version: slice.version() })
  const stored = storeBelongings(slice, product.id, variants, images)
  return {
    // No order has the new product yet.
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

/** The variants and images of a product that was just inserted. Most products have none. */
function storeBelongings(
  slice: Slice,
  id: string,
  variants: readonly VariantChange[],
  images: ImagesInput,
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
  input: ProductInput,
  images: ImagesInput,
): StoredProduct {
  const { conn, store, dryRun, now } = slice
  const { seq, id } = before
  const categoryId = slice.categoryOf(input) ?? before.categoryId
  const values = withFollowingMrp(slice.sender, before, input.values)
  const given = {
    mrpGiven: isMrpGiven(slice.sender, before, input.values),
    priceGiven: isPriceGiven(before, input.values),
  }
  const after = { ...before, ...values, sku: input.sku, categoryId, ...given }
  const warnings = [...echoWarnings(input, before, after), ...ownPriceWarnings(slice, input, after)]
  if (values !== input.values) warnings.push(mrpFollowed('', after.mrp))
  const variants = planVariants(slice, seq, input.variants, after, warnings)
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
  if (listingColumns.every((key) => before[key] === after[key])) {
    updateProductFacts(conn).run(after)
    return
  }
  if (after.name !== before.name) after.foldedName = fold(after.name)
  updateProduct(conn).run(after)
}

const comparedColumns = [...productColumns, 'image', 'mrpGiven', 'priceGiven'] as const

function differs(before: Product, after: Product): boolean {
  return comparedColumns.some((key) => before[key] !== after[key])
}

/** The row of a new product, with defaults for omitted values (source: decisions, "Products"). */
function newProduct(slice: Slice, input: ProductInput) {
  const { sku, name, values } = input
  const id = newId(slice.now)
  const said = input.isUnpriced ? {} : values
  const { categorySlug: _, ...given } = { ...initialValues(productFields), ...values }
  return {
    ...given,
    id,
    sku,
    slug: values.slug ?? giveSlug(slice.conn, { name, sku: sku ?? '', id }),
    foldedName: fold(name),
    foldedDescription: fold(given.description),
    categoryId: slice.categoryOf(input) ?? uncategorisedId,
    mrp: values.mrp ?? values.salePrice ?? 0,
    mrpGiven: isMrpGiven(slice.sender, undefined, values),
    salePrice: said.salePrice ?? said.mrp ?? 0,
    priceGiven: isPriceGiven(undefined, said),
    image: null,
    createdAt: slice.now,
    updatedAt: slice.now,
  }
}

function refuseVariantSku({ conn }: Slice, sku: string): void {
  const variant = findVariantBySku(conn).get({ sku })
  if (variant !== undefined) throw skuOfVariant(conn, 'sku', variant)
}

/**
 * Warnings if the product has no price, or if prices in the row contradict the product's resulting prices. Throws
 * AppError `invalid_request`.
 */
function ownPriceWarnings(
  { sender }: Slice,
  { values, isUnpriced }: ProductInput,
  product: Pick<Product, 'mrp' | 'salePrice' | 'priceGiven' | 'minSalePrice'>,
): Sentence[] {
  if (!product.priceGiven) return withoutPrice('', product, isUnpriced)
  const { mrp, salePrice, minSalePrice } = values
  const speaks = mrp !== undefined || salePrice !== undefined || minSalePrice !== undefined
  if (!speaks) return []
  if (sender !== 'program') requireWithinMrp('sale_price', product.salePrice, product.mrp)
  return priceWarnings('', product)
}

function echoWarnings(
  { echoes }: ProductInput,
  before: Product | undefined,
  after: Pick<Product, 'priceGiven'>,
): Sentence[] {
  return echoes.flatMap(({ field, value }) => {
    switch (field) {
      case 'id':
        return value === before?.id ? [] : ['id is given by Daybook: the one sent was ignored.']
      case 'created_at':
        return before !== undefined && value === new Date(before.createdAt).toISOString()
          ? []
          : ['created_at is given by Daybook: the one sent was ignored.']
      case 'has_price':
        return value === after.priceGiven
          ? []
          : ['has_price follows from the prices that were given: the one sent was ignored.']
      case 'size_chart':
        return (before?.sizeChart ?? null) === null ? [] : [nullWarning(field)]
    }
  })
}

/**
 * The slug of a new product, from its name, else its SKU, else its id, numbered from 2 if it is taken. Doubles the
 * number until it is free, then searches between: some 25 look-ups if 10,000 products share a name.
 */
function giveSlug(conn: Conn, product: { name: string; sku: string; id: string }): string {
  const slug = slugOf(product.name) || slugOf(product.sku) || product.id
  if (isFree(conn, slug)) return slug
  let taken = 1
  let free = 2
  while (!isFree(conn, numberedSlug(slug, free))) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (isFree(conn, numberedSlug(slug, middle))) free = middle
    else taken = middle
  }
  return numberedSlug(slug, free)
}

/** Refuses a slug that another product has. Throws AppError `conflict`. */
function requireFreeSlug(conn: Conn, slug: string, ownSeq: number | undefined): void {
  const holder = findSlugHolder(conn).get({ slug })
  if (holder === undefined || holder.seq === ownSeq) return
  const who = holder.sku === null ? holder.name : `${holder.name} (SKU ${holder.sku})`
  throw refusedAs(
    'conflict',
    'slug',
    say`${fieldAt('slug')} ${slug} is taken by the product ${who}.`,
  )
}

function isFree(conn: Conn, slug: string): boolean {
  return !reservedSlugs.has(slug) && findSlugHolder(conn).get({ slug }) === undefined
}
