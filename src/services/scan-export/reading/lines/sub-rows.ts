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
  const isForeign = row.cells.map(
    (pieces, index) =>
      index !== name && pieces.some(({ word }) => !isOf(word.text, contentOf(columns[index]?.key))),
  )
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
