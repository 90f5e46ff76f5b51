import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import { readNumber, readPaise } from '../../paper/values.ts'
import type { Piece } from '../level.ts'
import { gapBetween, overlapOf, type Phrase, phrasesOf, type Row, spanOf, textOf } from '../rows.ts'
import { type AmountLabel, amountLabelOf, rateIn } from '../../paper/fields/foot-words.ts'
import { amountForm } from './forms.ts'

/* Amounts below the lines, each with the label before or above it. */

/** The key of an amount with an unknown label, or with none. */
export const unknownKey = 'unknown'
const unknown = { key: unknownKey, strength: 0 }
/** An adjustment below a rupee is a round-off, whatever its label. */
const roundOff = { key: 'round_off', strength: 1 }
const total = { key: 'total', strength: 2 }
/** In paise. More than `roundOffMax` is no round-off, not even to ten rupees. */
const [rupee, roundOffMax] = [100, 10_00]

/** An amount that may belong to its key. */
export type FootAmount = {
  readonly key: string
  readonly strength: number
  readonly label: string
  readonly text: string
  readonly paise: number
  readonly pieces: readonly Piece[]
  readonly isRepaired: boolean
  /** The rate of tax that its label names. */
  readonly rate: string | undefined
  /** Whether the row has several amounts, as below the columns of a table. */
  readonly isInRow: boolean
}

/** A stretch of a row: words, or an amount. */
type Stretch = {
  readonly pieces: readonly Piece[]
  readonly amount?: { text: string; isRepaired: boolean }
}

/** The amounts with a known label, from top to bottom. */
export function footAmounts(rows: readonly Row[], isOcr: boolean): FootAmount[] {
  return allAmounts(rows, isOcr).filter(({ key }) => key !== unknownKey)
}

/** All amounts, also those with an unknown label or none. */
export function allAmounts(rows: readonly Row[], isOcr: boolean): FootAmount[] {
  return rows.flatMap((row, at) => rowAmounts(row, isOcr, labelBefore(row, rows[at - 1], isOcr)))
}

/** In a sentence, a label may end one row and its amount begin the next: "plus SGST @ 9% / of Rs. 450.00". */
function labelBefore(row: Row, before: Row | undefined, isOcr: boolean): readonly Piece[] {
  if (before === undefined || Math.abs(before.left - row.left) > row.height) return []
  const [first] = stretchesOf(row, isOcr)
  const last = stretchesOf(before, isOcr).at(-1)
  const isBegun = first?.amount !== undefined || !isLabel(first?.pieces ?? [])
  const isSentence =
    before.pieces.length >= sentenceWordsMin &&
    phrasesOf(before).length === 1 &&
    last?.amount === undefined
  return isBegun && isSentence ? (last?.pieces.slice(-labelWordsMax) ?? []) : []
}

/** A sentence has at least this many words in its row. A label at its end has at most this many. */
const [sentenceWordsMin, labelWordsMax] = [8, 3]

function rowAmounts(row: Row, isOcr: boolean, before: readonly Piece[]): FootAmount[] {
  const stretches = stretchesOf(row, isOcr)
  const found: FootAmount[] = []
  let label = before
  for (const { pieces, amount } of stretches) {
    if (amount === undefined) {
      if (isLabel(pieces)) label = pieces
      continue
    }
    const text = textOf(label)
    const meaning = amountLabelOf(text)
    const paise = readPaise(amount.text)
    if (paise === undefined) continue
    const isInRow = found.some((other) => other.label === labelText(text))
    found.push({
      ...bySize(text, paise, meaning),
      label: labelText(text),
      ...amount,
      ...(isParted(amount.text, meaning) && { text: amount.text.replace(parting, '') }),
      paise: isParted(amount.text, meaning) ? Math.abs(paise) : paise,
      pieces,
      rate: rateIn(text),
      isInRow,
    })
  }
  return found.filter(
    (one) =>
      (isPaise(one) || !found.some((other) => isSameLabel(one, other))) &&
      !found.some((other) => isTaxOn(other, one)),
  )
}

