import { readGstin } from '../../checks/values.ts'
import type { Piece } from '../level.ts'
import { phrasesOf, type Phrase, type Row } from '../rows.ts'
import { bareWorth, type Candidate, type HeadPage, valueOf } from './candidates.ts'
import { codeForm, emailForm } from './forms.ts'
import { keyFor } from './key-owners.ts'
import { cleanName, isPartyName } from './party-blocks.ts'
import { zoneAt } from './zones.ts'

/* What a page says without a label: its form, or where it stands, tells what it is. */

export function unlabelled(layout: HeadPage, ownGstin: string | null): Candidate[] {
  return [
    ...bareNumbers(layout),
    ...bareEmails(layout),
    ...numberBelowTitle(layout),
    ...reverseCharge(layout),
    ...ownBlock(layout, ownGstin),
  ]
}

/** A GSTIN that stands without a label: its check character says what it is. */
function bareNumbers(layout: HeadPage): Candidate[] {
  return bare(layout, 'gstin', (text) => gstinIn(text))
}

function bareEmails(layout: HeadPage): Candidate[] {
  return bare(layout, 'email', (text) => emailForm([text], false)?.text)
}

function bare(layout: HeadPage, key: string, read: (text: string) => string | undefined) {
  return layout.rows.flatMap((row, index) =>
    row.pieces.flatMap((piece): Candidate[] => {
      const text = layout.table.has(index) ? undefined : read(piece.word.text)
      const owner = zoneAt(layout.zones, index, piece)?.owner
      const own = text === undefined ? undefined : keyFor(key, owner, layout.category)
      if (text === undefined || own === undefined) return []
      return [{ key: own, value: valueOf(text, '', [piece], layout), worth: bareWorth }]
    }),
  )
}

/** In brackets or run together with its label too. */
const bareGstin = /\d{2}[A-Z]{5}\d{4}[A-Z][\dA-Z]{3}/

function gstinIn(text: string): string | undefined {
  return readGstin(bareGstin.exec(text.toUpperCase())?.[0] ?? '')
}

/** Rows below a title in which its number may stand. */
const titleRowsMax = 2

/** "# INV-000231" below "TAX INVOICE". */
function numberBelowTitle(layout: HeadPage): Candidate[] {
  const key = layout.category === 'purchase_order' ? 'po_no' : 'invoice_no'
  return layout.titles.flatMap(({ row }) =>
    layout.rows.slice(row, row + 1 + titleRowsMax).flatMap((below) =>
      phrasesOf(below).flatMap(({ pieces }): Candidate[] => {
        const words = pieces.map(({ word }) => word.text)
        const isNumbered = words[0]?.startsWith('#') === true
        const code = isNumbered ? codeForm([words.join('').slice(1)], false) : undefined
        if (code === undefined) return []
        return [{ key, value: valueOf(code.text, '#', pieces, layout), worth: bareWorth }]
      }),
    ),
  )
}

/** A question in a sentence, with its answer behind it. */
function reverseCharge(layout: HeadPage): Candidate[] {
  return layout.rows.flatMap(({ pieces }) => {
    const at = pieces.findIndex(
      ({ word }, index) =>
        /reverse/i.test(word.text) && /charge/i.test(pieces[index + 1]?.word.text ?? ''),
    )
    const answer =
      at === -1
        ? undefined
        : pieces.slice(at + 2, at + 7).find(({ word }) => /^(?:yes|no|y|n)\.?$/i.test(word.text))
    if (answer === undefined) return []
    const value = valueOf(answer.word.text.replace('.', ''), 'Reverse Charge', [answer], layout)
    return [{ key: 'reverse_charge', value, worth: bareWorth }]
  })
}

/** More than a name that only stands first on the paper: the shop did not sell to itself. */
const ownBlockWorth = 0.96

/** Whom a bill is sent to may stand without a heading: the block that ends in the shop's own GSTIN begins with its name. */
function ownBlock(layout: HeadPage, ownGstin: string | null): Candidate[] {
  if (ownGstin === null || layout.category !== 'vendor_invoice') return []
  return layout.rows.flatMap((row, index) =>
    row.pieces.flatMap((piece): Candidate[] => {
      const isOwn = gstinIn(piece.word.text) === ownGstin && !layout.table.has(index)
      if (!isOwn || zoneAt(layout.zones, index, piece) !== undefined) return []
      const name = nameAbove(layout, row, index, piece)
      if (name === undefined) return []
      const value = valueOf(name.text, '', name.pieces, layout)
      return [{ key: 'buyer_name', value, worth: ownBlockWorth }]
    }),
  )
}

/** Rows of such a block, and heights between two of them. */
const [blockRowsMax, blockGapMax, largerMin] = [7, 1.2, 1.5]

function nameAbove({ rows, spots }: HeadPage, row: Row, index: number, piece: Piece) {
  let lowest: Phrase | undefined = phrasesOf(row).find(({ pieces }) => pieces.includes(piece))
  let name: Phrase | undefined
  for (let at = index - 1; at >= Math.max(0, index - blockRowsMax); at -= 1) {
    const { left = 0, top = 0 }: Partial<Phrase> = lowest ?? {}
    const above = phrasesOf(rows[at] ?? row).find((one) => Math.abs(one.left - left) < row.height)
    // Beside the block others have rows of their own.
    if (above === undefined) continue
    const isNear = top - above.bottom < blockGapMax * row.height
    // What is printed larger is the letterhead above it.
    const isLarger = above.bottom - above.top > largerMin * row.height
    if (!isNear || isLarger || spots.some((spot) => spot.row === at && isIn(spot, rows, above)))
      break
    lowest = above
    name = above
  }
  const printed = name === undefined ? undefined : cleanName(name.pieces)
  return printed !== undefined && isPartyName(printed.text) ? printed : undefined
}

function isIn(
  { row, from }: { row: number; from: number },
  rows: readonly Row[],
  phrase: Phrase,
): boolean {
  const first = rows[row]?.pieces[from]
  return first !== undefined && phrase.pieces.includes(first)
}
