import { normalised } from '../../platform/text.ts'
import type { ReadValue } from '../page.ts'
import type { Piece } from '../level.ts'
import { boxOf, confidenceOf, textOf } from '../rows.ts'
import type { Cell } from './items.ts'
import { type Content, contentOf, figureOf } from './content.ts'

/* What stands in a cell, as one value. */

/** A line by canonical key; a heading that nobody knows stands for itself. */
export type LineValues = Map<string, ReadValue>

/** Where a value comes from: its heading, and whether pixels or the file said it. */
export type Origin = { readonly label: string; readonly source: 'text' | 'ocr' }

/** The value of a cell; undefined of an empty one, and of a sign for nothing. */
export function valueOf(
  cell: Cell,
  key: string | undefined,
  origin: Origin,
): ReadValue | undefined {
  const content = contentOf(key)
  const pieces = piecesOf(cell, content)
  if (pieces.length === 0) return undefined
  const text = cleanText(joinText(pieces, content), content)
  if (text === '' || /^[-–—.*|]+$/.test(text)) return undefined
  return readValue(text, pieces, origin)
}

export function readValue(
  text: string,
  pieces: readonly Piece[],
  { label, source }: Origin,
): ReadValue {
  const page = pieces[0]?.page ?? 0
  return { text, label, source, page, box: boxOf(pieces), confidence: confidenceOf(pieces) }
}

/** A text goes over all rows of its line, and a unit stands below its quantity; other figures stand on one. */
function piecesOf({ main, lines }: Cell, content: Content): readonly Piece[] {
  if (!['serial', 'number', 'percent', 'digits'].includes(content)) return lines.flat()
  // A currency's sign may stand over its figure.
  const digits = lines.findIndex((line) => line.some(({ word }) => /\p{Nd}/u.test(word.text)))
  const isThere = main.some(({ word }) => /\p{Nd}/u.test(word.text)) || digits === -1
  const own = isThere && main.length > 0 ? main : (lines[Math.max(0, digits)] ?? [])
  // "(18%)" below the tax that it comes to.
  const percents =
    content === 'number' ? lines.filter((line) => line !== own && isPercent(line)) : []
  return [...own, ...percents.flat()]
}

function isPercent(pieces: readonly Piece[]): boolean {
  return /^[([@]?\s*\d{1,2}(?:\.\d+)?\s*%\s*[)\]]?$/.test(textOf(pieces))
}

function joinText(pieces: readonly Piece[], content: Content): string {
  const text = normalised(textOf(pieces), 'NFC')
  if (content === 'text') return text.replaceAll(/(\p{L})- (?=\p{Ll})/gu, '$1-')
  if (content === 'date') return text.replaceAll(/([-/]) (?=\w)/g, '$1')
  // Narrow cells break "31-12-2027" and "AB-1204" behind the hyphen; pixels break "1,234 .50".
  return text.replaceAll(/([-/]) (?=\w)/g, '$1').replaceAll(/(\d) ?([.,]) ?(?=\d)/g, '$1$2')
}

function cleanText(text: string, content: Content): string {
  switch (content) {
    case 'serial':
      return text.replace(/[.):]+$/, '')
    case 'digits':
      return text.replaceAll(/(?<=\d) (?=\d)/g, '')
    case 'percent':
      return plainPercent(text)
    case 'number':
      return text.replaceAll(/^[|[\]]\s*|\s*[|[\]]$/g, '')
    default:
      return text.trim()
  }
}

/** "18% IGST", "GST 12%", "18.00 + 0 | 0 + 0" with what cess adds: the rate without the name of its tax. */
export function plainPercent(text: string): string {
  const rate = String.raw`(\d{1,2}(?:\.\d+)?\s*%)`
  return text
    .trim()
    .replace(new RegExp(String.raw`^${rate}\s+[CISU]?T?GST\b.*$`, 'i'), '$1')
    .replace(new RegExp(String.raw`^[CISU]?T?GST\s*@?\s*${rate}$`, 'i'), '$1')
    .replace(/^(\d{1,2}(?:\.\d+)?)\s*\+\s*(?:0(?:\.0+)?\s*(?:\|.*)?)?$/, '$1')
}

/** "12 Nos", "2.350 Kg", "2 Box (24 Pcs)", "10+2": how many, in which unit, and how many more for nothing. */
export type Quantity = {
  number: string
  unit: string
  free: string
  other: { number: string; unit: string } | undefined
}

const unitWord = String.raw`(\p{L}[\p{L}\p{M}]*\.?)`
const quantity = new RegExp(
  String.raw`^([-(]?\d[\d,]*\.?\d*\)?)\s*(?:\+\s*(\d+(?:\.\d+)?)\s*)?${unitWord}?\s*(?:[(=/]\s*(\d[\d,]*\.?\d*)\s*${unitWord}\s*\)?)?$`,
  'u',
)

export function splitQuantity(text: string): Quantity | undefined {
  // "12(1)": one more for nothing; what is in it has a unit.
  const [, paid, more] = /^(\d+)\s*\((\d+)\)$/.exec(text) ?? []
  if (paid !== undefined && more !== undefined)
    return { number: paid, unit: '', free: more, other: undefined }
  const [, number, free = '', unit = '', otherNumber, otherUnit = ''] = quantity.exec(text) ?? []
  if (number === undefined) return undefined
  const other = otherNumber === undefined ? undefined : { number: otherNumber, unit: otherUnit }
  return { number, unit: unit.replace(/\.$/, ''), free, other }
}

/** "45.00/kg", "45.00 per Pc": the rate, and the unit that it is for. */
export function splitRate(text: string): { rate: string; unit: string } | undefined {
  const [, rate, unit] = /^([\d,.]+)\s*(?:\/|per\s)\s*(?!-)(\p{L}+)\.?$/iu.exec(text) ?? []
  return rate === undefined || unit === undefined ? undefined : { rate, unit }
}

/** "9% 162.18", "162.18 (9%)", "162.18 @ 9.00%": a tax with its rate. */
export function splitTax(text: string): { rate: string; amount: string } | undefined {
  const percent = /[([]?\s*@?\s*(\d{1,2}(?:\.\d+)?\s*%)\s*[)\]]?/.exec(text)
  if (percent === null) return undefined
  const amount = text.replace(percent[0], ' ').trim()
  return figureOf(amount) === undefined ? undefined : { rate: percent[1] ?? '', amount }
}
