import type { Cell } from '../../../../platform/record/field.ts'
import { gstSlabs } from '../../../../platform/gst/rates-and-states.ts'
import { fieldAt, rupees, say, type Sentence } from '../../../../platform/record/sentence.ts'
import {
  importFields,
  type ImportColumn,
} from '../../../../services/storefront/product-table/record.ts'

/** The value of a cell for its column, with a note if the person should know how it was read, or a fault. */
type ReadCell = { text: string; note?: Sentence } | { fault: Sentence }

type Reader = (column: string, cell: string) => ReadCell

/** Readers of the forms that people and spreadsheets use. A value that they cannot read stays, and its field refuses it. */
const readers: { readonly [Kind in Cell]?: Reader } = {
  line: readLine,
  code: readCode,
  amount: readAmount,
  quantity: readQuantity,
  rate: readRate,
  hsn: readHsn,
  choice: (_column, cell) => ({ text: cell.toLowerCase() }),
}

export function readCell(column: string, cell: string): ReadCell {
  const text = cell.trim()
  const kind = isImported(column) ? importFields[column].cell : undefined
  const read = text === '' || kind === undefined ? undefined : readers[kind]
  return read === undefined ? { text: cell } : read(column, text)
}

function isImported(column: string): column is ImportColumn {
  return Object.hasOwn(importFields, column)
}

/** A name may take two lines of its cell. */
function readLine(_column: string, text: string): ReadCell {
  return { text: text.replaceAll(/\s*[\r\n\t]\s*/g, ' ') }
}

/** A spreadsheet turns digits that it takes for a number into 8.90E+12, and their last digits are lost. 12E3 is a code. */
function readCode(column: string, text: string): ReadCell {
  if (!/^\d+(?:[.,]\d+)?E\+\d+$/i.test(text)) return { text }
  return {
    fault: say`${fieldAt(column)} was rounded to ${text} by the spreadsheet: make its column text, and enter it again.`,
  }
}

/** ₹ 450 · Rs. 450 · 450/- · 85.00/Nos · 85 per pc · 450 Dr. An old Windows file has "?" in place of ₹. */
const amount = /^(₹|rs\.?|inr|\?)?\s*(-?[\d,]+(?:\.\d+)?)\s*(.*)$/i
const amountEnd = /^(?:\/-|\/=|₹|rs\.?|inr)$/i
const unitOfPrice = /^(?:(?:\/-?|per\b)\s*[a-z][a-z. ]{0,19}|dr\.?)$/i

function readAmount(column: string, text: string): ReadCell {
  const [, sign, number, end = ''] = amount.exec(text) ?? []
  if (number === undefined) return { text }
  const isUnit = unitOfPrice.test(end)
  if (end !== '' && !isUnit && !amountEnd.test(end)) return { text }
  if (!isUnit && sign !== '?') return { text: number }
  const value = Number(number.replaceAll(',', ''))
  return { text: number, note: say`${fieldAt(column)} “${text}” was read as ${rupees(value)}.` }
}

/** 10 · 10 Nos · (-)5 Pcs, Tally's form of a negative quantity. */
const quantity = /^(\(-\)|-)?\s*([\d,]+(?:\.\d+)?)\s*([a-z][a-z. ]{0,19})?$/i
/** Words after a number that are not units. */
const noUnit = /^(?:dr|cr|crores?|la(?:kh|c)s?|k|thousand)\.?$/i

function readQuantity(column: string, text: string): ReadCell {
  const [, minus, number, unit = ''] = quantity.exec(text) ?? []
  if (number === undefined || noUnit.test(unit.trim())) return { text }
  const units = minus === undefined ? number : `-${number}`
  const isPlain = unit === '' && minus !== '(-)'
  return isPlain
    ? { text: units }
    : { text: units, note: say`${fieldAt(column)} “${text}” was read as ${units}.` }
}

/** 18 · 18 % · GST 18% */
const rate = /^(?:i?gst)?\s*@?\s*(\d+(?:\.\d+)?)\s*(%?)$/i
/** GST rates as a spreadsheet stores them when it shows 18 %. */
const fractions = new Set([0.03, 0.05, 0.12, 0.18, 0.28, 0.4])

function readRate(column: string, text: string): ReadCell {
  const [, number, percent] = rate.exec(text) ?? []
  if (number === undefined) return { text }
  if (percent === '%' || !fractions.has(Number(number))) return readSlab(column, number)
  const meant = Math.round(Number(number) * 100)
  return {
    fault: say`${fieldAt(column)} “${text}” would be less than 1 %: write ${meant} for ${meant} %.`,
  }
}

function readSlab(column: string, number: string): ReadCell {
  if (gstSlabs.includes(Number(number))) return { text: number }
  return { text: number, note: say`${fieldAt(column)} ${number} % is no rate of GST.` }
}

/** HSN codes have 4, 6 or 8 digits. With one digit less, a spreadsheet has removed a leading zero. */
function readHsn(column: string, text: string): ReadCell {
  if (/^\d{3}$/.test(text)) {
    return {
      fault: say`${fieldAt(column)} “${text}” has 3 digits: the spreadsheet probably lost a zero in front. Write 0${text}.`,
    }
  }
  if (!/^(?:\d{5}|\d{7})$/.test(text)) return { text }
  return {
    text,
    note: say`${fieldAt(column)} ${text} has ${text.length} digits: if the spreadsheet lost a zero in front, write 0${text}.`,
  }
}
