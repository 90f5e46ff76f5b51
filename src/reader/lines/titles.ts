import { middleOf } from '../level.ts'
import { medianOf } from '../medians.ts'
import { type Row, textOf } from '../rows.ts'
import type { BodyRow } from './body-rows.ts'
import type { LineValues } from './cell-values.ts'
import type { TableLine } from './items.ts'

/* Titles over groups of lines, such as "Electrical" and "Plumbing". They look like the beginning of the next item's name. */

/** The most words of a title. */
const titleWordsMax = 4

/** A share of the distance between lines of one row. A text nearer to a line belongs to the line. */
const titlePitchMin = 0.9

/** The rows without titles, and each title by the row below it. A title stands as far from its neighbours as lines of one row do. */
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

/** Empty for rows on different pages. */
function pitchOf({ row: above }: BodyRow, { row: below }: BodyRow): number[] {
  return above.page === below.page ? [middleOf(below) - middleOf(above)] : []
}

/**
 * The lines without the titles above them. A title is a short text above figures that have their own name and no text
 * below. If more than half of the lines look like this, names begin above their figures.
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

/** A doubt asks a person to look whether the text was a title. */
export function doubtTitle(values: LineValues, { title }: TableLine): void {
  if (title === undefined) return
  for (const key of ['description', 'product_name']) {
    const value = values.get(key)
    if (value === undefined) continue
    const doubt = `“${title}” stands over “${value.text}” and was left out.`
    values.set(key, { ...value, doubts: [...(value.doubts ?? []), doubt] })
  }
}
