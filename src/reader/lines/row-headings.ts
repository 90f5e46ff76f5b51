import { heightOf, middleOf, type Piece } from '../level.ts'
import { textOf } from '../rows.ts'
import type { Column } from './columns.ts'
import type { KeyOf } from './heading-keys.ts'
import { keyByWords } from '../../paper/fields/heading-words.ts'
import type { TableLine } from './items.ts'

/* Splits columns with two rows in headings and lines: "Article" over "HSN", and in each line a code over its HSN. */

/** The share of lines that must have content in both rows. */
const bothMin = 0.7
/** Heights: the least distance between the middles of two rows of a heading. */
const pitchMin = 0.6

type Parts = { readonly columns: readonly Column[]; readonly lines: readonly TableLine[] }

/** Splits each such column in two: the first row of a line, and the rows below. */
export function withRowHeadings({ columns, lines }: Parts, keyOf: KeyOf): Parts {
  return columns.reduce<Parts>(
    (table, column, index) => {
      const pair = headingsOf(column, keyOf)
      const both = lines.filter((line) => rowsWith(line, index) > 1)
      if (pair === undefined || both.length < bothMin * lines.length) return table
      const [upper, lower] = pair
      return {
        columns: [...table.columns.with(index, { ...column, ...upper }), { ...column, ...lower }],
        lines: table.lines.map((line) => ({
          ...line,
          rows: line.rows.map((row, at) => {
            const own = row.cells[index] ?? []
            const [first, second] = at === 0 ? [own, []] : [[], own]
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

/** The names in the two rows of a heading. Undefined if both rows are one name. */
function headingsOf({ heading }: Column, keyOf: KeyOf) {
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
