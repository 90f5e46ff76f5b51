import { labelMatcher } from '../labels/match.ts'
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
  // "Part Name" is not a misread "Party Name". A heading with figures is a cell.
  const blurredKey = (label: string) =>
    isBlurred && keyByWords(label) === undefined && !/\d{2}/.test(label)
      ? matcherOf(category).nearest(foldLabel(label))
      : undefined
  return (label) => {
    if (!known.has(label)) {
      known.set(label, learnt.get(foldLabel(label)) ?? findKey(label, labels) ?? blurredKey(label))
    }
    return known.get(label)
  }
}

/** "HSN" and "Qty" are known, whatever a scanner makes of an S. */
const confusedMin = 3

const matchers = new Map<Category, ReturnType<typeof labelMatcher<string>>>()

function matcherOf(category: Category) {
  return matchers.getOrInsertComputed(category, () =>
    labelMatcher(builtInLabels(category, 'line'), confusedMin),
  )
}

function findKey(label: string, labels: ReadonlyMap<string, string>): string | undefined {
  if (/^(?:#|№|n[o0]\.?)$/i.test(label.trim())) return 'sl_no'
  // These headings stand over rates or amounts. The column's content decides.
  if (/^(?:gst|tax|taxes|vat)$/i.test(label.trim())) return 'tax_amount'
  for (const candidate of candidatesOf(label)) {
    const key = labels.get(candidate) ?? labels.get(candidate.replaceAll(' ', ''))
    if (key !== undefined) return key
  }
  return undefined
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

const wholeTax: Parts = { rate: 'gst_rate', amount: 'tax_amount' }

/** The taxes and the discount of a line. */
export const ratedParts: readonly Parts[] = [
  ...['cgst', 'sgst', 'igst', 'utgst', 'cess'].map((tax) => ({ rate: `${tax}_rate`, amount: tax })),
  wholeTax,
  { rate: 'discount_pct', amount: 'discount' },
]

const keysOfParts = new Map<string, Parts>([
  ...ratedParts.map((parts) => [parts.amount, parts] as const),
  [wholeTax.rate, wholeTax],
])
