/* Which column of a sheet has which value. The portal has changed order and words; the titles are still recognisable. */

const labels = {
  gstin: /^gstinof|^gstin(?:supplier)?$/,
  name: /^tradelegalname|^tradename/,
  number: /^(?:invoice|note|document|isddocument|billofentry)?number$/,
  type: /^(?:invoice|note|document|isddocument)type$/,
  day: /^(?:(?:invoice|note|document|isddocument)date|date)$/,
  value: /^(?:invoice|note|document)value/,
  pos: /^placeofsupply/,
  reverse: /reversecharge$/,
  rate: /^rate$/,
  taxable: /^taxablevalue/,
  igst: /^integratedtax/,
  cgst: /^centraltax/,
  sgst: /^stateuttax/,
  cess: /^cess/,
  filedOn: /filingdate$/,
  itc: /^(?:itcavailability|eligibilityofitc|itceligib)/,
  reason: /^reason/,
} as const

type Name = keyof typeof labels

/** The columns by number, from 0, without those that a sheet lacks. Columns of original values are left of the supplier. */
export type Columns = Readonly<Partial<Record<Name | 'originalNumber' | 'originalDay', number>>>

/** Every sheet of documents has one of these columns. Its titles begin in the row with this title. */
const anchors = [
  { title: /^gstin\s*of\b/i, value: /^[0-9A-Z]{15}$/i },
  { title: /^port\s*code/i, value: /^[0-9A-Z]{4,8}$/i },
]

/** The most rows of titles. */
const titleRowsMax = 4

/** The columns, and the row of the first document. Undefined for a sheet without documents. */
export function columnsOf(
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
  const names: readonly Name[] = [
    'gstin',
    'name',
    'number',
    'type',
    'day',
    'value',
    'pos',
    'reverse',
    'rate',
    'taxable',
    'igst',
    'cgst',
    'sgst',
    'cess',
    'filedOn',
    'itc',
    'reason',
  ]
  return names.find((name) => labels[name].test(letters))
}
