import type { CellValue } from 'hucre/xlsx'
import type { Voucher } from '../vouchers/voucher.ts'
import { type BillRow, billRows } from './bill-rows.ts'
import { type Columns, placeholders } from './columns.ts'
import { rowFields } from './row-fields.ts'

/**
 * Invoices and orders as a workbook, a row for each line. Amounts are numbers and days are days; a text is a text and never a
 * formula, and codes such as HSN keep their zeros.
 */
export async function writeWorkbook(
  vouchers: readonly Voucher[],
  { sheet, columns }: Columns,
): Promise<Uint8Array> {
  // Fetched when the first file is made: most shops never make one.
  const { XlsxStreamWriter } = await import('hucre/xlsx')
  const writer = new XlsxStreamWriter({
    name: sheet,
    columns: columns.map(({ header, value }) => ({ header, ...formatOf(value) })),
  })
  for (const row of vouchers.flatMap(billRows)) {
    writer.addRow(columns.map(({ value }) => cellOf(value, row)))
  }
  return await writer.finish()
}

const placeholderAlone = /^\{(\w+)\}$/

function cellOf(value: string, row: BillRow): CellValue {
  const alone = placeholderAlone.exec(value)?.[1]
  if (alone !== undefined) return rowFields[alone]?.(row) ?? null
  return value.replace(placeholders, (_, field: string) => shown(rowFields[field]?.(row) ?? null))
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
  'taxable cgst sgst igst cess line_total beside round_off total'.split(' '),
)
