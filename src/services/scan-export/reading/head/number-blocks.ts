import type { Piece } from '../level.ts'
import { phrasesOf, type Phrase, type Row } from '../rows.ts'
import { bareWorth, type Candidate, type HeadPage, valueOf } from './candidates.ts'
import { isName } from './firm-names.ts'
import { cleanName, type Printed } from './party-blocks.ts'
import { gstinIn } from './unlabelled.ts'
import { zoneAt } from './zones.ts'

/* Blocks without a heading that end in a GSTIN: whose it is stands above it, or before it in a sentence. */

/** More than a name that only stands first on the paper: the shop did not sell to itself. */
const ownBlockWorth = 0.96

/** Whom a bill is for: who stands in the block, or the sentence, that ends in the shop's own GSTIN. */
export function ownBlock(layout: HeadPage, ownGstin: string | null): Candidate[] {
  if (ownGstin === null || layout.category !== 'vendor_invoice') return []
  const isOwn = (gstin: string) => gstin === ownGstin
  const above = namesAbove(layout, isOwn).map((name) => ({ name, worth: ownBlockWorth }))
  const before = namesBefore(layout, isOwn).map((name) => ({ name, worth: bareWorth }))
  return [...above, ...before].map(({ name, worth }) => ({
    key: 'buyer_name',
    value: valueOf(name.text, '', name.pieces, layout),
    worth,
  }))
}

/** Who stands in the blocks of other GSTINs. */
export function namesOfOthers(layout: HeadPage, ownGstin: string | null): Printed[] {
  const isOther = (gstin: string) => gstin !== ownGstin
  return [...namesAbove(layout, isOther), ...beginnings(layout, isOther)]
}

/** "Pune Stores, Plot 14, Bypass Road, Pune, GSTIN 27…" */
function beginnings(layout: HeadPage, isWished: IsWished): Printed[] {
  return numbers(layout, isWished).flatMap(({ row, piece }) => {
    const phrase = phrasesOf(row).find(({ pieces }) => pieces.includes(piece))
    const name = phrase === undefined ? undefined : cleanName(phrase.pieces)
    return name !== undefined && isName(name.text) ? [name] : []
  })
}

type IsWished = (gstin: string) => boolean

function namesAbove(layout: HeadPage, isWished: IsWished): Printed[] {
  return numbers(layout, isWished).flatMap(({ row, index, piece }) => {
    if (zoneAt(layout.zones, index, piece) !== undefined) return []
    return nameAbove(layout, row, index, piece) ?? []
  })
}

function numbers({ rows, table }: HeadPage, isWished: IsWished) {
  return rows.flatMap((row, index) =>
    row.pieces.flatMap((piece) => {
      const gstin = table.has(index) ? undefined : gstinIn(piece.word.text)
      return gstin !== undefined && isWished(gstin) ? [{ row, index, piece }] : []
    }),
  )
}

/** Rows of such a block, and heights between two of them; what is printed as much larger is no part of it. */
const [blockRowsMax, blockGapMax, largerMin] = [7, 1.2, 1.5]
/** Rows of one block are set alike: twice as far apart another one begins, from so many heights on. */
const leastGap = 0.6

function nameAbove(
  { rows, spots, titles }: HeadPage,
  row: Row,
  index: number,
  piece: Piece,
): Printed | undefined {
  let lowest = phrasesOf(row).find(({ pieces }) => pieces.includes(piece))
  let name: Phrase | undefined
  let gapMax = blockGapMax * row.height
  for (let at = index - 1; at >= Math.max(0, index - blockRowsMax); at -= 1) {
    const last: Phrase | undefined = lowest
    if (last === undefined) return undefined
    const above = phrasesOf(rows[at] ?? row).find((one) => isAligned(one, last, row.height))
    // Beside the block others have rows of their own.
    if (above === undefined) continue
    const gap = last.top - above.bottom
    const isNear = gap < gapMax
    gapMax = Math.min(gapMax, Math.max(gap * 2, leastGap * row.height))
    if (titles.some((title) => title.row === at && title.phrase.left === above.left)) break
    const isLabel = spots.some((spot) => spot.row === at && isIn(spot, rows, above))
    if (!isNear || isLabel) break
    lowest = above
    if (isName(above.text)) name = above
    if (above.bottom - above.top > largerMin * row.height) break
  }
  return name === undefined ? undefined : cleanName(name.pieces)
}

/** Set to the left, to the middle or to the right of each other. */
function isAligned(one: Phrase, other: Phrase, height: number): boolean {
  const off = Math.min(
    Math.abs(one.left - other.left),
    Math.abs(one.left + one.right - other.left - other.right) / 2,
    Math.abs(one.right - other.right),
  )
  return off < height
}

function isIn({ row, from }: { row: number; from: number }, rows: readonly Row[], phrase: Phrase) {
  const first = rows[row]?.pieces[from]
  return first !== undefined && phrase.pieces.includes(first)
}

/** "… consigned to Kulkarni Stores, Shop 4, Laxmi Road, GSTIN 27…" */
function namesBefore(layout: HeadPage, isWished: IsWished): Printed[] {
  return numbers(layout, isWished).flatMap(({ row, piece }) => {
    const before = row.pieces.slice(0, row.pieces.indexOf(piece))
    const at = before.findLastIndex(({ word }) =>
      /^(?:to|m\/s\.?|messrs\.?|of)[,:]?$/i.test(word.text),
    )
    const name = at === -1 ? undefined : cleanName(before.slice(at + 1))
    return name !== undefined && name.pieces.length < before.length - at - 1 && isName(name.text)
      ? [name]
      : []
  })
}
