import Papa from 'papaparse'

/** A row of a file; the header is row 1 when nothing stands before it. `fault`: why it cannot even be sent. */
export type FileRow = { row: number; cells: readonly string[]; fault: string | null }

export type ImportFile = {
  name: string
  header: readonly string[]
  rows: readonly FileRow[]
  delimiter: string
  /** What was made of the file that its owner may not expect. */
  notice: string | null
}

/** Larger files are for the command line. */
const fileBytesMax = 32 * 1024 * 1024
const rowsMax = 50_000
const columnsMax = 200

/** What Excel writes, by country: commas, semicolons, tabs. */
const delimiters = [',', ';', '\t']

/** The table in a CSV file, or a sentence that says why there is none. */
export async function readImportFile(file: File): Promise<ImportFile | string> {
  if (file.size > fileBytesMax) {
    return 'The file is larger than 32 MB. Divide it, or bring it in with “daybook import products”.'
  }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isZip(bytes)) {
    return 'This is an Excel workbook. In Excel choose “Save as” and “CSV UTF-8”, and choose that file.'
  }
  const { text, notice } = decode(bytes)
  const table = readTable(text)
  return typeof table === 'string' ? table : { ...table, name: file.name, notice }
}

function readTable(text: string): Omit<ImportFile, 'name' | 'notice'> | string {
  const firstLine = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  // By the header alone: commas in the values cannot mislead it.
  const { delimiter } = Papa.parse(firstLine, { delimitersToGuess: delimiters }).meta
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  const open = errors.find(({ type }) => type === 'Quotes')
  if (open !== undefined) {
    return `Row ${(open.row ?? 0) + 1} has a quotation mark that is not closed, or stands where it cannot.`
  }
  const [first, ...rest] = data
    .map((cells, i) => ({ row: i + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  if (first === undefined) return 'The file is empty.'
  if (rest.length === 0) return 'The file has no rows below its first one, which names the columns.'
  if (rest.length > rowsMax) {
    return `The file has ${rest.length} rows, and at most ${rowsMax} can be brought in at once. Divide it.`
  }
  if (first.cells.length > columnsMax) return `The file has more than ${columnsMax} columns.`
  const width = first.cells.length
  const header = first.cells.map((cell) => cell.trim())
  return { header, delimiter, rows: rest.map((row) => ({ ...row, ...cutTo(width, row.cells) })) }
}

/** Empty cells behind the last column say nothing; others cannot be told apart from a comma in a value. */
function cutTo(width: number, cells: readonly string[]): Pick<FileRow, 'cells' | 'fault'> {
  const extra = cells.slice(width).some((cell) => cell.trim() !== '')
  if (!extra) return { cells: cells.slice(0, width), fault: null }
  const fault = `The row has ${cells.length} cells, and the first row names ${width} columns.`
  return { cells, fault }
}

function decode(bytes: Uint8Array): { text: string; notice: string | null } {
  const [one, two] = bytes
  if (one === 0xff && two === 0xfe)
    return { text: new TextDecoder('utf-16le').decode(bytes), notice: null }
  if (one === 0xfe && two === 0xff)
    return { text: new TextDecoder('utf-16be').decode(bytes), notice: null }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), notice: null }
  } catch {
    const notice =
      'The file is not UTF-8 and was read as an old Windows file. If letters look wrong below, save it as “CSV UTF-8” in Excel.'
    return { text: new TextDecoder('windows-1252').decode(bytes), notice }
  }
}

/** What .xlsx and .ods begin with. */
function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04
}
