import type { Piece } from '../level.ts'
import { gapBetween, phrasesOf, type Phrase, type Row, textOf } from '../rows.ts'
import { dateOf } from '../../paper/fields/head-words.ts'
import type { LabelSpot } from './find-labels.ts'
import { formOf, type Match } from './forms.ts'
import { restOfSentence } from './pieces.ts'

/* Finds the values of labels: on the right of a label, or below it. */

/** A value of a key, with its label. */
export type LabelValue = {
  readonly key: string
  readonly spot: LabelSpot
  readonly text: string
  readonly pieces: readonly Piece[]
  readonly isRepaired: boolean
  /** 0 to 1: how plainly it belongs to the label. */
  readonly nearness: number
}

/** A label with the rest of its page. */
export type Place = {
  readonly rows: readonly Row[]
  readonly spots: readonly LabelSpot[]
  readonly isOcr: boolean
}

/** How plainly a value belongs to a label: behind it, behind a wide gap, below it, below it although the label has a colon. */
const nearnessOf = { right: 1, far: 0.85, below: 0.9, belowColon: 0.7 }
/** In heights of type. */
export const farGapMin = 12
const belowGapMax = 1.6
const textGapMax = 2.2
const textRightMax = 30

/** The values of a label. Empty if nothing of their form is there. */
export function valuesOf(spot: LabelSpot, place: Place): LabelValue[] {
  const right = take(
    spot,
    place,
    unbroken(rightOf(spot, place), place),
    nearnessOfRight(spot, place),
  )
  const hasAll = right.length === spot.keys.length
  if (hasAll && (right[0]?.nearness ?? 0) >= nearnessOf.right) return right
  const hasColon = /[:=]$/.test(textOf(piecesOf(spot, place)))
  const below = take(
    spot,
    place,
    unbroken(belowOf(spot, place), place),
    hasColon ? nearnessOf.belowColon : nearnessOf.below,
  )
  return [right, below].toSorted((a, b) => worth(b) - worth(a))[0] ?? []
}

/** "20B-118, 21B- / 119", "16-Feb- / 2026", "20B-118, / 21B-119": a value that the end of its line breaks goes on below, where its phrase begins. */
function unbroken(pieces: readonly Piece[], { rows }: Place): readonly Piece[] {
  const at = pieces.findLastIndex(({ word }) => /\d.*[-,]$/.test(word.text))
  const broken = pieces[at]
  const index = rows.findIndex((row) => broken !== undefined && row.pieces.includes(broken))
  const [row, next] = [rows[index], rows[index + 1]]
  if (broken === undefined || row === undefined || next === undefined) return pieces
  const own = phrasesOf(row).find((phrase) => phrase.pieces.includes(broken))
  const rest = phrasesOf(next).find(({ left }) => Math.abs(left - (own?.left ?? 0)) < row.height)
  const [first] = rest?.pieces ?? []
  if (
    own?.pieces.at(-1) !== broken ||
    first === undefined ||
    !(broken.word.text.endsWith('-') ? /^\d/ : /^\d+\p{L}?[-/]/u).test(first.word.text)
  )
    return pieces
  const word = { ...broken.word, text: broken.word.text.replace(/,$/, ', ') + first.word.text }
  return [...pieces.slice(0, at), { ...broken, word }, ...pieces.slice(at + 1)]
}

function worth(values: readonly LabelValue[]): number {
  return values.reduce((sum, { nearness }) => sum + nearness, 0)
}

function piecesOf(spot: LabelSpot, { rows }: Place): readonly Piece[] {
  return rows[spot.row]?.pieces.slice(spot.from, spot.to) ?? []
}

/** The pieces behind a label, up to the next label. */
function rightOf(spot: LabelSpot, { rows, spots }: Place): Piece[] {
  const row = rows[spot.row]
  if (row === undefined) return []
  const next = spots.find(({ row: at, from }) => at === spot.row && from >= spot.to)
  const isLast = next === undefined && spot.isInSentence
  const rest = isLast ? restOfSentence(rows, spot.row) : []
  const pieces = [...row.pieces.slice(spot.to, next?.from ?? row.pieces.length), ...rest]
  // "No" may begin a number, or be an answer.
  const signs = spot.keys[0] === 'reverse_charge' ? sign : separator
  const first = pieces.findIndex(({ word }) => !signs.test(word.text))
  return first === -1 ? [] : pieces.slice(first)
}

