import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import { foldText } from '../../../platform/text.ts'
import type { Place } from '../normalising/printed-labels.ts'
import { type Column, builtInLabels, foldLabel } from '../normalising/labels.ts'
import { readDate } from '../normalising/dates.ts'
import type { CompiledRules } from '../normalising/rules.ts'
import type { RawDocument } from '../normalising/normalise.ts'
import {
  differentMax,
  exampleOf,
  labelMatch,
  valueMatch,
  type SeenScan,
  type UnknownLabel,
  type UnknownValue,
} from './unknown-occurrences.ts'
import { isEmpty, readTyped, unreadable } from '../normalising/typed-values.ts'
import type { Category } from '../categories.ts'

/** What documents have that is mapped by the lists of names, not by rules. */
const namedKeys = new Set(['name', 'vendor_name', 'product_name', 'description', 'narration'])

/**
 * Labels, and values of keys with rules or a type, that are kept of one scan: a statement that is read wrongly has
 * thousands, each of which would stay in memory.
 */
const keptMax = 100

/** What no rule knows in one scan, each once, by what it is compared by. */
export type Occurrences = {
  labels: ReadonlyMap<string, UnknownLabel>
  values: ReadonlyMap<string, UnknownValue>
}

/** Looks through one scan. */
export function unknownInScan(
  scan: SeenScan,
  { invoice_metadata: head, line_items: lines }: RawDocument,
  rules: CompiledRules,
  isKnown: IsKnownLabel,
): Occurrences {
  const labels = new Map<string, UnknownLabel>()
  const values = new Map<string, UnknownValue>()
  const room = roomForValues()
  const { category } = scan

  function lookAtPart(part: JsonObject, place: Place): void {
    for (const [label, value] of Object.entries(part)) {
      if (isEmpty(value)) continue
      if (isKnown(label, category, place)) lookAtValue(rules[category][place](label), value)
      else lookAtLabel(label, place, value)
    }
  }

  function lookAtLabel(label: string, place: Place, value: JsonValue): void {
    const match = labelMatch(category, label)
    if (labels.has(match) || labels.size >= keptMax) return
    labels.set(match, { label, place, category, scans: 1, example: exampleOf(value), scan })
  }

  function lookAtValue(column: Column, value: JsonValue): void {
    // Lists and objects have no spelling that a rule could name.
    if (typeof value === 'object') return
    const text = String(value)
    const reason = reasonFor(column, text, value)
    if (reason === undefined) return
    const { key } = column
    const match = valueMatch(category, key, text)
    if (values.has(match) || !room.take(key, reason)) return
    values.set(match, { key, value: text, category, reason, scans: 1, scan })
  }

  lookAtPart(head, 'metadata')
  for (const line of lines) lookAtPart(line, 'line')
  return { labels, values }
}

/** Of a key without rules one more than a vocabulary has tells that it is none. */
function roomForValues() {
  const recurring = new Map<string, number>()
  let others = 0
  return {
    take(key: string, reason: UnknownValue['reason']): boolean {
      if (reason !== 'recurs') return others++ < keptMax
      const taken = recurring.get(key) ?? 0
      recurring.set(key, taken + 1)
      return taken <= differentMax
    },
  }
}

/** Undefined for a value that needs no rule. */
function reasonFor(
  { key, kind, values }: Column,
  text: string,
  value: JsonValue,
): UnknownValue['reason'] | undefined {
  if (values?.has(foldText(text)) === true) return undefined
  if (kind !== undefined) {
    // A date that cannot be read is delivered as it was: a rule would make it one.
    const typed = readTyped(kind === 'date' ? 'invoice date' : kind, value)
    if (typed === unreadable) return 'unreadable'
  }
  if (values !== undefined) return isClean(values, text) ? undefined : 'has rules'
  const isWord = typeof value === 'string' && kind === undefined && !namedKeys.has(key)
  return isWord && /\p{L}/u.test(text) && readDate(text) === undefined ? 'recurs' : undefined
}

const cleanValues = new WeakMap<ReadonlyMap<string, string>, ReadonlySet<string>>()

/** Whether it is what a rule of its key makes of others. */
function isClean(values: ReadonlyMap<string, string>, text: string): boolean {
  const known = cleanValues.get(values) ?? new Set(values.values())
  cleanValues.set(values, known)
  return known.has(text)
}

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
    const known = isKnownFolded(own, label, category, place)
    if (remembered.size >= rememberedMax) remembered.clear()
    remembered.set(key, known)
    return known
  }
}

function isKnownFolded(
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
