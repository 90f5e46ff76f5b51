import { withDoubt } from '../page.ts'
import { medianOf, middleOf, type Piece } from '../level.ts'
import { phrasesOf, type Row, textOf } from '../rows.ts'
import type { BodyRow } from './body-rows.ts'
import type { Column } from './columns.ts'
import { type Content, contentOf, mayStand, isSerial, isNameKey, nameKeys } from './content.ts'
import type { LineValues } from './cell-values.ts'

/* Joins rows to lines: a line's figures stand on one row, its text on several rows above and below. */

/** A line of a table, with its rows from top to bottom. `figures` is the index of the row with its figures. */
export type TableLine = {
  readonly rows: readonly BodyRow[]
  readonly figures: number
  /** The title of a group of lines that begins here. */
  readonly title?: string
  /** Codes above, before or below the name, without a column of their own, by key. */
  readonly codes?: ReadonlyMap<string, Piece>
}

/** Where a line's figures stand beside a text of several rows. */
type Alignment = 'top' | 'middle' | 'bottom'

/** Heights: a row further down does not belong to the same text. */
const textPitchMax = 2.3
/** The gap between lines counts if it is this many times as wide as the gap inside them. */
const widerGap = 1.2

/** Joins rows to lines and leaves out rows of sums. `before` and `rest` are text rows above and below that belong to no line. */
export function joinLines(
  printed: readonly BodyRow[],
  columns: readonly Column[],
): { lines: TableLine[]; before: BodyRow[]; rest: BodyRow[] } {
  const { rows, titles } = isStatement(columns)
    ? { rows: printed, titles: new Map<BodyRow, string>() }
    : withoutTitleRows(printed)
  const anchors = rows.flatMap(({ kind }, index) => (kind === 'figures' ? [index] : []))
  const alignment = alignmentOf(rows, anchors, columns)
  const lines: TableLine[] = []
  const before: BodyRow[] = []
  const rest: BodyRow[] = []
  let above: BodyRow[] = textBefore(rows, anchors[0] ?? rows.length, alignment, before)
  for (const [count, anchor] of anchors.entries()) {
    const figures = rows[anchor]
    if (figures === undefined) continue
    const next = anchors[count + 1] ?? rows.length
    const between = rows.slice(anchor + 1, next)
    const isLast = count === anchors.length - 1
    const { own, after } = splitText(figures, between, rows[next], alignment, isLast, columns)
    const title = titles.get(figures)
    lines.push({
      rows: [...above, figures, ...own],
      figures: above.length,
      ...(title !== undefined && { title }),
    })
    if (isLast) rest.push(...after)
    above = isLast ? [] : after.filter(({ kind }) => kind === 'text')
  }
  const last = lines.at(-1)
  if (last !== undefined)
    lines.splice(-1, 1, { ...last, rows: [...last.rows, ...alikeIn(rest, lines)] })
  const hasName = (line: TableLine) => hasText(line.rows[line.figures], columns)
  return { lines: withoutTitles(lines, hasName), before, rest }
}

/** Takes from `rest` the rows after the last line that fill the same columns as rows of the lines before. */
function alikeIn(rest: BodyRow[], lines: readonly TableLine[]): BodyRow[] {
  const shapes = new Set(
    lines.slice(0, -1).flatMap(({ rows, figures }) => rows.slice(figures + 1).map(shapeOf)),
  )
  shapes.delete(noShape)
  const other = rest.findIndex((row) => !shapes.has(shapeOf(row)))
  return rest.splice(0, other === -1 ? rest.length : other)
}

/** The shape of rows with one filled column. Rows of the foot have it too. */
const noShape = ''

/** The filled columns of a row. */
function shapeOf({ cells }: BodyRow): string {
  const filled = cells.flatMap((cell, index) => (cell.length > 0 ? [index] : []))
  return filled.length > 1 ? filled.join(' ') : noShape
}

