import { toNfc, foldText } from '../../../platform/text.ts'
import { type Category, categories } from '../categories.ts'
import { type Place, builtInSets, type PrintedLabels } from './printed-labels.ts'
import { kindOf, type ValueKind } from './typed-values.ts'

/** All that the rules say about one raw label. `key` is the canonical key, `values` folded raw value → clean value. */
export type Column = {
  readonly key: string
  /** Who says so: a rule of the organisation, a built-in label, or nobody, and then the label stays. */
  readonly origin: 'rule' | 'built-in' | 'printed'
  readonly kind: ValueKind | undefined
  readonly values: ReadonlyMap<string, string> | undefined
}

export type ColumnLookup = (label: string) => Column

/** Labels remembered per category and place. When there are more, remembering starts afresh. */
const rememberedLabelsMax = 2_000
/** Characters. A longer label is looked up each time, so that what is remembered stays small. */
const rememberedCharactersMax = 100

/**
 * Looks raw labels up: among the organisation's (folded label → key), then the built-in ones. A label that neither
 * knows is its own key. `values` holds the organisation's clean values by folded key and folded value.
 */
export function columnLookup(
  category: Category,
  place: Place,
  labels: ReadonlyMap<string, string>,
  values: ReadonlyMap<string, ReadonlyMap<string, string>>,
): ColumnLookup {
  return rememberColumns((label) => {
    const folded = foldLabel(label)
    const ruled = labels.get(folded)
    const builtIn =
      builtInLabels(category, place).get(folded) ?? builtInLabels(null, place).get(folded)
    const key = ruled ?? builtIn ?? toNfc(label)
    const origin = ruled !== undefined ? 'rule' : builtIn !== undefined ? 'built-in' : 'printed'
    return { key, origin, kind: kindOf(key, place), values: values.get(foldLabel(key)) }
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

let builtInIndex: ReadonlyMap<string, ReadonlyMap<string, string>> | undefined

/**
 * The built-in labels of one place, folded label → canonical key: those of one category, or with null those of all.
 * A canonical key stands for itself where no printed label says otherwise.
 */
export function builtInLabels(
  category: Category | null,
  place: Place,
): ReadonlyMap<string, string> {
  // Thousands of spellings: built with the first document rather than at start-up.
  builtInIndex ??= buildIndex()
  const found = builtInIndex.get(indexKey(category, place))
  if (found === undefined) throw new Error(`No index of built-in labels for ${category} ${place}`)
  return found
}

/** Every spelling that a printed label stands for, folded. */
export function spellingsOf(key: string, printed: string): string[] {
  let spellings = [foldLabel(printed)]
  for (const [word, others] of otherWords) {
    spellings = spellings.flatMap((label) => withOtherWords(label, word, others))
  }
  if (moneyKeys.has(key)) {
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

const moneyKeys = new Set(
  `rate amount total subtotal taxable_value cgst sgst igst utgst cess tax_amount discount round_off freight mrp
  debit credit balance opening_balance closing_balance`.split(/\s+/),
)

function withOtherWords(label: string, word: RegExp, others: readonly string[]): string[] {
  if (!word.test(label)) return [label]
  return [label, ...others.map((other) => label.split(word).join(other))]
}

function buildIndex(): Map<string, Map<string, string>> {
  const index = new Map<string, Map<string, string>>()
  for (const category of [null, ...categories]) {
    for (const place of ['metadata', 'line'] as const) {
      index.set(indexKey(category, place), indexLabels(printedLabels(category, place)))
    }
  }
  return index
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

function indexKey(category: Category | null, place: Place): string {
  return `${category ?? 'all'} ${place}`
}
