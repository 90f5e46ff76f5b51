import type { Piece } from '../level.ts'
import { phrasesOf, type Phrase, type Row, textOf } from '../rows.ts'
import { courtesy, type LabelSpot } from './find-labels.ts'
import { emailForm, gstinForm, phoneForm } from './forms.ts'
import type { Place } from './label-values.ts'
import { cleanName, isName, isPerson, nameCharactersMax, type Printed } from './party-names.ts'
import type { Zone } from './zones.ts'

/* Reads the name and the address in the block of a party. */

export type Block = { readonly name: Printed | undefined; readonly address: Printed | undefined }

/** An address has at most this many rows. */
const addressRowsMax = 6

/** The name and the address below the heading of a block, or behind it. */
export function readBlock(zone: Zone, place: Place): Block {
  const lines = withoutPerson(linesOf(zone, place))
  const [first, ...rest] = lines
  if (first === undefined) return { name: undefined, address: undefined }
  const name = cleanName(first)
  const behind = first.slice(name?.pieces.length ?? 0)
  return { name, address: joinLines([behind, ...rest]) }
}

/** Drops an officer's name that stands before the firm's. */
function withoutPerson(lines: readonly Piece[][]): readonly Piece[][] {
  const [first = [], second = []] = lines
  return isPerson(textOf(first)) && isName(textOf(second)) ? lines.slice(1) : lines
}

/** The name and address lines of a block, up to a label of something else. */
function linesOf({ heading, rows }: Zone, place: Place): Piece[][] {
  const lines: Piece[][] = []
  for (const [index, all] of rows) {
    const pieces = index === heading.row ? all.slice(heading.to - heading.from) : all
    const line = lineOf(withoutSigns(pieces), index, place)
    if (line === 'end') break
    if (line.length > 0) lines.push(line)
    if (lines.length > addressRowsMax) break
  }
  return lines
}

function withoutSigns(pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces.findIndex(({ word }) => /[\p{L}\d]/u.test(word.text))
  return first === -1 ? [] : pieces.slice(first)
}

/** The words of a row that are name or address: behind "Name:", up to the next label. 'end' at a label of something else. */
function lineOf(pieces: readonly Piece[], index: number, { rows, spots }: Place): Piece[] | 'end' {
  const [first] = pieces
  if (first === undefined) return []
  const row = rows[index]
  const inRow = spots.filter((spot) => spot.row === index)
  const own = inRow.find(({ from }) => row?.pieces[from] === first)
  if (own !== undefined && !isOfBlock(own)) return 'end'
  const start = own === undefined || courtesy.test(own.text) ? 0 : own.to - own.from
  const rest = pieces.slice(start).filter(({ word }, at) => at > 0 || !/^[:=-]+$/.test(word.text))
  const next = inRow.find((spot) => spot !== own && rest.includes(row?.pieces[spot.from] ?? first))
  const end = next === undefined ? -1 : rest.findIndex((piece) => piece === row?.pieces[next.from])
  const words = end === -1 ? rest : rest.slice(0, end)
  return isContact(words) ? 'end' : words
}

/** Whether the label introduces a name or an address. */
function isOfBlock({ keys: [key] }: LabelSpot): boolean {
  return (
    key === 'name' ||
    key === 'address' ||
    key === 'buyer_name' ||
    key === 'vendor_name' ||
    key === 'consignee_name'
  )
}

function isContact(pieces: readonly Piece[]): boolean {
  const words = pieces.map(({ word }) => word.text)
  const [first = ''] = words
  return (
    emailForm([first], false) !== undefined ||
    gstinForm(words, false) !== undefined ||
    ((phoneForm(words, false)?.count ?? 0) === words.length && words.length > 0)
  )
}

/** Joins the lines of an address with commas. */
export function joinLines(lines: readonly (readonly Piece[])[]): Printed | undefined {
  const texts = lines.map((line) => textOf(line).replace(/^[,\s]+|[,\s]+$/g, '')).filter(Boolean)
  return texts.length === 0 ? undefined : { text: texts.join(', '), pieces: lines.flat() }
}

/** The names in signatures: "for SHREE TRADERS", "Thanking you, for SHREE TRADERS". */
export function findSignatures(rows: readonly Row[]): Printed[] {
  return rows.flatMap((row) => phrasesOf(row).flatMap(signatureOf))
}

function signatureOf({ pieces }: Phrase): Printed[] {
  const at = pieces.findLastIndex(({ word }, index) => {
    const before = pieces[index - 1]?.word.text
    return /^for[,:]?$/i.test(word.text) && (before === undefined || /[,.]$/.test(before))
  })
  const name = at === -1 ? undefined : cleanName(pieces.slice(at + 1))
  const isSigned =
    name !== undefined && /^\p{Lu}|^\p{Lo}/u.test(name.text) && name.text.length < nameCharactersMax
  return isSigned &&
    !/\b(?:recipient|transporter|supplier|buyer|the |our|your|any|all)\b/i.test(name.text)
    ? [name]
    : []
}
