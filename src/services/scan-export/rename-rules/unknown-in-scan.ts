import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { foldText } from '../../../platform/text.ts'
import type { Category } from '../../../paper/categories.ts'
import { readDay } from '../../../paper/values.ts'
import { foldLabel, type Column } from '../../../paper/rules/labels.ts'
import type { RawDocument } from '../../../paper/rules/normalise.ts'
import type { Place } from '../../../paper/fields.ts'
import type { CompiledRules } from '../../../paper/rules/rules.ts'
import { isEmpty, readTyped, shownValue, unreadable } from '../../../paper/rules/typed-values.ts'

/** Keys whose values the name lists map. Rules do not. */
const namedKeys = new Set(['name', 'vendor_name', 'product_name', 'description', 'narration'])

/**
 * Labels of one scan that are kept, and values of keys with rules or a type. A statement that is read wrongly has
 * thousands, and all would stay in memory.
 */
const keptMax = 100

/** The most different values of a vocabulary. A key with more holds names, numbers or remarks. */
export const differentMax = 12

/** Characters of an example. */
const exampleCharactersMax = 120

/** Enough of a scan to look it up. */
type SeenScan = { id: string; filename: string; category: Category }

/** A label that no rule knows, in how many scans it appears, and an example of a value under it. */
export type UnknownLabel = {
  label: string
  category: Category
  place: Place
  scans: number
  example: string
  scan: SeenScan
}

/** Why a value is offered: it does not fit the type of its key, its key has rules, or it is one of a few that recur. */
type UnknownReason = 'unreadable' | 'has rules' | 'recurs'

export type UnknownValue = {
  key: string
  value: string
  category: Category
  reason: UnknownReason
  scans: number
  scan: SeenScan
}

/** Unknown labels and values of one scan, each once. The map's key decides what counts as the same. */
export type Occurrences = {
  labels: ReadonlyMap<string, UnknownLabel>
  values: ReadonlyMap<string, UnknownValue>
}

export function unknownInScan(
  scan: SeenScan,
  { invoice_metadata: head, line_items: lines }: RawDocument,
  rules: CompiledRules,
): Occurrences {
  const labels = new Map<string, UnknownLabel>()
  const values = new Map<string, UnknownValue>()
  const room = roomForValues()
  const { category } = scan

  function lookAtPart(part: JsonObject, place: Place): void {
    for (const [label, value] of Object.entries(part)) {
      if (isEmpty(value)) continue
      const column = rules[category][place](label)
      if (column.isKnown) lookAtValue(column, value)
      else lookAtLabel(label, place, value)
    }
  }

  function lookAtLabel(label: string, place: Place, value: JsonValue): void {
    const match = labelMatch(category, label)
    if (labels.has(match) || labels.size >= keptMax) return
    const example = shownValue(value, exampleCharactersMax)
    labels.set(match, { label, place, category, scans: 1, example, scan })
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

  lookAtPart(head, 'head')
  for (const line of lines) lookAtPart(line, 'line')
  return { labels, values }
}

/** For a key without rules, one value too many shows that the key is no vocabulary. */
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
    // An unreadable date would be delivered as it stands. It is offered, because a rule can make it a date.
    const typed = readTyped(kind === 'date' ? 'invoice date' : kind, value)
    if (typed === unreadable) return 'unreadable'
  }
  if (values !== undefined) return isClean(values, text) ? undefined : 'has rules'
  const isWord = typeof value === 'string' && kind === undefined && !namedKeys.has(key)
  return isWord && /\p{L}/u.test(text) && readDay(text) === undefined ? 'recurs' : undefined
}

const cleanValues = new WeakMap<ReadonlyMap<string, string>, ReadonlySet<string>>()

/** Whether a rule of this key produces this value. */
function isClean(values: ReadonlyMap<string, string>, text: string): boolean {
  const known = cleanValues.get(values) ?? new Set(values.values())
  cleanValues.set(values, known)
  return known.has(text)
}

export function labelMatch(category: Category, label: string): string {
  return JSON.stringify([category, foldLabel(label)])
}

export function valueMatch(category: Category, key: string, value: string): string {
  return JSON.stringify([category, foldLabel(key), foldText(value)])
}
