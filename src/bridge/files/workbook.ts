import type { CellValue } from 'hucre/xlsx'
import type { Keyed } from '../tally/render.ts'
import { billRows } from './bill-rows.ts'
import { type Columns, placeholders } from './columns.ts'
import { entryFields, entryRows } from './entry-rows.ts'
import { lineFields, voucherFields } from './row-fields.ts'

/**
 * Vouchers as a workbook, with a row per line or per entry. Amounts are numbers and days are dates. A text is never a formula, and codes
 * such as HSN keep their zeros.
 */
export async function writeWorkbook(
  all: readonly Keyed[],
  { sheet, columns, rows = 'lines' }: Columns,
): Promise<Uint8Array> {
  // Loaded only when needed: most shops never write a workbook.
  const { XlsxStreamWriter } = await import('hucre/xlsx')
  const writer = new XlsxStreamWriter({
    name: sheet,
    columns: columns.map(({ header, value }) => ({ header, ...formatOf(value) })),
  })
  const read = all.flatMap((keyed) =>
    rows === 'lines'
      ? billRows(keyed.voucher).map((row) => readerOf(keyed, lineFields, row))
      : entryRows(keyed.voucher).map((row) => readerOf(keyed, entryFields, row)),
  )
  for (const fieldOf of read) writer.addRow(columns.map(({ value }) => cellOf(value, fieldOf)))
  return await writer.finish()
}

type FieldOf = (name: string) => CellValue

function readerOf<Row>(
  { voucher, key }: Keyed,
  fields: Readonly<Record<string, (row: Row) => CellValue>>,
  row: Row,
): FieldOf {
  return (name) => voucherFields[name]?.(voucher, key) ?? fields[name]?.(row) ?? null
}

const placeholderAlone = /^\{(\w+)\}$/

function cellOf(value: string, fieldOf: FieldOf): CellValue {
  const alone = placeholderAlone.exec(value)?.[1]
  if (alone !== undefined) return fieldOf(alone)
  return value.replace(placeholders, (_, field: string) => shown(fieldOf(field)))
}

function shown(value: CellValue): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return value === null ? '' : String(value)
}

function formatOf(value: string): { numFmt?: string } {
  const alone = placeholderAlone.exec(value)?.[1] ?? ''
  if (alone.includes('date')) return { numFmt: 'dd-mm-yyyy' }
  return amounts.has(alone) ? { numFmt: '0.00' } : {}
}

const amounts: ReadonlySet<string> = new Set(
  'taxable cgst sgst igst cess line_total beside round_off total amount bill_amount item_amount'.split(
    ' ',
  ),
)
