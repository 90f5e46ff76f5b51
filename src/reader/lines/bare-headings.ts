import { heightOf, type Piece } from '../level.ts'
import { phrasesOf, type Row } from '../rows.ts'
import { figureOf } from './content.ts'
import type { Heading } from './heading-cells.ts'
import type { KeyOf } from './heading-keys.ts'
import { keyByWords } from '../../paper/fields/heading-words.ts'
import type { TableHeading } from './headings.ts'

/* Finds the columns of lines without a known heading, by the gaps between their words. */

/** Heights: a narrower gap through all rows is a space between words. */
const riverMin = 0.5

/** The key of a figure. */
type Role = { readonly key: string; readonly piece: Piece }

/** Builds the heading of lines without a known one. The row above is their heading if it has at least `wordsMin` phrases. */
export function headingAbove(
  lines: readonly Row[],
  roles: readonly Role[],
  { rows, keyOf, wordsMin }: { rows: readonly Row[]; keyOf: KeyOf; wordsMin: number },
): TableHeading {
  const at = rows.findIndex((row) => row === lines[0])
  const above = rows[at - 1]
  const hasHeading = above !== undefined && isHeading(above, wordsMin)
  const labels = hasHeading ? phrasesOf(above) : []
  const headings = stripesOf(lines).flatMap((stripe) => {
    const over = labels.filter((label) => isOver(label, stripe))
    // Narrow columns of text leave a gap no wider than a space. Their headings separate them.
    const parts = over.length > 1 ? over : [{ ...stripe, text: over[0]?.text ?? '' }]
    return parts.map(({ text, left, right }): Heading => {
      const role = roles.find(({ piece }) => isOver(piece, { left, right }))
      return {
        label: text,
        key: role?.key ?? keyOf(text) ?? keyByWords(text),
        pieces: [],
        left,
        right,
      }
    })
  })
  return {
    page: lines[0]?.page ?? 0,
    first: hasHeading ? at - 1 : at,
    last: at - 1,
    headings,
    worth: 0,
  }
}

type Edges = { readonly left: number; readonly right: number }

function isOver(one: Edges, other: Edges): boolean {
  return one.left < other.right && one.right > other.left
}

/** Whether a row has at least `wordsMin` phrases and no digit. */
export function isHeading({ pieces }: Row, wordsMin: number): boolean {
  const phrases = phrasesOf({ pieces })
  return phrases.length >= wordsMin && pieces.every(({ word }) => !/\p{Nd}/u.test(word.text))
}

/** The ranges that the rows' words occupy, with a gap through all rows between them. */
function stripesOf(rows: readonly Row[]): { left: number; right: number }[] {
  const pieces = rows.flatMap((row) => row.pieces).toSorted((a, b) => a.left - b.left)
  const stripes: { left: number; right: number; isText: boolean }[] = []
  for (const piece of pieces) {
    const last = stripes.at(-1)
    const isText = figureOf(piece.word.text) === undefined
    // A gap between words of a text separates columns only if it is wide.
    const gapMin = riverMin * heightOf(piece) * (isText && last?.isText === true ? 2 : 1)
    if (last !== undefined && piece.left - last.right < gapMin) {
      last.right = Math.max(last.right, piece.right)
      last.isText ||= isText
    } else stripes.push({ left: piece.left, right: piece.right, isText })
  }
  return stripes
}
