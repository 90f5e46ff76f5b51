import type { CellValue as ExcelValue } from 'hucre/xlsx'
import { downloadBlob, downloadCsv } from './csv.ts'
import type { CellValue, Column, ValueKind } from './table.tsx'

/** A column of a file: its title, the kind of its values, and their source. */
export type FileColumn<Row> = Pick<Column<Row>, 'title' | 'kind'> & { value(row: Row): CellValue }

export type FileKind = 'csv' | 'xlsx'

/** The spreadsheet format of each kind of value, and the column's width in characters. */
const excelFormats: Readonly<Record<ValueKind, { numFmt?: string; width: number }>> = {
  text: { width: 24 },
  count: { numFmt: '0', width: 10 },
  amount: { numFmt: '#,##0.00', width: 14 },
  day: { numFmt: 'dd-mmm-yyyy', width: 13 },
  time: { numFmt: 'dd-mmm-yyyy hh:mm', width: 18 },
}

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Saves rows as a file on this computer. `name` has no ending. */
export async function downloadTable<Row>(
  name: string,
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
  as: FileKind,
): Promise<void> {
  if (as === 'csv') {
    const texts = rows.map((row) => columns.map((column) => textOf(column, row)))
    downloadCsv(`${name}.csv`, [columns.map(({ title }) => title), ...texts])
    return
  }
  const bytes = await excelFile(name, columns, rows)
  downloadBlob(new Blob([bytes], { type: mimeType }), `${name}.xlsx`)
}

/** Writes numbers as numbers and days as days. A text is never a formula, whatever its first character. */
export async function excelFile<Row>(
  sheet: string,
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
): Promise<Uint8Array<ArrayBuffer>> {
  // Loaded when the first file is made.
  const { XlsxStreamWriter } = await import('hucre/xlsx')
  const writer = new XlsxStreamWriter({
    name: sheet,
    columns: columns.map(({ title, kind = 'text' }) => ({ header: title, ...excelFormats[kind] })),
    freezePane: { rows: 1 },
  })
  for (const row of rows) {
    writer.addRow(columns.map(({ kind, value }) => excelValue(kind, value(row))))
  }
  return new Uint8Array(await writer.finish())
}

function excelValue(kind: ValueKind | undefined, value: CellValue): ExcelValue {
  if (value === null || value === '') return null
  if (kind === 'amount') return Number(value) / 100
  if (kind === 'day') return isDay(value) ? new Date(`${value}T00:00:00Z`) : value
  return kind === 'time' ? onTheClock(String(value)) : value
}

/** The printed date of a document may not be a day. */
function isDay(value: CellValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}

/** A spreadsheet knows no time zones, so it gets the time of this computer's clock. */
function onTheClock(iso: string): Date {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000)
}

function textOf<Row>({ kind, value }: FileColumn<Row>, row: Row): string {
  const told = value(row)
  if (told === null) return ''
  if (kind === 'amount') return (Number(told) / 100).toFixed(2)
  if (kind === 'time') return onTheClock(String(told)).toISOString().slice(0, 16).replace('T', ' ')
  return String(told)
}
