import { foldText, toNfc } from '../../platform/text.ts'
import type { Category } from '../categories.ts'
import { type Delivered, fieldOf, type Kind, type Place } from '../fields.ts'
import { builtInSets, type PrintedLabels } from './printed-labels.ts'
import { kindOf } from './typed-values.ts'

/** All that the rules say about one raw label. `key` is the canonical key, `values` folded raw value → clean value. */
export type Column = {
  readonly key: string
  /** Who says so: a rule of the organisation, a built-in label, or nobody, and then the label stays. */
  readonly origin: 'rule' | 'built-in' | 'printed'
  /** Whether a rule is of no use: one knows the label or makes others it, or nothing is left of it when folded. */
  readonly isKnown: boolean
  readonly kind: Delivered | undefined
  readonly values: ReadonlyMap<string, string> | undefined
}

export type ColumnLookup = (label: string) => Column

/** Labels remembered per category and place. When there are more, remembering starts afresh. */
const rememberedLabelsMax = 2_000
/** Characters. A longer label is looked up each time, so that what is remembered stays small. */
const rememberedCharactersMax = 100

/**
 * Looks raw labels up: among the organisation's (folded label → key), then the built-in ones. A label that neither
 * knows is its own key. `values` holds the organisation's clean values by folded key and folded value, `keys` what its
 * labels stand for, folded.
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
    const known = builtInLabels(category, place).get(folded)
    const key = ruled ?? known ?? toNfc(label)
    const origin = ruled !== undefined ? 'rule' : known !== undefined ? 'built-in' : 'printed'
    const isKnown = origin !== 'printed' || folded === '' || keys.has(folded)
    return { key, origin, isKnown, kind: kindOf(key, place), values: values.get(foldLabel(key)) }
  })
}

/** The same few labels come with every document, and folding one costs more than all the rest. */
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

const builtIn = new Map<string, ReadonlyMap<string, string>>()

/**
 * The built-in labels of one place in documents of a category, folded label → canonical key; those for this category
 * come before those for all. A canonical key stands for itself where no printed label says otherwise.
 */
export function builtInLabels(category: Category, place: Place): ReadonlyMap<string, string> {
  const name = `${category} ${place}`
  const known = builtIn.get(name)
  if (known !== undefined) return known
  // Thousands of spellings: built with the first document rather than at start-up.
  const labels = indexLabels(printedLabels(category, place))
  for (const [label, key] of indexLabels(printedLabels(null, place))) {
    if (!labels.has(label)) labels.set(label, key)
  }
  builtIn.set(name, labels)
  return labels
}

/** Every spelling that a printed label stands for, folded. */
export function spellingsOf(key: string, printed: string): string[] {
  let spellings = [foldLabel(printed)]
  for (const [word, others] of otherWords) {
    spellings = spellings.flatMap((label) => withOtherWords(label, word, others))
  }
  if (moneyKinds.has(fieldOf(key)?.kind)) {
    spellings = spellings.flatMap((label) => [
      label,
      ...currencies.map((mark) => `${label} ${mark}`),
    ])
  }
  return spellings
}

// One word on paper, several ways to print it. `#` needs none: it is a space.
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

function withOtherWords(label: string, word: RegExp, others: readonly string[]): string[] {
  if (!word.test(label)) return [label]
  return [label, ...others.map((other) => label.split(word).join(other))]
}

function printedLabels(category: Category | null, place: Place): PrintedLabels[] {
  return builtInSets
    .filter((set) => set.category === category && (set.place ?? place) === place)
    .map((set) => set.labels)
}

/** Printed labels first, then canonical keys, then labels run together ("BillNo"): an earlier one is never replaced. */
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
