import { heightOf, medianOf, type Piece } from '../level.ts'
import type { Heading } from '../lines/heading-cells.ts'
import type { TableHeading } from '../lines/headings.ts'
import { type Row, textOf, overlapOf, type Span } from '../rows.ts'
import { isDay } from './row-values.ts'
import { readPaise, readSide } from '../../paper/values.ts'

/*
 * Finds a statement's columns by arithmetic: each balance is the balance above it plus or minus an amount in another column. This reads
 * passbooks without headings, and tables whose headings do not stand over their columns.
 */

/** A row that ends with amounts: its balance and what it moved. `amounts` has one entry for each column. */
type Line = { readonly row: Row; readonly amounts: readonly (PrintedAmount | undefined)[] }

/** At least this many rows, and this part of the rows with a balance, must continue the balance. */
const provenMin = 3
const provenPartMin = 0.5
/** Balance, money in, money out. */
const amountsMax = 3

/** Finds where the table of each page begins, and its columns. Undefined if no column is a balance or a date. */
export function headingsByChain(
  pages: readonly (readonly Row[])[],
  printed: readonly Heading[],
): ((rows: readonly Row[]) => TableHeading[]) | undefined {
  const rows = pages.flat().flatMap((row) => {
    const amounts = amountsAtEnd(row)
    return amounts.length === 0 || amounts.length > amountsMax ? [] : [{ row, amounts }]
  })
  const stripes = stripesOf(
    rows.filter(({ amounts }) => amounts.length > 1).flatMap(({ amounts }) => amounts),
  )
  const lines = rows.map(({ row, amounts }) => ({ row, amounts: inStripes(amounts, stripes) }))
  const chain = bestChain(lines, stripes.length)
  if (chain === undefined) return undefined
  const columns = [
    ...textColumns(chain.lines, stripes[0]?.left ?? 0),
    ...stripes.map((stripe, at) => headingFor(stripe, chain.keys[at])),
  ].map((heading) => withPrinted(heading, printed))
  if (!columns.some(({ key }) => key === 'date')) return undefined
  const begins = new Set(chain.lines.map(({ row }) => row).map(placeOf))
  return (ofPage) => {
    const first = ofPage.findIndex((row) => begins.has(placeOf(row)))
    const page = ofPage[0]?.page ?? 0
    return first === -1 ? [] : [{ page, first, last: first - 1, headings: columns, worth: 1 }]
  }
}

function placeOf({ page, top, left }: Row): string {
  return `${page} ${top} ${left}`
}

/** Parts that overlap, seen from above, form one column, however they are aligned. */
function stripesOf(parts: readonly Span[], gapMin = 0): Span[] {
  const stripes: Span[] = []
  for (const { left, right } of parts.toSorted((a, b) => a.left - b.left)) {
    const last = stripes.at(-1)
    if (last === undefined || left > last.right + gapMin) stripes.push({ left, right })
    else stripes.splice(-1, 1, { left: last.left, right: Math.max(last.right, right) })
  }
  return stripes
}

function inStripes(
  amounts: readonly PrintedAmount[],
  stripes: readonly Span[],
): (PrintedAmount | undefined)[] {
  return stripes.map((stripe) => amounts.find((amount) => overlapOf(amount, stripe) > 0))
}

type Chain = { readonly lines: readonly Line[]; readonly keys: readonly (string | undefined)[] }

/** The column in which most rows continue the balance of the row above, or of the row below where the newest row is first. */
function bestChain(lines: readonly Line[], columns: number): Chain | undefined {
  if (columns < 2 || columns > amountsMax) return undefined
  let best: { steps: Step[]; lines: readonly Line[]; balance: number } | undefined
  for (let balance = columns - 1; balance >= 0; balance--) {
    const own = lines.filter(({ amounts }) => amounts[balance] !== undefined)
    for (const ordered of [own, own.toReversed()]) {
      const steps = ordered.flatMap((line, at) => stepFrom(ordered[at - 1], line, balance) ?? [])
      if (steps.length > (best?.steps.length ?? 0)) best = { steps, lines: own, balance }
    }
  }
  const least = Math.max(provenMin, ((best?.lines.length ?? 0) - 1) * provenPartMin)
  if (best === undefined || best.steps.length < least) return undefined
  const { steps, balance } = best
  const keys = Array.from({ length: columns }, (_, column) =>
    column === balance ? 'balance' : keyOf(steps.filter((step) => step.column === column)),
  )
  return { lines: best.lines, keys: keys.map((key) => key ?? otherSide(keys)) }
}

/** The key of a column that no row proves: credit beside debits, else debit. Undefined beside a column that holds both. */
function otherSide(keys: readonly (string | undefined)[]): string | undefined {
  if (keys.includes('amount')) return undefined
  return keys.includes('debit') ? 'credit' : 'debit'
}

/** A row that its balance proves: the column with its amount, and whether money came in. */
type Step = { readonly column: number; readonly isIn: boolean }

