import type { Area, ReadPage } from '../page.ts'
import { boxOf, type Row, rowsOf, textOf } from '../rows.ts'
import { bodyRowOf, judgeRows, type ProvenBy } from './body-rows.ts'
import { type Column, columnsOf, splitHeadings, withUnnamedColumns } from './columns.ts'
import { isAmount, isCarriedOver, isSum, isNameKey } from './content.ts'
import type { KeyOf } from './heading-keys.ts'
import { findHeadings, type TableHeading } from './headings.ts'
import { joinLines, type TableLine } from './items.ts'
import { medianOf } from '../level.ts'

/* Reads a document's table over all of its pages: bills, orders and account statements. */

export type Table = {
  /** The columns of the page on which the table begins. */
  readonly columns: readonly Column[]
  readonly lines: readonly TableLine[]
  /** The rows below the last line: totals, taxes and everything after them. */
  readonly foot: readonly Row[]
  /** From the heading to the last line, for each page. */
  readonly areas: readonly Area[]
}

/** The part of a table on one page. */
type Part = {
  readonly rows: readonly Row[]
  readonly heading: readonly Row[]
  readonly columns: readonly Column[]
  /** Whether the page has no heading of its own. */
  readonly isBare: boolean
}

/** The share of keys that the heading of a further page has in common with the first heading. */
const alikeMin = 0.6
/** A heading with at least this share of the best worth also begins a table of lines. */
const nearBest = 0.6

/** Finds where the tables of a page begin. */
export type FindHeadings = (rows: readonly Row[], keyOf: KeyOf) => TableHeading[]

/** Reads the table whose headings `keyOf` knows. Undefined if no page has one. */
export function readTable(
  pages: readonly ReadPage[],
  keyOf: KeyOf,
  provenBy: ProvenBy,
  find: FindHeadings = findHeadings,
): Table | undefined {
  const parts = partsOf(pages, keyOf, provenBy, find)
  const [first] = parts
  if (first === undefined) return undefined
  const lines: TableLine[] = []
  const areas: Area[] = []
  let foot: Row[] = []
  for (const part of parts) {
    const judged = judgeRows(
      part.rows.map((row) => bodyRowOf(row, part.columns)),
      part,
      provenBy,
    )
    const joined = joinLines(judged.body, part.columns)
    const last = lines.at(-1)
    if (last !== undefined && joined.before.length > 0 && !part.isBare) {
      lines.splice(-1, 1, { ...last, rows: [...last.rows, ...joined.before] })
    }
    lines.push(...joined.lines)
    if (joined.lines.length > 0)
      areas.push(...areasOf([...part.heading, ...rowsOfAll(joined.lines)]))
    foot = [...(joined.lines.length > 0 ? [] : foot), ...judged.foot]
  }
  return { columns: first.columns, lines, foot, areas }
}

function partsOf(
  pages: readonly ReadPage[],
  keyOf: KeyOf,
  provenBy: ProvenBy,
  find: FindHeadings,
): Part[] {
  const rows = pages.map(rowsOf)
  const headings = rows.map((rowsOfPage) => find(rowsOfPage, keyOf))
  const main = mainHeading(headings.flat())
  if (main === undefined) return []
  const owns = headings.map((all) => all.filter((one) => one === main || isAlike(one, main)))
  const bare = barePages(rows, owns)
  const parts: Part[] = []
  for (const [index, rowsOfPage] of rows.entries()) {
    const own = owns[index] ?? []
    const before = parts.at(-1)
    if (own.length === 0 && before !== undefined) {
      const { columns } = before
      parts.push({ rows: bare[index] ?? rowsOfPage, heading: [], columns, isBare: true })
    }
    const next = owns.findIndex((others, at) => at > index && others.length > 0)
    const between = bare.slice(index + 1, next === -1 ? undefined : next)
    const further = between.flatMap((ofPage) => ofPage ?? [])
    parts.push(
      ...own.map((heading) =>
        partBelow(heading, rowsOfPage, headings[index] ?? [], further, keyOf, provenBy),
      ),
    )
  }
  return parts
}

/**
 * The rows of a statement's pages without a heading, moved to the places they would have on a page with one. Undefined
 * for other pages. These rows also help to find the columns: the first page of a passbook may have two rows.
 */
function barePages(
  rows: readonly (readonly Row[])[],
  owns: readonly (readonly TableHeading[])[],
): (Row[] | undefined)[] {
  let headed: readonly Row[] = []
  return rows.map((rowsOfPage, index) => {
    const [own] = owns[index] ?? []
    const isStatement = own?.headings.some(({ key }) => key === 'balance') === true
    if (isStatement) headed = rowsOfPage.slice(own.last + 1)
    return own === undefined && headed.length > 0 ? shiftedTo(headed, rowsOfPage) : undefined
  })
}

