import { readPaise, readSide } from '../../paper/values.ts'
import type { Piece } from '../level.ts'
import type { Row } from '../rows.ts'

/* The amounts at the end of a statement's row, whatever the headings say. */

/** `paise` is undefined if pixels made the amount unreadable. The edges include the amount's sign and side. */
export type PrintedAmount = {
  readonly left: number
  readonly right: number
  readonly paise: number | undefined
}

/** At most this many words may follow the amounts, such as a branch code or a name. */
const wordsBehindMax = 2

/** From left to right. */
export function amountsAtEnd({ pieces }: Row): PrintedAmount[] {
  const amounts: PrintedAmount[] = []
  let side: Piece | undefined
  let behind = 0
  for (const piece of pieces.toReversed()) {
    const { text } = piece.word
    const last = amounts.at(-1)
    if (isSideMark(text)) side = piece
    else if (isAmountLike(text)) {
      amounts.push(amountOf(piece, side))
      side = undefined
    } else if (isCurrency(text) && last !== undefined) {
      amounts.splice(-1, 1, { ...last, left: piece.left })
    } else if (!isNothing(text) && (amounts.length > 0 || ++behind > wordsBehindMax)) break
  }
  return amounts.toReversed()
}

function amountOf(piece: Piece, side: Piece | undefined): PrintedAmount {
  const text = side === undefined ? piece.word.text : `${piece.word.text} ${side.word.text}`
  return { left: piece.left, right: (side ?? piece).right, paise: readPaise(text, true) }
}

function isSideMark(text: string): boolean {
  return readSide(text.replaceAll(/[()]/g, '')) !== undefined && !/\d/.test(text)
}

/** An amount has two decimals. OCR may read its digits as letters. */
function isAmountLike(text: string): boolean {
  return (
    /^[₹(+-]*(?:rs\.?|inr)?[\dOoIlSBZ][\dOoIlSBZ,.]*[.,][\dOoIlSBZ]{2}[)-]?(?:\(?(?:cr|dr)\.?\)?)?$/i.test(
      text,
    ) && /\d/.test(text)
  )
}

function isCurrency(text: string): boolean {
  return /^(?:₹|rs\.?|inr)$/i.test(text)
}

function isNothing(text: string): boolean {
  return /^[-–—.*|]+$/.test(text)
}
