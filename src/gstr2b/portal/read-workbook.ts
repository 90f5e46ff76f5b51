import { stateCodeOf } from '../../platform/gst/rates-and-states.ts'
import { readXlsxSheets, type XlsxSheet } from '../../platform/xlsx.ts'
import type { PortalMonth, PortalRow, Section } from './row.ts'
import { dayOf, gstinOf, isYes, itcOf, portalPaise, textOf } from './values.ts'

/* The portal's GSTR-2B workbook: a sheet for each section, and a sheet that says whose it is. */

/** The letters of a sheet's name, in upper case → its section. */
const sheetSections: ReadonlyMap<string, Section> = new Map<string, Section>([
  ['BB', 'b2b'],
  ['BBA', 'b2ba'],
  ['BBCDNR', 'cdnr'],
  ['BBCDNRA', 'cdnra'],
  ['ECO', 'ecom'],
  ['ECOA', 'ecoma'],
  ['ISD', 'isd'],
  ['ISDA', 'isda'],
  ['IMPG', 'impg'],
  ['IMPGA', 'impga'],
  ['IMPGSEZ', 'impgsez'],
  ['IMPGSEZA', 'impgseza'],
])

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** Reads the portal's workbook. Returns a sentence when the workbook is no GSTR-2B. */
export async function readPortalWorkbook(bytes: Uint8Array): Promise<PortalMonth | string> {
  const sheets = await readXlsxSheets(bytes)
  if (typeof sheets === 'string') return sheets
  const known = sheets.flatMap((sheet) => {
    const part = partOf(sheet.name)
    return part === undefined ? [] : [{ sheet, ...part }]
  })
  const about = aboutOf(sheets)
  if (known.length === 0 || about.gstin === '' || about.period === '') {
    return 'This is no GSTR-2B of the portal: it needs the sheets “Read me” and “B2B” as they are downloaded.'
  }
  return { ...about, rows: known.flatMap(rowsOf) }
}

function partOf(name: string): { section: Section; isRejected: boolean } | undefined {
  const letters = name.toUpperCase().replaceAll(/[^A-Z]/g, '')
  const section = sheetSections.get(letters.replace('REJECTED', ''))
  return section && { section, isRejected: letters.includes('REJECTED') }
}

/** The values beside the labels of the sheet "Read me". */
function aboutOf(sheets: readonly XlsxSheet[]): Omit<PortalMonth, 'rows'> {
  const rows = sheets.find(({ name }) => /read\s*me/i.test(name))?.rows ?? []
  const valueOf = (label: RegExp) => {
    const row = rows.find((cells) => cells.some((cell) => label.test(cell.trim())))
    const at = row?.findIndex((cell) => label.test(cell.trim())) ?? -1
    return (
      row
        ?.slice(at + 1)
        .find((cell) => cell.trim() !== '')
        ?.trim() ?? ''
    )
  }
  return {
    gstin: gstinOf(valueOf(/^GSTIN\b/i)),
    period: periodOf(valueOf(/^financial year/i), valueOf(/^tax period/i)),
    generatedOn: dayOf(valueOf(/^date of generation/i)),
  }
}

/** "2026-27" and "July". A quarter counts as its last month: "Jul - Sep". */
function periodOf(year: string, month: string): string {
  const [, first] = /^(20\d\d)/.exec(year) ?? []
  const names = month.toLowerCase().match(/[a-z]{3,}/g) ?? []
  const number = months.indexOf(names.at(-1)?.slice(0, 3) ?? '') + 1
  if (first === undefined || number === 0) return ''
  // A financial year begins in April.
  const inYear = number < 4 ? Number(first) + 1 : Number(first)
  return `${inYear}-${String(number).padStart(2, '0')}`
}

type Part = { sheet: XlsxSheet; section: Section; isRejected: boolean }

function rowsOf({ sheet, section, isRejected }: Part): PortalRow[] {
  const columns = columnsOf(sheet.rows)
  if (columns === undefined) return []
  const read = sheet.rows
    .slice(columns.firstRow)
    .filter((cells) => cellOf(cells, columns.at.number) !== '')
    .map((cells) => rowOf(cells, columns.at, section, isRejected))
  return columns.at.rate === undefined ? read : addedUp(read)
}

function cellOf(cells: readonly string[], column: number | undefined): string {
  return column === undefined ? '' : (cells[column]?.trim() ?? '')
}

function rowOf(
  cells: readonly string[],
  at: Columns,
  section: Section,
  isRejected: boolean,
): PortalRow {
  const cell = (name: keyof Columns) => cellOf(cells, at[name])
  const paise = (name: keyof Columns) => portalPaise(cell(name))
  const [taxable, igst, cgst] = [paise('taxable'), paise('igst'), paise('cgst')]
  const [sgst, cess, value] = [paise('sgst'), paise('cess'), paise('value')]
  return {
    section,
    gstin: gstinOf(cell('gstin')),
    name: textOf(cell('name')),
    kind: kindOf(section, cell('type')),
    number: textOf(cell('number'), 50),
    day: dayOf(cell('day')),
    originalNumber: textOf(cell('originalNumber'), 50),
    originalDay: dayOf(cell('originalDay')),
    pos: stateCodeOf(cell('pos')) ?? '',
    isReverse: isYes(cell('reverse')),
    value: value === 0 ? taxable + igst + cgst + sgst + cess : value,
    taxable,
    igst,
    cgst,
    sgst,
    cess,
    itc: itcOf(cell('itc')),
    reason: textOf(cell('reason')),
    isRejected,
    filedOn: dayOf(cell('filedOn')),
  }
}

