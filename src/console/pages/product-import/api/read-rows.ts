import { findNameById } from '../../../../names/queries.ts'
import { textOfCell } from '../../../../platform/csv.ts'
import type { Conn } from '../../../../platform/db/connection.ts'
import { AppError } from '../../../../platform/errors.ts'
import { type JsonObject, type JsonValue, isJsonObject } from '../../../../platform/json/json.ts'
import { toJson } from '../../../../platform/record/read.ts'
import {
  fieldAt,
  say,
  type Fault,
  type Sentence,
  rupees,
} from '../../../../platform/record/sentence.ts'
import { recordTable, type Cell } from '../../../../platform/record/field.ts'
import { foldText, toNfc } from '../../../../platform/text.ts'
import { findProductRecord } from '../../../../services/storefront/inventory/export-products.ts'
import { findSkuHolder } from '../../../../services/storefront/service.ts'
import { listAllCategories } from '../../../../services/storefront/display/categories.ts'
import { productFields, variantFields } from '../../../../services/storefront/products/record.ts'
import { readProduct } from '../../../../services/storefront/products/read-product.ts'
import {
  type RowsAbove,
  type TableRecord,
  noteRecord,
  recordOfTable,
} from '../../../../services/storefront/product-table/rows.ts'
import {
  tableFields,
  type ImportColumn,
  importFields,
} from '../../../../services/storefront/product-table/record.ts'
import { withVendorId } from '../../../../services/storefront/inventory/vendors.ts'
import { findVariantBySku } from '../../../../services/storefront/products/variants.ts'
import { variantLabelOf } from '../../../../services/storefront/orders/placing/stock.ts'
import { gstSlabs } from '../../../../platform/gst/rates-and-states.ts'

/** A row as a record of `products/bulk`. The record is complete if there are no faults. */
export type ReadRow = {
  sku: string
  record: JsonObject
  /** Notes about how cells were read. */
  notes: Sentence[]
  faults: Faults
  /** The category in the row that the shop does not have. */
  missingCategory: string | null
  kind: TableRecord['kind']
  /** The index of the row whose record contains this row, or its own. */
  writtenBy: number
}

/** The faults of a row by field: the first fault of each. */
export type Faults = Map<string, Fault>

type Columns = readonly (ImportColumn | null)[]

const table = recordTable(tableFields, { required: ['sku', 'name'], texts: ['category'] })

/** Reads rows with cells in the order of `columns`. Cells under null are ignored. */
export function readRows(conn: Conn, columns: Columns, rows: readonly string[][]): ReadRow[] {
  const findCategory = categoryFinder(conn)
  const above: RowsAbove = new Map()
  const places = new Map<JsonValue | undefined, number>()
  return rows.map((cells, place) => {
    const row = readCells(columns, cells)
    fillCategory(row, findCategory)
    fillVendor(conn, row)
    fillProduct(conn, row, above)
    fillName(conn, row, above)
    refuseFields(row)
    if (row.faults.size > 0) return row
    row.record = noteRecord(above, row)
    const { sku } = row.record
    if (row.kind === 'product') places.set(sku, place)
    return { ...row, writtenBy: row.kind === 'joins' ? (places.get(sku) ?? place) : place }
  })
}

function readCells(columns: Columns, cells: readonly string[]): ReadRow {
  const notes: Sentence[] = []
  const faults: Faults = new Map()
  const record = table.objectOf((column) => {
    const place = columns.findIndex((name) => name === column)
    const read = readCell(column, textOfCell(cells[place] ?? ''))
    if ('fault' in read) {
      refuse(faults, column, read.fault)
      return ''
    }
    if (read.note !== undefined) notes.push(read.note)
    return read.text
  })
  const { sku } = record
  return {
    sku: typeof sku === 'string' ? sku : '',
    record,
    notes,
    faults,
    missingCategory: null,
    kind: 'product',
    writtenBy: -1,
  }
}

