import type { Piece } from '../level.ts'
import { phrasesOf, type Row } from '../rows.ts'
import { courtesy, type LabelSpot } from './find-labels.ts'
import type { Place } from './label-values.ts'

/* Blocks of a paper that belong to one party, or to its bank: what stands in them is that party's. */

export type Owner = 'seller' | 'buyer' | 'consignee' | 'bank'

/** A block below its heading, such as "Bill To"; in the unit of the page. */
export type Zone = {
  readonly owner: Owner
  readonly heading: LabelSpot
  readonly left: number
  readonly right: number
  /** Index of its last row. */
  readonly lastRow: number
}

const owners: ReadonlyMap<string, Owner> = new Map([
  ['vendor_name', 'seller'],
  ['buyer_name', 'buyer'],
  ['consignee_name', 'consignee'],
  ['bank', 'bank'],
] as const)

/** What ends a block: the paper's own numbers and dates, and what belongs below the lines. */
const endingKeys = new Set(
  'invoice_no invoice_date po_no irn ack_no total taxable_value subtotal cgst sgst igst amount_in_words'.split(
    ' ',
  ),
)

/** Rows of the longest block. */
const rowsMax = 12
/** Heights of type. */
const columnMin = 8
const gapMax = 2.4
const indent = 1.5

/** The blocks of a page. A heading in a sentence, such as "Customer" in the terms, begins none. */
export function findZones(place: Place, isTable: (row: Row) => boolean): Zone[] {
  const all = place.spots.filter((spot) => ownerOf(spot) !== undefined && spot.isFirst)
  // "M/s" is also a part of names: it is a heading only where no other one names its party.
  const others = new Set(all.filter(({ text }) => !courtesy.test(text)).map(ownerOf))
  const headings = all.filter((spot) => !courtesy.test(spot.text) || !others.has(ownerOf(spot)))
  return headings.flatMap((heading) => {
    const owner = ownerOf(heading)
    const row = place.rows[heading.row]
    const first = row?.pieces[heading.from]
    if (owner === undefined || row === undefined || first === undefined || isTable(row)) return []
    const left = first.left - indent * row.height
    const right = rightEdge(heading, headings, place, isTable)
    return [
      { owner, heading, left, right, lastRow: lastRow(heading, { left, right }, place, isTable) },
    ]
  })
}

function ownerOf({ keys }: LabelSpot): Owner | undefined {
  return owners.get(keys[0] ?? '')
}

/** The block that a piece of a row stands in: the one that begins nearest above. */
export function zoneAt(zones: readonly Zone[], row: number, { left }: Piece): Zone | undefined {
  return zones
    .filter(
      (zone) =>
        row >= zone.heading.row && row <= zone.lastRow && left >= zone.left && left < zone.right,
    )
    .toSorted((a, b) => b.heading.row - a.heading.row || b.left - a.left)[0]
}

/** Pieces of a row between the sides of a block. */
export function within(row: Row, { left, right }: Pick<Zone, 'left' | 'right'>): Piece[] {
  return row.pieces.filter((piece) => piece.left >= left && piece.left < right)
}

/** Up to the next heading beside it, else to where a column of other phrases begins. */
function rightEdge(
  heading: LabelSpot,
  headings: readonly LabelSpot[],
  { rows, spots }: Place,
  isTable: (row: Row) => boolean,
): number {
  const row = rows[heading.row]
  const first = row?.pieces[heading.from]
  if (row === undefined || first === undefined) return Number.POSITIVE_INFINITY
  const beside = headings.flatMap((other) => {
    const piece = rows[other.row]?.pieces[other.from]
    const isBeside =
      Math.abs(other.row - heading.row) <= 1 &&
      piece !== undefined &&
      piece.left > first.left + columnMin * row.height
    return isBeside ? [piece.left - row.height / 2] : []
  })
  const table = rows.findIndex((other, index) => index > heading.row && isTable(other))
  const end = Math.min(heading.row + rowsMax, table === -1 ? rows.length : table)
  const starts = rows
    .slice(heading.row, end)
    .flatMap((other, index) => startsOf(other, heading.row + index, spots))
  const columns = starts.filter(
    (start) =>
      start > first.left + columnMin * row.height &&
      starts.filter((other) => Math.abs(other - start) < row.height * 0.6).length > 1,
  )
  return Math.min(...beside, ...columns.map((start) => start - row.height / 2))
}

/** Where phrases begin that are no values of a label on their left. */
function startsOf(row: Row, index: number, spots: readonly LabelSpot[]): number[] {
  return phrasesOf(row, gapMax).flatMap(({ pieces: [first] }) => {
    if (first === undefined || /^[:=-]/.test(first.word.text)) return []
    const at = row.pieces.indexOf(first)
    const isValue = spots.some((spot) => spot.row === index && spot.to === at)
    return isValue ? [] : [first.left]
  })
}

function lastRow(
  heading: LabelSpot,
  sides: Pick<Zone, 'left' | 'right'>,
  { rows, spots }: Place,
  isTable: (row: Row) => boolean,
): number {
  let last = heading.row
  for (let index = heading.row + 1; index <= heading.row + rowsMax; index += 1) {
    const [row, before] = [rows[index], rows[last]]
    if (row === undefined || before === undefined || isTable(row)) break
    const [first] = within(row, sides)
    if (first === undefined) continue
    if (row.top - before.bottom > gapMax * row.height) break
    const spot = spots.find(({ row: at, from }) => at === index && row.pieces[from] === first)
    if (spot !== undefined && (ownerOf(spot) !== undefined || endsBlock(spot))) break
    last = index
  }
  return last
}

function endsBlock({ keys, isClosed }: LabelSpot): boolean {
  return isClosed && keys.some((key) => endingKeys.has(key))
}
