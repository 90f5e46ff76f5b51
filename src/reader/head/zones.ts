import { heightOf, type Piece } from '../level.ts'
import { gapBetween, phrasesOf, type Phrase, type Row, spanOf, type Span } from '../rows.ts'
import { courtesy, type LabelSpot } from './find-labels.ts'
import type { Place } from './label-values.ts'

/* Finds the blocks of a paper that belong to one party, or to its bank. All values in a block belong to its owner. */

export type Owner = 'seller' | 'buyer' | 'consignee' | 'bank'

/** A block below its heading, such as "Bill To". Its pieces are listed by the index of their row. */
export type Zone = {
  readonly owner: Owner
  readonly heading: LabelSpot
  readonly rows: ReadonlyMap<number, readonly Piece[]>
}

const owners: ReadonlyMap<string, Owner> = new Map([
  ['vendor_name', 'seller'],
  ['buyer_name', 'buyer'],
  ['consignee_name', 'consignee'],
  ['bank', 'bank'],
] as const)

/** Keys that end a block: the paper's own numbers and dates, and amounts below the lines. */
const endingKeys = new Set(
  'invoice_no invoice_date po_no irn ack_no total taxable_value subtotal cgst sgst igst amount_in_words'.split(
    ' ',
  ),
)

/** A block has at most this many rows. */
const rowsMax = 12
/** In heights of type: the widest gap between rows of a block, the widest gap within a phrase, and the widest indent of a phrase. */
const rowGapMax = 2.4
const phraseGapMax = 1.3
const indentMax = 3
/** The widest gap between a heading with a colon and the name behind it. */
const colonGapMax = 8

/** The blocks of a page. A heading in a sentence, such as "Customer" in the terms, begins none. */
export function findZones(place: Place, isTable: (row: number) => boolean): Zone[] {
  const headings = headingsOf(place, isTable)
  const zones = headings.flatMap((heading) => {
    const owner = ownerOf(heading)
    return owner === undefined ? [] : [grow(owner, heading, headings, place, isTable)]
  })
  return [...zones, ...namedZone(zones, headings, place, isTable)]
}

/**
 * Nobody puts a label before their own name on their own paper. If no other heading names the buyer, the block below "Name :" is the
 * buyer's.
 */
function namedZone(
  zones: readonly Zone[],
  headings: readonly LabelSpot[],
  place: Place,
  isTable: (row: number) => boolean,
): Zone[] {
  if (zones.some(({ owner }) => owner === 'buyer')) return []
  const names = place.spots.filter(({ keys, isFirst, row }) => {
    return keys[0] === 'name' && isFirst && !isTable(row)
  })
  const free = names.find(({ row, from }) => {
    const piece = place.rows[row]?.pieces[from]
    return piece !== undefined && zoneAt(zones, row, piece) === undefined
  })
  return free === undefined ? [] : [grow('buyer', free, [...headings, free], place, isTable)]
}

/** "M/s" is also part of names. It is a heading only if no other heading names its party. */
function headingsOf({ rows, spots }: Place, isTable: (row: number) => boolean): LabelSpot[] {
  const all = spots.filter(
    (spot) =>
      ownerOf(spot) !== undefined &&
      spot.isFirst &&
      !isTable(spot.row) &&
      !isColumn(spot, rows) &&
      !isInvocation(rows[spot.row]),
  )
  const others = new Set(all.filter(({ text }) => !courtesy.test(text)).map(ownerOf))
  return all.filter(
    (spot) =>
      !courtesy.test(spot.text) ||
      (!others.has(ownerOf(spot)) && (spot.isClosed || spot.row >= issuerRows)),
  )
}

/** "|| Shree ||" above the letterhead addresses nobody. */
function isInvocation(row: Row | undefined): boolean {
  return row?.pieces.some(({ word }) => /^[|॥]+$/.test(word.text)) === true
}

/** The first rows of a page name the issuer. */
const issuerRows = 2