function fillCategory(row: ReadRow, findCategory: FindCategory): void {
  const { category, ...rest } = row.record
  row.record = rest
  if (typeof category !== 'string') return
  const found = findCategory(category)
  if ('slug' in found) {
    row.record = { ...rest, category_slug: found.slug }
    return
  }
  refuse(row.faults, 'category', found.fault)
  row.missingCategory = found.isMissing ? category : null
}

function fillVendor(conn: Conn, row: ReadRow): void {
  try {
    row.record = withVendorId(conn, row.record)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    const { vendor_name: vendor, ...rest } = row.record
    const name = typeof vendor === 'string' ? `“${vendor}” ` : ''
    refuse(
      row.faults,
      'vendor_name',
      say`${fieldAt('vendor_name')} ${name}is not in the vendor list.`,
    )
    row.record = rest
  }
}

/** A row about a variant belongs to its product. Its category and vendor are ignored. */
function fillProduct(conn: Conn, row: ReadRow, above: RowsAbove): void {
  try {
    Object.assign(row, recordOfTable(conn, row.record, above))
  } catch (error) {
    if (!(error instanceof AppError) || error.details.fault === undefined) throw error
    row.faults.set(error.details.fault.field, error.details.fault)
  }
  if (row.kind === 'product') return
  for (const column of ['category', 'vendor_name']) row.faults.delete(column)
  row.missingCategory = null
}

/** A file of stock and prices has no names. A product in the shop or in an earlier row keeps its name. */
function fillName(conn: Conn, row: ReadRow, above: RowsAbove): void {
  if (row.record['name'] !== undefined || row.sku === '' || row.faults.has('variant_of')) return
  const sku = toNfc(row.sku)
  const name = above.get(sku)?.name ?? findSkuHolder(conn).get({ sku })?.name
  if (name !== undefined) row.record = { ...row.record, name }
  else {
    refuse(row.faults, 'name', `There is no product with the SKU “${sku}”: a new one needs a name.`)
  }
}

type FindCategory = (text: string) => { slug: string } | { fault: string; isMissing: boolean }

/** Finds a category by its name or its slug. */
function categoryFinder(conn: Conn): FindCategory {
  const all = listAllCategories(conn).all()
  const slugs = new Set(all.map(({ slug }) => slug))
  const byName = Map.groupBy(all, ({ name }) => foldText(name))
  return (text) => {
    const named = byName.get(foldText(text)) ?? []
    const [first] = named
    if (named.length === 1 && first !== undefined) return { slug: first.slug }
    if (slugs.has(text)) return { slug: text }
    return named.length > 1
      ? { fault: `Several categories are called “${text}”.`, isMissing: false }
      : { fault: `There is no category “${text}”.`, isMissing: true }
  }
}

/** Adds the faults that the API would find. A missing name was already handled. */
function refuseFields({ record, faults }: ReadRow): void {
  for (const told of readProduct(record).faults) {
    // A row has one variant, and the row's columns are that variant's fields.
    const fault = { ...told, field: told.field.replace('variants[0].', '') }
    const isSaid = fault.field === 'name' && record['name'] === undefined
    if (!isSaid && !faults.has(fault.field)) faults.set(fault.field, fault)
  }
}

function refuse(faults: Faults, place: string, sentence: Sentence): void {
  faults.set(place, { rule: 'said', field: place, sentence })
}

/** A changed field, with the product's value before and after. Null means none. */
export type Change = { field: string; from: Shown; to: Shown }

type Shown = string | number | boolean | null

/** Columns for fields whose names in the record mean nothing to people. */
const namedFields: Readonly<Record<string, string>> = {
  category_slug: 'category',
  vendor_id: 'vendor_name',
}

