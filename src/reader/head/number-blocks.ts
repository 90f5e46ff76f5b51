import type { Piece } from '../level.ts'
import { phrasesOf, type Phrase, type Row } from '../rows.ts'
import type { HeadPage } from './candidates.ts'
import { courtesy } from './find-labels.ts'
import type { LabelSpot } from './label-spot.ts'
import { cleanName, isName, type Printed } from './party-names.ts'
import { gstinIn } from './unlabelled.ts'
import { zoneAt } from './zones.ts'

/* Blocks without a heading that end in a GSTIN. The name of its owner stands above the GSTIN, or before it in a sentence. */

/** A name that may own a GSTIN, and the name's place: first in the block of the GSTIN, further down in it, or before the GSTIN. */
export type NumberedName = {
  readonly gstin: string
  readonly name: Printed
  readonly place: 'first' | 'above' | 'sentence' | 'beginning'
}

/** The possible names for all GSTINs outside the table of a page. */
export function numberedNames(layout: HeadPage): NumberedName[] {
  return gstinsOf(layout).flatMap((one) => [
    ...namesAbove(layout, one),
    ...inSentence(one),
    ...atBeginning(one),
  ])
}

type Found = { gstin: string; row: Row; index: number; piece: Piece; phrase: Phrase }

function gstinsOf({ rows, table }: HeadPage): Found[] {
  return rows.flatMap((row, index) => {
    if (table.has(index)) return []
    return phrasesOf(row).flatMap((phrase) =>
      phrase.pieces.flatMap((piece) => {
        const gstin = gstinIn(piece.word.text)
        return gstin === undefined ? [] : [{ gstin, row, index, piece, phrase }]
      }),
    )
  })
}

/** The most rows of such a block, the widest gap between two of them in row heights, and how much larger type ends the block. */
const [blockRowsMax, blockGapMax, largerMin] = [7, 1.2, 1.5]
/** The rows of a block have equal gaps. A gap twice as wide begins another block, from this many row heights on. */
const leastGap = 0.6

/** The names of a block from its top. The first is the likeliest. */
function namesAbove(layout: HeadPage, { gstin, row, index, piece, phrase }: Found): NumberedName[] {
  if (zoneAt(layout.zones, index, piece) !== undefined) return []
  const block = blockAbove(layout, row, index, phrase)
  const names = block.flatMap(({ text, pieces }) => (isName(text) ? (cleanName(pieces) ?? []) : []))
  return names
    .toReversed()
    .map((name, at) => ({ gstin, name, place: at === 0 ? 'first' : 'above' }))
}

/** The phrases of a block above its last phrase, from below. */
function blockAbove(
  { rows, spots, titles }: HeadPage,
  row: Row,
  index: number,
  last: Phrase,
): Phrase[] {
  const block: Phrase[] = []
  let gapMax = blockGapMax * row.height
  for (let at = index - 1; at >= Math.max(0, index - blockRowsMax); at -= 1) {
    const lowest = block.at(-1) ?? last
    // A row with an amount belongs to no party.
    if (rows[at]?.pieces.some(({ word }) => /\d\.\d\d$/.test(word.text)) === true) break
    const above = phrasesOf(rows[at] ?? row).find((one) => isAligned(one, lowest, row.height))
    // Rows in between may hold only text beside the block.
    if (above === undefined) continue
    const gap = lowest.top - above.bottom
    const isNear = gap < gapMax
    gapMax = Math.min(gapMax, Math.max(gap * 2, leastGap * row.height))
    if (titles.some((title) => title.row === at && title.phrase.left === above.left)) break
    const label = spots.find((spot) => spot.row === at && isIn(spot, rows, above))
    if (!isNear || (label !== undefined && !isOfName(label))) break
    block.push(above)
    if (label !== undefined) break
    if (above.bottom - above.top > largerMin * row.height) break
  }
  return block
}

/** "M/s Kulkarni Stores", "Customer 118 Kulkarni Stores" */
function isOfName({ text, keys }: LabelSpot): boolean {
  return courtesy.test(text) || keys[0]?.endsWith('_name') === true
}

/** Whether two phrases share the left edge, the middle or the right edge. */
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
function inSentence({ gstin, row, piece }: Found): NumberedName[] {
  const before = row.pieces.slice(0, row.pieces.indexOf(piece))
  const at = before.findLastIndex(({ word }) =>
    /^(?:to|m\/s\.?|messrs\.?|of)[,:]?$/i.test(word.text),
  )
  const name = at === -1 ? undefined : cleanName(before.slice(at + 1))
  const isCut = name !== undefined && name.pieces.length < before.length - at - 1
  return isCut && isName(name.text) ? [{ gstin, name, place: 'sentence' }] : []
}

/** "Pune Stores, Plot 14, Bypass Road, Pune, GSTIN 27…" */
function atBeginning({ gstin, phrase }: Found): NumberedName[] {
  const name = cleanName(phrase.pieces)
  return name !== undefined && isName(name.text) ? [{ gstin, name, place: 'beginning' }] : []
}
