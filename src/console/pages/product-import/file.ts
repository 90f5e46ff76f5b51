import Papa from 'papaparse'
import { csvDelimiters, decodeCsv, delimiterOf, readCsv } from '../../../platform/csv.ts'
import { isZip, readXlsxTable } from '../../../platform/xlsx.ts'
import { counted } from '../../components/values.tsx'
import { findHeader, knownTitles, labelOf, repeatedTitles, titlesAt } from './columns.ts'
import { type LocalImages, noImages } from './local-images.ts'
import { fromShopify, fromWooCommerce, isShopify, isWooCommerce, type ShopTable } from './shops.ts'

/** A row that is not empty, with its number in the spreadsheet. */
export type TableRow = { row: number; cells: readonly string[] }

/** A row below the header. `fault`: why the row cannot be sent at all. */
export type FileRow = TableRow & { fault: string | null }

export type ImportFile = {
  source: File
  /** The sheet that was read, and the names of all sheets of the workbook. */
  sheet: { name: string; all: readonly string[] } | null
  delimiter: string
  /** A change made while reading the file that the owner may not expect. */
  notice: string | null
  /** All rows that are not empty. */
  table: readonly TableRow[]
  /** The number of the row with the titles. */
  headerRow: number
  header: readonly string[]
  rows: readonly FileRow[]
  /** Rows below the header that are totals of other rows. The import leaves them out. */
  totals: readonly TableRow[]
  /** Says how a file of another shop's program was converted. Null for any other table. */
  recognised: string | null
  /** Pictures that were dropped with the file. */
  images: LocalImages
}

/** The command line takes larger files. */
const fileBytesMax = 32 * 1024 * 1024
const rowsMax = 50_000
const columnsMax = 200

/** The number of characters at the start of a file that decide the delimiter. */
const startCharacters = 10_000

/** Reads the table of a CSV file or a workbook: the named sheet, or the first. Returns a sentence with the reason if there is no table. */
export async function readImportFile(file: File, sheet?: string): Promise<ImportFile | string> {
  if (file.size > fileBytesMax) {
    return 'The file is larger than 32 MB. Divide it, or bring it in with “daybook import products”.'
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isZip(bytes)) return await readWorkbook(file, bytes, sheet)
  const { text, isOldCodePage } = decodeCsv(bytes)
  const notice = isOldCodePage ? oldCodePage : null
  const csv = readCsv(text, findDelimiter(text))
  if (typeof csv === 'string') return csv
  const table = readTable(csv.rows.map(({ cells }) => cells))
  if (typeof table === 'string') return table
  const { delimiter } = csv
  return { ...table, source: file, sheet: null, delimiter, notice, images: noImages }
}

async function readWorkbook(
  source: File,
  bytes: Uint8Array,
  wanted: string | undefined,
): Promise<ImportFile | string> {
  const read = await readXlsxTable(bytes, wanted)
  if (typeof read === 'string') return read
  const table = readTable(read.rows)
  if (typeof table === 'string') return table
  const sheet = { name: read.sheet, all: read.sheets }
  return { ...table, source, sheet, delimiter: ',', notice: null, images: noImages }
}

/** The same file with another header row. */
export function withHeader(file: ImportFile, row: number): ImportFile {
  return { ...file, ...divide(file.table, row) }
}

type Table = Pick<ImportFile, 'table' | 'headerRow' | 'header' | 'rows' | 'totals' | 'recognised'>

function readTable(rows: readonly string[][]): Table | string {
  const table = rows.map((cells, i) => ({ row: i + 1, cells })).filter(isFilled)
  if (table.length === 0) return 'The file is empty.'
  const [first] = table
  const isShop = first !== undefined && isShopHeader(first.cells)
  const parts = divide(table, isShop ? first.row : findHeader(table))
  if (parts.rows.length === 0) {
    return 'The file has no rows below its first one, which names the columns.'
  }
  if (parts.rows.length > rowsMax) {
    return `The file has ${parts.rows.length} rows, and at most ${rowsMax} can be brought in at once. Divide it.`
  }
  if (parts.header.length > columnsMax) return `The file has more than ${columnsMax} columns.`
  return { table, ...parts }
}

function divide(table: readonly TableRow[], headerRow: number): Omit<Table, 'table'> {
  const header = titlesAt(table, headerRow)
  const below = table.filter(({ row }) => row > headerRow)
  const shop = recogniseShop(header, below)
  if (shop !== undefined) {
    return {
      headerRow,
      header: shop.columns.map(labelOf),
      rows: shop.rows.map((row) => ({ ...row, fault: null })),
      totals: [],
      recognised: shop.notice,
    }
  }
  return {
    headerRow,
    header,
    recognised: null,
    rows: below
      .filter(({ cells }) => !isTotal(cells))
      .map((row) => ({ ...row, ...cutTo(header.length, row.cells) })),
    totals: below.filter(({ cells }) => isTotal(cells)),
  }
}

