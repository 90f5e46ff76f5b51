import type { CellValue as ExcelValue } from 'hucre/xlsx'
import { downloadBlob, downloadCsv } from './csv.ts'
import type { CellValue, Column, ValueKind } from './table.tsx'

/** A column of a file: its title, what its values are, and where they come from. */
export type FileColumn<Row> = Pick<Column<Row>, 'title' | 'kind'> & { value(row: Row): CellValue }

export type FileKind = 'csv' | 'xlsx'

/** How a spreadsheet shows the values of a kind, and how wide its column is, in characters. */
const excelFormats: Readonly<Record<ValueKind, { numFmt?: string; width: number }>> = {
  text: { width: 24 },
  count: { numFmt: '0', width: 10 },
  amount: { numFmt: '#,##0.00', width: 14 },
  day: { numFmt: 'dd-mmm-yyyy', width: 13 },
  time: { numFmt: 'dd-mmm-yyyy hh:mm', width: 18 },
}

const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** Saves rows as a file on this computer; `name` without its ending. */
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

/** Numbers as numbers, days as days. A text is a text and never a formula, whatever it begins with. */
export async function excelFile<Row>(
  sheet: string,
  columns: readonly FileColumn<Row>[],
  rows: readonly Row[],
): Promise<Uint8Array<ArrayBuffer>> {
  // It is fetched when the first file is made.
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

/** What a document prints as its date may be none. */
function isDay(value: CellValue): boolean {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
}

/** A spreadsheet knows no time zones: its time is the one that this computer's clock showed. */
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
