import { organisation } from '../dates.ts'
import type { Category } from '../../../paper/categories.ts'
import type { RawDocument } from '../../../paper/rules/normalise.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'

/** A printed page, in points from the top left. A text's `y` is its baseline. */
export type Sheet = { width: number; height: number; texts: SheetText[]; rules: Rule[] }

export type SheetText = { x: number; y: number; size: number; text: string; isBold: boolean }
type Rule = { x1: number; y1: number; x2: number; y2: number }

/** A4 in points. */
const page = { width: 595, height: 842 }
const margin = 40
const inner = page.width - 2 * margin

/** Short bills are printed on half a page, with room for a stamp and a signature. */
const leastHeight = 420
const signature = 70

const lineHeight = 15
const cellPadding = 4
/** The lowest end of a table's last row. */
const tableEnd = page.height - 150
const tableSizes = [9, 8, 7, 6, 5] as const

type Column = { label: string; width: number; isNumber: boolean }
type Table = { size: number; columns: Column[]; rows: JsonObject[] }

/** Prints the paper for a document that was read: its head, its lines and its sums. */
export function sheetsOf(
  { invoice_metadata, line_items }: RawDocument,
  category: Category,
): Sheet[] {
  const entries = Object.entries(invoice_metadata).map(([label, value]) => [label, textOf(value)])
  const sheets: Sheet[] = [emptySheet()]
  const printer = { sheets, y: margin }
  const head = entries.filter((entry) => !isSum(entry))
  // An order is the shop's own paper. On a bill the seller's own name has no label.
  if (category === 'purchase_order')
    printHead(printer, [['', organisation.name], ...head], category)
  else printHead(printer, head, category)
  printTable(printer, tableOf(line_items))
  printSums(printer, entries.filter(isSum))
  sheetOf(printer).height = Math.min(page.height, Math.max(leastHeight, printer.y + signature))
  put(printer, { x: margin, text: 'E. & O. E.', size: 7 })
  return sheets
}

type Printer = { sheets: Sheet[]; y: number }

const titles: Record<Category, string> = {
  vendor_invoice: 'TAX INVOICE',
  purchase_order: 'PURCHASE ORDER',
  bank_entry: 'STATEMENT OF ACCOUNT',
}

function isSum([, text = '']: string[]): boolean {
  return amount.test(text)
}

const amount = /^(₹|Rs\.?)? ?-?[\d,]+\.\d\d( ?(Cr|Dr))?$/

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function emptySheet(): Sheet {
  return { ...page, texts: [], rules: [] }
}

/** The first entry is the paper's sender. */
function printHead(printer: Printer, entries: string[][], category: Category): void {
  const [[fromLabel = '', from = ''] = [], ...others] = entries
  printer.y += 16
  put(printer, { x: margin, text: from, size: 17, isBold: true })
  putRight(printer, { x: page.width - margin, text: titles[category], size: 12, isBold: true })
  printer.y += 12
  if (category === 'bank_entry') put(printer, { x: margin, text: fromLabel, size: 7 })
  printer.y += 8
  rule(printer, margin, page.width - margin)
  for (let at = 0; at < others.length; at += 2) {
    printer.y += lineHeight
    for (const [column, entry] of others.slice(at, at + 2).entries()) {
      const [label = '', text = ''] = entry
      const x = margin + (column * inner) / 2
      put(printer, { x, text: label, size: 8 })
      put(printer, { x: x + 90, text, size: 10, isBold: true })
    }
  }
  printer.y += lineHeight
}

/** The largest print in which the table fits the page. */
function tableOf(rows: JsonObject[]): Table {
  const labels = Object.keys(rows[0] ?? {})
  const tables = tableSizes.map((size): Table => {
    return { size, rows, columns: labels.map((label) => columnOf(label, rows, size)) }
  })
  const fitting = tables.find(({ columns }) => widthOf(columns) <= inner) ?? tables.at(-1)
  if (fitting === undefined) throw new RangeError('There is no size of print.')
  const room = Math.max(0, inner - widthOf(fitting.columns))
  const widest = fitting.columns.toSorted((a, b) => b.width - a.width)[0]
  if (widest !== undefined) widest.width += room
  return fitting
}