/** "CGST @ 9%  2,758.47  30,649.64": the second is what the tax is on. */
function isTaxOn(tax: FootAmount, base: FootAmount): boolean {
  if (tax.label !== base.label || tax.rate === undefined || tax.paise === 0) return false
  return Math.abs(tax.paise - (base.paise * (readNumber(tax.rate, false) ?? 0)) / 100) <= 1
}

/** "Bill value - 1,180.00": a dash with a space behind it is no minus. It parts the label of a sum from the amount. */
function isParted(text: string, meaning: AmountLabel = unknown): boolean {
  return (
    parting.test(text) && !['round_off', 'discount', 'deduction', unknownKey].includes(meaning.key)
  )
}

const parting = /^[-–—]\s+/

/** "Adj. 0.40" is a round-off. "Rounded total 1,771.00" is none. */
function bySize(label: string, paise: number, meaning: AmountLabel = unknown): AmountLabel {
  const isSmall = Math.abs(paise) < rupee
  if (isSmall && /\badj|\bdiff/i.test(label)) return roundOff
  if (isSmall || meaning.key !== 'round_off' || Math.abs(paise) < roundOffMax) return meaning
  return /total|am(?:oun)?t|value|payable|net/i.test(label) ? total : unknown
}

/** "Subtotal  25  2,849.70": a figure without paise beside an amount with paise is a count. */
function isSameLabel(count: FootAmount, amount: FootAmount): boolean {
  return count.label === amount.label && isPaise(amount)
}

export function isPaise({ text }: FootAmount): boolean {
  return /\.\d\d$/.test(text)
}

function labelText(text: string): string {
  return text.replace(/(?:\s*[:=\-–—₹]+|\s+(?:rs|inr|rm)\.?)+$/i, '')
}

/** Units and currencies between a label and its amount are no label. */
function isLabel(pieces: readonly Piece[]): boolean {
  const text = textOf(pieces)
  return (
    /[\p{L}\p{M}]{2}|^\p{L}[/.]\p{L}/u.test(text) &&
    !/^(?:rs|inr|usd|eur|aed|sgd|rm|nos|pcs|kgs?|only|box|items?|₹|dr|cr)\.?$/i.test(text)
  )
}

/** In heights of type. The words of a label are closer together. */
const labelGapMax = 1.6

function stretchesOf({ pieces }: Row, isOcr: boolean): Stretch[] {
  const stretches: Stretch[] = []
  let words: Piece[] = []
  const flush = () => {
    if (words.length > 0) stretches.push({ pieces: words })
    words = []
  }
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at]
    if (piece === undefined) break
    const amount = amountAt(pieces, at, isOcr)
    if (amount !== undefined) {
      flush()
      stretches.push({ pieces: pieces.slice(at, at + amount.count), amount })
      at += amount.count - 1
      continue
    }
    const before = words.at(-1)
    if (before !== undefined && gapBetween(before, piece) > labelGapMax) flush()
    words.push(piece)
  }
  flush()
  return stretches
}

/** A rate ("9 %"), a count ("Total 3 items") and the number of something are no amounts. */
function amountAt(pieces: readonly Piece[], at: number, isOcr: boolean) {
  // A full stop may end a sentence behind the amount.
  const words = pieces
    .slice(at, at + 4)
    .map(({ word }) => word.text.replace(/(?<=\d\.\d\d)[.,;]$/, ''))
  const near = words.findIndex((_, index) => {
    const [before, after] = [pieces[at + index], pieces[at + index + 1]]
    return before === undefined || after === undefined || gapBetween(before, after) > labelGapMax
  })
  const run = words.slice(0, near === -1 ? words.length : near + 1)
  const match = amountForm(run, isOcr && /\d/.test(run[0] ?? ''))
  if (match === undefined || !/\d/.test(match.text) || isPart(pieces, at, match.count))
    return undefined
  return match
}

const units =
  /^(?:kgs?|nos|pcs|ltrs?|mtrs?|bags?|box(?:es)?|pkts?|units?|qtls?|sets?|doz|cases?)\.?$/i

const percent = /^(?:%|per ?cent\b|pct\b)/i

