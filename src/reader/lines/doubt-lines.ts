import { withDoubt } from '../page.ts'
import { gstSlabs } from '../../platform/gst/rates-and-states.ts'
import { fieldName } from '../../paper/fields.ts'
import { readPaise, readPercent } from '../../paper/values.ts'
import type { LineValues } from './cell-values.ts'
import { senseOf } from './column-sense.ts'
import { contentOf, figureOf, isNameKey } from './content.ts'
import { type Row, textOf } from '../rows.ts'
import { provenConfidence } from './repair.ts'
import { lessSure } from '../sureness.ts'

/*
 * Doubts about lines although every letter was read: content of another cell, a tax that does not match its rate, a
 * missing serial number.
 */

const taxes = [
  ['cgst', 'cgst_rate'],
  ['sgst', 'sgst_rate'],
  ['igst', 'igst_rate'],
  ['tax_amount', 'gst_rate'],
] as const

/** The amounts on which tax may be calculated. */
const bases = ['taxable_value', 'amount', 'total', 'rate']
/** Rupees by which rounding may change a tax, and a tax rounded to rupees. */
const roundingMax = 0.03
const toRupeeMax = 0.5

/**
 * Marks values as doubtful if other values contradict them, if no other value confirms them, or if their form is
 * wrong. `proven`: the keys of columns whose sum is printed.
 */
export function doubtLines(lines: readonly LineValues[], proven: readonly string[]): void {
  for (const values of lines) doubtForms(values)
  for (const [key, rateKey] of taxes) doubtTaxes(lines, key, rateKey)
  doubtSerials(lines)
  doubtRates(lines)
  for (const values of lines) doubtUnproven(values, proven)
}

function doubt(values: LineValues, key: string, sentence: string): void {
  const value = values.get(key)
  if (value !== undefined) values.set(key, withDoubt(value, sentence))
}

/** Marks texts that do not fit their column. */
function doubtForms(values: LineValues): void {
  for (const [key, { text, doubts }] of values) {
    if (doubts !== undefined || !isOddFor(key, text, values)) continue
    doubt(values, key, `${fieldName(key)}: “${text}” may hold what belongs elsewhere.`)
  }
}

/** The keys that other columns, or the sum below their own column, must confirm. */
const provableKeys =
  'qty rate amount taxable_value total discount discount_pct cgst sgst igst tax_amount'.split(' ')

/** Figures that no other figure confirms may belong to another column. */
function doubtUnproven(values: LineValues, proven: readonly string[]): void {
  const figures = new Map(
    Array.from(values, ([key, { text }]) => [key, figureOf(text) ?? readPercent(text)] as const),
  )
  for (const key of provableKeys) {
    const value = values.get(key)
    if (value === undefined || value.doubts !== undefined || proven.includes(key)) continue
    if ((figures.get(key) ?? 0) === 0 || senseOf(key, (one) => figures.get(one)) > 0) continue
    const reason = `${fieldName(key)}: no other figure bears out ${value.text}.`
    const hasRate = values.has('rate') || values.has('rate_incl_tax')
    values.set(key, lessSure(value, key === 'qty' && !hasRate ? 'withoutRate' : 'unproven', reason))
  }
}

