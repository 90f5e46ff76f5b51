import { findNameById } from '../../../names/queries.ts'
import { textOfCell } from '../../../platform/csv.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { toJson } from '../../../platform/record/read.ts'
import { fieldAt, say, type Fault, type Sentence } from '../../../platform/record/sentence.ts'
import { recordTable } from '../../../platform/record/table.ts'
import { foldText, toNfc } from '../../../platform/text.ts'
import {
  findProductRecord,
  findSkuHolder,
  listAllCategories,
  productFields,
  readProduct,
  noteRecord,
  recordOfTable,
  tableFields,
  withVendorId,
  type ImportColumn,
  type RowsAbove,
  type TableRecord,
} from '../../../services/storefront/service.ts'
import { readCell } from './read-cell.ts'

/** A row as a record of `products/bulk`, which is whole when there are no faults. */
export type ReadRow = {
  sku: string
  record: JsonObject
  /** What was made of a cell that its owner should know. */
  notes: Sentence[]
  faults: Faults
  /** The category that the row names and that the shop does not have. */
  missingCategory: string | null
  kind: TableRecord['kind']
  /** The place of the row whose record it joins, or its own. */
  writtenBy: number
}

/** Why a row is refused, by the field: of each the first reason. */
export type Faults = Map<string, Fault>

type Columns = readonly (ImportColumn | null)[]

const table = recordTable(tableFields, { required: ['sku', 'name'], texts: ['category'] })

/** Reads rows whose cells stand under `columns`; what stands under null is left out. */
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

/** A row about a variant is its product's; what such a row says of a category or a vendor does not count. */
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

/** A file of stock and prices has no names: a product that is there, or in a row above, keeps its own. */
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

/** Finds a category by its name, or by the slug itself. */
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

/** What the API would refuse of the record; a name that is missing was looked for before. */
function refuseFields({ record, faults }: ReadRow): void {
  for (const told of readProduct(record).faults) {
    // A row has one variant, and its columns are those of it.
    const fault = { ...told, field: told.field.replace('variants[0].', '') }
    const isSaid = fault.field === 'name' && record['name'] === undefined
    if (!isSaid && !faults.has(fault.field)) faults.set(fault.field, fault)
  }
}

function refuse(faults: Faults, place: string, sentence: Sentence): void {
  faults.set(place, { rule: 'said', field: place, sentence })
}

/** A field that a row changes, as the product has it and as it will be; `null` is nothing. */
export type Change = { field: string; from: Shown; to: Shown }

type Shown = string | number | boolean | null

/** Fields that are named in the record by something that says nothing to people. */
const namedFields: Readonly<Record<string, string>> = {
  category_slug: 'category',
  vendor_id: 'vendor_name',
}

/** Says what records that nothing is wrong with would do, a field at a time. */
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
    /** What a record would change of the product with its SKU. */
    changesOf(sku: string, record: JsonObject): Change[] {
      const before = findProductRecord(conn, sku)
      if (before === undefined) return []
      return Object.entries(asTaken(record)).flatMap(([field, to]) => {
        const isUnpriced = field === 'sale_price' && before['has_price'] === false
        const from = isUnpriced ? null : (before[field] ?? null)
        return from === to ? [] : change(field, from, to)
      })
    },
    /** What a new product has by its record. */
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

/** What a record says, as the catalogue has it. The image is told by its own warnings. */
function asTaken(record: JsonObject): Record<string, JsonValue> {
  return { ...toJson(productFields, readProduct(record).input.values) }
}

/** One price stands for the other, what nothing is said of is 0, and a price that nobody says is none: so the catalogue has it. */
function withBothPrices(record: Record<string, JsonValue>): Record<string, JsonValue> {
  const { mrp, sale_price: price, ...rest } = record
  return { mrp: mrp ?? price ?? 0, sale_price: price ?? (mrp || null), stock_quantity: 0, ...rest }
}