function isPart(pieces: readonly Piece[], at: number, count: number): boolean {
  const text = textOf(pieces.slice(at, at + count))
  const [before, next] = [pieces[at - 1]?.word.text ?? '', pieces[at + count]?.word.text ?? '']
  const behind = textOf(pieces.slice(at + count, at + count + 2))
  if (percent.test(behind) || before.endsWith('@')) return true
  // "CGST at 9"
  if (/^at$/i.test(before) && /^\d{1,2}(?:\.\d+)?$/.test(text)) return true
  // "GST 5.00" in a table of rates.
  if (/gst$/i.test(before) && gstSlabs.includes(Number(text))) return true
  // "500.000 KGS" is a quantity.
  const last = pieces[at + count - 1]
  const behindIt = pieces[at + count]
  const isNear =
    last !== undefined && behindIt !== undefined && gapBetween(last, behindIt) <= labelGapMax
  if (/\.\d{3}$/.test(text) || (isNear && units.test(next))) return true
  const isBare = /^\d{1,2}$/.test(text)
  return isBare && /^(?:items?|nos|pcs|no|days?)\b/i.test(next)
}

/* A tax summary has headings in a row, amounts below them, and a last row with the sums. */

type Column = {
  readonly key: string
  readonly label: string
  readonly left: number
  readonly right: number
  /** `at` is the place among all headings, from 0. `of` is the number of headings. */
  readonly at: number
  readonly of: number
}

/** A summary has at most this many rows below its headings. */
const rowsMax = 14

/** Headings take at most this many rows. */
const headingRowsMax = 3

/** The amounts in the last rows of all summaries. */
export function gridAmounts(rows: readonly Row[]): FootAmount[] {
  return rows.flatMap((whole, index) => {
    const row = withoutSumBeside(whole)
    if (row === undefined) return []
    const more = rows.slice(index + 1, index + headingRowsMax)
    const end = more.findIndex(hasAmount)
    const headings = [row, ...(end === -1 ? more : more.slice(0, end))]
    const columns = stack(headings).flatMap(columnOf)
    const body = rows.slice(index + headings.length, index + headings.length + rowsMax)
    return columns.length < 2 ? [] : lastAmounts(body, columns)
  })
}

/** The headings of a summary, without a sum of the paper beside them. Undefined for a row of amounts. */
function withoutSumBeside(row: Row): Row | undefined {
  if (!hasAmount(row)) return row
  const at = row.pieces.findIndex(isAmount)
  const before = phrasesOf({ pieces: row.pieces.slice(0, at) })
  const headings = before.slice(0, -1).flatMap(({ pieces }) => pieces)
  return at === row.pieces.length - 1 && before.length > stripColumnsMin
    ? { ...row, pieces: headings }
    : undefined
}

function hasAmount(row: Row): boolean {
  return row.pieces.some(isAmount) || isWholeRow(row)
}

/** A strip may print only whole rupees: "1500  0  135  135  0  1770". */
function isWholeRow({ pieces }: Row): boolean {
  return pieces.length >= stripColumnsMin && pieces.every(({ word }) => /^[\d,]+$/.test(word.text))
}

function isAmount({ word }: Piece): boolean {
  return /\d\.\d\d$/.test(word.text)
}

type Heading = { text: string; left: number; right: number }

/** Joins headings that take several rows: a text belongs to the heading above it. "Rate" and "Amount" below one tax stay two headings. */
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
        const { left, right } = isOnly ? spanOf([one, parent]) : one
        return { text: `${parent.text} ${one.text}`, left, right }
      }),
    ]
  }
  return headings.toSorted((a, b) => a.left - b.left)
}

function headingOf({ text, left, right }: Phrase): Heading {
  return { text, left, right }
}

/** The heading above a text. "Rate" and "Amount" stand left and right of the middle of their heading. */
function parentOf(one: Heading, headings: readonly Heading[]): Heading | undefined {
  const off = (other: Heading) => Math.max(other.left - one.right, one.left - other.right)
  const [best] = headings.toSorted((a, b) => off(a) - off(b))
  return best !== undefined && off(best) < (one.right - one.left) * 1.5 ? best : undefined
}

