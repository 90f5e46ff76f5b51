import type { Piece } from '../level.ts'
import type { BodyRow } from './body-rows.ts'
import type { Column } from './columns.ts'
import { type Content, contentOf, mayStand } from './content.ts'
import type { TableLine } from './items.ts'

/* Rows below an item that begin in the column of its code: "HSN: 84821011 SKF make" belongs to its name. */

/** The line with the words of its text rows where they belong, now that it is known what the columns hold. */
export function withDetailsAtName(line: TableLine, columns: readonly Column[]): TableLine {
  const name = columns.findIndex(({ key }) => key === 'description' || key === 'product_name')
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

/** Words without a digit stand beside codes, and are not part of one, but for what is broken behind a hyphen. */
function isOf(text: string, content: Content): boolean {
  return mayStand(text, content) && (content !== 'code' || /\d|[-/]$/.test(text))
}

/** Part of the lines whose name stands below a code. */
const codedMin = 0.7

/** The lines with the codes taken that stand in the first row of the names' column, each over its name. */
export function withCodesOverNames(
  lines: readonly TableLine[],
  columns: readonly Column[],
): TableLine[] {
  const name = columns.findIndex(({ key }) => key === 'description' || key === 'product_name')
  const coded = lines.filter((line) => codeOf(line, name) !== undefined)
  const isFree = columns.every(({ key }) => key !== 'item_code')
  if (!isFree || coded.length === 0 || coded.length < codedMin * lines.length) return [...lines]
  return lines.map((line) => {
    const code = codeOf(line, name)
    return code === undefined ? line : { ...line, code, rows: withoutCode(line, name) }
  })
}

function codeOf({ rows }: TableLine, name: number): readonly Piece[] | undefined {
  const cell = rows[0]?.cells[name] ?? []
  const [piece] = cell
  const hasName = rows
    .slice(1)
    .some(({ cells }) => cells[name]?.some(({ word }) => /\p{L}{2}/u.test(word.text)))
  const isCode =
    cell.length === 1 && /^(?=.*\d{2})[A-Z\d][A-Z\d./-]{3,}$/i.test(piece?.word.text ?? '')
  return isCode && hasName ? cell : undefined
}

/** The line without the code in its first row. */
function withoutCode({ rows }: TableLine, name: number): BodyRow[] {
  return rows.map((row, index) =>
    index === 0
      ? { ...row, cells: row.cells.map((cell, column) => (column === name ? [] : cell)) }
      : row,
  )
}
