import { wrongLetters } from '../wrong-letters.ts'
import type { Category } from '../../paper/categories.ts'
import { builtInLabels, foldLabel } from '../../paper/rules/labels.ts'
import { keyByWords } from '../../paper/fields/heading-words.ts'

/* Finds the canonical key of a column's heading. */

/** The canonical key of a printed heading. Undefined if the heading is unknown. */
export type KeyOf = (label: string) => string | undefined

/**
 * `isBlurred`: the heading was read from pixels, so a letter or two may be wrong. `learnt`: the seller's own headings,
 * folded, with their keys.
 */
export function keysOfHeadings(
  category: Category,
  isBlurred: boolean,
  learnt: ReadonlyMap<string, string> = new Map(),
): KeyOf {
  const labels = builtInLabels(category, 'line')
  const known = new Map<string, string | undefined>()
  return (label) => {
    if (!known.has(label)) {
      known.set(label, learnt.get(foldLabel(label)) ?? findKey(label, labels, isBlurred))
    }
    return known.get(label)
  }
}

function findKey(label: string, labels: ReadonlyMap<string, string>, isBlurred: boolean) {
  if (/^(?:#|№|n[o0]\.?)$/i.test(label.trim())) return 'sl_no'
  // These headings stand over rates or amounts. The column's content decides.
  if (/^(?:gst|tax|taxes|vat)$/i.test(label.trim())) return 'tax_amount'
  for (const candidate of candidatesOf(label)) {
    const key = labels.get(candidate) ?? labels.get(candidate.replaceAll(' ', ''))
    if (key !== undefined) return key
  }
  // "Part Name" is not a misread "Party Name".
  return isBlurred && keyByWords(label) === undefined ? findBlurred(label, labels) : undefined
}

/** The most words of a heading in two languages, also when only one language is readable: "Tf21 / Amount". */
const bilingualWordsMax = 5

/** The label itself, then the label without text in brackets, then each language of a bilingual label. */
function* candidatesOf(label: string): Generator<string> {
  yield foldLabel(label.replaceAll(/[,;*|]+/g, ' '))
  // "Rate (Incl)" is not the plain rate.
  if (!/\((?:in|ex)c/i.test(label)) yield foldLabel(label.replaceAll(/\(.*?\)|[₹:]/g, ' '))
  const latin = label.replaceAll(/[^\p{Script=Latin}\p{N}%@.&\s]+/gu, ' ').trim()
  yield foldLabel(latin)
  // "जीएसटी % GST" leaves "% GST".
  if (latin !== label.trim()) yield foldLabel(latin.replace(/^%\s*(.+)$/, '$1 %'))
  yield foldLabel(label.replaceAll(/[^\p{Script=Devanagari}\s]+/gu, ' '))
  // Not for a title that happens to contain a known word, nor for "Qty Rate/Unit".
  const isBilingual = /[^\p{Script=Latin}\P{L}]/u.test(label) || /\s\/|\/\s/.test(label)
  if (!isBilingual || label.split(/\s+/).length > bilingualWordsMax) return
  for (const part of label.split(/[/|]/)) if (part.trim().length > 2) yield foldLabel(part)
}

/** From these lengths on, a label may have one wrong letter, and two. */
const oneWrongMin = 5
const twoWrongMin = 10

/** A known label with letters that look alike made equal. `letters` has a bit for each of its letters. */
type Blurred = { readonly text: string; readonly key: string; readonly letters: number }

const blurredLabels = new WeakMap<ReadonlyMap<string, string>, Map<number, Blurred[]>>()

/** The known labels by their length. */
function byLength(labels: ReadonlyMap<string, string>): Map<number, Blurred[]> {
  return blurredLabels.getOrInsertComputed(labels, () => {
    const texts = new Map(Array.from(labels, ([label, key]) => [blurred(label), key]))
    const all = Array.from(texts, ([text, key]) => ({ text, key, letters: lettersOf(text) }))
    return Map.groupBy(all, ({ text }) => text.length)
  })
}

function findBlurred(label: string, labels: ReadonlyMap<string, string>): string | undefined {
  const read = blurred(foldLabel(label))
  if (/\d{2}/.test(label)) return undefined
  const wrongMax = read.length < oneWrongMin ? 0 : read.length < twoWrongMin ? 1 : 2
  const letters = lettersOf(read)
  const index = byLength(labels)
  let best: { key: string; wrong: number } | undefined
  // Labels with another number of words are other labels, not misread ones.
  for (const length of [read.length, read.length - 1, read.length + 1]) {
    for (const candidate of index.get(length) ?? []) {
      // A wrong letter changes at most two bits. This quick test rejects most labels.
      if (bitsOf(candidate.letters ^ letters) > 2 * wrongMax) continue
      const wrong = wrongLetters(read, candidate.text, wrongMax)
      if (wrong <= wrongMax && wrong < (best?.wrong ?? Infinity))
        best = { key: candidate.key, wrong }
    }
  }
  return best?.key
}

function lettersOf(text: string): number {
  let bits = 0
  for (let index = 0; index < text.length; index++) bits |= 1 << (text.charCodeAt(index) & 31)
  return bits
}

function bitsOf(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

const alike: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', i: 'l', '5': 's', '8': 'b' }

/** The text with letters and digits that look alike made equal. */
function blurred(text: string): string {
  return text.replaceAll(' ', '').replaceAll(/[01i58]/g, (letter) => alike[letter] ?? letter)
}

/** Sub-headings that say which part of the tax or discount stands below: "Rate | Amount". */
export function partOfGroup(label: string): 'rate' | 'amount' | undefined {
  const folded = foldLabel(label.replaceAll(/[₹:,]/g, ' '))
  // A camera reads "%" as "9%", "%6" or "96".
  if (/^(?:rate|\d?%\d?|rate ?%|tax ?%|tax rate|per ?cent|percentage|per|दर)$/.test(folded))
    return 'rate'
  return /^(?:am(?:oun)?t|value|tax|tax am(?:oun)?t|rs|inr|total|राशि)?(?: (?:rs|inr))?$/.test(
    folded,
  )
    ? 'amount'
    : undefined
}

/** The key of a sub-heading under a heading that spans several columns. */
export function keyInGroup(group: string, label: string, keyOf: KeyOf): string | undefined {
  const parts = partsOfGroup(group, keyOf)
  const part = partOfGroup(label)
  if (parts !== undefined && part !== undefined) return parts[part]
  return keyOf(`${group} ${label}`) ?? keyOf(`${label} ${group}`) ?? keyOf(label)
}

type Parts = { readonly rate: string; readonly amount: string }

/** The keys below the heading of a tax, a discount or a scheme. Undefined for any other heading. */
export function partsOfGroup(group: string, keyOf: KeyOf): Parts | undefined {
  const parts = keysOfParts.get(keyOf(group) ?? taxOf(group) ?? '')
  if (parts !== undefined) return parts
  const isDiscount = /\bdisc(?:ount)?\b|^(?:less|scheme|sch|cd|td|rebate)\b/i.test(group)
  return isDiscount ? { rate: 'discount_pct', amount: 'discount' } : undefined
}

/** "State GST", "C.G.S.T", "Goods & Services Tax": the tax of a group of columns. */
function taxOf(group: string): string | undefined {
  const words = foldLabel(group)
  if (words.split(' ').length > groupWordsMax) return undefined
  return taxNames.find(([, name]) => name.test(words))?.[0]
}

const groupWordsMax = 5

const taxNames: readonly (readonly [string, RegExp])[] = [
  ['cgst', /^(?:central(?: gst| tax)?|c ?g ?s ?t)$/],
  ['sgst', /^(?:state(?: gst| tax)?|s ?g ?s ?t)(?: utgst)?$/],
  ['igst', /^(?:integrated(?: gst| tax)?|i ?g ?s ?t)$/],
  ['tax_amount', /^(?:gst|g s t|tax|goods (?:& |and )?services? tax)$/],
]

const keysOfParts = new Map<string, Parts>([
  ['cgst', { rate: 'cgst_rate', amount: 'cgst' }],
  ['sgst', { rate: 'sgst_rate', amount: 'sgst' }],
  ['igst', { rate: 'igst_rate', amount: 'igst' }],
  ['utgst', { rate: 'utgst_rate', amount: 'utgst' }],
  ['cess', { rate: 'cess_rate', amount: 'cess' }],
  ['tax_amount', { rate: 'gst_rate', amount: 'tax_amount' }],
  ['gst_rate', { rate: 'gst_rate', amount: 'tax_amount' }],
  ['discount', { rate: 'discount_pct', amount: 'discount' }],
])
