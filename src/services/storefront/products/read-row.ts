import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts'
import { isId } from '../../../platform/ids.ts'
import { toNfc } from '../../../platform/text.ts'
import { slugCharactersMax, slugOf } from '../slugs.ts'
import type { products } from '../tables.ts'
import { readVariants, type VariantWish } from './read-variants.ts'
import {
  approvalStatuses,
  barcodeCharactersMax,
  checkJsonRow,
  descriptionCharactersMax,
  nameCharactersMax,
  nullWarning,
  readCount,
  readFlag,
  readGstRate,
  readHsn,
  readLabel,
  readLine,
  readMoney,
  readSku,
  readStock,
  readText,
  readUrl,
  refusal,
  rowRefusal,
  sizeChartCharactersMax,
} from './rules.ts'
import { unknownFieldsWarning } from './unknown-fields.ts'

export type Product = typeof products.$inferSelect

/** The columns that a row may set, as the book holds them. */
type ProductFields = Partial<
  Pick<
    Product,
    | 'name'
    | 'slug'
    | 'description'
    | 'details'
    | 'mrp'
    | 'salePrice'
    | 'minSalePrice'
    | 'stockQuantity'
    | 'gstBasisPoints'
    | 'hsn'
    | 'barcode'
    | 'sizeChart'
    | 'videoUrl'
    | 'vendorId'
    | 'vendorCost'
    | 'b2bPrice'
    | 'b2bMinQty'
    | 'isActive'
    | 'approvalStatus'
  >
>

/** A row of `products/bulk`, checked as far as it can be without the book. Images are read on their own. */
export type ProductWish = {
  /** Null only where products may go without one, and are told apart by their ids. */
  sku: string | null
  name: string
  fields: ProductFields
  categoryId: string | undefined
  categorySlug: string | undefined
  variants: readonly VariantWish[]
  /** What an answer carries and a row cannot set: it is warned of unless it says what the product says already. */
  echoes: { field: 'id' | 'created_at' | 'size_chart'; value: JsonValue }[]
  warnings: string[]
}

type Reader = (wish: ProductWish, value: JsonValue, field: string, byId: boolean) => void

/** What `null` empties (source: decisions, "POST products/bulk"); `image_url` is read with the images. */
const clearable = new Set([
  'video_url',
  'description',
  'details',
  'vendor_id',
  'min_sale_price',
  'vendor_cost',
  'b2b_price',
  'b2b_min_qty',
])

/** Fields that are read elsewhere: the first two above all others, the images by images/prepare-images.ts. */
const readElsewhere = new Set([
  'sku',
  'name',
  'images',
  'image_url',
  'image_base64',
  'image_content_type',
])

/** Blank text in one of these says nothing: exports of other systems are full of it. */
const blankIsAbsent = new Set(['slug', 'category_id', 'category_slug'])

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ['slug', readSlug],
  ['description', (wish, value, field) => (wish.fields.description = readLong(field, value))],
  ['details', (wish, value, field) => (wish.fields.details = readLong(field, value))],
  ['category_id', readCategoryId],
  ['category_slug', readCategorySlug],
  ['mrp', (wish, value, field) => (wish.fields.mrp = readMoney(field, value, wish.warnings))],
  ['sale_price', moneyInto('salePrice')],
  ['min_sale_price', clearableMoneyInto('minSalePrice')],
  ['vendor_cost', clearableMoneyInto('vendorCost')],
  ['b2b_price', clearableMoneyInto('b2bPrice')],
  ['b2b_min_qty', readB2bMinQty],
  ['stock_quantity', readStockQuantity],
  ['gst_pct', readGstPct],
  ['hsn', (wish, value, field) => (wish.fields.hsn = readHsn(field, value))],
  ['barcode', readBarcode],
  ['size_chart', readSizeChart],
  ['video_url', (wish, value, field) => (wish.fields.videoUrl = readUrl(field, value))],
  ['vendor_id', readVendorId],
  ['is_active', (wish, value, field) => (wish.fields.isActive = readFlag(field, value))],
  ['approval_status', readApprovalStatus],
  ['variants', readVariantList],
  ['id', readEcho],
  ['created_at', readEcho],
])

/**
 * Reads one record of `products`; `byId` for one that says by id which product and variants it means, so that none of
 * them needs a SKU. Throws AppError `invalid_request` that names the field.
 */
export function readProductRow(
  record: unknown,
  { byId }: { byId: boolean } = { byId: false },
): ProductWish {
  if (!isJsonObject(record)) throw refusal('product', 'an object', record ?? null)
  checkJsonRow(record)
  const wish: ProductWish = {
    sku: byId && isBlank(record['sku']) ? null : readSku('sku', record['sku']),
    name: readLine('name', record['name'], nameCharactersMax),
    fields: {},
    categoryId: undefined,
    categorySlug: undefined,
    variants: [],
    echoes: [],
    warnings: [],
  }
  wish.fields.name = wish.name
  readFields(wish, record, byId)
  return wish
}

