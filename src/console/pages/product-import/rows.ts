import { textOfCell } from '../../../platform/csv.ts'
import type { Column } from './columns.ts'
import type { FileRow } from './file.ts'
import type { LocalImages } from './local-images.ts'
import type { sendPiece } from './run.ts'

/* The server's result for a row. */

type Told = Awaited<ReturnType<typeof sendPiece>>['results'][number]

/** A row with its result. */
export type RowResult = FileRow & Told
export type Outcome = RowResult['outcome']

export type Input = {
  columns: readonly (Column | null)[]
  rows: readonly FileRow[]
  dryRun: boolean
  /** The time of the stock count, in ISO 8601. Undefined if the stock counts as it stands. */
  asOf: string | undefined
  /** Dropped pictures. They are uploaded after the rows. */
  images: LocalImages
  /** The results of the dry run. */
  expected?: readonly RowResult[]
}

export type Skus = {
  /** The first row of each SKU. */
  firstRow: ReadonlyMap<string, number>
  /** The SKUs that earlier rows created. */
  created: Set<string>
}

/** The result of a row, or the reason why the row could not be sent. */
export function resultOf(
  input: Input,
  row: FileRow,
  told: Told | undefined,
  skus: Skus,
): RowResult {
  const [name, sku] = [cellOf(input, row, 'name'), cellOf(input, row, 'sku')]
  if (told === undefined) return { ...row, ...faulty(row), sku, name }
  const key = skuKey(sku)
  // A dry run saves nothing, so the server does not know the products of an earlier piece of the file.
  const isThere = told.outcome === 'created' && skus.created.has(key)
  if (told.outcome === 'created') skus.created.add(key)
  const first = skus.firstRow.get(key) ?? row.row
  const warnings =
    first === row.row ? [] : [`The same SKU is in row ${first}: this row comes after it.`]
  return {
    ...row,
    ...told,
    sku,
    name: name || told.name,
    outcome: isThere ? 'changed' : told.outcome,
    changes: isThere ? [] : told.changes,
    warnings: [...warnings, ...told.warnings],
  }
}

function faulty({ fault }: FileRow): Told {
  return {
    outcome: 'refused',
    sku: '',
    name: '',
    id: null,
    reasons: fault === null ? [] : [fault],
    missingCategory: null,
    warnings: [],
    changes: [],
  }
}

export function firstRowsBySku(input: Input): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>()
  for (const row of input.rows) {
    const key = skuKey(cellOf(input, row, 'sku'))
    if (row.fault === null && key !== '' && !firsts.has(key)) firsts.set(key, row.row)
  }
  return firsts
}

/** The usual number of rows in one request: few enough that the progress bar moves. */
const rowsAtOnce = 200

/** The most rows that the server takes in one request. */
const rowsAtOnceMax = 500

/** The rows of the next request. A product's variants go with the product, as long as they fit. */
export function pieceFrom(input: Input, start: number): readonly FileRow[] {
  const { rows } = input
  let end = Math.min(start + rowsAtOnce, rows.length)
  while (end - start < rowsAtOnceMax) {
    const next = rows[end]
    if (next === undefined || cellOf(input, next, 'variant_of') === '') break
    end++
  }
  return rows.slice(start, end)
}

/** The rows with each product's variants directly behind the product, wherever the variants stand in the file. */
export function withVariantsBehind(
  rows: readonly FileRow[],
  columns: Input['columns'],
): readonly FileRow[] {
  const [of, sku] = [columns.indexOf('variant_of'), columns.indexOf('sku')]
  if (of < 0 || sku < 0) return rows
  const parentOf = ({ cells }: FileRow) => skuKey((cells[of] ?? '').trim())
  const variants = Map.groupBy(
    rows.filter((row) => parentOf(row) !== ''),
    parentOf,
  )
  const products = rows.filter((row) => parentOf(row) === '')
  const placed = products.flatMap((row) => {
    const key = skuKey((row.cells[sku] ?? '').trim())
    const own = variants.get(key) ?? []
    variants.delete(key)
    return [row, ...own]
  })
  return [...placed, ...[...variants.values()].flat()]
}

/** The SKU in the form in which the server compares SKUs. */
function skuKey(sku: string): string {
  return sku.normalize('NFC')
}

function cellOf({ columns }: Input, { cells }: FileRow, column: Column): string {
  return (cells[columns.indexOf(column)] ?? '').trim()
}

/** What rows have become that are sent again, if they were written and only the answer was lost: as `expected` told. */
export function madeBefore(
  again: readonly FileRow[],
  expected: readonly RowResult[] = [],
): ReadonlyMap<number, Outcome> {
  const rows = new Set(again.map(({ row }) => row))
  return new Map(
    expected.filter(({ row }) => rows.has(row)).map(({ row, outcome }) => [row, outcome]),
  )
}

/** A second try finds a row as the first try saved it. The result of the first try counts for such a row. */
export function asMade(result: RowResult, made: Outcome | undefined): RowResult {
  const { outcome, warnings } = result
  const isMade =
    (made === 'created' && (outcome === 'unchanged' || outcome === 'changed')) ||
    (made === 'changed' && outcome === 'unchanged')
  if (!isMade) return result
  const warning = 'Made already by the try before, whose answer was lost.'
  return { ...result, outcome: made, warnings: [warning, ...warnings] }
}

const reasonTitle = 'Why it was refused'

/** The refused rows unchanged, each with its reason. After corrections the same file can be imported. */
export function refusedRows(header: readonly string[], results: readonly RowResult[]): string[][] {
  const width = header.length
  const rows = results
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ cells, reasons }) => [
      ...Array.from({ length: width }, (_, i) => textOfCell(cells[i] ?? '')),
      reasons.join(' '),
      ...cells.slice(width).map(textOfCell),
    ])
  return [[...header.map(textOfCell), reasonTitle], ...rows]
}

/** A table with titles that the import knows, for the user to fill in. */
export const sampleTable = [
  ['SKU', 'Name', 'Category', 'MRP', 'Selling price', 'Stock', 'GST %', 'HSN code', 'Barcode'],
  ['RICE-5KG', 'Basmati rice 5 kg', '', '650', '599.50', '40', '5', '10063020', '8901234567890'],
]
