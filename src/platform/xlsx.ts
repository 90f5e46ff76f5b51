import type { Cell, CellValue, Sheet } from 'hucre/xlsx'

// Pure: the pages run this file as well. They fetch the library only when there is a workbook to read.

/** A sheet of a workbook as texts, row by row. Empty cells are '', rows without a cell are kept. */
export type XlsxTable = {
  /** The visible sheets, in order. */
  sheets: string[]
  sheet: string
  rows: string[][]
}

const unreadable =
  'The workbook cannot be read: it is damaged, has a password, or is no Excel workbook (.xlsx).'

/** Whether a file begins like a ZIP archive, as .xlsx and .ods do. */
export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}

/**
 * Reads a sheet of an Excel workbook, by default the first. A cell keeps its displayed format where its number alone would lose it: 18 %
 * stays `18%`, 0713 keeps its zero, a day is `2026-11-22`. Returns a sentence that says why, when the file cannot be read.
 */
export async function readXlsxTable(
  bytes: Uint8Array,
  wanted?: string,
): Promise<XlsxTable | string> {
  const { readXlsx } = await import('hucre/xlsx')
  const sheets: string[] = []
  try {
    const workbook = await readXlsx(bytes, {
      readStyles: true,
      sheets({ name, hidden = false, veryHidden = false }) {
        if (hidden || veryHidden) return false
        sheets.push(name)
        return wanted === undefined ? sheets.length === 1 : name === wanted
      },
    })
    const [sheet] = workbook.sheets
    if (sheet !== undefined) return { sheets, sheet: sheet.name, rows: textsOfSheet(sheet) }
  } catch {
    // The library has a different error for each problem of a file, and none says what to do.
    return unreadable
  }
  if (wanted === undefined || sheets.length === 0) return 'The workbook has no sheet.'
  return `The workbook has no sheet “${wanted}”. It has: ${sheets.join(', ')}.`
}

export type XlsxSheet = { name: string; rows: string[][] }

/** Reads all visible sheets of an Excel workbook like `readXlsxTable`. Returns a sentence in the same case. */
export async function readXlsxSheets(bytes: Uint8Array): Promise<XlsxSheet[] | string> {
  const { readXlsx } = await import('hucre/xlsx')
  try {
    const { sheets } = await readXlsx(bytes, {
      readStyles: true,
      sheets: ({ hidden = false, veryHidden = false }) => !hidden && !veryHidden,
    })
    return sheets.map((sheet) => ({ name: sheet.name, rows: textsOfSheet(sheet) }))
  } catch {
    return unreadable
  }
}

/** The cells of a sheet as displayed. */
export function textsOfSheet({ rows, cells }: Sheet): string[][] {
  // Rows and cells that are not in the file are holes in the list.
  return Array.from(rows, (row: Sheet['rows'][number] | undefined, at) =>
    Array.from(row ?? [], (value: CellValue | undefined, column) =>
      textOf(value ?? null, cells?.get(`${at},${column}`)),
    ),
  )
}

function textOf(value: CellValue, cell: Cell | undefined): string {
  if (value === null) return ''
  if (value instanceof Date) return dayOf(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? numberOf(value, cell?.style?.numFmt ?? '') : value
}

/** Digits of a number that a spreadsheet stores: later ones come from binary arithmetic. */
const exactDigits = 15

/** Zeros only: this many digits are shown, with leading zeros. */
const zeroFormat = /^0{2,}$/

function numberOf(value: number, format: string): string {
  const isPercent = format.includes('%')
  const exact = Number((isPercent ? value * 100 : value).toPrecision(exactDigits))
  const text = isPlain(exact) ? String(exact) : exact.toLocaleString('en', plainNumber)
  if (isPercent) return `${text}%`
  return zeroFormat.test(format) && Number.isInteger(exact)
    ? text.padStart(format.length, '0')
    : text
}

/** Without an exponent: a barcode has up to 14 digits, and a spreadsheet shows 15. */
const plainNumber = { useGrouping: false, maximumSignificantDigits: exactDigits } as const

function isPlain(value: number): boolean {
  return !String(value).includes('e')
}

/** A date and time keeps its time. */
function dayOf(date: Date): string {
  const text = date.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}
