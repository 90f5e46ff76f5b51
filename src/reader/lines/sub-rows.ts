import type { Piece } from '../level.ts'
import type { BodyRow } from './body-rows.ts'
import type { Column } from './columns.ts'
import { type Content, contentOf, mayStand } from './content.ts'
import type { TableLine } from './items.ts'

/* Rows below an item that begin in the column of its code: "HSN: 84821011 SKF make" belongs to the name. */

/** Moves words of a line's text rows to the column of names, now that the columns' keys are known. */
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

/** Words without a digit stand beside codes and are not part of them, except parts broken after a hyphen. */
function isOf(text: string, content: Content): boolean {
  return mayStand(text, content) && (content !== 'code' || /\d|[-/]$/.test(text))
}

/** The share of lines that have a code above or before the name. */
const codedMin = 0.7

/** A code in the first row of the column of names. `words`: the number of words to remove, with a sign after the code. */
type Code = {
  readonly pieces: readonly Piece[]
  readonly words: number
  /** Whether the code stands apart from the name: on a row of its own or before a dash. */
  readonly isApart: boolean
}

/** Takes the codes that stand above or before the names of lines. */
export function withCodesAtNames(
  lines: readonly TableLine[],
  columns: readonly Column[],
): TableLine[] {
  const name = columns.findIndex(({ key }) => key === 'description' || key === 'product_name')
  const codes = lines.map((line) => codeOf(line, name))
  const found = codes.filter((code) => code !== undefined)
  const isFree = columns.every(({ key }) => key !== 'item_code')
  // In a single line, a word with digits before the name may be part of the name.
  const isSure = found.length > 1 || found.some(({ isApart }) => isApart)
  if (!isFree || !isSure || found.length < codedMin * lines.length) return [...lines]
  return lines.map((line, index) => {
    const code = codes[index]
    return code === undefined
      ? line
      : { ...line, code: code.pieces, rows: withoutCode(line, name, code) }
  })
}

function codeOf({ rows }: TableLine, name: number): Code | undefined {
  const cell = rows[0]?.cells[name] ?? []
  const [piece, sign] = cell
  if (piece === undefined) return undefined
  const isAlone = cell.length === 1
  const isMarked = /^[-–|:/]+$/.test(sign?.word.text ?? '')
  const words = isMarked ? 2 : 1
  const others = [...cell.slice(words), ...rows.slice(1).flatMap(({ cells }) => cells[name] ?? [])]
  const hasName = others.some(({ word }) => /\p{L}{2}/u.test(word.text))
  const isCode = isAlone ? aloneCode.test(piece.word.text) : frontCode.test(piece.word.text)
  return isCode && hasName ? { pieces: [piece], words, isApart: isAlone || isMarked } : undefined
}

const aloneCode = /^(?=.*\d{2})[A-Z\d][A-Z\d./-]{3,}$/i
/** Names begin with "20W" and "3/4". "FG-3162" and "89010302" are codes. */
const frontCode = /^(?:\d{6,14}|(?=.*\d{2})(?=.{4})[A-Z]{1,6}[A-Z\d./-]*)$/

/** The line without the code in its first row. */
function withoutCode({ rows }: TableLine, name: number, { words }: Code): BodyRow[] {
  return rows.map((row, index) =>
    index === 0
      ? { ...row, cells: row.cells.map((cell, at) => (at === name ? cell.slice(words) : cell)) }
      : row,
  )
}