const separator = /^(?:[:=.\-–—#|]+|₹|no\.?)$/i
const sign = /^[:=.\-–—#|]+$/

function nearnessOfRight(spot: LabelSpot, place: Place): number {
  const last = piecesOf(spot, place).at(-1)
  const [first] = rightOf(spot, place)
  if (last === undefined || first === undefined) return 0
  const isNear = spot.isClosed ? gapBetween(last, first) < farGapMin : gapBetween(last, first) < 3
  return isNear ? nearnessOf.right : nearnessOf.far
}

/** The pieces below a label, up to the next phrase beside the label. */
function belowOf(spot: LabelSpot, place: Place): Piece[] {
  const label = piecesOf(spot, place)
  const [first] = label
  const last = lastOf(spot, place)
  if (first === undefined || last === undefined) return []
  const height = last.bottom - last.top
  const right = nextLeft(spot, place, last)
  for (const [index, row] of place.rows.entries()) {
    if (index <= lastRow(spot)) continue
    if (row.top - last.bottom > belowGapMax * height) return []
    const [under, ...more] = phrasesOf({
      pieces: row.pieces.filter(({ top }) => top > last.bottom - height / 2),
    }).filter((phrase) => phrase.right > first.left - height / 2 && phrase.left < right)
    if (under === undefined) continue
    const isUnder = under.left < last.right + height && under.right < right + height
    // "No" may be the answer to a question.
    const isAnswer = spot.keys[0] === 'reverse_charge' && /^(?:yes|no)$/i.test(under.text)
    if (!isUnder || (isLabelled(under, index, place) && !isAnswer)) return []
    const pieces = [under, ...more].flatMap((phrase) => phrase.pieces)
    // A figure stands below its label. A name may begin left of it.
    const hasForm = formOf(spot.keys[0] ?? '') !== undefined
    return hasForm ? pieces.filter((piece) => piece.right > first.left - height / 2) : pieces
  }
  return []
}

/** A label in two lines ends in the second line. */
function lastRow({ row, wrapped }: LabelSpot): number {
  return wrapped === undefined ? row : row + 1
}

function lastOf(spot: LabelSpot, place: Place): Piece | undefined {
  const { wrapped } = spot
  if (wrapped === undefined) return piecesOf(spot, place).at(-1)
  return place.rows[lastRow(spot)]?.pieces[wrapped.to - 1]
}

function isLabelled({ pieces: [start] }: Phrase, row: number, { rows, spots }: Place): boolean {
  return spots.some((spot) => spot.row === row && rows[row]?.pieces[spot.from] === start)
}

/** Where the phrase beside the label begins. */
function nextLeft(spot: LabelSpot, { rows }: Place, last: Piece): number {
  const next = rows[spot.row]?.pieces.slice(spot.to).find(({ word }) => !separator.test(word.text))
  return next === undefined || gapBetween(last, next) < 1 ? Number.POSITIVE_INFINITY : next.left
}

/** Takes the values of the label from the pieces, one after the other. */
function take(
  spot: LabelSpot,
  place: Place,
  pieces: readonly Piece[],
  nearness: number,
): LabelValue[] {
  const values: LabelValue[] = []
  let rest = pieces
  for (const key of spot.keys) {
    const found = matchOf(key, rest, spot, place)
    if (found === undefined) break
    const { from, match } = found
    const taken = rest.slice(from, from + match.count)
    values.push({
      key,
      spot,
      text: match.text,
      pieces: taken,
      isRepaired: match.isRepaired,
      nearness,
    })
    rest = rest.slice(from + match.count)
  }
  const [only, more] = values
  const date = only === undefined || more !== undefined ? undefined : dateBehind(only, rest, place)
  return date === undefined ? values : [...values, date]
}

/** "P.O. 4471 of 01.11.26": the label of a number also covers its date. */
function dateBehind(
  number: LabelValue,
  [between, ...rest]: readonly Piece[],
  { isOcr }: Place,
): LabelValue | undefined {
  const key = number.spot.keys.length > 1 ? undefined : dateOf.get(number.key)
  if (key === undefined || between === undefined || !connector.test(between.word.text))
    return undefined
  const words = rest.map(({ word }) => word.text.trim())
  const match = formOf(key)?.form(words, isOcr)
  if (match === undefined) return undefined
  return { ...number, ...match, key, pieces: rest.slice(0, match.count) }
}

/** Words between two values of one label: "12 dt. 05/11/2026". */
const connector = /^(?:of|dtd?\.?|dated|date|&|\/|,|[-–]|\||on|to|till|until|from)[:.]?$/i

function matchOf(key: string, pieces: readonly Piece[], spot: LabelSpot, place: Place) {
  const known = formOf(key)
  if (known === undefined) return textMatch(pieces, spot, place)
  const words = pieces.map(({ word }) => word.text.trim())
  const skippedMax = known.skippedMax ?? 0
  for (let from = 0, skipped = 0; from < words.length && skipped <= skippedMax; from += 1) {
    const match = known.form(words.slice(from), place.isOcr)
    if (match !== undefined) return { from, match }
    if (!connector.test(words[from] ?? '')) skipped += 1
  }
  return undefined
}

/** A text ends at a wide gap. */
function textMatch(
  pieces: readonly Piece[],
  spot: LabelSpot,
  place: Place,
): { from: number; match: Match } | undefined {
  const [first] = pieces
  const last = piecesOf(spot, place).at(-1)
  if (first === undefined || last === undefined) return undefined
  const isBeside = first.top < last.bottom && first.bottom > last.top
  if (isBeside && (!spot.isClosed || gapBetween(last, first) > textRightMax)) return undefined
  const end = pieces.findIndex((piece, at) => {
    const before = pieces[at - 1]
    return before !== undefined && gapBetween(before, piece) > textGapMax
  })
  const count = end === -1 ? pieces.length : end
  const text = textOf(pieces.slice(0, count)).replace(/[\s,;|]+$/, '')
  return { from: 0, match: { text, count, isRepaired: false } }
}