function columnOf(label: string, rows: readonly JsonObject[], size: number): Column {
  const texts = rows.map((row) => textOf(row[label]))
  const widths = [label, ...texts].map((text) => textWidth(text, size))
  const isNumber = texts.every(
    (text) => text === '' || /^(₹|Rs\.?)? ?-?[\d,.]+( ?[A-Za-z%]{1,6})?$/.test(text),
  )
  return { label, width: Math.max(...widths) + 2 * cellPadding, isNumber }
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width, 0)
}

function printTable(printer: Printer, table: Table): void {
  let top = printTableHead(printer, table)
  for (const row of table.rows) {
    if (printer.y > tableEnd) {
      closeTable(printer, table, top)
      printer.sheets.push(emptySheet())
      printer.y = margin
      top = printTableHead(printer, table)
    }
    printRow(printer, table, (label) => textOf(row[label]), false)
  }
  closeTable(printer, table, top)
}

/** Returns where the table begins on this page. */
function printTableHead(printer: Printer, table: Table): number {
  const top = printer.y
  rule(printer, margin, page.width - margin)
  printRow(printer, table, (label) => label, true)
  rule(printer, margin, page.width - margin)
  return top
}

function printRow(
  printer: Printer,
  { columns, size }: Table,
  text: (label: string) => string,
  isBold: boolean,
): void {
  printer.y += lineHeight
  let x = margin
  for (const { label, width, isNumber } of columns) {
    const cell = { text: text(label), size, isBold }
    const baseline = { ...printer, y: printer.y - cellPadding }
    if (isNumber) putRight(baseline, { ...cell, x: x + width - cellPadding })
    else put(baseline, { ...cell, x: x + cellPadding })
    x += width
  }
}

/** Draws the frame and the lines between columns. */
function closeTable(printer: Printer, { columns }: Table, top: number): void {
  rule(printer, margin, page.width - margin)
  const bottom = printer.y
  let x = margin
  for (const width of [0, ...columns.map((column) => column.width)]) {
    x = Math.min(page.width - margin, x + width)
    sheetOf(printer).rules.push({ x1: x, y1: top, x2: x, y2: bottom })
  }
}

function printSums(printer: Printer, entries: readonly string[][]): void {
  printer.y += 6
  for (const [at, [label = '', text = '']] of entries.entries()) {
    const isLast = at === entries.length - 1
    printer.y += lineHeight + 2
    const cell = { size: isLast ? 12 : 10, isBold: isLast }
    putRight(printer, { ...cell, x: page.width - margin - 110, text: label })
    putRight(printer, { ...cell, x: page.width - margin - cellPadding, text })
  }
}

type Put = { x: number; text: string; size: number; isBold?: boolean }

function put(printer: Printer, { isBold = false, ...text }: Put): void {
  if (text.text !== '') sheetOf(printer).texts.push({ ...text, isBold, y: printer.y })
}

/** `x` is the right end of the text. */
function putRight(printer: Printer, { x, ...text }: Put): void {
  put(printer, { ...text, x: x - textWidth(text.text, text.size) })
}

function rule(printer: Printer, x1: number, x2: number): void {
  sheetOf(printer).rules.push({ x1, y1: printer.y, x2, y2: printer.y })
}

function sheetOf({ sheets }: Printer): Sheet {
  const sheet = sheets.at(-1)
  if (sheet === undefined) throw new RangeError('There is no sheet to print on.')
  return sheet
}

/** Widths of Helvetica's characters in thousandths of the size (source: its AFM file). All others count as a lower-case letter. */
const widths: readonly [characters: string, width: number][] = [
  ["ijl'|", 222],
  ['ft .,:;/![]I\\', 278],
  ['r-()', 333],
  ['ckJsvxyz*', 500],
  ['0123456789abdeghnopqu#₹_+?=<>~', 556],
  ['TFLZ', 611],
  ['ABEKPSVXY&', 667],
  ['CDHNRUw', 722],
  ['GOQ', 778],
  ['mM', 833],
  ['%', 889],
  ['W', 944],
]

const widthByCharacter = new Map(
  widths.flatMap(([characters, width]) => Array.from(characters, (each) => [each, width] as const)),
)

const otherWidth = 556

/** The width of a text in Helvetica in points. Bold print is a little wider. */
function textWidth(text: string, size: number): number {
  const thousandths = Array.from(text).reduce(
    (sum, character) => sum + (widthByCharacter.get(character) ?? otherWidth),
    0,
  )
  return (thousandths * size) / 1000
}