function isBlank(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
}

function readFields(wish: ProductWish, record: JsonObject, byId: boolean): void {
  const unknown: string[] = []
  for (const field of Object.keys(record)) {
    if (readElsewhere.has(field)) continue
    const value = record[field] ?? null
    const read = readers.get(field)
    if (read === undefined) unknown.push(field)
    else if (value === null && !clearable.has(field)) readNull(wish, field)
    else if (typeof value === 'string' && blankIsAbsent.has(field) && value.trim() === '') {
      wish.warnings.push(`${field} is blank: it counts as not given.`)
    } else read(wish, value, field, byId)
  }
  wish.warnings.push(...unknownFieldsWarning(unknown))
}

/** An answer's `size_chart` is null when there is none: that is worth a warning only where there is one. */
function readNull(wish: ProductWish, field: string): void {
  if (field === 'size_chart') wish.echoes.push({ field, value: null })
  else wish.warnings.push(nullWarning(field))
}

function readSlug(wish: ProductWish, value: JsonValue, field: string): void {
  const given = typeof value === 'string' ? toNfc(value).trim() : ''
  const slug = slugOf(given)
  if (slug === '' || given !== slug) {
    const instead = slug === '' ? '' : ` such as ${slug}`
    const allowed = `at most ${slugCharactersMax} lower-case letters, digits and single hyphens${instead}`
    throw refusal(field, allowed, value)
  }
  if (reservedSlugs.has(slug)) {
    throw rowRefusal('invalid_request', field, `slug must not be ${slug}: the API uses that word.`)
  }
  wish.fields.slug = slug
}

/** Slugs that are paths of the API (source: decisions, "Products"). */
export const reservedSlugs: ReadonlySet<string> = new Set(['bulk', 'stock'])

function readLong(field: string, value: JsonValue): string {
  return value === null ? '' : readText(field, value, descriptionCharactersMax)
}

function readCategoryId(wish: ProductWish, value: JsonValue, field: string): void {
  wish.categoryId = readUuid(field, value)
}

function readCategorySlug(wish: ProductWish, value: JsonValue, field: string): void {
  wish.categorySlug = readLine(field, value, slugCharactersMax)
}

function readVendorId(wish: ProductWish, value: JsonValue, field: string): void {
  const none = value === null || (typeof value === 'string' && value.trim() === '')
  wish.fields.vendorId = none ? null : readUuid(field, value)
}

/** Some systems keep ids in capitals: they mean the same. */
function readUuid(field: string, value: JsonValue): string {
  const id = typeof value === 'string' ? value.trim().toLowerCase() : ''
  if (isId(id)) return id
  throw refusal(field, 'a UUID', value)
}

function moneyInto(column: 'mrp' | 'salePrice'): Reader {
  return (wish, value, field) => {
    wish.fields[column] = readMoney(field, value, wish.warnings)
  }
}

function clearableMoneyInto(column: 'minSalePrice' | 'vendorCost' | 'b2bPrice'): Reader {
  return (wish, value, field) => {
    wish.fields[column] = value === null ? null : readMoney(field, value, wish.warnings)
  }
}

function readB2bMinQty(wish: ProductWish, value: JsonValue, field: string): void {
  wish.fields.b2bMinQty = value === null ? null : readCount(field, value)
}

function readStockQuantity(wish: ProductWish, value: JsonValue, field: string): void {
  wish.fields.stockQuantity = readStock(field, value, wish.warnings)
}

function readGstPct(wish: ProductWish, value: JsonValue, field: string): void {
  wish.fields.gstBasisPoints = readGstRate(field, value, wish.warnings)
}

function readBarcode(wish: ProductWish, value: JsonValue, field: string): void {
  wish.fields.barcode = readLabel(field, value, barcodeCharactersMax)
}

/** Any JSON; with nothing in it, it is none. */
function readSizeChart(wish: ProductWish, value: JsonValue, field: string): void {
  const text = toNfc(JSON.stringify(value))
  if (text.length > sizeChartCharactersMax) {
    throw refusal(field, `at most ${sizeChartCharactersMax} characters of JSON`, value)
  }
  wish.fields.sizeChart = ['""', '[]', '{}'].includes(text) ? null : text
}

function readApprovalStatus(wish: ProductWish, value: JsonValue, field: string): void {
  const status = approvalStatuses.find((known) => known === value)
  if (status === undefined) throw refusal(field, `one of ${approvalStatuses.join(', ')}`, value)
  wish.fields.approvalStatus = status
}

function readVariantList(wish: ProductWish, value: JsonValue, field: string, byId: boolean): void {
  wish.variants = readVariants(field, value, wish, byId)
}

function readEcho(wish: ProductWish, value: JsonValue, field: string): void {
  if (field === 'id' || field === 'created_at') wish.echoes.push({ field, value })
}