/** Texts of movements take any number of rows and may be short. None of them is a title or a foot. */
function isStatement(columns: readonly Column[]): boolean {
  return columns.some(({ key }) => key === 'balance')
}

/** Text above the first figures belongs to them if it is near. */
function textBefore(
  rows: readonly BodyRow[],
  first: number,
  alignment: Alignment,
  rest: BodyRow[],
): BodyRow[] {
  const before = rows.slice(0, first)
  if (alignment === 'top') {
    rest.push(...before)
    return []
  }
  let from = first
  while (from > 0 && isNear(rows[from - 1], rows[from]) && rows[from - 1]?.kind === 'text') from--
  rest.push(...before.slice(0, from))
  return before.slice(from)
}

function alignmentOf(
  rows: readonly BodyRow[],
  anchors: readonly number[],
  columns: readonly Column[],
): Alignment {
  const [first = 0] = anchors
  const above = rows[first - 1]
  if (first === 0 || above?.kind !== 'text' || !isNear(above, rows[first])) return 'top'
  const withText = anchors.filter((anchor) => hasText(rows[anchor], columns)).length
  return withText * 2 > anchors.length ? 'middle' : 'bottom'
}

/** Whether there are words in the column of the item's name. */
function hasText(row: BodyRow | undefined, columns: readonly Column[]): boolean {
  return columns.some(
    ({ key }, index) =>
      contentOf(key) === 'text' &&
      key !== 'unit' &&
      (row?.cells[index] ?? []).some(({ word }) => /\p{L}{2}/u.test(word.text)),
  )
}

/** Decides which of the rows between two rows of figures belong to the upper one. */
function splitText(
  figures: BodyRow,
  between: readonly BodyRow[],
  next: BodyRow | undefined,
  alignment: Alignment,
  isLast: boolean,
  columns: readonly Column[],
): { own: BodyRow[]; after: BodyRow[] } {
  const text = between.filter(({ kind }) => kind === 'text')
  const serial = text.findIndex((row) => hasSerial(row, columns))
  const near = serial === -1 ? nearRows(figures, text) : text.slice(0, serial)
  if (serial !== -1 || isLast || near.length < text.length) {
    const own = isLast ? beforeFoot(figures, near, columns) : near
    return { own, after: text.slice(own.length) }
  }
  const split = splitAt(figures, text, next, alignment)
  return { own: text.slice(0, split), after: text.slice(split) }
}

/** The foot begins below a serial number, or has words in columns that they do not fit. */
function beforeFoot(
  figures: BodyRow,
  text: readonly BodyRow[],
  columns: readonly Column[],
): BodyRow[] {
  if (isStatement(columns)) return [...text]
  const foot = text.findIndex(({ cells }) => {
    if (cells.some((cell) => isSumRow(textOf(cell)))) return true
    const filled = cells.flatMap((cell, index) => (cell.length > 0 ? [index] : []))
    const isForeign = filled.some((index) =>
      cells[index]?.some(({ word }) => !mayStand(word.text, contentOf(columns[index]?.key))),
    )
    return (
      filled.length > 1 &&
      (isSerial(figures.cells[filled[0] ?? 0]?.[0]) || (isForeign && filled.length > 2))
    )
  })
  return foot === -1 ? [...text] : text.slice(0, foot)
}

/** A label and an amount. Taxes and prices are details of an item instead. */
function isSumRow(text: string): boolean {
  return /\p{L}.*\s-?[\d,]+\.\d{2}$/u.test(text) && !/%|gst|mrp|m\.r\.p|rate|price|disc/i.test(text)
}

function hasSerial(row: BodyRow, columns: readonly Column[]): boolean {
  const index = columns.findIndex(({ key }) => key === 'sl_no')
  return index !== -1 && (row.cells[index] ?? []).some(({ word }) => /^\d+[.)]?$/.test(word.text))
}