function columnOf({ text, left, right }: Heading, at: number, { length: of }: Heading[]): Column[] {
  // "CGST 9%" is the tax at that rate, "CGST %" a rate.
  const meaning = /\brate\b|(?<!\d ?)%/i.test(text) ? undefined : amountLabelOf(text)
  return meaning === undefined || meaning.key === ''
    ? []
    : [{ key: meaning.key, label: text, left, right, at, of }]
}

function lastAmounts(rows: readonly Row[], columns: readonly Column[]): readonly FootAmount[] {
  // Rates without any sales have rows too.
  const filled = rows.flatMap((row) => {
    const amounts = columns.flatMap((column) => amountIn(column, row))
    const isEmpty = amounts.every(({ paise }) => paise === 0)
    return amounts.length < 2 || isEmpty ? [] : [{ row, amounts }]
  })
  const sums = filled.find(({ row }) => /^(?:total|कुल|योग)/i.test(textOf(row.pieces)))
  if (sums !== undefined) return sums.amounts
  // A single row holds the sums if it names the amount to pay, or if it is a strip of sums.
  const [only, another] = filled
  const isStrip = columns.some(({ key }) => key === 'total') || columns.length >= stripColumnsMin
  return only !== undefined && another === undefined && isStrip ? only.amounts : []
}

/** A strip has at least this many columns. Its labels are in one row, its amounts in the next. */
const stripColumnsMin = 4

function amountIn({ key, label, left, right, at, of }: Column, row: Row): FootAmount[] {
  const amounts = row.pieces.filter((piece) => isAmount(piece) || isWholeRow(row))
  const inside = amounts.filter(
    (piece) => piece.right > left - row.height && piece.left < right + row.height,
  )
  // If there are as many amounts as headings, they are in the same order, wherever they begin.
  const own = amounts[at]
  const [nearest] =
    amounts.length === of && own !== undefined
      ? [own]
      : inside.toSorted((a, b) => overlapOf(b, { left, right }) - overlapOf(a, { left, right }))
  const rupees = nearest === undefined ? undefined : readNumber(nearest.word.text, false)
  if (nearest === undefined || rupees === undefined) return []
  return [sumBelow({ key, strength: 1, label }, rupees, nearest)]
}

/** An amount in a row of sums. */
export function sumBelow(
  meaning: Pick<FootAmount, 'key' | 'strength' | 'label'>,
  rupees: number,
  piece: Piece,
): FootAmount {
  return {
    ...meaning,
    text: textOf([piece]),
    paise: Math.round(rupees * 100),
    pieces: [piece],
    isRepaired: false,
    rate: undefined,
    isInRow: true,
  }
}

/* Several amounts of one key. */

/** The first of each amount. */
export function distinct(amounts: readonly FootAmount[]): FootAmount[] {
  return amounts.filter((one, at) => amounts.findIndex(({ paise }) => paise === one.paise) === at)
}

/** Of several amounts behind one label, a tax is the last. Any other amount is the first. */
export function rowRank({ key, isInRow }: FootAmount): number {
  if (!isInRow) return 0
  return taxKeys.has(key) ? 0.5 : -0.5
}

export const taxKeys = new Set(['cgst', 'sgst', 'utgst', 'igst', 'cess'])

/** "CGST 2.5%  10.00" and "CGST 9%  162.00" add up to the CGST. */
export function sumOfRates(own: readonly FootAmount[]): FootAmount | undefined {
  const byRate = new Map(
    own.flatMap((amount) => (amount.rate === undefined ? [] : [[amount.rate, amount] as const])),
  )
  return byRate.size < 2 ? undefined : sumOf([...byRate.values()])
}

export function sumOf(parts: readonly FootAmount[]): FootAmount | undefined {
  const [first] = parts
  if (first === undefined) return undefined
  const paise = parts.reduce((sum, part) => sum + part.paise, 0)
  return {
    ...first,
    label: first.label.replace(/\s*@?\s*\d+(?:\.\d+)?\s*%.*$/, ''),
    text: (paise / 100).toFixed(2),
    paise,
    pieces: parts.flatMap(({ pieces }) => pieces),
    rate: undefined,
  }
}
