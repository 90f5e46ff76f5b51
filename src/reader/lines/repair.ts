import type { ReadValue } from '../page.ts'
import type { LineValues } from './cell-values.ts'
import { figureOf } from './content.ts'
import { textsOf } from './line-values.ts'
import { isProven } from './proof.ts'

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
  if (broken.length === 0 && isProven(textsOf(values)) === false) repairByProof(values)
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
  const proven = candidates.find((text) => isProven({ ...textsOf(values), [key]: text }) === true)
  const isProof = proven !== undefined && provenKeys.has(key)
  values.set(key, repaired(value, isProof ? proven : first, isProof))
}

/** Repairs the only figure that makes the line right with a decimal point. Nothing is repaired if two figures would. */
function repairByProof(values: LineValues): void {
  const ways = [...provenKeys].flatMap((key) => {
    const value = values.get(key)
    if (value === undefined) return []
    const texts = withPoint(value.text).filter(
      (text) => isProven({ ...textsOf(values), [key]: text }) === true,
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
  for (const key of ['description', 'product_name']) {
    const value = values.get(key)
    if (value === undefined || nameLetters.test(value.text)) continue
    const doubts = [...(value.doubts ?? []), `“${value.text}” is hardly the whole name.`]
    values.set(key, { ...value, confidence: Math.min(value.confidence, scrapConfidence), doubts })
  }
}

/** A repaired value. Without proof it is doubtful, so that a person is asked. */
export function repaired(value: ReadValue, text: string, isProof: boolean): ReadValue {
  const confidence = Math.min(value.confidence, isProof ? provenConfidence : doubtfulConfidence)
  if (isProof) return { ...value, text, confidence }
  const doubt = `“${value.text}” is read as ${text}.`
  return { ...value, text, confidence, doubts: [...(value.doubts ?? []), doubt] }
}

const digitsFor: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  D: '0',
  I: '1',
  l: '1',
  '|': '1',
  Z: '2',
  S: '5',
  B: '8',
}

/** Replaces letters beside digits by the digits that they look like. */
function toDigits(text: string): string {
  return text.replaceAll(
    /[OoQDIl|ZSB](?=[\d.,]|$)|(?<=[\d.,])[OoQDIl|ZSB]/g,
    (letter) => digitsFor[letter] ?? letter,
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
  if (/^\d{4}(?:\d{2}){0,2}$/.test(text)) values.set('hsn', repaired(hsn, text, false))
}