function kindOf(section: Section, type: string): PortalRow['kind'] {
  if (section.startsWith('impg')) return 'bill_of_entry'
  if (/credit/i.test(type)) return 'credit_note'
  if (/debit/i.test(type)) return 'debit_note'
  return section.startsWith('cdnr') ? 'credit_note' : 'invoice'
}

/** The end of the number in a row that totals the rows of one document. */
const totalMark = /-?total$/i

/** Workbooks from before late 2024 have a row for each rate of a document. Some also have a row with their total. */
function addedUp(rows: readonly PortalRow[]): PortalRow[] {
  const documents = Map.groupBy(rows, ({ gstin, kind, day, number }) =>
    [gstin, kind, day, number.replace(totalMark, '')].join('|'),
  )
  return [...documents.values()].flatMap((parts) => {
    const [first] = parts
    if (first === undefined) return []
    const number = first.number.replace(totalMark, '')
    const total = parts.find((part) => totalMark.test(part.number))
    if (total !== undefined) return [{ ...total, number }]
    const sumOf = (key: 'taxable' | 'igst' | 'cgst' | 'sgst' | 'cess') =>
      parts.reduce((sum, part) => sum + part[key], 0)
    return [
      {
        ...first,
        taxable: sumOf('taxable'),
        igst: sumOf('igst'),
        cgst: sumOf('cgst'),
        sgst: sumOf('sgst'),
        cess: sumOf('cess'),
      },
    ]
  })
}

/* Which column of a sheet has which value. The portal has changed order and words; the titles are still recognisable. */

const labels = [
  ['gstin', /^gstinof|^gstin(?:supplier)?$/],
  ['name', /^tradelegalname|^tradename/],
  ['number', /^(?:invoice|note|document|isddocument|billofentry)?number$/],
  ['type', /^(?:invoice|note|document|isddocument)type$/],
  ['day', /^(?:(?:invoice|note|document|isddocument)date|date)$/],
  ['value', /^(?:invoice|note|document)value/],
  ['pos', /^placeofsupply/],
  ['reverse', /reversecharge$/],
  ['rate', /^rate$/],
  ['taxable', /^taxablevalue/],
  ['igst', /^integratedtax/],
  ['cgst', /^centraltax/],
  ['sgst', /^stateuttax/],
  ['cess', /^cess/],
  ['filedOn', /filingdate$/],
  ['itc', /^(?:itcavailability|eligibilityofitc|itceligib)/],
  ['reason', /^reason/],
] as const

type Name = (typeof labels)[number][0]

/** The columns by number, from 0, without those that a sheet lacks. Columns of original values are left of the supplier. */
type Columns = Readonly<Partial<Record<Name | 'originalNumber' | 'originalDay', number>>>

/** Every sheet of documents has one of these columns. Its titles begin in the row with this title. */
const anchors = [
  { title: /^gstin\s*of\b/i, value: /^[0-9A-Z]{15}$/i },
  { title: /^port\s*code/i, value: /^[0-9A-Z]{4,8}$/i },
]

/** The most rows of titles. */
const titleRowsMax = 4

/** The columns, and the row of the first document. Undefined for a sheet without documents. */
function columnsOf(
  rows: readonly (readonly string[])[],
): { at: Columns; firstRow: number } | undefined {
  for (const { title, value } of anchors) {
    const titled = rows.findIndex((cells) => cells.some((cell) => title.test(cell.trim())))
    const anchor = rows[titled]?.findIndex((cell) => title.test(cell.trim())) ?? -1
    if (anchor === -1) continue
    const firstRow = rows.findIndex(
      (cells, at) => at > titled && value.test(cells[anchor]?.trim() ?? ''),
    )
    if (firstRow === -1 || firstRow - titled > titleRowsMax) return undefined
    const titles = rows.slice(Math.max(0, titled - 1), firstRow)
    return { at: namedColumns(titles, anchor), firstRow }
  }
  return undefined
}

/** If a column has titles in several rows, the lowest counts. */
function namedColumns(titles: readonly (readonly string[])[], anchor: number): Columns {
  const width = Math.max(0, ...titles.map(({ length }) => length))
  const at: Partial<Record<Name | 'originalNumber' | 'originalDay', number>> = {}
  for (let column = 0; column < width; column++) {
    const title = titles.findLast((cells) => (cells[column]?.trim() ?? '') !== '')?.[column] ?? ''
    const letters = title
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '')
      .replace(/^original|^revised/, '')
    const name = nameOf(letters)
    if (name === undefined) continue
    const isOriginal = column < anchor && (name === 'number' || name === 'day')
    if (!isOriginal) at[name] ??= column
    else at[name === 'number' ? 'originalNumber' : 'originalDay'] ??= column
  }
  return at
}

function nameOf(letters: string): Name | undefined {
  return labels.find(([, label]) => label.test(letters))?.[0]
}
