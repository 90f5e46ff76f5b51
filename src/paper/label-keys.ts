import type { JsonObject } from '../platform/json/json.ts'
import type { Category } from './categories.ts'
import { builtInLabels, foldLabel } from './rules/labels.ts'
import type { RawDocument } from './rules/normalise.ts'
import type { Place } from './fields.ts'
import type { CompiledRules } from './rules/rules.ts'

/** The canonical key of each label that was read, in the head and in the lines. */
export type LabelKeys = { metadata: Record<string, string>; line: Record<string, string> }

/**
 * The canonical keys of the labels in some readings, by the rules in force. A rule may turn a label into a key that only the shop's program
 * knows ("BillRef"). Then the label gets Daybook's built-in key instead.
 */
export function labelKeys(
  readings: readonly RawDocument[],
  category: Category,
  rules: CompiledRules,
): LabelKeys {
  const heads = readings.map((reading) => reading.invoice_metadata)
  const lines = readings.flatMap((reading) => reading.line_items)
  return {
    metadata: keysOf(heads, category, 'metadata', rules),
    line: keysOf(lines, category, 'line', rules),
  }
}

function keysOf(
  objects: readonly JsonObject[],
  category: Category,
  place: Place,
  rules: CompiledRules,
): Record<string, string> {
  const labels = new Set(objects.flatMap((object) => Object.keys(object)))
  return Object.fromEntries(
    Array.from(labels, (label) => [label, keyOfLabel(label, category, place, rules)]),
  )
}

/** The canonical key of one label. */
export function keyOfLabel(
  label: string,
  category: Category,
  place: Place,
  rules: CompiledRules,
): string {
  const { key, origin } = rules[category][place](label)
  if (origin !== 'rule') return key
  const builtIn = builtInLabels(category, place)
  const isOwn = builtIn.get(foldLabel(key)) !== key
  return isOwn ? (builtIn.get(foldLabel(label)) ?? key) : key
}
