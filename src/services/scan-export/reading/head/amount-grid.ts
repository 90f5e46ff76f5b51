import { readNumber } from '../../normalising/printed-values.ts'
import type { Piece } from '../level.ts'
import { phrasesOf, type Phrase, type Row, textOf } from '../rows.ts'
import { amountLabelOf } from './amount-labels.ts'
import type { FootAmount } from './foot-amounts.ts'

/* A summary of the tax: headings in a row, amounts below them, and a last row with what they come to. */

type Column = {
  readonly key: string
  readonly label: string
  readonly left: number
  readonly right: number
}

/** Rows that a summary may have below its headings. */
const rowsMax = 14

/** Rows that headings may be printed over. */
const headingRowsMax = 3

/** The amounts in the last rows of all summaries. */
export function gridAmounts(rows: readonly Row[]): FootAmount[] {
  return rows.flatMap((row, index) => {
    if (hasAmount(row)) return []
    const more = rows.slice(index + 1, index + headingRowsMax)
    const end = more.findIndex(hasAmount)
    const headings = [row, ...(end === -1 ? more : more.slice(0, end))]
    const columns = stack(headings).flatMap(columnOf)
    const body = rows.slice(index + headings.length, index + headings.length + rowsMax)
    return columns.length < 2 ? [] : lastAmounts(body, columns)
  })
}

function hasAmount({ pieces }: Row): boolean {
  return pieces.some(({ word }) => /\d\.\d\d$/.test(word.text))
}

type Heading = { text: string; left: number; right: number }

/** Headings over several rows: what stands below one goes on with it, "Rate" and "Amount" below a tax each by itself. */
function stack([first, ...more]: readonly Row[]): Heading[] {
  let headings: Heading[] = first === undefined ? [] : phrasesOf(first).map(headingOf)
  for (const row of more) {
    const below = phrasesOf(row).map(headingOf)
    const parents = below.map((one) => parentOf(one, headings))
    headings = [
      ...headings.filter((one) => !parents.includes(one)),
      ...below.map((one, at) => {
        const parent = parents[at]
        if (parent === undefined) return one
        const isOnly = parents.filter((other) => other === parent).length === 1
        const sides = isOnly ? widest(one, parent) : one
        return { text: `${parent.text} ${one.text}`, left: sides.left, right: sides.right }
      }),
    ]
  }
  return headings
}

function headingOf({ text, left, right }: Phrase): Heading {
  return { text, left, right }
}

function widest(a: Heading, b: Heading) {
  return { left: Math.min(a.left, b.left), right: Math.max(a.right, b.right) }
}

/** The heading that one stands under; "Rate" and "Amount" stand left and right of the middle of theirs. */
function parentOf(one: Heading, headings: readonly Heading[]): Heading | undefined {
  const off = (other: Heading) => Math.max(other.left - one.right, one.left - other.right)
  const [best] = headings.toSorted((a, b) => off(a) - off(b))
  return best !== undefined && off(best) < (one.right - one.left) * 1.5 ? best : undefined
}

function columnOf({ text, left, right }: Heading): Column[] {
  const meaning = /\brate\b|%/i.test(text) ? undefined : amountLabelOf(text)
  return meaning === undefined || meaning.key === ''
    ? []
    : [{ key: meaning.key, label: text, left, right }]
}

function lastAmounts(rows: readonly Row[], columns: readonly Column[]): FootAmount[] {
  const filled = rows.flatMap((row) => {
    const amounts = columns.flatMap((column) => amountIn(column, row))
    return amounts.length < 2 ? [] : [{ row, amounts }]
  })
  const sums = filled.find(({ row }) => /^(?:total|कुल|योग)/i.test(textOf(row.pieces)))
  if (sums !== undefined) return sums.amounts
  // Without a last row the only one says what all come to, where it says what is to be paid.
  const [only, another] = filled
  const isTotal = columns.some(({ key }) => key === 'total')
  return only !== undefined && another === undefined && isTotal ? only.amounts : []
}

function amountIn({ key, label, left, right }: Column, row: Row): FootAmount[] {
  const inside = row.pieces.filter(
    (piece) =>
      piece.right > left - row.height &&
      piece.left < right + row.height &&
      /\d\.\d\d$/.test(piece.word.text),
  )
  const [nearest] = inside.toSorted((a, b) => overlap(b, left, right) - overlap(a, left, right))
  const rupees = nearest === undefined ? undefined : readNumber(nearest.word.text, false)
  if (nearest === undefined || rupees === undefined) return []
  return [
    {
      key,
      strength: 1,
      label,
      text: textOf([nearest]),
      paise: Math.round(rupees * 100),
      pieces: [nearest],
      isRepaired: false,
      rate: undefined,
      isInRow: true,
    },
  ]
}

function overlap(piece: Piece, left: number, right: number): number {
  return Math.min(piece.right, right) - Math.max(piece.left, left)
}
