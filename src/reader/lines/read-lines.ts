import type { Category } from '../../paper/categories.ts'
import { type Area, type ReadPage, type ReadValue, type ReadValues, textsOf } from '../page.ts'
import { phrasesOf, type Row, textOf, withWords } from '../rows.ts'
import { lessSure } from '../sureness.ts'
import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import { readPaise, readPercent } from '../../paper/values.ts'
import { heightOf, middleOf, type Piece } from '../level.ts'
import { nameOfField } from '../../paper/fields.ts'
import { keyByWords } from '../../paper/fields/heading-words.ts'
import {
  isProven,
  isProvenRow,
  type LineValues,
  type Origin,
  readValue,
  valueOf,
  withoutSerials,
} from './cell-values.ts'
import { withCodesAtNames } from './codes-at-names.ts'
import type { Column } from './columns.ts'
import { cellOf, doubtName, type TableLine, withDetailsAtName } from './items.ts'
import { completeValues, takeDetails } from './line-values.ts'
import { completeSerials, doubtLetters, repaired, repairFigures, takeSerials } from './repair.ts'
import { type KeyOf, keysOfHeadings } from './heading-keys.ts'
import { type LabelledGoods, readLabelledGoods, readRoll, type Roll } from './rolls.ts'
import { resolveColumns } from './column-roles.ts'
import { completedSums, doubtLines, provenSums, trustSums } from './doubt-lines.ts'
import { solveTables } from './solve-table.ts'
import { readTable, type Table } from './table.ts'
import { figureOf, isNameKey } from './content.ts'
import { bitsOfDigit, nameBits } from './sum-blocks.ts'

/** The lines of a bill or an order. */
type ReadLines = {
  /** Each line by canonical key. An unknown heading is its own key. */
  readonly lines: readonly ReadValues[]
  /** Each column's heading as printed, by canonical key. */
  readonly columns: Readonly<Record<string, string>>
  /** The rows below the last line: totals, taxes and everything after them. */
  readonly foot: readonly Row[]
  /** The places of the lines with their heading. */
  readonly areas: readonly Area[]
  /** The columns whose sum the foot prints, by canonical key. Their values are certain. */
  readonly provenSums: readonly string[]
}

/** Reads the lines of one document. `learnt`: the seller's own headings, folded, with their keys. */
export function readLines(
  pages: readonly ReadPage[],
  { category, learnt }: { category: Category; learnt?: ReadonlyMap<string, string> },
): ReadLines {
  const keyOf = keysOfHeadings(
    category,
    pages.some(({ source }) => source === 'ocr'),
    learnt,
  )
  const table = readTable(pages, keyOf, isProvenRow)
  let best = withFurtherTables(linesOfTable(table, pages, keyOf), pages, (rest) =>
    linesOfTable(readTable(rest, keyOf, isProvenRow), rest, keyOf),
  )
  if (addsUp(best)) return best
  for (const solved of solveTables(pages, keyOf, table?.columns)) {
    const lines = linesOfTable(solved, pages, keyOf)
    const evidenceMin = best.lines.length === 0 ? 0 : evidenceOf(best) + evidenceMore
    if (!isCovered(lines, best) && evidenceOf(lines) > evidenceMin) best = lines
  }
  const ofSlips = [
    () => linesOfRoll(readRoll(pages, keyOf)),
    () => linesOfSlip(readLabelledGoods(pages, keyOf)),
  ]
  for (const read of ofSlips) {
    if (isEnough(best)) return best
    const lines = read()
    if (evidenceOf(lines) > evidenceOf(best)) best = lines
  }
  return best
}

/** Bits by which the figures must speak for another reading of the table. */
const evidenceMore = 10
/** What a value with a key says for a reading. A doubt takes half of it. */
const valueBits = 1

/** Whether all lines have names and proven figures, and the foot prints a sum of them. */
function addsUp(read: ReadLines): boolean {
  const named = read.lines.filter((line) => nameOf(line) !== undefined)
  const proven = named.filter((line) => isProven(textsOf(line)) === true)
  const isWhole = proven.length === read.lines.length
  return read.lines.length > 0 && isWhole && read.provenSums.length > 0
}

/** Whether the other reading adds up with as many lines, names and values. */
function isCovered(one: ReadLines, other: ReadLines): boolean {
  const counts = ({ lines }: ReadLines) => [
    lines.length,
    lines.filter((line) => nameOf(line) !== undefined).length,
    lines.flatMap((line) => Object.keys(line)).length,
  ]
  const others = counts(other)
  return other.provenSums.length > 0 && counts(one).every((count, at) => (others[at] ?? 0) >= count)
}

