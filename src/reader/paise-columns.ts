import { joined } from './letter-spacing.ts'
import type { Piece } from './level.ts'

/* Some bills have columns of their own for rupees and paise: "1,000 | 50" under "Rs. | P.". This joins both into one amount. */

/** The headings of such a pair of columns. */
type Columns = { readonly rupees: Piece; readonly paise: Piece }

const rupeesHeading = /^(?:rs|rupees|₹)\.?$/i
const paiseHeading = /^(?:ps?|paise)\.?$/i
const rupeesForm = /^-?\d[\d,]*$/
const paiseForm = /^\d{2}$/

/** The rows of a page from top to bottom. Below such headings, the paise are joined to their rupees. */
export function withPaise(rows: readonly (readonly Piece[])[]): readonly (readonly Piece[])[] {
  const columns: Columns[] = []
  return rows.map((row) => {
    const headings = pairsIn(row, isHeading)
    columns.push(...headings.map(([rupees, paise]) => ({ rupees, paise })))
    if (headings.length > 0) return joinPairs(row, headings, ' ')
    const amounts = pairsIn(row, (rupees, paise) =>
      columns.some((own) => isAmount(rupees, paise, own)),
    )
    return amounts.length > 0 ? joinPairs(row, amounts, '.') : row
  })
}

type Pair = readonly [Piece, Piece]

function pairsIn(row: readonly Piece[], isPair: (rupees: Piece, paise: Piece) => boolean): Pair[] {
  return row.slice(1).flatMap((paise, at): Pair[] => {
    const rupees = row[at]
    return rupees !== undefined && isPair(rupees, paise) ? [[rupees, paise]] : []
  })
}

function isHeading(rupees: Piece, paise: Piece): boolean {
  return rupeesHeading.test(rupees.word.text) && paiseHeading.test(paise.word.text)
}

/** Whether two digits of paise stand under their heading, beside rupees that end under theirs. */
function isAmount(rupees: Piece, paise: Piece, columns: Columns): boolean {
  const height = paise.bottom - paise.top
  const middle = (paise.left + paise.right) / 2
  return (
    rupeesForm.test(rupees.word.text) &&
    paiseForm.test(paise.word.text) &&
    middle > columns.paise.left - height &&
    middle < columns.paise.right + height &&
    rupees.right > columns.rupees.left - height &&
    rupees.right < columns.paise.left + height
  )
}

function joinPairs(row: readonly Piece[], pairs: readonly Pair[], between: string): Piece[] {
  const seconds = new Set(pairs.map(([, paise]) => paise))
  return row.flatMap((piece) => {
    const pair = pairs.find(([rupees]) => rupees === piece)
    if (pair !== undefined) return [joined(pair, between)]
    return seconds.has(piece) ? [] : [piece]
  })
}
