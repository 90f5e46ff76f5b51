import { normalised } from '../../platform/text.ts'
import type { ReadValue } from '../page.ts'
import type { Piece } from '../level.ts'
import { boxOf, confidenceOf, textOf } from '../rows.ts'
import type { Cell } from './items.ts'
import { type Content, contentOf, figureOf } from './content.ts'

/* Reads a cell as one value. */

/** The values of a line by canonical key. An unknown heading is its own key. */
export type LineValues = Map<string, ReadValue>

/** A value's heading, and whether the value comes from pixels or from the file's text. */
export type Origin = { readonly label: string; readonly source: 'text' | 'ocr' }

/** The value of a cell. Undefined if the cell is empty or holds a sign for nothing. */
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

/** A text may take all rows of its line, and a unit may stand below its quantity. Other figures take one row. */
function piecesOf({ main, lines }: Cell, content: Content): readonly Piece[] {
  if (!['serial', 'number', 'percent', 'digits'].includes(content)) return lines.flat()
  // The sign of the currency may stand above its figure.
  const digits = lines.findIndex((line) => line.some(({ word }) => /\p{Nd}/u.test(word.text)))
  const isThere = main.some(({ word }) => /\p{Nd}/u.test(word.text)) || digits === -1
  const own = isThere && main.length > 0 ? main : (lines[Math.max(0, digits)] ?? [])
  // "(18%)" below the amount of the tax.
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
  // Narrow cells break "31-12-2027" and "AB-1204" after the hyphen. Reading pixels breaks "1,234 .50".
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

/** "18% IGST", "GST 12%", "18.00 + 0 | 0 + 0" with cess added: only the rate remains. */
export function plainPercent(text: string): string {
  const rate = String.raw`(\d{1,2}(?:\.\d+)?\s*%)`
  return text
    .trim()
    .replace(new RegExp(String.raw`^${rate}\s+[CISU]?T?GST\b.*$`, 'i'), '$1')
    .replace(new RegExp(String.raw`^[CISU]?T?GST\s*@?\s*${rate}$`, 'i'), '$1')
    .replace(/^(\d{1,2}(?:\.\d+)?)\s*\+\s*(?:0(?:\.0+)?\s*(?:\|.*)?)?$/, '$1')
}

/** "12 Nos", "2.350 Kg", "2 Box (24 Pcs)", "10+2": the quantity, its unit, and the free quantity. */
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
  // "12(1)": one more is free. A number of contents in brackets has a unit.
  const [, paid, more] = /^(\d+)\s*\((\d+)\)$/.exec(text) ?? []
  if (paid !== undefined && more !== undefined)
    return { number: paid, unit: '', free: more, other: undefined }
  const [, number, free = '', unit = '', otherNumber, otherUnit = ''] = quantity.exec(text) ?? []
  if (number === undefined) return undefined
  const other = otherNumber === undefined ? undefined : { number: otherNumber, unit: otherUnit }
  return { number, unit: unit.replace(/\.$/, ''), free, other }
}

/** "45.00/kg", "45.00 per Pc": the rate and its unit. */
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