/** The first of the headings with nearly the best worth. Headings with names win: tax summaries have none. */
function mainHeading(headings: readonly TableHeading[]): TableHeading | undefined {
  const named = headings.filter(({ headings: cells }) => cells.some(({ key }) => isName(key)))
  const candidates = named.length > 0 ? named : headings
  const best = Math.max(0, ...candidates.map(({ worth }) => worth))
  return candidates.find(({ worth }) => worth >= best * nearBest)
}

function isName(key: string | undefined): boolean {
  return isNameKey(key) || key === 'narration'
}

function isAlike(a: TableHeading, b: TableHeading): boolean {
  const [keys, others] = [keysOf(a), keysOf(b)]
  // A tax summary has the lines' figures but no names.
  if ([...keys].some(isName) !== [...others].some(isName)) return false
  const common = [...keys].filter((key) => others.has(key)).length
  return common >= alikeMin * Math.max(keys.size, others.size)
}

function keysOf({ headings }: TableHeading): Set<string> {
  return new Set(headings.map(({ key, label }) => key ?? label))
}

function partBelow(
  heading: TableHeading,
  rows: readonly Row[],
  headings: readonly TableHeading[],
  further: readonly Row[],
  keyOf: KeyOf,
  provenBy: ProvenBy,
): Part {
  const next = headings.find((other) => isBelow(other, heading))?.first ?? rows.length
  const below = rows.slice(heading.last + 1, next)
  // The rest of the page, including a different heading, belongs to the foot of this table.
  const all = rows.slice(heading.last + 1, isAlikeNext(heading, headings) ? next : rows.length)
  return {
    rows: all,
    heading: rows.slice(heading.first, heading.last + 1),
    columns: columnsFor(heading, rowsOfLines([...below, ...further]), keyOf, provenBy),
    isBare: false,
  }
}

function isAlikeNext(heading: TableHeading, headings: readonly TableHeading[]): boolean {
  return headings.some((other) => isBelow(other, heading) && isAlike(other, heading))
}

/** A heading without a row of its own ends before it begins. */
function isBelow(other: TableHeading, heading: TableHeading): boolean {
  return other !== heading && other.first > heading.last
}

/** Finds the columns twice, the second time without the foot: rows below the lines do not show where columns are. */
function columnsFor(
  heading: TableHeading,
  rows: readonly Row[],
  keyOf: KeyOf,
  provenBy: ProvenBy,
): Column[] {
  const columns = columnsOf(heading.headings, rows)
  const body = rows.map((row) => bodyRowOf(row, columns))
  const judged = judgeRows(body, { columns, isBare: false }, provenBy).body
  const lines = judged.map(({ row }) => row)
  if (lines.length === 0) return columns
  const named = columnsOf(splitHeadings(heading.headings, lines, keyOf), lines)
  const figures = judged.filter(({ kind }) => kind === 'figures').map(({ row }) => row)
  return columnsOf(withUnnamedColumns(named, figures), lines)
}

/** The rows above the foot. Only they show where the columns are. */
function rowsOfLines(rows: readonly Row[]): Row[] {
  const foot = rows.findIndex((row) => isSum(textOf(row.pieces)))
  const lines = foot === -1 ? rows : rows.slice(0, foot)
  return lines.filter((row) => !isCarriedOver(textOf(row.pieces)))
}

/** The places of rows, page by page. */
export function areasOf(rows: readonly Row[]): Area[] {
  const pages = Map.groupBy(rows, ({ page }) => page)
  return Array.from(pages, ([page, own]) => {
    const [, top, , bottom] = boxOf(own.flatMap(({ pieces }) => pieces))
    return { page, top, bottom }
  })
}

/** The rows of lines. */
export function rowsOfAll(lines: readonly TableLine[]): Row[] {
  return lines.flatMap((line) => line.rows.map(({ row }) => row))
}

/* Pages of a passbook lie differently in the printer. The ends of the amounts show by how much a page is shifted. */

/** Heights: a smaller difference is no shift, and a greater one is another table. */
const shiftMin = 0.5
const shiftMax = 15

/** The rows of a page, moved to match the other page. The words' places on the paper stay. */
function shiftedTo(others: readonly Row[], rows: readonly Row[]): Row[] {
  const by = endOf(others) - endOf(rows)
  const height = rows[0]?.height ?? 1
  const isShifted = Math.abs(by) >= shiftMin * height && Math.abs(by) <= shiftMax * height
  return isShifted ? rows.map((row) => moved(row, by)) : [...rows]
}

/** The median right end of rows that end with an amount. NaN if there are none. */
function endOf(rows: readonly Row[]): number {
  const ends = rows.flatMap(({ pieces }) => {
    const last = pieces.findLast(({ word }) => /\d/.test(word.text))
    return last !== undefined && isAmount(last.word.text) ? (pieces.at(-1)?.right ?? []) : []
  })
  return ends.length === 0 ? NaN : medianOf(ends)
}

function moved(row: Row, by: number): Row {
  const pieces = row.pieces.map((piece) => ({
    ...piece,
    left: piece.left + by,
    right: piece.right + by,
  }))
  return { ...row, pieces, left: row.left + by, right: row.right + by }
}
