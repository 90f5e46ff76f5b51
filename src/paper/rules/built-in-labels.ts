import { foldText } from '../../platform/text.ts'
import type { Category } from '../categories.ts'
import { builtInLabels, foldLabel, builtInSets, type BuiltInSet } from './labels.ts'
import type { Place } from '../fields.ts'

/* The built-in labels for people: as a list, as a page, and as the key to offer for a misspelt label. */

/** The built-in labels of one key. `category` and `place` are null for all. */
type BuiltInRow = {
  key: string
  category: Category | null
  place: Place | null
  labels: string[]
}

let allRows: readonly BuiltInRow[] | undefined

/** The built-in labels of all keys that match a search and a category, by key. */
export function listBuiltIn(search: string, category: Category | undefined): BuiltInRow[] {
  allRows ??= builtInSets.flatMap(rowsOf).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const label = foldLabel(search)
  const text = label === '' ? foldText(search) : label
  return allRows.filter(
    (row) =>
      (category === undefined || row.category === null || row.category === category) &&
      [row.key, ...row.labels].some((candidate) => foldLabel(candidate).includes(text)),
  )
}

/** The keys with built-in labels, in alphabetical order. */
export function builtInKeys(): string[] {
  return [...new Set(builtInSets.flatMap(({ labels }) => Object.keys(labels)))].toSorted()
}

/** All built-in labels as Markdown tables, for the reference pages. */
export function builtInLabelsTable(): string {
  const sections = Map.groupBy(builtInSets, headingOf)
  return Array.from(sections, ([heading, sets]) => {
    const lines = sets.flatMap(rowsOf).map(({ key, labels }) => {
      // Labels contain no markup.
      return `| \`${key}\` | ${labels.map((label) => Bun.escapeHTML(label)).join(' · ')} |`
    })
    return [`### ${heading}`, '', '| key | labels |', '|---|---|', ...lines].join('\n')
  }).join('\n\n')
}

function headingOf({ category, place }: BuiltInSet): string {
  const where = { head: 'Head', line: 'Lines', both: 'Head and lines' }[place ?? 'both']
  return `${where} of ${category === null ? 'every document' : `\`${category}\``}`
}

function rowsOf({ category, place, labels }: BuiltInSet): BuiltInRow[] {
  return Object.entries(labels).map(([key, printed]) => ({
    key,
    category,
    place,
    labels: printed.split('|').map((label) => label.trim().replace(/\s+/g, ' ')),
  }))
}

/** From this similarity on (0 to 1), a label counts as a misspelling of another. */
const likenessMin = 0.55

/** A built-in spelling: its key, and how many pairs of letters it has. */
type Spelling = { key: string; pairs: number }
type Index = ReadonlyMap<string, readonly Spelling[]>

const indexes = new Map<string, Index>()

/**
 * The key with a built-in label that is spelt most like this one ("Invocie Nmbr"). Null without a similar label. Compares pairs of letters
 * (Dice's coefficient).
 */
export function likelyKey(label: string, category: Category, place: Place): string | null {
  const byPair = indexOf(category, place)
  const pairs = pairsOf(foldLabel(label))
  const common = new Map<Spelling, number>()
  for (const spelling of [...pairs].flatMap((pair) => byPair.get(pair) ?? [])) {
    common.set(spelling, (common.get(spelling) ?? 0) + 1)
  }
  let best: { key: string | null; likeness: number } = { key: null, likeness: likenessMin }
  for (const [spelling, count] of common) {
    const likeness = (2 * count) / (pairs.size + spelling.pairs)
    if (likeness > best.likeness) best = { key: spelling.key, likeness }
  }
  return best.key
}

/** The spellings of one place in documents of a category, by each pair of letters. */
function indexOf(category: Category, place: Place): Index {
  const name = `${category} ${place}`
  const known = indexes.get(name)
  if (known !== undefined) return known
  const byPair = new Map<string, Spelling[]>()
  for (const [label, key] of builtInLabels(category, place)) {
    const pairs = pairsOf(label)
    const spelling = { key, pairs: pairs.size }
    for (const pair of pairs) byPair.getOrInsertComputed(pair, () => []).push(spelling)
  }
  indexes.set(name, byPair)
  return byPair
}

/** The pairs of neighbouring letters. */
function pairsOf(label: string): Set<string> {
  const letters = label.replaceAll(' ', '')
  const pairs = new Set<string>()
  for (let start = 0; start + 1 < letters.length; start++) {
    pairs.add(letters.slice(start, start + 2))
  }
  return pairs
}