/** Whether "From" or "To" is a column heading: it stands among other headings, and the row has no figures. */
function isColumn({ text, row }: LabelSpot, rows: readonly Row[]): boolean {
  const { pieces } = rows[row] ?? { pieces: [] }
  const isHeading = phrasesOf({ pieces }, phraseGapMax).length >= columnsMin
  return (
    /^(?:from|to)$/i.test(text) && isHeading && !pieces.some(({ word }) => /\d/.test(word.text))
  )
}

const columnsMin = 4

function ownerOf({ keys }: LabelSpot): Owner | undefined {
  return owners.get(keys[0] ?? '')
}

/** The block of a piece. Of several blocks, the one that begins nearest above. */
export function zoneAt(zones: readonly Zone[], row: number, piece: Piece): Zone | undefined {
  return zones
    .filter((zone) => zone.rows.get(row)?.includes(piece))
    .toSorted((a, b) => b.heading.row - a.heading.row)[0]
}

/** Rows with amounts belong to no party. */
function isFigures(pieces: readonly Piece[]): boolean {
  return pieces.some(({ word }) => /^\D{0,3}[\d,]+\.\d\d$/.test(word.text))
}

/**
 * Grows a block down from its heading. Each row adds the phrases below the block and widens it, because blocks may be left-aligned,
 * right-aligned or centred, and headings are shorter than addresses.
 */
function grow(
  owner: Owner,
  heading: LabelSpot,
  headings: readonly LabelSpot[],
  place: Place,
  isTable: (row: number) => boolean,
): Zone {
  const row = place.rows[heading.row]
  const own = row?.pieces.slice(heading.from, heading.to) ?? []
  const limits = limitsOf(heading, headings, place)
  const behind = row === undefined ? [] : behindHeading(heading, row, limits, place)
  const rows = new Map<number, readonly Piece[]>([[heading.row, [...own, ...behind]]])
  let sides = spanOf([...own, ...behind])
  let last = row
  for (let index = heading.row + 1; index <= heading.row + rowsMax; index += 1) {
    const next = place.rows[index]
    if (next === undefined || last === undefined || isTable(index)) break
    const pieces = under(next, index, sides, limits, place).filter(
      (piece) => !isOfHeading(piece, next, index, heading),
    )
    const [first] = pieces
    if (first === undefined) continue
    if (next.top - last.bottom > rowGapMax * next.height || isFigures(pieces)) break
    if (ends(first, index, place) || (rows.size > 1 && isLetterhead(first, last))) break
    rows.set(index, pieces)
    sides = spanOf([sides, ...pieces])
    last = next
  }
  return { owner, heading, rows: withSkipped(rows, sides, heading, limits, place) }
}

/** A heading in the middle of its cell stands beside short rows below it, and over the wide ones: the wide ones tell where the short belong. */
function withSkipped(
  rows: ReadonlyMap<number, readonly Piece[]>,
  sides: Span,
  heading: LabelSpot,
  limits: Span,
  place: Place,
): ReadonlyMap<number, readonly Piece[]> {
  const first = [...rows.keys()][1] ?? heading.row
  const skipped = place.rows.slice(heading.row + 1, first).flatMap((row, at) => {
    const index = heading.row + 1 + at
    const pieces = under(row, index, sides, limits, place)
    return pieces.length === 0 || isOfHeading(pieces[0], row, index, heading)
      ? []
      : [[index, pieces] as const]
  })
  return skipped.length === 0
    ? rows
    : new Map([...rows, ...skipped].toSorted(([one], [other]) => one - other))
}

/** Type this much larger than the row above is a letterhead, which may stand below the buyer. */
const letterheadMin = 1.35

function isLetterhead(first: Piece, above: Row): boolean {
  return heightOf(first) >= letterheadMin * above.height
}

