import type { Piece } from '../level.ts'
import { boxOf, textOf } from '../rows.ts'
import type { Column } from './columns.ts'
import { hsnForm, isNameKey } from './content.ts'
import type { TableLine } from './items.ts'

/* Codes without a column of their own: above, before or below the names of lines. */

/** The share of lines that have a code above or before the name. */
const codedMin = 0.7

/** A code of a line, with what to remove from its row: the code, and a sign after it. */
type Code = {
  readonly piece: Piece
  readonly removed: readonly Piece[]
  /** Whether the code stands apart from the name: on a row of its own or before a dash. */
  readonly isApart: boolean
}

/** How codes are found, one way after the other. */
const waysToCodes = [
  ['item_code', codeAtName],
  ['expiry_date', monthBelow],
  ['item_code', (line: TableLine) => codeBelow(line, (text) => !isHsn(text))],
  ['hsn', (line: TableLine) => codeBelow(line, isHsn)],
] as const

function isHsn(text: string): boolean {
  return hsnForm.test(text)
}

/** The month in which a medicine expires, below its batch, and the second row of that heading: "Exp. Dt.". */
const monthForm = /^(?:\d{2}|\p{L}{3})[-/ ]\d{2}(?:\d{2})?$/u
const monthHeading = /^exp(?:iry)?\.?(?: ?(?:dt|date)\.?)?$/i

/** Takes the codes that stand above, before or below the names of lines. */
export function withCodesAtNames(
  lines: readonly TableLine[],
  columns: readonly Column[],
): TableLine[] {
  const name = columns.findIndex(({ key }) => isNameKey(key))
  return waysToCodes.reduce<TableLine[]>(
    (all, [key, find]) => {
      const codes = all.map((line) => find(line, name))
      const found = codes.filter((code) => code !== undefined)
      const isFree =
        columns.every((column, at) => column.key !== key || isEmpty(all, at, found)) &&
        !all.some(({ codes: own }) => own?.has(key))
      // In a single line, a word with digits before the name may be part of the name.
      const isSure = found.length > 1 || found.some(({ isApart }) => isApart)
      if (!isFree || !isSure || found.length < codedMin * all.length) return all
      return all.map((line, index) => withCode(line, key, codes[index]))
    },
    [...lines],
  )
}

/** Whether no line has anything else in a column: a heading in two rows may have the column beside it. */
function isEmpty(lines: readonly TableLine[], column: number, found: readonly Code[]): boolean {
  const codes = found.flatMap(({ removed }) => removed)
  return lines.every(({ rows }) =>
    rows.every(({ cells }) => (cells[column] ?? []).every((piece) => codes.includes(piece))),
  )
}

function codeAtName({ rows }: TableLine, name: number): Code | undefined {
  const cell = rows[0]?.cells[name] ?? []
  const [piece, sign] = cell
  if (piece === undefined) return undefined
  const isAlone = cell.length === 1
  const isMarked = /^[-–|:/]+$/.test(sign?.word.text ?? '')
  const removed = cell.slice(0, isMarked ? 2 : 1)
  const others = rows.flatMap(({ cells }) => cells[name] ?? [])
  const hasName = others.some((one) => !removed.includes(one) && /\p{L}{2}/u.test(one.word.text))
  const isCode = (isAlone ? aloneCode : frontCode).test(piece.word.text)
  return isCode && hasName ? { piece, removed, isApart: isAlone || isMarked } : undefined
}

function monthBelow({ rows, figures }: TableLine): Code | undefined {
  const texts = rows.filter((_, at) => at !== figures)
  const month = texts.find(({ row }) => monthForm.test(textOf(row.pieces)))
  const [first, ...more] = month?.row.pieces ?? []
  if (month === undefined || first === undefined) return undefined
  const { word } = first
  const whole = { ...word, text: textOf(month.row.pieces), box: boxOf(month.row.pieces) }
  const piece = { ...first, word: whole, right: more.at(-1)?.right ?? first.right }
  const headings = texts.filter(({ row }) => monthHeading.test(textOf(row.pieces)))
  const removed = [month, ...headings].flatMap(({ row }) => row.pieces)
  return { piece, removed, isApart: true }
}

/** A code in a row below the first that holds codes only. */
function codeBelow(
  { rows, figures }: TableLine,
  isWanted: (text: string) => boolean,
): Code | undefined {
  const below = rows.flatMap(({ row: { pieces }, cells }, at) => {
    const isCodes =
      at > 0 && at !== figures && pieces.every(({ word }) => aloneCode.test(word.text))
    return isCodes ? cells.flat() : []
  })
  const piece = below.find(({ word }) => isWanted(word.text))
  return piece === undefined ? undefined : { piece, removed: [piece], isApart: true }
}

const aloneCode = /^(?=.*\d{2})[A-Z\d][A-Z\d./-]{3,}$/i
/** Names begin with "20W" and "3/4". "FG-3162" and "89010302" are codes. */
const frontCode = /^(?:\d{6,14}|(?=.*\d{2})(?=.{4})[A-Z]{1,6}[A-Z\d./-]*)$/

function withCode(line: TableLine, key: string, code: Code | undefined): TableLine {
  if (code === undefined) return line
  const rows = line.rows.map((row) => ({
    ...row,
    cells: row.cells.map((cell) => cell.filter((piece) => !code.removed.includes(piece))),
  }))
  return { ...line, rows, codes: new Map([...(line.codes ?? []), [key, code.piece]]) }
}
