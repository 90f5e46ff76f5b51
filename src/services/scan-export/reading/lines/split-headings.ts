import { gapBetween, type Row, textOf, wordGapMax } from '../rows.ts'
import { cellsOf, columnsOf } from './columns.ts'
import type { Heading } from './heading-cells.ts'
import type { KeyOf } from './heading-keys.ts'

/* "SGST Amount" is one heading, or two that stand close: the rows below say which. */

/** Part of the rows in which both parts have words of their own, with more than a space between. */
const bothMin = 0.7

/** The headings with those split that stand over two columns. */
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

/** The ways to read a heading as two, each of another column than all others. */
function splitsOf(heading: Heading, headings: readonly Heading[], keyOf: KeyOf): Heading[][] {
  const { pieces } = heading
  const [first] = pieces
  const isOneLine = pieces.every(({ top }) => first !== undefined && top < first.bottom)
  if (!isOneLine) return []
  return pieces.slice(1).flatMap((_, index) => {
    const parts = [pieces.slice(0, index + 1), pieces.slice(index + 1)].map((part): Heading => {
      const label = textOf(part)
      const edges = { left: part[0]?.left ?? 0, right: part.at(-1)?.right ?? 0 }
      return { label, key: keyOf(label), pieces: part, ...edges }
    })
    const isNew = parts.every(
      ({ key }) =>
        key !== undefined && headings.every((other) => other === heading || other.key !== key),
    )
    return isNew && parts[0]?.key !== parts[1]?.key ? [parts] : []
  })
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
    return before !== undefined && after !== undefined && gapBetween(before, after) > wordGapMax
  })
  return filled.length > 0 && both.length >= bothMin * filled.length
}