/** Whether a piece belongs to the second line of the heading. */
function isOfHeading(
  piece: Piece | undefined,
  row: Row,
  index: number,
  { row: first, wrapped }: LabelSpot,
) {
  if (piece === undefined || wrapped === undefined || index !== first + 1) return false
  return row.pieces.slice(wrapped.from, wrapped.to).includes(piece)
}

/** A block reaches at most to the other headings in its row. */
function limitsOf(heading: LabelSpot, headings: readonly LabelSpot[], { rows }: Place): Span {
  const own = rows[heading.row]?.pieces[heading.from]
  let limits = { left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY }
  for (const other of headings) {
    const pieces = rows[other.row]?.pieces.slice(other.from, other.to) ?? []
    if (other === heading || own === undefined || Math.abs(other.row - heading.row) > 1) continue
    const { left, right } = spanOf(pieces)
    if (left > own.right) limits = { ...limits, right: Math.min(limits.right, left) }
    if (right < own.left) limits = { ...limits, left: Math.max(limits.left, right) }
  }
  return limits
}

/** The text close behind the heading in its row, up to the next label. */
function behindHeading(heading: LabelSpot, row: Row, limits: Span, { spots }: Place): Piece[] {
  const next = spots.find(({ row: at, from }) => at === heading.row && from >= heading.to)
  const own = row.pieces.slice(heading.from, heading.to)
  const gapMax = /[:=]$/.test(own.at(-1)?.word.text ?? '') ? colonGapMax : phraseGapMax
  const pieces: Piece[] = []
  for (const piece of row.pieces.slice(heading.to, next?.from)) {
    const before = pieces.at(-1) ?? own.at(-1)
    const isFar =
      before !== undefined &&
      gapBetween(before, piece) > (pieces.length === 0 ? gapMax : phraseGapMax)
    if (isFar || piece.left >= limits.right) break
    pieces.push(piece)
  }
  return pieces
}

/** The phrases of a row below the block, with the values of their labels. */
function under(row: Row, index: number, sides: Span, limits: Span, { spots }: Place): Piece[] {
  const phrases = phrasesOf(row, phraseGapMax).filter(
    ({ left, right }) => middle(left, right) > limits.left && left < limits.right,
  )
  const taken = phrases.filter(({ left, right }) => left < sides.right && right > sides.left)
  const indented = phrases.find(
    ({ left }) => left >= sides.right && left < sides.right + indentMax * row.height,
  )
  const [first] = taken.length > 0 ? taken : [indented]
  if (first === undefined) return []
  const all = taken.length > 0 ? [...taken] : [first]
  for (const phrase of phrases) if (isValueOf(phrase, all, row, index, spots)) all.push(phrase)
  return all.flatMap(({ pieces }) => pieces).toSorted((a, b) => a.left - b.left)
}

function middle(left: number, right: number): number {
  return (left + right) / 2
}

/** Whether a phrase is the value of a label in the block, in a column of its own: "GSTIN      : 27…". */
function isValueOf(
  phrase: Phrase,
  taken: readonly Phrase[],
  row: Row,
  index: number,
  spots: Place['spots'],
): boolean {
  const [first] = phrase.pieces
  if (first === undefined || taken.includes(phrase)) return false
  const label = spots.find((spot) => spot.row === index && row.pieces[spot.to] === first)
  const last = label === undefined ? undefined : row.pieces[label.to - 1]
  return last !== undefined && taken.some(({ pieces }) => pieces.includes(last))
}

/** Whether the block ends here: at the heading of another block, or at a value that belongs to no party. */
function ends(first: Piece, index: number, { rows, spots }: Place): boolean {
  const spot = spots.find(({ row, from }) => row === index && rows[index]?.pieces[from] === first)
  // A courtesy such as "M/s" begins the name.
  if (spot === undefined || courtesy.test(spot.text)) return false
  return (
    ownerOf(spot) !== undefined || (spot.isClosed && spot.keys.some((key) => endingKeys.has(key)))
  )
}
