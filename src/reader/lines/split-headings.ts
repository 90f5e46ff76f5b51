import type { Piece } from '../level.ts'
import { gapBetween, type Row, textOf, wordGapMax } from '../rows.ts'
import { cellsOf, columnsOf } from './columns.ts'
import { figureOf } from './content.ts'
import type { Heading } from './heading-cells.ts'
import type { KeyOf } from './heading-keys.ts'
import { keyByWords } from '../../paper/fields/heading-words.ts'

/* "SGST Amount" may be one heading, or two that stand close. The rows below decide. */

/** The share of rows in which each part has its own words, more than a space apart, or figures. */
const bothMin = 0.7

/** Splits the headings that stand over two columns. */
export function splitHeadings(
  headings: readonly Heading[],
  rows: readonly Row[],
  keyOf: KeyOf,
): Heading[] {
  return headings.reduce<Heading[]>((all, heading) => {
    const split = splitsOf(heading, headings, keyOf).find((parts) =>
      isOverTwo(parts, heading, headings, rows),
    )
    return [...all, ...(split ?? [heading])]
  }, [])
}

/** The ways to read a heading as two side by side, with keys that no other column has. */
function splitsOf(heading: Heading, headings: readonly Heading[], keyOf: KeyOf): Heading[][] {
  const sorted = heading.pieces.toSorted((a, b) => a.left - b.left)
  return sorted.slice(1).flatMap((piece, index) => {
    const [before, after] = [sorted.slice(0, index + 1), sorted.slice(index + 1)]
    if (before.some(({ right }) => right > piece.left)) return []
    const parts = [before, after].map((part) => partOf(heading, part, keyOf))
    const isNew = parts.every(
      ({ key }) =>
        key !== undefined && headings.every((other) => other === heading || other.key !== key),
    )
    return isNew && parts[0]?.key !== parts[1]?.key ? [parts] : []
  })
}

/** A heading made of some words of a heading, line by line. */
function partOf({ pieces }: Heading, part: readonly Piece[], keyOf: KeyOf): Heading {
  const label = textOf(pieces.filter((piece) => part.includes(piece)))
  const left = Math.min(...part.map((piece) => piece.left))
  const right = Math.max(...part.map((piece) => piece.right))
  const known = keyOf(label)
  return {
    label,
    key: known ?? keyByWords(label),
    isGuessed: known === undefined,
    pieces: part,
    left,
    right,
  }
}

function isOverTwo(
  parts: readonly Heading[],
  heading: Heading,
  headings: readonly Heading[],
  rows: readonly Row[],
): boolean {
  const split = headings.flatMap((other) => (other === heading ? parts : [other]))
  const columns = columnsOf(split, rows)
  const at = split.findIndex((other) => other === parts[0])
  const cells = rows.map((row) => cellsOf(row, columns))
  const filled = cells.filter((row) => [row[at], row[at + 1]].some((cell) => cell?.length))
  const both = filled.filter((row) => {
    const [before, after] = [row[at]?.at(-1), row[at + 1]?.[0]]
    if (before === undefined || after === undefined) return false
    const areFigures = [before, after].every(({ word }) => figureOf(word.text) !== undefined)
    return areFigures || gapBetween(before, after) > wordGapMax
  })
  return filled.length > 0 && both.length >= bothMin * filled.length
}
