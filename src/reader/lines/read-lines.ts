import type { Category } from '../../paper/categories.ts'
import { type ReadPage, type ReadValue, textsOf, type Area } from '../page.ts'
import { type Row, textOf } from '../rows.ts'
import { findBareTables } from './bare-tables.ts'
import {
  isProven,
  isProvenRow,
  type LineValues,
  type Origin,
  readValue,
  valueOf,
} from './cell-values.ts'
import type { Column } from './columns.ts'
import { cellOf, doubtTitle, type TableLine, withCodesAtNames, withDetailsAtName } from './items.ts'
import { completeValues, takeDetails } from './line-values.ts'
import {
  completeDiscounts,
  completeSerials,
  doubtScraps,
  repaired,
  repairFigures,
  takeSerials,
} from './repair.ts'
import { withFurtherTables } from './further-tables.ts'
import { type KeyOf, keysOfHeadings } from './heading-keys.ts'
import { type LabelledGoods, readLabelledGoods, readRoll, type Roll } from './rolls.ts'
import { resolveColumns } from './column-roles.ts'
import { withRowHeadings } from './row-headings.ts'
import { completedSums, doubtLines, provenSums, trustSums } from './doubt-lines.ts'
import { readTable, type Table } from './table.ts'
import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import { readPercent } from '../../paper/values.ts'
import { figureOf } from './content.ts'

/** The lines of a bill or an order. */
export type ReadLines = {
  /** Each line by canonical key. An unknown heading is its own key. */
  readonly lines: readonly Readonly<Record<string, ReadValue>>[]
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
  const ways = [
    () =>
      withFurtherTables(linesOfHeadings(pages, keyOf), pages, (rest) =>
        linesOfHeadings(rest, keyOf),
      ),
    () => linesOfTable(readTable(pages, keyOf, isProvenRow, findBareTables), pages, keyOf),
    () => linesOfRoll(readRoll(pages, keyOf)),
    () => linesOfSlip(readLabelledGoods(pages, keyOf)),
  ]
  let best = nothing
  for (const read of ways) {
    const lines = read()
    if (isBetter(lines, best)) best = lines
    if (isEnough(best)) return best
  }
  return best
}

function isBetter(one: ReadLines, other: ReadLines): boolean {
  return provenIn(one) > provenIn(other) || (other.lines.length === 0 && one.lines.length > 0)
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

/** The lines below known headings. */
function linesOfHeadings(pages: readonly ReadPage[], keyOf: KeyOf): ReadLines {
  return linesOfTable(readTable(pages, keyOf, isProvenRow), pages, keyOf)
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
    doubtTitle(values, line)
    if (source === 'ocr') {
      repairFigures(values)
      repairRates(values)
      doubtScraps(values)
    }
    return values
  })
  takeSerials(lines)
  if (pages.some(({ source }) => source === 'ocr')) {
    completeSerials(lines)
    completeDiscounts(lines, columns)
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
    const value = valueOf(cellOf(line, index), key, { label, source })
    const name = key ?? label
    if (value === undefined || name === '') return []
    const doubted = doubt === undefined ? value : { ...value, doubts: [doubt] }
    return [{ isKnown: key !== undefined, entry: [name, doubted] as const }]
  })
  // Values without a key come last. If a rename rule knows their heading, its key is already taken.
  const [known, others] = [true, false].map((isKnown) =>
    read.filter((one) => one.isKnown === isKnown).map(({ entry }) => entry),
  )
  const values = new Map([...(known ?? []), ...(others ?? [])])
  if (line.code !== undefined)
    values.set('item_code', readValue(textOf(line.code), line.code, { label: '', source }))
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