function stepFrom(before: Line | undefined, { amounts }: Line, balance: number): Step | undefined {
  const [from, to] = [before?.amounts[balance]?.paise, amounts[balance]?.paise]
  if (from === undefined || to === undefined || from === to) return undefined
  const column = amounts.findIndex(
    (amount, at) => at !== balance && Math.abs(amount?.paise ?? 0) === Math.abs(to - from),
  )
  return column === -1 ? undefined : { column, isIn: to > from }
}

function keyOf(steps: readonly Step[]): string | undefined {
  if (steps.length === 0) return undefined
  if (steps.every(({ isIn }) => isIn)) return 'credit'
  return steps.some(({ isIn }) => isIn) ? 'amount' : 'debit'
}

/** At most this part of the rows may have words in the gap between two columns of text. */
const crossingMax = 0.1
/** Gaps are looked for in steps of this part of a row's height. */
const binsOfHeight = 4
/** At least this part of a column's texts must agree on what the column holds. */
const mostMin = 0.7

/** The columns in front of the amounts. Their texts tell what they hold. */
function textColumns(lines: readonly Line[], end: number): Heading[] {
  const rows = lines.map(({ row }) => row.pieces.filter(({ right }) => right <= end))
  const stripes = textStripes(rows, medianOf(rows.flat().map(heightOf)) / binsOfHeight)
  const texts = stripes.map((stripe) => rows.flatMap((row) => textIn(row, stripe) ?? []))
  const widest = stripes
    .map(({ left, right }, at) => ({ at, width: right - left }))
    .filter(({ at }) => isText(texts[at] ?? []))
    .toSorted((a, b) => b.width - a.width)[0]?.at
  const used = new Set<string>()
  return stripes.map((stripe, at) => {
    const own = at === widest ? 'narration' : textKey(texts[at] ?? [], used)
    if (own !== undefined) used.add(own)
    return headingFor(stripe, own)
  })
}

/** Between two columns hardly any row has words. A word reaches up to the next word, so that spaces are no gaps. */
function textStripes(rows: readonly (readonly Piece[])[], bin: number): Span[] {
  if (!(bin > 0)) return []
  const counts = new Map<number, number>()
  for (const row of rows) {
    const own = row.flatMap((piece, at) => binsOf(piece, row[at + 1], bin))
    for (const one of new Set(own)) counts.set(one, (counts.get(one) ?? 0) + 1)
  }
  const covered = [...counts].filter(([, count]) => count > rows.length * crossingMax)
  return stripesOf(
    covered.map(([at]) => ({ left: at * bin, right: (at + 1) * bin })),
    bin / 2,
  )
}

function binsOf(piece: Piece, next: Piece | undefined, bin: number): number[] {
  const isSpace = next !== undefined && next.left - piece.right < bin * spaceBins
  const [from, to] = [
    Math.floor(piece.left / bin),
    Math.floor((isSpace ? next.left : piece.right) / bin),
  ]
  return Array.from({ length: to - from + 1 }, (_, at) => from + at)
}

/** A space between words is narrower than this many bins. */
const spaceBins = 2.2

function textIn(row: readonly Piece[], { left, right }: Span): string | undefined {
  const pieces = row.filter((piece) => {
    const middle = (piece.left + piece.right) / 2
    return middle >= left && middle <= right
  })
  return pieces.length === 0 ? undefined : textOf(pieces)
}

function isText(texts: readonly string[]): boolean {
  return !isMost(texts, (text) => isDay(text) || isCode(text) || /^\d+$/.test(text))
}

function textKey(texts: readonly string[], used: ReadonlySet<string>): string | undefined {
  if (isMost(texts, (text) => isDay(text))) return used.has('date') ? 'value_date' : 'date'
  if (isMost(texts, (text) => /^\d{1,4}[.)]?$/.test(text))) return 'sl_no'
  return isMost(texts, isCode) && !used.has('reference') ? 'reference' : undefined
}

function isMost(texts: readonly string[], holds: (text: string) => boolean): boolean {
  return texts.length > 0 && texts.filter(holds).length >= texts.length * mostMin
}

/** A cheque or transfer number. */
function isCode(text: string): boolean {
  return /^[A-Z]{0,5}\d[A-Z\d/-]{4,}$/i.test(text)
}

function headingFor({ left, right }: Span, key: string | undefined): Heading {
  return { label: '', key, pieces: [], left, right }
}

/**
 * A printed heading names its column, except the balance. The heading also decides the side of an amount, because some banks print debts
 * without a sign.
 */
function withPrinted(heading: Heading, printed: readonly Heading[]): Heading {
  const own = printed
    .map((one) => ({ one, overlap: overlapOf(one, heading) }))
    .toSorted((a, b) => b.overlap - a.overlap)[0]
  if (own === undefined || own.overlap <= 0 || own.one.key === undefined) return heading
  const isOfAmount = isAmountKey(heading.key) || heading.key === undefined
  if (heading.key === 'balance' || isAmountKey(own.one.key) !== isOfAmount) return heading
  return { ...heading, label: own.one.label, key: own.one.key }
}

function isAmountKey(key: string | undefined): boolean {
  return key === 'debit' || key === 'credit' || key === 'amount'
}

/* The amounts at the end of a statement's row, whatever the headings say. */

/** `paise` is undefined if pixels made the amount unreadable. The edges include the amount's sign and side. */
type PrintedAmount = {
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