function nameOf(line: ReadValues): string | undefined {
  const text = (line['description'] ?? line['product_name'])?.text
  return text !== undefined && /\p{L}{2}|\p{M}/u.test(text) ? text : undefined
}

/** What speaks for a reading, in bits: its sums that are printed, its products, its names and its values. */
function evidenceOf(read: ReadLines): number {
  // A single amount that is printed again says little.
  const sums = (read.lines.length > 1 ? read.provenSums : []).map((key) =>
    bitsOf(String(sumOf(key, read.lines) ?? '')),
  )
  const lines = read.lines.flatMap((line) => {
    const product =
      isProven(textsOf(line)) === true ? (line['qty']?.text ?? '') + (line['rate']?.text ?? '') : ''
    const known = Object.entries(line).filter(([key]) => nameOfField('line', key) !== undefined)
    const doubtful = known.filter(([, { doubts, reason }]) => (doubts ?? reason) !== undefined)
    return [
      Math.min(bitsOf(product), bitsOf(line['amount']?.text ?? line['taxable_value']?.text ?? '')),
      nameOf(line) === undefined ? 0 : nameBits,
      (known.length - doubtful.length / 2) * valueBits,
    ]
  })
  return [...sums, ...lines].reduce((all, bits) => all + bits, 0)
}

function bitsOf(text: string): number {
  return text.replaceAll(/\D/g, '').length * bitsOfDigit
}

function isEnough(read: ReadLines): boolean {
  return read.lines.length > 0 && provenIn(read) >= enoughComplete * read.lines.length
}

/** Counts the lines with quantity, rate and amount. */
function provenIn({ lines }: ReadLines): number {
  return lines.filter((line) => isProven(textsOf(line)) !== undefined).length
}

const nothing: ReadLines = { lines: [], columns: {}, foot: [], areas: [], provenSums: [] }

/** A table is not a till roll if this share of its lines has quantity, rate and amount. */
const enoughComplete = 0.5

function linesOfRoll(roll: Roll): ReadLines {
  const lines = roll.lines.map(takeDetails)
  doubtLetters(lines)
  const proven = provenSums(lines, roll.foot)
  doubtLines(lines, proven)
  return { ...roll, lines: lines.map((values) => Object.fromEntries(values)), provenSums: proven }
}

function linesOfSlip(slip: LabelledGoods | undefined): ReadLines {
  if (slip === undefined) return nothing
  const { values, foot, areas } = slip
  const columns = Object.fromEntries(Array.from(values, ([key, { label }]) => [key, label]))
  return { lines: [Object.fromEntries(values)], columns, foot, areas, provenSums: [] }
}

function linesOfTable(
  table: Table | undefined,
  pages: readonly ReadPage[],
  keyOf: KeyOf,
): ReadLines {
  if (table === undefined) return nothing
  const sources = new Map(pages.map(({ number, source }) => [number, source]))
  const parted = withRowHeadings(table, keyOf)
  const columns = resolveColumns(parted.columns, parted.lines)
  const lines = withCodesAtNames(parted.lines, columns).map((printed) => {
    const line = withDetailsAtName(printed, columns)
    const source = sources.get(line.rows[0]?.row.page ?? 0) ?? 'text'
    const values = completeValues(valuesOf(line, columns, source), line, columns)
    doubtName(values, line, columns)
    if (source === 'ocr') {
      repairFigures(values)
      repairRates(values)
    }
    return values
  })
  takeSerials(lines)
  if (pages.some(({ source }) => source === 'ocr')) {
    completeSerials(lines)
    doubtLetters(lines)
  }
  const proven = provenSums(lines, table.foot)
  trustSums(lines, proven)
  doubtLines(lines, [...proven, ...completedSums(lines, table.foot)])
  return {
    lines: lines.map((values) => Object.fromEntries(values)),
    columns: headingsOf(columns),
    foot: table.foot,
    areas: table.areas,
    provenSums: proven,
  }
}

