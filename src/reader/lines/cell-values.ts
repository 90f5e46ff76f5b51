import { normalised } from '../../platform/text.ts'
import { type ReadValue, textsOf } from '../page.ts'
import type { Piece } from '../level.ts'
import { boxOf, confidenceOf, textOf } from '../rows.ts'
import type { Cell } from './items.ts'
import { type Content, contentOf, figureOf } from './content.ts'
import { checkLines, computedAmount } from '../../paper/checks/check-lines.ts'
import type { Fields } from '../../paper/checks/document.ts'
import { readFigures } from '../../paper/checks/figures.ts'
import type { BodyRow } from './body-rows.ts'
import type { Column } from './columns.ts'

/* Reads a cell as one value. */

/** The values of a line by canonical key. An unknown heading is its own key. */
export type LineValues = Map<string, ReadValue>

/** The texts of a line by key, as checks need them. */
export function textsIn(values: LineValues): Fields {
  return textsOf(Object.fromEntries(values))
}

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
  if (content === 'text') return lines.filter((line) => line === main || !isRemark(line)).flat()
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

/** A name without rows of serial numbers: "IMEI: 356938035643809", "T7030FG8122551, T7030FG8122552". They say which pieces, not what, and a camera misreads them. */
export function withoutSerials({ main, lines }: Cell): Cell {
  return { main, lines: lines.filter((line) => line === main || !isSerials(line)) }
}

function isSerials(pieces: readonly Piece[]): boolean {
  const words = textOf(pieces).split(/[\s.,:;|/]+/)
  const codes = words.filter((word) => word !== '' && !serialLabel.test(word))
  return codes.length > 0 && codes.every((code) => serial.test(code))
}

const serialLabel = /^(?:s|n|sn|sr|serial|nos?|imei\d?)$/i
/** A code of an item is shorter: an ASIN has 10 characters. */
const serial = /^(?=(?:[A-Z]*\d){4})[A-Z\d]{11,}$/

/** A sentence below a name says how, not what: "Delivered with test certificate." So do figures alone: "32.01 + 91.68". */
function isRemark(pieces: readonly Piece[]): boolean {
  const text = textOf(pieces)
  const isSentence = pieces.length > 2 && /^\p{Lu}[\p{L}\s-]+\p{Ll}{2}\.$/u.test(text)
  return isSentence || /^\d+\.\d\d(?:\s*\+\s*\d+\.\d\d)*$/.test(text)
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
type Quantity = {
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

/** "5 @ 40.84", "2 Pcs x Rs. 35.00": the quantity, and the rate beside or below it. */
export function splitFactors(text: string): { qty: string; rate: string } | undefined {
  const [, qty, rate] =
    /^(\d[\d,.]*(?:\s*\p{L}+\.?)?)\s*(?:@|[x×*](?=[\s\d]))\s*(?:₹|Rs\.?)?\s*(\d[\d,]*\.\d+)$/iu.exec(
      text,
    ) ?? []
  return qty === undefined || rate === undefined ? undefined : { qty, rate }
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

/* Proves a line by quantity × rate − discount = amount, with the arithmetic that also checks typed lines. */

/** Whether the figures of a line prove each other. Undefined if one is missing. */
export function isProven(fields: Fields): boolean | undefined {
  const { lines } = readFigures({ category: 'vendor_invoice', head: {}, lines: [fields] })
  const [line] = lines
  if (line === undefined || computedAmount(line) === undefined) return undefined
  const hasAmount = [line.amount, line.taxable, line.total].some((paise) => paise !== undefined)
  return hasAmount ? checkLines([line]).length === 0 : undefined
}

/** Does the same for a single row, before rows are joined to lines. */
export function isProvenRow({ cells }: BodyRow, columns: readonly Column[]): boolean {
  const fields: Record<string, string> = {}
  for (const [index, { key, label }] of columns.entries()) {
    const pieces = cells[index] ?? []
    const value = valueOf({ main: pieces, lines: pieces.length === 0 ? [] : [pieces] }, key, {
      label,
      source: 'text',
    })
    if (key !== undefined && value !== undefined) fields[key] ??= value.text
  }
  return (
    isProven(fields) === true && amountKeys.some((key) => (figureOf(fields[key] ?? '') ?? 0) !== 0)
  )
}

/** A product of zeros proves nothing. */
const amountKeys = ['amount', 'taxable_value', 'total']
