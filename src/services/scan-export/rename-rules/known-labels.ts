import type { Category } from '../scans/categories.ts'
import type { Place } from './built-in-labels.ts'
import { builtInLabels, foldLabel } from './labels.ts'

type LabelMatch = { category: Category | ''; foldedFrom: string; to: string }

export type IsKnownLabel = (label: string, category: Category, place: Place) => boolean

/** Labels remembered. When there are more, remembering starts afresh: it is kept for as long as the rules stay. */
const rememberedMax = 10_000

/** Whether a rule of the organisation or a built-in one says what a label stands for. */
export function knownLabels(rules: readonly LabelMatch[]): IsKnownLabel {
  const own = new Set<string>()
  const keys = new Set<string>()
  for (const { category, foldedFrom, to } of rules) {
    own.add(`${category} ${foldedFrom}`)
    keys.add(to)
  }
  // What a rule makes of a label needs no rule itself.
  for (const key of keys) own.add(` ${foldLabel(key)}`)
  const remembered = new Map<string, boolean>()
  return (label, category, place) => {
    const key = `${category} ${place} ${label}`
    const before = remembered.get(key)
    if (before !== undefined) return before
    const known = isKnown(own, label, category, place)
    if (remembered.size >= rememberedMax) remembered.clear()
    remembered.set(key, known)
    return known
  }
}

function isKnown(
  own: ReadonlySet<string>,
  label: string,
  category: Category,
  place: Place,
): boolean {
  const folded = foldLabel(label)
  return (
    // Nothing but signs: no rule can be wished for it.
    folded === '' ||
    own.has(`${category} ${folded}`) ||
    own.has(` ${folded}`) ||
    builtInLabels(category, place).has(folded) ||
    builtInLabels(null, place).has(folded)
  )
}