function valuesOf(
  line: TableLine,
  columns: readonly Column[],
  source: Origin['source'],
): LineValues {
  const read = columns.flatMap(({ key, label, doubt }, index) => {
    const cell = cellOf(line, index)
    const own = isNameKey(key) ? withoutSerials(cell) : cell
    const value = valueOf(own, key, { label, source })
    const name = key ?? label
    if (value === undefined || name === '') return []
    const doubted =
      doubt === undefined
        ? value
        : lessSure(value, label === '' ? 'noHeading' : 'vagueHeading', doubt)
    return [{ isKnown: key !== undefined, entry: [name, doubted] as const }]
  })
  // Values without a key come last. If a rename rule knows their heading, its key is already taken.
  const [known, others] = [true, false].map((isKnown) =>
    read.filter((one) => one.isKnown === isKnown).map(({ entry }) => entry),
  )
  const values = new Map([...(known ?? []), ...(others ?? [])])
  for (const [key, code] of line.codes ?? [])
    values.set(key, readValue(code.word.text, [code], { label: '', source }))
  return values
}

function headingsOf(columns: readonly Column[]): Record<string, string> {
  const printed = columns.filter(({ label }) => label !== '')
  return Object.fromEntries(printed.map(({ key, label }) => [key ?? label, label]))
}

/* Reading pixels turns "9%" into "99%", "96" or "996". GST has few rates, and the line's tax proves the right one. */

/** Each rate with the key of its tax, and into how many halves it divides the GST rate. */
const rateKeys = [
  ['cgst_rate', 'cgst', 2],
  ['sgst_rate', 'sgst', 2],
  ['igst_rate', 'igst', 1],
  ['gst_rate', 'tax_amount', 1],
] as const

/** Rupees by which rounding may change a tax. */
const roundingMax = 0.02

function repairRates(values: LineValues): void {
  for (const [key, taxKey, parts] of rateKeys) {
    const value = values.get(key)
    if (value === undefined || isRate(value.text, parts)) continue
    const candidates = [1, 2]
      .map((wrong) => value.text.replace(/\s*%?\s*$/, '').slice(0, -wrong))
      .concat(value.text.replace(/\s*%?\s*$/, '').slice(0, 1))
      .filter((text) => isRate(text, parts))
    const proven = candidates.find((text) => isTaxOf(values, taxKey, text))
    const text = proven ?? candidates[0]
    if (text !== undefined) values.set(key, repaired(value, text, proven !== undefined))
  }
}

function isRate(text: string, parts: number): boolean {
  const percent = readPercent(text)
  return percent !== undefined && gstSlabs.some((slab) => slab / parts === percent)
}

function isTaxOf(values: LineValues, taxKey: string, rate: string): boolean {
  const tax = figureOf(values.get(taxKey)?.text ?? '')
  const percent = readPercent(rate)
  if (tax === undefined || percent === undefined) return false
  return ['taxable_value', 'amount'].some((key) => {
    const base = figureOf(values.get(key)?.text ?? '')
    return base !== undefined && Math.abs((base * percent) / 100 - tax) <= roundingMax
  })
}

/* Splits columns with two rows in headings and lines: "Article" over "HSN", and in each line a code over its HSN. */

/** The share of lines that must have content in both rows. */
const bothMin = 0.7
/** Heights: the least distance between the middles of two rows of a heading. */
const pitchMin = 0.6

type Parts = { readonly columns: readonly Column[]; readonly lines: readonly TableLine[] }

/** Splits each such column in two: the first row of a line, and the rows below. */
function withRowHeadings({ columns, lines }: Parts, keyOf: KeyOf): Parts {
  return columns.reduce<Parts>(
    (table, column, index) => {
      const pair = headingPairOf(column, keyOf)
      const both = lines.filter((line) => rowsWith(line, index) > 1)
      if (pair === undefined || both.length < bothMin * lines.length) return table
      const [upper, lower] = pair
      return {
        columns: [...table.columns.with(index, { ...column, ...upper }), { ...column, ...lower }],
        lines: table.lines.map((line) => ({
          ...line,
          rows: line.rows.map((row) => {
            const own = row.cells[index] ?? []
            const [first, second] = row === firstWith(line, index) ? [own, []] : [[], own]
            return { ...row, cells: [...row.cells.with(index, first), second] }
          }),
        })),
      }
    },
    { columns, lines },
  )
}

function rowsWith({ rows }: TableLine, index: number): number {
  return rows.filter(({ cells }) => (cells[index] ?? []).length > 0).length
}

function firstWith({ rows }: TableLine, index: number) {
  return rows.find(({ cells }) => (cells[index] ?? []).length > 0)
}

