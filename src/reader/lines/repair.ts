import { type ReadValue, withDoubt } from '../page.ts'
import { isProven, type LineValues, textsIn } from './cell-values.ts'
import { figureOf, hsnForm, nameKeys } from './content.ts'
import { toDigit } from '../head/forms.ts'

/*
 * Repairs misread figures: "1.274.50", "12O.00", a lost decimal point. A repair is certain if quantity × rate = amount
 * proves it, and doubtful if only the form suggests it.
 */

/** The confidence of a repaired figure, with proof and without. */
export const provenConfidence = 0.8
const doubtfulConfidence = 0.4

const figureKeys = [
  'qty',
  'rate',
  'rate_incl_tax',
  'amount',
  'taxable_value',
  'total',
  'mrp',
  'discount',
  'cgst',
  'sgst',
  'igst',
  'tax_amount',
]
const provenKeys = new Set(['qty', 'rate', 'rate_incl_tax', 'amount', 'taxable_value', 'total'])

/** Repairs the figures of a line. Use it only for lines read from pixels. */
export function repairFigures(values: LineValues): void {
  const broken = figureKeys.filter((key) => isBroken(values.get(key)?.text))
  repairHsn(values)
  for (const key of broken) repairBroken(values, key)
  if (broken.length === 0 && isProven(textsIn(values)) === false) repairByProof(values)
}

function isBroken(text: string | undefined): boolean {
  return text !== undefined && figureOf(text) === undefined && /\d/.test(text)
}

/** Replaces a text that is not a figure by a figure of similar form. Another value of the line may prove the figure. */
function repairBroken(values: LineValues, key: string): void {
  const value = values.get(key)
  const candidates = value === undefined ? [] : formsOf(value.text)
  const [first] = candidates
  if (value === undefined || first === undefined) return
  const proven = candidates.find((text) => isProven({ ...textsIn(values), [key]: text }) === true)
  const isProof = proven !== undefined && provenKeys.has(key)
  values.set(key, repaired(value, isProof ? proven : first, isProof))
}

/** Repairs the only figure that makes the line right with a decimal point. Nothing is repaired if two figures would. */
function repairByProof(values: LineValues): void {
  const ways = [...provenKeys].flatMap((key) => {
    const value = values.get(key)
    if (value === undefined) return []
    const texts = withPoint(value.text).filter(
      (text) => isProven({ ...textsIn(values), [key]: text }) === true,
    )
    return texts.map((text) => ({ key, value, text }))
  })
  const [only] = ways
  if (only !== undefined && ways.length === 1)
    values.set(only.key, repaired(only.value, only.text, true))
}

/** A name has this many letters in a row. Fewer are scraps of another script. */
const nameLetters = /\p{L}{3}/u
const scrapConfidence = 0.3

/** Marks a name of scraps as doubtful. */
export function doubtScraps(values: LineValues): void {
  for (const key of nameKeys) {
    const value = values.get(key)
    if (value === undefined || nameLetters.test(value.text)) continue
    const confidence = Math.min(value.confidence, scrapConfidence)
    const doubt = `“${value.text}” is hardly the whole name.`
    values.set(key, withDoubt({ ...value, confidence }, doubt))
  }
}

/** A repaired value. Without proof it is doubtful, so that a person is asked. */
export function repaired(value: ReadValue, text: string, isProof: boolean): ReadValue {
  const confidence = Math.min(value.confidence, isProof ? provenConfidence : doubtfulConfidence)
  const own = { ...value, text, confidence }
  return isProof ? own : withDoubt(own, `“${value.text}” is read as ${text}.`)
}

/** Replaces letters beside digits by the digits that they look like. */
function toDigits(text: string): string {
  return text.replaceAll(
    /[OoQDIl|ZSB](?=[\d.,]|$)|(?<=[\d.,])[OoQDIl|ZSB]/g,
    (letter) => toDigit.get(letter) ?? letter,
  )
}

/** The figures that a text may mean, the likeliest first. */
function formsOf(text: string): string[] {
  const digits = toDigits(text)
    .replaceAll(/[^\d.,\-+()]/g, '')
    .replace(/[.,]+$/, '')
  // The last separator is the decimal point: "3.207.99", "1,274,50".
  const parts = /^(-?)([\d.,]*\d)[.,](\d{2})$/.exec(digits)
  const pointed = parts === null ? [] : [`${parts[1]}${grouped(parts[2] ?? '')}.${parts[3]}`]
  return [digits, ...pointed].filter((form) => figureOf(form) !== undefined)
}

function grouped(digits: string): string {
  return digits.replaceAll(/[.,]/g, '')
}

/** A number without a point, with the point that the paper prints before its paise. */
function withPoint(text: string): string[] {
  const digits = text.replaceAll(/[,\s]/g, '')
  return /^\d{3,}$/.test(digits) ? [`${digits.slice(0, -2)}.${digits.slice(-2)}`] : []
}

/** A HSN code has four, six or eight digits and nothing else. */
function repairHsn(values: LineValues): void {
  const hsn = values.get('hsn')
  if (hsn === undefined || /^\d+$/.test(hsn.text)) return
  const text = toDigits(hsn.text).replaceAll(/[\s.,]/g, '')
  if (hsnForm.test(text)) values.set('hsn', repaired(hsn, text, false))
}

/* Fills in cells that the reading of pixels lost, mostly single digits, when the rest of the table shows their content. */

const completedConfidence = 0.6
/** The share of serial numbers that must be read in order before the others are filled in. */
const serialsMin = 0.5
/** Fills in the 3 between 2 and 4. */
export function completeSerials(lines: readonly LineValues[]): void {
  const first = Number(lines[0]?.get('sl_no')?.text ?? 1)
  const isInOrder = (values: LineValues, index: number) =>
    values.get('sl_no')?.text === String(first + index)
  const label = lines.map((values) => values.get('sl_no')?.label).find((text) => text !== undefined)
  const right = lines.filter(isInOrder).length
  if (label === undefined || right < serialsMin * lines.length) return
  for (const [index, values] of lines.entries()) {
    if (!isInOrder(values, index)) complete(values, 'sl_no', String(first + index), label)
  }
}

/** "1. Software licence": takes the serial number from the front of each name, if each line has its own. */
export function takeSerials(lines: readonly LineValues[]): void {
  const names = lines.map((values) => values.get('description') ?? values.get('product_name'))
  const isNumbered = names.every((name, index) => {
    const [, number, sign] = /^(\d+)([.)]?) /.exec(name?.text ?? '') ?? []
    return number === String(index + 1) && (sign !== '' || names.length > 1)
  })
  if (!isNumbered) return
  for (const values of lines) {
    for (const key of nameKeys) {
      const value = values.get(key)
      const [number = '', ...words] = value?.text.split(' ') ?? []
      if (value === undefined || values.has('sl_no')) continue
      values.set('sl_no', { ...value, text: number.replace(/[.)]$/, ''), label: '' })
      values.set(key, { ...value, text: words.join(' ') })
    }
  }
}

function complete(values: LineValues, key: string, text: string, label: string): void {
  const { page } = [...values.values()][0] ?? {}
  const place = page === undefined ? {} : { page }
  values.set(key, { text, label, source: 'ocr', ...place, confidence: completedConfidence })
}
