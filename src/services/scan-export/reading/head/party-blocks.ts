import { foldText } from '../../../../platform/text.ts'
import type { Piece } from '../level.ts'
import { phrasesOf, type Phrase, type Row, textOf } from '../rows.ts'
import type { LabelSpot } from './label-spot.ts'
import { emailForm, gstinForm, phoneForm } from './forms.ts'
import type { Place } from './label-values.ts'
import type { Zone } from './zones.ts'

/* The name and the address in a block of a party. */

/** A text with the words that it was read from. */
export type Printed = { readonly text: string; readonly pieces: readonly Piece[] }

export type Block = { readonly name: Printed | undefined; readonly address: Printed | undefined }

/** Rows of the longest address. */
const addressRowsMax = 6

/** What stands under a block's heading, or behind it. */
export function readBlock(zone: Zone, place: Place): Block {
  const lines = linesOf(zone, place)
  const [first, ...rest] = lines
  if (first === undefined) return { name: undefined, address: undefined }
  const name = cleanName(first)
  const behind = first.slice(name?.pieces.length ?? 0)
  return { name, address: joinLines([behind, ...rest]) }
}

/** Name and address lines of a block, up to what is labelled otherwise. */
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

/** The words of a row that are name or address: behind "Name:", up to the next label; 'end' at a label of something else. */
function lineOf(pieces: readonly Piece[], index: number, { rows, spots }: Place): Piece[] | 'end' {
  const [first] = pieces
  if (first === undefined) return []
  const row = rows[index]
  const inRow = spots.filter((spot) => spot.row === index)
  const own = inRow.find(({ from }) => row?.pieces[from] === first)
  if (own !== undefined && !isOfBlock(own)) return 'end'
  const start = own === undefined ? 0 : own.to - own.from
  const rest = pieces.slice(start).filter(({ word }, at) => at > 0 || !/^[:=-]+$/.test(word.text))
  const next = inRow.find((spot) => spot !== own && rest.includes(row?.pieces[spot.from] ?? first))
  const end = next === undefined ? -1 : rest.findIndex((piece) => piece === row?.pieces[next.from])
  const words = end === -1 ? rest : rest.slice(0, end)
  return isContact(words) ? 'end' : words
}

/** Labels that stand before a name or an address. */
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

/** Lines of an address are joined by commas. */
export function joinLines(lines: readonly (readonly Piece[])[]): Printed | undefined {
  const texts = lines.map((line) => textOf(line).replace(/^[,\s]+|[,\s]+$/g, '')).filter(Boolean)
  return texts.length === 0 ? undefined : { text: texts.join(', '), pieces: lines.flat() }
}

export function cleanName(pieces: readonly Piece[]): Printed | undefined {
  const text = textOf(pieces)
    .replace(/^(?:name\s*:|for,?|to,?)\s+/i, '')
    .replace(/\s*\[[^\]]*\]$/, '')
    .replace(/[\s,;:|-]+$/, '')
  return /\p{L}/u.test(text) ? withoutAddress(withCapitals(text), pieces) : undefined
}

/** "Acme Traders, Shop 4, Laxmi Road": where an address goes on behind the name, the name ends at the comma. */
function withoutAddress(text: string, pieces: readonly Piece[]): Printed {
  const at = pieces.findIndex(({ word }) => word.text.endsWith(','))
  const [name = '', ...rest] = text.split(/,\s*/)
  const isAddress = /\d/.test(rest.join(' ')) || rest.length > 1
  const isCut = at !== -1 && isAddress && name.includes(' ')
  return isCut ? { text: name, pieces: pieces.slice(0, at + 1) } : { text, pieces }
}

/** "lyer Distributors": where names begin with capitals, what looks like a small L is a capital i. */
function withCapitals(name: string): string {
  return /(?:^| )\p{Lu}/u.test(name)
    ? name.replaceAll(/(?<=^| )l(?=[b-df-hj-np-tv-z][a-z])/g, 'I')
    : name
}

/** Whether a text may be what a party is called: no number, no line of an address. */
export function isPartyName(text: string): boolean {
  const isWords = /\p{L}{2}|\p{L}\p{M}/u.test(text) && !addressBeginning.test(text)
  return isWords && !labelWords.test(text) && !gstinAnywhere.test(text)
}

/** "Your vendor code with us", "Buyer's Name & Address", "Weighbridge Slip No.": labels, and numbers of something. */
const labelWords =
  /^(?:your|our|the)\b|\b(?:name|address|number|no\.?|slip|code|date|details|gstin|gst|invoice|bill|charges?|ref\.?|with us)\s*[:.#-]?$|^(?:bill|inv(?:oice)?|memo|order|challan|vehicle|gstin?)\b.*\d/i
const gstinAnywhere = /\d{2}[A-Z]{5}\d{4}[A-Z]/

const addressBeginning =
  /^(?:shop|plot|flat|gala|office|door|house|h\.?|s\.|survey|gat|unit)\s*(?:no\.?)?\s*[#:-]?\s*\d/i

/** Whether two printed names are of one firm, as people write them. */
export function isSameName(one: string, other: string): boolean {
  return foldName(one) === foldName(other)
}

export function foldName(name: string): string {
  return foldText(name)
    .replaceAll(/^m\/s\.?\s*|\b(?:pvt|private)\b\.?/g, 'p')
    .replaceAll(/\b(?:ltd|limited)\b\.?/g, 'l')
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
}

/** Who signs: "for SHREE TRADERS". */
export function findSignatures(rows: readonly Row[]): Printed[] {
  return rows.flatMap((row) => phrasesOf(row).flatMap(signatureOf))
}

function signatureOf(phrase: Phrase): Printed[] {
  const [first, ...rest] = phrase.pieces
  if (first === undefined || !/^for[,:]?$/i.test(first.word.text)) return []
  const name = cleanName(rest)
  const isName =
    name !== undefined && /^\p{Lu}|^\p{Lo}/u.test(name.text) && name.text.length < nameCharactersMax
  return isName &&
    !/\b(?:recipient|transporter|supplier|buyer|the |our|your|any|all)\b/i.test(name.text)
    ? [name]
    : []
}

export const nameCharactersMax = 90