/** The names in the two rows of a heading. Undefined if both rows are one name. */
function headingPairOf({ heading }: Column, keyOf: KeyOf) {
  if (heading.key !== undefined && heading.isGuessed !== true) return undefined
  const rows = rowsOf(heading.pieces)
  const named = rows.map((pieces) => {
    const label = textOf(pieces)
    return { label, key: keyOf(label) ?? keyByWords(label) }
  })
  const [upper, lower] = named
  if (named.length !== 2 || upper === undefined || lower === undefined) return undefined
  const isPair = upper.key !== undefined && lower.key !== undefined && upper.key !== lower.key
  return isPair ? ([upper, lower] as const) : undefined
}

function rowsOf(pieces: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const above = rows.at(-1)?.at(-1)
    const isNext =
      above === undefined || middleOf(piece) - middleOf(above) > pitchMin * heightOf(piece)
    if (isNext) rows.push([piece])
    else rows.at(-1)?.push(piece)
  }
  return rows.map((row) => row.toSorted((a, b) => a.left - b.left))
}

/* A bill may have a second table with its own headings: labour below spare parts, freight below goods. */

/** The most tables below the first. */
const furtherMax = 3
const amountKeys = ['taxable_value', 'amount', 'total']

/**
 * Adds the lines of further tables, found by `readTables`. The sum of all lines must be printed below: tax summaries
 * also look like tables, and repeat the lines.
 */
function withFurtherTables(
  first: ReadLines,
  pages: readonly ReadPage[],
  readTables: (pages: readonly ReadPage[]) => ReadLines,
): ReadLines {
  let all = first
  for (let count = 0; count < furtherMax && all.lines.length > 0; count++) {
    const further = readTables(pagesOf(pages, all.foot))
    const words = wordsOf(further.foot)
    const foot = all.foot.filter(({ pieces }) => pieces.some(({ word }) => words.has(word)))
    if (!isMore(all.lines, further.lines, foot)) return all
    all = {
      lines: [...all.lines, ...further.lines],
      columns: { ...further.columns, ...all.columns },
      foot,
      areas: [...all.areas, ...further.areas],
      provenSums: all.provenSums.filter((key) => further.provenSums.includes(key)),
    }
  }
  return all
}

/** The pages reduced to these rows. */
function pagesOf(pages: readonly ReadPage[], rows: readonly Row[]): ReadPage[] {
  const left = wordsOf(rows)
  return pages.map((page) => withWords(page, (word) => left.has(word)))
}

function wordsOf(rows: readonly Row[]) {
  return new Set(rows.flatMap(({ pieces }) => pieces.map(({ word }) => word)))
}

function isMore(
  lines: readonly ReadValues[],
  further: readonly ReadValues[],
  foot: readonly Row[],
): boolean {
  const printed = new Set(foot.flatMap(sumsIn))
  return further.every(isGoods) && amountKeys.some((key) => isAdded(key, lines, further, printed))
}

/** Earlier debts and payments also stand below the goods. They are not goods. */
function isGoods(line: ReadValues): boolean {
  const name: ReadValue | undefined = line['description'] ?? line['product_name']
  return name !== undefined && /\p{L}{2}|\p{M}/u.test(name.text) && !owedBefore.test(name.text)
}

const owedBefore =
  /\b(?:prev(?:ious)?|old|opening|outstanding|balance|bal|arrears|dues?|received|advance)\b|बाकी|शेष|बकाया|जमा|બાકી/iu

/** In paise: the amounts of a row, without amounts whose own label says that they are owed in all. */
function sumsIn(row: Row): number[] {
  let label = ''
  return phrasesOf(row).flatMap(({ text, pieces }) => {
    label += ` ${text}`
    if (!/\d/.test(text)) return []
    const sums = owedInAll.test(label) ? [] : pieces
    label = ''
    return sums.flatMap(({ word }) => readPaise(word.text) ?? [])
  })
}

const owedInAll = /\b(?:balance|bal|due|outstanding)\b|बाकी|शेष|बकाया|બાકી/iu

function isAdded(
  key: string,
  lines: readonly ReadValues[],
  further: readonly ReadValues[],
  printed: ReadonlySet<number>,
): boolean {
  const [before, more] = [sumOf(key, lines), sumOf(key, further)]
  if (before === undefined || more === undefined || more === 0 || more === before) return false
  return printed.has(before + more)
}

/** In paise. Undefined if a line has no readable amount. */
function sumOf(key: string, lines: readonly ReadValues[]): number | undefined {
  const amounts = lines.flatMap((line) => readPaise(line[key]?.text ?? '') ?? [])
  if (amounts.length === 0 || amounts.length < lines.length) return undefined
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
