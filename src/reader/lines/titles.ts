import { middleOf } from '../level.ts'
import { medianOf } from '../medians.ts'
import { type Row, textOf } from '../rows.ts'
import type { BodyRow } from './body-rows.ts'
import type { LineValues } from './cell-values.ts'
import type { TableLine } from './items.ts'

/* Titles over groups of lines, "Electrical" and "Plumbing": they look like the beginning of the next item's name. */

/** Words. A longer text is no title. */
const titleWordsMax = 4

/** Part of the pitch of lines of one row; what is nearer to a line is a text of it. */
const titlePitchMin = 0.9

/** The rows without titles that stand as far from the lines above and below as lines of one row do; each by the row below. */
export function withoutTitleRows(rows: readonly BodyRow[]): {
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
  }
  return { rows: rows.filter((row) => !own.has(row)), titles }
}

/** None between pages. */
function pitchOf({ row: above }: BodyRow, { row: below }: BodyRow): number[] {
  return above.page === below.page ? [middleOf(below) - middleOf(above)] : []
}

/**
 * The lines with the titles over them taken out of them. A title is a short text above figures that have a name of their
 * own and nothing below; where more than half of the lines look so, names begin over their figures.
 */
export function withoutTitles(
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

/** Whoever looks at the paper sees whether it was a title. */
export function doubtTitle(values: LineValues, { title }: TableLine): void {
  if (title === undefined) return
  for (const key of ['description', 'product_name']) {
    const value = values.get(key)
    if (value === undefined) continue
    const doubt = `“${title}” stands over “${value.text}” and was left out.`
    values.set(key, { ...value, doubts: [...(value.doubts ?? []), doubt] })
  }
}