function nearRows(figures: BodyRow, text: readonly BodyRow[]): BodyRow[] {
  const far = text.findIndex((row, index) => !isNear(index === 0 ? figures : text[index - 1], row))
  return far === -1 ? [...text] : text.slice(0, far)
}

function isNear(above: BodyRow | undefined, below: BodyRow | undefined): boolean {
  if (above === undefined || below === undefined || above.row.page !== below.row.page) return false
  const pitch = middleOf(below.row) - middleOf(above.row)
  return pitch <= textPitchMax * Math.max(above.row.height, below.row.height)
}

/** Splits at the widest gap. If all gaps are alike, the table's alignment decides. */
function splitAt(
  figures: BodyRow,
  text: readonly BodyRow[],
  next: BodyRow | undefined,
  alignment: Alignment,
): number {
  const usual = { top: text.length, middle: Math.ceil(text.length / 2), bottom: 0 }[alignment]
  if (next === undefined || text.length === 0 || next.row.page !== figures.row.page) return usual
  const rows = [figures, ...text, next]
  const gaps = rows
    .slice(1)
    .map((row, index) => middleOf(row.row) - middleOf(rows[index]?.row ?? row.row))
  const widest = Math.max(...gaps)
  const others = gaps.filter((gap) => gap < widest)
  const isClear = gaps.filter((gap) => gap * widerGap > widest).length === 1 && others.length > 0
  return isClear ? gaps.indexOf(widest) : usual
}

/** The words of a line in a column, row by row. `main` has the words of the row with the figures. */
export type Cell = {
  readonly main: readonly Piece[]
  readonly lines: readonly (readonly Piece[])[]
}

export function cellOf(line: TableLine, column: number): Cell {
  return {
    main: line.rows[line.figures]?.cells[column] ?? [],
    lines: line.rows.map(({ cells }) => cells[column] ?? []).filter((pieces) => pieces.length > 0),
  }
}

/* Titles over groups of lines, such as "Electrical" and "Plumbing". They look like the beginning of the next item's name. */

/** The most words of a title. */
const titleWordsMax = 4

/** A share of the distance between lines of one row. A text nearer to a line belongs to the line. */
const titlePitchMin = 0.9

/** The rows without titles, and each title by the row below it. A title stands as far from its neighbours as lines of one row do. */
function withoutTitleRows(rows: readonly BodyRow[]): {
  rows: BodyRow[]
  titles: ReadonlyMap<BodyRow, string>
} {
  const pitches = rows.flatMap((row, index) => {
    const before = rows[index - 1]
    return row.kind === 'figures' && before?.kind === 'figures' ? pitchOf(before, row) : []
  })
  const pitchMin = pitches.length === 0 ? Infinity : titlePitchMin * medianOf(pitches)
  const titles = new Map<BodyRow, string>()
  const own = new Set<BodyRow>()
  let areBehindSums = true
  for (const [index, row] of rows.entries()) {
    const [above, below] = [rows[index - 1], rows[index + 1]]
    if (row.kind !== 'text' || !isTitle(row.row) || below?.kind !== 'figures') continue
    const isApart = [
      ...(above === undefined ? [] : pitchOf(above, row)),
      ...pitchOf(row, below),
    ].every((pitch) => pitch >= pitchMin)
    if (!isApart) continue
    titles.set(below, textOf(row.row.pieces))
    own.add(row)
    const toAbove = above === undefined ? [] : pitchOf(above, row)
    areBehindSums &&= toAbove.every((pitch) => pitch >= sumPitchMin * pitchMin)
  }
  const isCertain = own.size > 1 && areBehindSums
  return { rows: rows.filter((row) => !own.has(row)), titles: isCertain ? new Map() : titles }
}

/** Where the sum of the group above was left out, a title stands at least so many pitches below the last line: no name begins there. */
const sumPitchMin = 1.7

/** Empty for rows on different pages. */
function pitchOf({ row: above }: BodyRow, { row: below }: BodyRow): number[] {
  return above.page === below.page ? [middleOf(below) - middleOf(above)] : []
}

