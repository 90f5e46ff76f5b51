import { fieldName } from '../../checks/field-names.ts'
import { readPercent } from '../../checks/values.ts'
import type { LineValues } from './cell-values.ts'
import { contentOf, figureOf } from './content.ts'

/*
 * What of the lines is doubtful though every letter was read: a cell that holds what belongs elsewhere, a tax that is not
 * its rate's, a running number that is left out.
 */

const taxes = [
  ['cgst', 'cgst_rate'],
  ['sgst', 'sgst_rate'],
  ['igst', 'igst_rate'],
  ['tax_amount', 'gst_rate'],
] as const

/** What tax is worked out on. */
const bases = ['taxable_value', 'amount', 'total', 'rate']
/** Rupees that a tax may be off by rounding, and those that are rounded to rupees. */
const roundingMax = 0.03
const toRupeeMax = 0.5

/** Doubts the values of the lines that others contradict, or that are none of their kind. */
export function doubtLines(lines: readonly LineValues[]): void {
  for (const values of lines) doubtForms(values)
  for (const [key, rateKey] of taxes) doubtTaxes(lines, key, rateKey)
  doubtSerials(lines)
}

function doubt(values: LineValues, key: string, sentence: string): void {
  const value = values.get(key)
  if (value !== undefined)
    values.set(key, { ...value, doubts: [...(value.doubts ?? []), sentence] })
}

/** Texts that are none of their column's. */
function doubtForms(values: LineValues): void {
  for (const [key, { text, doubts }] of values) {
    if (doubts !== undefined || !isOddFor(key, text)) continue
    doubt(values, key, `${fieldName(key)}: “${text}” may hold what belongs elsewhere.`)
  }
}

function isOddFor(key: string, text: string): boolean {
  if (key === 'description' || key === 'product_name')
    return hasAmount(text) || !/\p{L}{2}|\p{M}/u.test(text)
  switch (contentOf(key)) {
    case 'number':
    case 'quantity':
      return figureOf(text) === undefined && !/^(?:free|nil)$/i.test(text)
    case 'code':
      return hasAmount(text) || text.includes('%')
    case 'date':
      return !/\d/.test(text) || text.length > dateCharactersMax
    default:
      return false
  }
}

/** "September 22, 2026" */
const dateCharactersMax = 19

function hasAmount(text: string): boolean {
  return /(?:^|\s)[\d,]+\.\d{2}(?=\s|$)/.test(text)
}

/** Where most lines have the tax of their rate, one that has another is wrong, or its rate. */
function doubtTaxes(lines: readonly LineValues[], key: string, rateKey: string): void {
  const judged = lines.map((values) => isTaxOf(values, key, rateKey))
  const right = judged.filter((isRight) => isRight === true).length
  const wrong = judged.filter((isRight) => isRight === false).length
  if (right < wrong) return
  for (const [index, values] of lines.entries()) {
    const [tax, rate] = [values.get(key)?.text, values.get(rateKey)?.text]
    if (judged[index] === false)
      doubt(
        values,
        key,
        `${fieldName(key)}: ${tax} is not ${readPercent(rate ?? '')}% of anything in the line.`,
      )
  }
}

/** Undefined where tax, rate or base is missing. */
function isTaxOf(values: LineValues, key: string, rateKey: string): boolean | undefined {
  const tax = figureOf(values.get(key)?.text ?? '')
  const percent = readPercent(values.get(rateKey)?.text ?? '')
  const amounts = bases.flatMap((base) => figureOf(values.get(base)?.text ?? '') ?? [])
  if (tax === undefined || percent === undefined || amounts.length === 0) return undefined
  const most = Number.isInteger(tax) ? toRupeeMax : roundingMax
  // In a price with tax all of the tax is in it, also the other half.
  return amounts.some((amount) =>
    [
      amount * percent,
      (amount * percent * 100) / (100 + percent),
      (amount * percent * 100) / (100 + 2 * percent),
    ].some((hundredfold) => Math.abs(hundredfold / 100 - tax) <= most),
  )
}

/** 1, 2, 4: a line was not read, or its number was not. */
function doubtSerials(lines: readonly LineValues[]): void {
  const serials = lines.map((values) => Number.parseInt(values.get('sl_no')?.text ?? '', 10))
  const [first = Number.NaN, second = Number.NaN] = serials
  const step = first > 1 && second === 2 * first ? first : 1
  for (const [index, values] of lines.entries()) {
    const [before, own] = [index === 0 ? 0 : serials[index - 1], serials[index]]
    if (before === undefined || own === undefined || !(own > before + step)) continue
    if (index === 0 && own > serialFirstMax) continue
    const from = before + step
    doubt(values, 'sl_no', `No. ${from} is not among the lines.`)
  }
}

/** Further pages of a paper may begin with any number; a paper seldom begins with a small one but 1. */
const serialFirstMax = 4