/** The delimiter that gives a row with the most known titles. If none does, the delimiter of the first line that has one. */
function findDelimiter(text: string): string {
  const start = text.slice(0, startCharacters)
  const [best] = csvDelimiters
    .map((delimiter) => {
      const rows = Papa.parse<string[]>(start, { delimiter }).data
      return { delimiter, known: Math.max(0, ...rows.map(knownTitles)) }
    })
    .toSorted((a, b) => b.known - a.known)
  if (best !== undefined && best.known > 0) return best.delimiter
  const lines = start.split(/\r?\n/)
  const line = lines.find((one) => csvDelimiters.some((delimiter) => one.includes(delimiter))) ?? ''
  return delimiterOf(line)
}

function isFilled({ cells }: TableRow): boolean {
  return cells.some((cell) => cell.trim() !== '')
}

/** Empty cells behind the last column mean nothing. Cells with text are a fault: a comma inside a value makes the same extra cells. */
function cutTo(width: number, cells: readonly string[]): Pick<FileRow, 'cells' | 'fault'> {
  const extra = cells.slice(width).some((cell) => cell.trim() !== '')
  if (!extra) return { cells: cells.slice(0, width), fault: null }
  const fault = `The row has ${cells.length} cells, and the row of titles names ${width} columns.`
  return { cells, fault }
}

const totalWords = /^(?:grand|sub|net|page)?[\s-]*totals?\s*[:.]?$/i

/** A number, such as 85, ₹ 1,250.00, 10 Nos, (-)5, 4,250.00 Dr. */
const amount = /^\W*(?:rs\.?|inr)?\s*[\d,]+(?:\.\d+)?\W*[a-z.\s]{0,20}$/i

/** Whether a row is a total of other rows: the first text says so, and only numbers follow. */
export function isTotal(cells: readonly string[]): boolean {
  const [first, ...rest] = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  return first !== undefined && totalWords.test(first) && rest.every((cell) => amount.test(cell))
}

const oldCodePage =
  'The file is not UTF-8 and was read as an old Windows file. If letters look wrong below, save it as “CSV UTF-8” in Excel.'

/** Notices about how the file was read, in case the owner does not expect it. */
export function noticesOf(file: ImportFile): string[] {
  const { notice, header, totals, recognised } = file
  return [
    ...[recognised, notice].filter((text) => text !== null),
    ...imagesNotice(file),
    ...repeatedTitles(header).map(
      (title) => `Several columns are called “${title}”: say which one is meant.`,
    ),
    ...totals.slice(0, 1).map(({ row, cells }) => {
      const words = cells.find((cell) => cell.trim() !== '')?.trim()
      return totals.length === 1
        ? `Row ${row} (“${words}”) is left out: it adds up the others.`
        : `${counted(totals.length, 'row')} that add up others are left out, the first of them row ${row} (“${words}”).`
    }),
  ]
}

function imagesNotice({ images }: ImportFile): string[] {
  if (images.size === 0) return []
  return [
    `${counted(images.size, 'picture')} came with the file: where a row names one of them it is taken from here, and other addresses are linked.`,
  ]
}

/** The name of a column. An empty or repeated title gets the column's letter in the spreadsheet. */
export function titleOf({ header }: Pick<ImportFile, 'header'>, place: number): string {
  const title = header[place] ?? ''
  if (title === '') return `Column ${letterOf(place)}`
  const isRepeated = header.indexOf(title) !== header.lastIndexOf(title)
  return isRepeated ? `${title} (column ${letterOf(place)})` : title
}

/** A, B, … Z, AA, AB, … */
function letterOf(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26))
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last
}

/** Whether a row has the titles of such a program: it has them in its first row, and values that are titles elsewhere. */
function isShopHeader(cells: readonly string[]): boolean {
  const titles = titlesIn(cells)
  return isShopify(titles) || isWooCommerce(titles)
}

/** Converts the table of another shop's program for this import. Undefined if the titles are not of such a program. */
function recogniseShop(
  header: readonly string[],
  rows: readonly TableRow[],
): ShopTable | undefined {
  const titles = titlesIn(header)
  if (isShopify(titles)) return fromShopify(header, rows)
  return isWooCommerce(titles) ? fromWooCommerce(header, rows) : undefined
}

function titlesIn(cells: readonly string[]): ReadonlySet<string> {
  return new Set(cells.map((title) => title.trim().toLowerCase()))
}