/**
 * The lines without the titles above them. A title is a short text above figures that have their own name and no text
 * below. If more than half of the lines look like this, names begin above their figures.
 */
function withoutTitles(
  lines: readonly TableLine[],
  hasName: (line: TableLine) => boolean,
): TableLine[] {
  const titled = lines.filter((line) => isTitled(line) && hasName(line))
  if (lines.length < 2 || titled.length * 2 > lines.length) return [...lines]
  return lines.map((line) => (titled.includes(line) ? untitled(line) : line))
}

function isTitled({ rows, figures }: TableLine): boolean {
  const above = rows.slice(0, figures)
  return above.length === 1 && figures === rows.length - 1 && above.every(({ row }) => isTitle(row))
}

function isTitle({ pieces }: Row): boolean {
  return pieces.length <= titleWordsMax && pieces.every(({ word }) => !/\d/.test(word.text))
}

function untitled(line: TableLine): TableLine {
  const title = line.rows.slice(0, line.figures).map(({ row }) => textOf(row.pieces))
  return { ...line, rows: line.rows.slice(line.figures), figures: 0, title: title.join(' ') }
}

/** Heights: a name with a wider gap goes on in another column. 356 bills and orders have 1.6 in a name and 7.5 before the column. */
const nameGapMax = 3

/** A doubt asks a person to look whether the text above a line is a title, and words behind the name another column’s. */
export function doubtName(
  values: LineValues,
  { title, rows, figures }: TableLine,
  columns: readonly Column[],
): void {
  for (const key of nameKeys) {
    const value = values.get(key)
    if (value === undefined) continue
    const name = columns.findIndex((column) => column.key === key)
    const hasName = (row: BodyRow | undefined) => (row?.cells[name] ?? []).length > 0
    const isAbove = hasName(rows[figures]) && rows.slice(0, figures).some(hasName)
    const isTorn = rows.some(
      ({ cells }) => phrasesOf({ pieces: cells[name] ?? [] }, nameGapMax).length > 1,
    )
    const doubts = [
      ...(title === undefined ? [] : [`“${title}” stands over “${value.text}” and was left out.`]),
      ...(isAbove ? [`The first words of “${value.text}” may be a title over the line.`] : []),
      ...(isTorn ? [`“${value.text}” may hold what belongs elsewhere.`] : []),
    ]
    values.set(key, doubts.reduce(withDoubt, value))
  }
}

/* Rows below an item that begin in the column of its code: "HSN: 84821011 SKF make" belongs to the name. */

/** Moves words of a line's text rows to the column of names, now that the columns' keys are known. */
export function withDetailsAtName(line: TableLine, columns: readonly Column[]): TableLine {
  const name = columns.findIndex(({ key }) => isNameKey(key))
  if (name === -1) return line
  return {
    ...line,
    rows: line.rows.map((row) => (row.kind === 'text' ? moved(row, columns, name) : row)),
  }
}

function moved(row: BodyRow, columns: readonly Column[], name: number): BodyRow {
  const isForeign = row.cells.map((pieces, index) => {
    const content = contentOf(columns[index]?.key)
    const hasWords = pieces.some(({ word }) => /\p{L}{2}/u.test(word.text))
    return index !== name && hasWords && pieces.some(({ word }) => !isOf(word.text, content))
  })
  if (!isForeign.includes(true)) return row
  const pieces = row.cells
    .flatMap((cell, index) => (index === name || isForeign[index] === true ? cell : []))
    .toSorted((a, b) => a.left - b.left)
  return {
    ...row,
    cells: row.cells.map((cell, index) =>
      index === name ? pieces : isForeign[index] === true ? [] : cell,
    ),
  }
}

/** Words without a digit stand beside codes and are not part of them, except parts broken after a hyphen. */
function isOf(text: string, content: Content): boolean {
  return mayStand(text, content) && (content !== 'code' || /\d|[-/]$/.test(text))
}
