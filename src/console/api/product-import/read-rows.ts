import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import { foldText } from '../../../platform/text.ts'
import {
  listAllCategories,
  productTable,
  withVendorId,
} from '../../../services/storefront/service.ts'
import type { ImportColumn } from './import-columns.ts'

/** A row as a record of `products/bulk`, or why it is none. */
export type ReadRow = { record: JsonObject } | Refused

export type Refused = {
  sku: string
  reason: string
  field: string | null
  /** The category that the row names and that the shop does not have. */
  missingCategory: string | null
}

type Columns = readonly (ImportColumn | null)[]

const table = productTable(['category'])

/** Reads rows whose cells stand under `columns`; what stands under null is left out. */
export function readRows(conn: Conn, columns: Columns, rows: readonly string[][]): ReadRow[] {
  const findCategory = categoryFinder(conn)
  return rows.map((cells) => {
    const row = table.objectOf((column) => cellOf(columns, cells, column))
    const { category, ...rest } = row
    const sku = typeof row['sku'] === 'string' ? row['sku'] : ''
    try {
      refuseRounded(row['barcode'])
      const record = withVendorId(conn, inLowerCase(rest, 'approval_status'))
      if (typeof category !== 'string') return { record }
      return { record: { ...record, category_slug: findCategory(category) } }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return refusedRow(sku, error)
    }
  })
}

/** Around an amount and behind a rate, as people write them: ₹ 450, Rs. 450, 450/-, 5 %. */
const signs = /^(?:₹|Rs\.?|INR)\s*(?=\d)|(?<=\d)\s*(?:\/-|%)$/gi

const amounts = new Set([
  'mrp',
  'sale_price',
  'min_sale_price',
  'vendor_cost',
  'b2b_price',
  'gst_pct',
])

function cellOf(columns: Columns, cells: readonly string[], column: string): string {
  const cell = cells[columns.findIndex((name) => name === column)] ?? ''
  return amounts.has(column) ? cell.trim().replaceAll(signs, '') : cell
}

/** A spreadsheet makes 8.90123E+12 of a barcode that it takes for a number: its last digits are lost. */
function refuseRounded(barcode: JsonValue | undefined): void {
  if (typeof barcode !== 'string' || !/^\d[.,]\d+E\+\d+$/i.test(barcode)) return
  throw new AppError(
    'invalid_request',
    `The spreadsheet rounded the barcode to ${barcode}: make its column text, and enter it again.`,
    { field: 'barcode' },
  )
}

function refusedRow(sku: string, { message, details }: AppError): Refused {
  const { field, missingCategory } = details
  return {
    sku,
    reason: message,
    field: typeof field === 'string' ? field : null,
    missingCategory: typeof missingCategory === 'string' ? missingCategory : null,
  }
}

/** The slug of a category by its name, or by the slug itself. Throws AppError `invalid_request`. */
function categoryFinder(conn: Conn): (text: string) => string {
  const all = listAllCategories(conn).all()
  const slugs = new Set(all.map(({ slug }) => slug))
  const byName = Map.groupBy(all, ({ name }) => foldText(name))
  return (text) => {
    const named = byName.get(foldText(text)) ?? []
    const [first] = named
    if (named.length === 1 && first !== undefined) return first.slug
    if (slugs.has(text)) return text
    if (named.length > 1) throw refusal(`Several categories are called “${text}”.`, {})
    throw refusal(`There is no category “${text}”.`, { missingCategory: text })
  }
}

function refusal(message: string, more: Record<string, string>): AppError {
  return new AppError('invalid_request', message, { field: 'category', ...more })
}

function inLowerCase(record: JsonObject, field: string): JsonObject {
  const value = record[field]
  return typeof value === 'string' ? { ...record, [field]: value.toLowerCase() } : record
}
