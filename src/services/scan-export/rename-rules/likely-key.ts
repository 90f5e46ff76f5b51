import type { Category } from '../scans/categories.ts'
import type { Place } from './built-in-labels.ts'
import { builtInLabels, foldLabel } from './labels.ts'

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
