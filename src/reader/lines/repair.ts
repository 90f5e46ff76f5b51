import { type ReadValue, withDoubt } from '../page.ts'
import { isProven, type LineValues, textsIn } from './cell-values.ts'
import { fieldName } from '../../paper/fields.ts'
import { readQuantity } from '../../paper/values.ts'
import { figureOf, hsnForm, isNameKey, nameKeys } from './content.ts'
import { toDigit } from '../head/forms.ts'
import { withThousands } from '../pages/ocr/words-of-line.ts'

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

/** Replaces a text that is not a figure by a figure of similar form. The other values of the line may prove it. */
function repairBroken(values: LineValues, key: string): void {
  const value = values.get(key)
  const text = formOf(value?.text ?? '')
  if (value === undefined || figureOf(text) === undefined) return
  const isProof = provenKeys.has(key) && isProven({ ...textsIn(values), [key]: text }) === true
  values.set(key, repaired(value, text, isProof))
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

/* Letters that are often wrong in a picture. No sum and no check character shows that, so a person is asked. */

/** Marks the texts of lines that a picture may show otherwise. Use it only for lines read from pixels. */
export function doubtLetters(lines: readonly LineValues[]): void {
  const hasLetters = lines.some((values) => /\p{L}/u.test(values.get('pack')?.text ?? ''))
  for (const values of lines) {
    for (const [key, read] of values) {
      if (read.source !== 'ocr') continue
      const value = key === 'unit' ? withKnownUnit(read) : read
      values.set(key, value)
      const doubt = isNameKey(key) ? ofName(value.text) : ofCode(key, value, hasLetters)
      if (doubt !== undefined) values.set(key, withDoubt(value, `${fieldName(key)}: ${doubt}`))
    }
  }
}

/** A name has this many letters in a row. Fewer are scraps of another script. */
const nameLetters = /\p{L}{3}/u
/** "Tffin": no word begins with a consonant and a double one. */
const lostLetter = /(?<!\p{L})[B-DF-HJ-NP-TV-Z]([b-df-hj-np-tv-z])\1/u
/** "Besan.1 kg", "licence. 5 users", "Powder 1. kg": a speck, or a comma without its tail. */
const speck = /\p{Ll}{3}\.[\p{L}\d]|\p{Ll}{4}\. |(?<![\d.])\d\. /u

function ofName(text: string): string | undefined {
  if (!nameLetters.test(text)) return `“${text}” is hardly the whole name.`
  if (lostLetter.test(text)) return `a letter of “${text}” may be missing.`
  return speck.test(text) ? `a point in “${text}” may be none.` : undefined
}

/** A unit that Daybook does not know is doubted below this. 11 of 11 above it were right ("Bkt"), 0 of 3 below ("Bel" and "BdI" for "Bdl"). */
const unknownUnitMin = 0.9

/** There are few units: 27 of 27 known ones with unsure letters were right. */
function withKnownUnit(unit: ReadValue): ReadValue {
  const isKnown = readQuantity(`1 ${unit.text}`) !== undefined
  return isKnown ? { ...unit, confidence: Math.max(unit.confidence, unknownUnitMin) } : unit
}

/** `hasLetters`: whether a pack of the paper has letters. */
function ofCode(
  key: string,
  { text, confidence }: ReadValue,
  hasLetters: boolean,
): string | undefined {
  if (key === 'unit' && confidence < unknownUnitMin)
    return `“${text}” is no unit that Daybook knows.`
  if (key === 'pack' && hasLetters && /^\d*5$/.test(text))
    return `compare “${text}” with the paper: S and 5 look alike in a picture.`
  return undefined
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

/** The figure that a text may mean. */
function formOf(text: string): string {
  const digits = toDigits(text).replaceAll(/[^\d.,\-+()]/g, '')
  return withThousands(digits.replace(/[.,]+$/, ''))
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