function isOddFor(key: string, text: string, values: LineValues): boolean {
  if (isNameKey(key))
    return hasAmount(text) || !/\p{L}{2}|\p{M}/u.test(text) || isRunTogether(text, values)
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

/** A name with a date before it, with times, or followed by a code or a tax rate that no column has. */
function isRunTogether(text: string, values: LineValues): boolean {
  const hasCode = !values.has('hsn') && /\s(?:99\d{2}|\d{6}|\d{8})$/.test(text)
  const [, percent] = /(?<![\d.])(\d{1,2}(?:\.\d+)?)\s*%/.exec(text) ?? []
  const isTaxed = Array.from(values.keys()).some((key) => key.endsWith('gst_rate'))
  const hasRate = !isTaxed && gstSlabs.includes(Number(percent))
  if (hasCode || hasRate || dayBefore.test(text)) return true
  return /(?<![:\d])\d{1,2}:\d{2}(?![:\d])|\d\s*%\s*[cisu]?t?gst\b/i.test(text)
}

/** "01/08/26", "12-08", "1 Aug 2026"; "3/4" is a size. */
const dayBefore =
  /^(?:\d{1,2}[-/. ]\d{1,2}[-/. ]\d{2,4}|\d{2}[-/]\d{2}|\d{1,2}[-/. ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*)\b/i

/** "September 22, 2026" */
const dateCharactersMax = 19

/** "0.50 mm" is a size, and "69.00 + 71.68" the parts of a quantity. */
function hasAmount(text: string): boolean {
  return /(?<!\+\s*)(?:^|\s)[\d,]+\.\d{2}(?=\s|$)(?!\s*\+|\s*(?:[cm]?m|k?gm?|m?l|ltr|inch|sq|k?w|hp)\b)/i.test(
    text,
  )
}

/** If most lines have the tax of their rate, a line with another tax has a wrong tax or a wrong rate. */
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

/** Undefined if tax, rate or base is missing. */
function isTaxOf(values: LineValues, key: string, rateKey: string): boolean | undefined {
  const tax = figureOf(values.get(key)?.text ?? '')
  const percent = readPercent(values.get(rateKey)?.text ?? '')
  const amounts = bases.flatMap((base) => figureOf(values.get(base)?.text ?? '') ?? [])
  if (tax === undefined || percent === undefined || amounts.length === 0) return undefined
  const most = Number.isInteger(tax) ? toRupeeMax : roundingMax
  // A price with tax includes all of the tax, so also the other half.
  return amounts.some((amount) =>
    [
      amount * percent,
      (amount * percent * 100) / (100 + percent),
      (amount * percent * 100) / (100 + 2 * percent),
    ].some((hundredfold) => Math.abs(hundredfold / 100 - tax) <= most),
  )
}

/** A rate that stands below some names and in no column may be a heading of the lines after it. */
function doubtRates(lines: readonly LineValues[]): void {
  const isInAll = lines.every((values) => values.has('gst_rate'))
  for (const values of lines) {
    const rate = values.get('gst_rate')
    if (isInAll || rate?.label !== '') continue
    doubt(values, 'gst_rate', `${fieldName('gst_rate')}: ${rate.text} stands at some lines only.`)
  }
}

/** 1, 2, 4: a line or its number was not read. */
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

/** Further pages may begin with any number. A paper seldom begins with a small number other than 1. */
const serialFirstMax = 4

/* The printed sum of a column proves every figure in the column. */

const summedKeys = [
  'amount',
  'taxable_value',
  'total',
  'cgst',
  'sgst',
  'igst',
  'tax_amount',
  'discount',
]

/** The keys of the columns whose sum the foot prints. A single line equals its sum, which still counts as proof. */
export function provenSums(lines: readonly LineValues[], foot: readonly Row[]): string[] {
  const printed = new Set(foot.flatMap((row) => figuresIn(row)))
  return summedKeys.filter((key) => {
    const sum = sumOf(lines, key)
    return sum !== undefined && sum !== 0 && printed.has(sum)
  })
}

/** The keys of columns whose sum plus a printed tax, once, in two halves or not at all, is a printed total, perhaps to the rupee. */
export function completedSums(lines: readonly LineValues[], foot: readonly Row[]): string[] {
  const printed = foot.flatMap((row) => figuresIn(row)).filter((paise) => paise > 0)
  const all = new Set(printed)
  const isTotal = (paise: number) => all.has(paise) || all.has(toRupee(paise))
  return summedKeys.filter((key) => {
    const sum = sumOf(lines, key) ?? 0
    return sum !== 0 && [0, ...printed].some((tax) => isTotal(sum + tax) || isTotal(sum + 2 * tax))
  })
}

function toRupee(paise: number): number {
  return Math.round(paise / 100) * 100
}

/** In paise. Undefined if a line has no readable amount. */
function sumOf(lines: readonly LineValues[], key: string): number | undefined {
  let sum = 0
  for (const values of lines) {
    const paise = readPaise(values.get(key)?.text ?? '')
    if (paise === undefined) return undefined
    sum += paise
  }
  return lines.length === 0 ? undefined : sum
}

function figuresIn({ pieces }: Row): number[] {
  return pieces.flatMap((piece) => readPaise(textOf([piece])) ?? [])
}

/** Removes doubts from figures that the sum of their column confirms. */
export function trustSums(lines: readonly LineValues[], proven: readonly string[]): void {
  for (const values of lines) {
    for (const key of proven) {
      const value = values.get(key)
      if (value === undefined || (value.doubts ?? value.reason) === undefined) continue
      const { doubts: _, reason: __, ...sure } = value
      values.set(key, { ...sure, confidence: provenConfidence })
    }
  }
}