/** Describes the changes of records without faults, field by field. */
export function changeTeller(conn: Conn) {
  let categories: ReadonlyMap<string, string> | undefined
  const shown = (field: string, value: JsonValue): Shown => {
    if (typeof value !== 'string') return typeof value === 'object' ? null : value
    if (field === 'vendor_id') {
      return findNameById(conn).get({ kind: 'vendor', id: value })?.name ?? ''
    }
    if (field !== 'category_slug') return value
    categories ??= categoryNames(conn)
    return categories.get(value) ?? value
  }
  const change = (field: string, from: JsonValue, to: JsonValue): Change => ({
    field: namedFields[field] ?? field,
    from: shown(field, from),
    to: shown(field, to),
  })
  return {
    /** The changes of a record to the product with its SKU. */
    changesOf(sku: string, record: JsonObject): Change[] {
      const before = findProductRecord(conn, sku)
      if (before === undefined) return []
      return Object.entries(asTaken(record)).flatMap(([field, to]) => {
        const isUnpriced = field === 'sale_price' && before['has_price'] === false
        const from = isUnpriced ? null : (before[field] ?? null)
        return from === to ? [] : change(field, from, to)
      })
    },
    /** The values of a new product. */
    valuesOf(record: JsonObject): Change[] {
      const { sku: _, name: __, ...values } = withBothPrices(asTaken(record))
      return Object.entries(values).map(([field, to]) => change(field, null, to))
    },
  }
}

function categoryNames(conn: Conn): ReadonlyMap<string, string> {
  return new Map(
    listAllCategories(conn)
      .all()
      .map(({ slug, name }) => [slug, name]),
  )
}

/** The values of a record in the catalogue's form. Warnings about the image are separate. */
function asTaken(record: JsonObject): Record<string, JsonValue> {
  return { ...toJson(productFields, readProduct(record).input.values) }
}

/** Fills in the catalogue's defaults: one price stands for the other, stock is 0, and a missing price is none. */
function withBothPrices(record: Record<string, JsonValue>): Record<string, JsonValue> {
  const { mrp, sale_price: price, ...rest } = record
  return { mrp: mrp ?? price ?? 0, sale_price: price ?? (mrp || null), stock_quantity: 0, ...rest }
}

/** The variant of a row before the row is written. Undefined for a new variant and for rows about products. */
export type VariantBefore = JsonObject | undefined

export function variantBefore(conn: Conn, { sku, kind }: ReadRow): VariantBefore {
  const variant = kind === 'product' ? undefined : findVariantBySku(conn).get({ sku: toNfc(sku) })
  return variant === undefined ? undefined : toJson(variantFields, variant)
}

/** The changes of a row to its variant, or the values of a new variant. */
export function variantChanges(row: ReadRow, before: VariantBefore): Change[] {
  const { sku: _, ...values } = asVariantTaken(row)
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
  const taken = { ...before, ...asVariantTaken(row) }
  const textOf = (field: 'size' | 'color') => {
    const text = taken[field]
    return typeof text === 'string' ? text : ''
  }
  return variantLabelOf(textOf('size'), textOf('color'))
}

/** The row's values for its variant, in the catalogue's form. */
function asVariantTaken({ record }: ReadRow): JsonObject {
  const [variant] = readProduct(record).input.variants
  return variant === undefined ? {} : { ...toJson(variantFields, variant.values) }
}

/** The value of a cell for its column, with a note if the person should know how it was read, or a fault. */
type ReadCell = { text: string; note?: Sentence } | { fault: Sentence }

type Reader = (column: string, cell: string) => ReadCell

/** Readers of the forms that people and spreadsheets use. A value that they cannot read stays, and its field refuses it. */
const readers: { readonly [Kind in Cell]?: Reader } = {
  line: readLine,
  code: readCode,
  amount: readAmount,
  quantity: readQuantity,
  rate: readRate,
  hsn: readHsn,
  choice: (_column, cell) => ({ text: cell.toLowerCase() }),
}

export function readCell(column: string, cell: string): ReadCell {
  const text = cell.trim()
  const kind = isImported(column) ? importFields[column].cell : undefined
  const read = text === '' || kind === undefined ? undefined : readers[kind]
  return read === undefined ? { text: cell } : read(column, text)
}

function isImported(column: string): column is ImportColumn {
  return Object.hasOwn(importFields, column)
}

/** A name may take two lines of its cell. */
function readLine(_column: string, text: string): ReadCell {
  return { text: text.replaceAll(/\s*[\r\n\t]\s*/g, ' ') }
}

