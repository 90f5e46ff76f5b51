import { foldText, toNfc } from '../../platform/text.ts'
import type { Category } from '../categories.ts'
import { type Delivered, fieldOf, type Kind, type Place, fields, type Labels } from '../fields.ts'
import { kindOf } from './typed-values.ts'

/** Everything that the rules say about one raw label. `key`: the key of its delivered value. `values`: folded raw value → clean value. */
export type Column = {
  readonly key: string
  /**
   * Daybook's own key for the label. It differs from `key` where a rule turns the label into a key that only the shop's program knows
   * ("BillRef").
   */
  readonly canonical: string
  /** Where the key comes from: a rule, a built-in label, or the printed label itself. */
  readonly origin: 'rule' | 'built-in' | 'printed'
  /**
   * Whether a rule for the label would be useless: a rule or a built-in label knows it, a rule has it as its result, or it folds to
   * nothing.
   */
  readonly isKnown: boolean
  readonly kind: Delivered | undefined
  readonly values: ReadonlyMap<string, string> | undefined
}

export type ColumnLookup = (label: string) => Column

/** Remembered labels for each category and place. With more, remembering starts again. */
const rememberedLabelsMax = 2_000
/** Characters. A longer label is not remembered, so that memory stays small. */
const rememberedCharactersMax = 100

/**
 * Finds the key of raw labels: first in the organisation's labels (folded label → key), then in the built-in labels. An unknown label is
 * its own key. `values`: the organisation's clean values by folded key and folded value. `keys`: the folded keys that the organisation's
 * labels stand for.
 */
export function columnLookup(
  category: Category,
  place: Place,
  labels: ReadonlyMap<string, string>,
  values: ReadonlyMap<string, ReadonlyMap<string, string>>,
  keys: ReadonlySet<string> = new Set(),
): ColumnLookup {
  return rememberColumns((label) => {
    const folded = foldLabel(label)
    const ruled = labels.get(folded)
    const builtInKeys = builtInLabels(category, place)
    const known = builtInKeys.get(folded)
    const key = ruled ?? known ?? toNfc(label)
    const isOwn = ruled !== undefined && builtInKeys.get(foldLabel(ruled)) !== ruled
    const canonical = isOwn ? (known ?? key) : key
    const origin = ruled !== undefined ? 'rule' : known !== undefined ? 'built-in' : 'printed'
    const isKnown = origin !== 'printed' || folded === '' || keys.has(folded)
    const kind = kindOf(key, place)
    return { key, canonical, origin, isKnown, kind, values: values.get(foldLabel(key)) }
  })
}

/** The same few labels come with every document, and folding a label costs more than everything else. */
function rememberColumns(find: ColumnLookup): ColumnLookup {
  const remembered = new Map<string, Column>()
  return (label) => {
    const known = remembered.get(label)
    if (known !== undefined) return known
    const column = find(label)
    if (label.length > rememberedCharactersMax) return column
    if (remembered.size >= rememberedLabelsMax) remembered.clear()
    remembered.set(label, column)
    return column
  }
}

/** The form in which labels are compared: folded as text, and `_ - . : # / ( )` count as spaces. */
export function foldLabel(label: string): string {
  return foldText(label)
    .replace(/[_\-.:#/()\s]+/g, ' ')
    .trim()
}

type KeysByLabel = ReadonlyMap<string, string>
const builtIn = new Map<string, KeysByLabel>()

/**
 * The built-in labels of one place in documents of a category, folded label → canonical key. Labels for this category win over labels for
 * all. A canonical key is its own label, unless it is a printed label of another key. Null: the labels for all.
 */
export function builtInLabels(category: Category | null, place: Place): KeysByLabel {
  const name = `${category} ${place}`
  const known = builtIn.get(name)
  if (known !== undefined) return known
  // Thousands of spellings. They are built with the first document, to keep the start fast.
  const labels = indexLabels(printedLabels(category, place))
  for (const [label, key] of category === null ? [] : builtInLabels(null, place)) {
    if (!labels.has(label)) labels.set(label, key)
  }
  builtIn.set(name, labels)
  return labels
}

/** Every spelling of a printed label, folded. */
export function spellingsOf(key: string, printed: string): string[] {
  const label = foldLabel(printed)
  let spellings = [label]
  for (const [word, others] of otherWords) {
    // No other spelling of one word holds or loses another of them.
    if (!word.test(label)) continue
    spellings = spellings.flatMap((one) => [one, ...others.map((o) => one.split(word).join(o))])
  }
  if (!moneyKinds.has(fieldOf(key)?.kind)) return spellings
  return spellings.flatMap((one) => [one, ...currencies.map((mark) => `${one} ${mark}`)])
}

// Words that papers print in several ways. `#` is not listed: it counts as a space.
const otherWords: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bno\b/, ['number', 'num']],
  [/\bdate\b/, ['dt']],
  [/\bamount\b/, ['amt']],
  [/\bqty\b/, ['quantity', 'qnty']],
  [/&/, ['and']],
  [/'s\b/, ['’s']],
]

// "Amount (₹)", "Balance (INR)", "Rate in Rs."
const currencies = ['₹', 'rs', 'inr', 'in ₹', 'in rs', 'in inr', 'in rupees']

const moneyKinds: ReadonlySet<Kind | undefined> = new Set<Kind>([
  'money',
  'tax',
  'discount',
  'balance',
  'rate',
])

function printedLabels(category: Category | null, place: Place): PrintedLabels[] {
  return builtInSets
    .filter((set) => set.category === category && (set.place ?? place) === place)
    .map((set) => set.labels)
}

/** Printed labels first, then canonical keys, then labels without spaces ("BillNo"). A later label never replaces an earlier one. */
function indexLabels(sets: readonly PrintedLabels[]): Map<string, string> {
  const index = new Map<string, string>()
  const add = (label: string, key: string) => {
    if (!index.has(label)) index.set(label, key)
  }
  for (const [key, labels] of sets.flatMap((set) => Object.entries(set))) {
    for (const printed of labels.split('|')) {
      for (const label of spellingsOf(key, printed)) add(label, key)
    }
  }
  for (const key of sets.flatMap((set) => Object.keys(set))) add(foldLabel(key), key)
  const printed = Array.from(index)
  for (const [label, key] of printed) add(label.replaceAll(' ', ''), key)
  return index
}

/** Canonical key → its printed labels, separated by `|`. Regular variants of a spelling are added. */
export type PrintedLabels = Readonly<Record<string, string>>

/** One set of built-in labels, for one category or all, for one place or both. */
export type BuiltInSet = {
  readonly category: Category | null
  readonly place: Place | null
  readonly labels: PrintedLabels
}

/** All built-in labels. Sets of the same category and place must not give one label to two keys. */
export const builtInSets: readonly BuiltInSet[] = [
  { category: null, place: 'head', labels: printedIn('head') },
  { category: null, place: null, labels: printedIn('both') },
  { category: null, place: 'line', labels: printedIn('line') },
  { category: 'purchase_order', place: 'head', labels: printedIn('orderHead') },
  { category: 'bank_entry', place: 'head', labels: printedIn('statementHead') },
  { category: 'bank_entry', place: 'line', labels: printedIn('statementLine') },
]

/** The printed labels of each key for one kind of place. */
export function printedIn(slot: keyof Labels): PrintedLabels {
  const printed = Object.entries(fields).map(([key, { labels }]) => [key, labels?.[slot]] as const)
  return Object.fromEntries(
    printed.flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])),
  )
}
