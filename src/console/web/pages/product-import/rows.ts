import { textOfCell } from '../../../../platform/csv.ts'
import type { Column } from './columns.ts'
import type { FileRow } from './file.ts'
import type { LocalImages } from './local-images.ts'
import type { sendPiece } from './run.ts'

/* What becomes of the rows of a file. */

type Told = Awaited<ReturnType<typeof sendPiece>>['results'][number]

/** A row with what becomes of it. */
export type RowResult = FileRow & Told
export type Outcome = RowResult['outcome']

export type Input = {
  columns: readonly (Column | null)[]
  rows: readonly FileRow[]
  dryRun: boolean
  /** When the stock in the file was counted, in ISO 8601; undefined where it counts as it stands. */
  asOf: string | undefined
  /** Pictures that are here: what names them is sent behind the rows. */
  images: LocalImages
  /** What a dry run said of the rows. */
  expected?: readonly RowResult[]
}

export type Skus = {
  /** The first row of each SKU. */
  firstRow: ReadonlyMap<string, number>
  /** What rows before have created. */
  created: Set<string>
}

/** What is told of a row, or why it could not be sent. */
export function resultOf(
  input: Input,
  row: FileRow,
  told: Told | undefined,
  skus: Skus,
): RowResult {
  const [name, sku] = [cellOf(input, row, 'name'), cellOf(input, row, 'sku')]
  if (told === undefined) return { ...row, ...faulty(row), sku, name }
  const key = skuKey(sku)
  // A dry run keeps nothing, so it does not know what an earlier piece of the file would have made.
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

/** Rows in one request: few enough for the bar to move. */
const rowsAtOnce = 200

/** What the server takes in one request. */
const rowsAtOnceMax = 500

/** The next rows that are sent together: a product's variants with it, as long as they fit. */
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

/** The rows with the variants of each product behind it, wherever they stand in the file. */
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

/** SKUs are compared as the server does. */
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

/** A row that is there because the first try wrote it counts as what that try made of it. */
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

/** The refused rows as they were, each with its reason: corrected, the same file can be brought in. */
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

/** A table with the titles that are understood, to be filled. */
export const sampleTable = [
  ['SKU', 'Name', 'Category', 'MRP', 'Selling price', 'Stock', 'GST %', 'HSN code', 'Barcode'],
  ['RICE-5KG', 'Basmati rice 5 kg', '', '650', '599.50', '40', '5', '10063020', '8901234567890'],
]