/** A spreadsheet turns digits that it takes for a number into 8.90E+12, and their last digits are lost. 12E3 is a code. */
function readCode(column: string, text: string): ReadCell {
  if (!/^\d+(?:[.,]\d+)?E\+\d+$/i.test(text)) return { text }
  return {
    fault: say`${fieldAt(column)} was rounded to ${text} by the spreadsheet: make its column text, and enter it again.`,
  }
}

/** ₹ 450 · Rs. 450 · 450/- · 85.00/Nos · 85 per pc · 450 Dr. An old Windows file has "?" in place of ₹. */
const amount = /^(₹|rs\.?|inr|\?)?\s*(-?[\d,]+(?:\.\d+)?)\s*(.*)$/i
const amountEnd = /^(?:\/-|\/=|₹|rs\.?|inr)$/i
const unitOfPrice = /^(?:(?:\/-?|per\b)\s*[a-z][a-z. ]{0,19}|dr\.?)$/i

function readAmount(column: string, text: string): ReadCell {
  const [, sign, number, end = ''] = amount.exec(text) ?? []
  if (number === undefined) return { text }
  const isUnit = unitOfPrice.test(end)
  if (end !== '' && !isUnit && !amountEnd.test(end)) return { text }
  if (!isUnit && sign !== '?') return { text: number }
  const value = Number(number.replaceAll(',', ''))
  return { text: number, note: say`${fieldAt(column)} “${text}” was read as ${rupees(value)}.` }
}

/** 10 · 10 Nos · (-)5 Pcs, Tally's form of a negative quantity. */
const quantity = /^(\(-\)|-)?\s*([\d,]+(?:\.\d+)?)\s*([a-z][a-z. ]{0,19})?$/i
/** Words after a number that are not units. */
const noUnit = /^(?:dr|cr|crores?|la(?:kh|c)s?|k|thousand)\.?$/i

function readQuantity(column: string, text: string): ReadCell {
  const [, minus, number, unit = ''] = quantity.exec(text) ?? []
  if (number === undefined || noUnit.test(unit.trim())) return { text }
  const units = minus === undefined ? number : `-${number}`
  const isPlain = unit === '' && minus !== '(-)'
  return isPlain
    ? { text: units }
    : { text: units, note: say`${fieldAt(column)} “${text}” was read as ${units}.` }
}

/** 18 · 18 % · GST 18% */
const rate = /^(?:i?gst)?\s*@?\s*(\d+(?:\.\d+)?)\s*(%?)$/i
/** GST rates as a spreadsheet stores them when it shows 18 %. */
const fractions = new Set([0.03, 0.05, 0.12, 0.18, 0.28, 0.4])

function readRate(column: string, text: string): ReadCell {
  const [, number, percent] = rate.exec(text) ?? []
  if (number === undefined) return { text }
  if (percent === '%' || !fractions.has(Number(number))) return readSlab(column, number)
  const meant = Math.round(Number(number) * 100)
  return {
    fault: say`${fieldAt(column)} “${text}” would be less than 1 %: write ${meant} for ${meant} %.`,
  }
}

function readSlab(column: string, number: string): ReadCell {
  if (gstSlabs.includes(Number(number))) return { text: number }
  return { text: number, note: say`${fieldAt(column)} ${number} % is no rate of GST.` }
}

/** HSN codes have 4, 6 or 8 digits. With one digit less, a spreadsheet has removed a leading zero. */
function readHsn(column: string, text: string): ReadCell {
  if (/^\d{3}$/.test(text)) {
    return {
      fault: say`${fieldAt(column)} “${text}” has 3 digits: the spreadsheet probably lost a zero in front. Write 0${text}.`,
    }
  }
  if (!/^(?:\d{5}|\d{7})$/.test(text)) return { text }
  return {
    text,
    note: say`${fieldAt(column)} ${text} has ${text.length} digits: if the spreadsheet lost a zero in front, write 0${text}.`,
  }
}
