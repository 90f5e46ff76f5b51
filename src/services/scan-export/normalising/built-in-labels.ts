import { foldText } from '../../../platform/text.ts'
import type { Category } from '../categories.ts'
import { builtInSets, type Place, type BuiltInSet } from './printed-labels.ts'
import { foldLabel, builtInLabels } from './labels.ts'

/** The built-in labels of one key; `category` and `place` null for all. */
type BuiltInRow = {
  key: string
  category: Category | null
  place: Place | null
  labels: string[]
}

let allRows: readonly BuiltInRow[] | undefined

/** The built-in labels of every key, by key; those that a search and a category leave. */
export function listBuiltIn(search: string, category: Category | undefined): BuiltInRow[] {
  allRows ??= builtInSets.flatMap(builtInRowsOf).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const label = foldLabel(search)
  const text = label === '' ? foldText(search) : label
  return allRows.filter(
    (row) =>
      (category === undefined || row.category === null || row.category === category) &&
      [row.key, ...row.labels].some((candidate) => foldLabel(candidate).includes(text)),
  )
}

/** The keys that built-in labels stand for, in alphabetical order. */
export function builtInKeys(): string[] {
  return [...new Set(builtInSets.flatMap(({ labels }) => Object.keys(labels)))].toSorted()
}

function builtInRowsOf({ category, place, labels }: (typeof builtInSets)[number]): BuiltInRow[] {
  return Object.entries(labels).map(([key, printed]) => ({
    key,
    category,
    place,
    labels: printed.split('|').map((label) => label.trim().replace(/\s+/g, ' ')),
  }))
}

/** Likeness from 0 to 1, from which a label is taken for a misspelling of another one. */
const likenessMin = 0.55

type Spelling = { key: string; pairs: number }
type Index = { spellings: Spelling[]; byPair: Map<string, number[]> }

const indexes = new Map<string, Index>()

/**
 * The key that a label most likely stands for, because a built-in label is spelt much like it ("Invocie Nmbr"); null when
 * none is. Compared by pairs of letters (Dice's coefficient).
 */
export function likelyKey(label: string, category: Category, place: Place): string | null {
  const { spellings, byPair } = indexOf(category, place)
  const pairs = pairsOf(foldLabel(label))
  const common = new Map<number, number>()
  for (const pair of pairs) {
    for (const spelling of byPair.get(pair) ?? []) {
      common.set(spelling, (common.get(spelling) ?? 0) + 1)
    }
  }
  let best: { key: string; likeness: number } | undefined
  for (const [position, count] of common) {
    const spelling = spellings[position]
    if (spelling === undefined) continue
    const likeness = (2 * count) / (pairs.size + spelling.pairs)
    if (likeness > (best?.likeness ?? likenessMin)) best = { key: spelling.key, likeness }
  }
  return best?.key ?? null
}

function indexOf(category: Category, place: Place): Index {
  const name = `${category} ${place}`
  const known = indexes.get(name)
  if (known !== undefined) return known
  const index: Index = { spellings: [], byPair: new Map() }
  for (const [label, key] of [...builtInLabels(category, place), ...builtInLabels(null, place)]) {
    addSpelling(index, label, key)
  }
  indexes.set(name, index)
  return index
}

function addSpelling({ spellings, byPair }: Index, label: string, key: string): void {
  const pairs = pairsOf(label)
  for (const pair of pairs) {
    const positions = byPair.get(pair) ?? []
    positions.push(spellings.length)
    byPair.set(pair, positions)
  }
  spellings.push({ key, pairs: pairs.size })
}

/** The pairs of letters that stand beside each other. */
function pairsOf(label: string): Set<string> {
  const letters = label.replaceAll(' ', '')
  const pairs = new Set<string>()
  for (let start = 0; start + 1 < letters.length; start++) {
    pairs.add(letters.slice(start, start + 2))
  }
  return pairs
}

/** All built-in labels as Markdown tables, for the reference pages. */
export function builtInLabelsTable(): string {
  const sections = Map.groupBy(builtInSets, headingOf)
  return Array.from(sections, ([heading, sets]) =>
    [`### ${heading}`, '', '| key | labels |', '|---|---|', ...sets.flatMap(tableRowsOf)].join(
      '\n',
    ),
  ).join('\n\n')
}

function tableRowsOf({ labels }: BuiltInSet): string[] {
  return Object.entries(labels).map(
    ([key, printed]) => `| \`${key}\` | ${printed.split('|').map(asCell).join(' · ')} |`,
  )
}

function headingOf({ category, place }: BuiltInSet): string {
  const documents = category === null ? 'every document' : `\`${category}\``
  switch (place) {
    case 'metadata':
      return `Head of ${documents}`
    case 'line':
      return `Lines of ${documents}`
    case null:
      return `Head and lines of ${documents}`
    default:
      return place satisfies never
  }
}

/** One label on one line; nothing in it is markup. */
function asCell(label: string): string {
  return Bun.escapeHTML(label.trim().replace(/\s+/g, ' '))
}
