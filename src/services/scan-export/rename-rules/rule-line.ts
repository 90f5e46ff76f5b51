import type { JsonObject } from '../../../platform/json.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'
import { checkedCategory } from '../intake/read-upload.ts'
import type { RenameRule } from './normalise.ts'
import { checkedRules } from './store-rules.ts'

/**
 * A rule as a line of a file says it: `type`, `category` (none: all), `key` (only of a value rule), `from`, `to`.
 * Throws AppError `invalid_request` that names the field.
 */
export function readRuleLine(value: JsonObject): RenameRule {
  const type = value['type']
  const from = textOf(value, 'from')
  const to = textOf(value, 'to')
  const given = value['category'] ?? ''
  const category = given === '' ? null : checkedCategory(given)
  if (type === 'label') return checked({ type, from, to, category })
  if (type === 'value') return checked({ type, key: textOf(value, 'key'), from, to, category })
  throw notAllowed('type', '"label" or "value"', type)
}

/** The line that `readRuleLine` makes the same rule of. */
export function ruleLine({ category, ...rule }: RenameRule): JsonObject {
  const { type, ...rest } = rule
  return { type, ...(category === null ? {} : { category }), ...rest }
}

function checked(rule: RenameRule): RenameRule {
  const [stored = rule] = checkedRules([rule])
  return stored
}

function textOf(value: JsonObject, field: string): string {
  const text = value[field]
  if (typeof text === 'string') return text
  throw notAllowed(field, 'text', text)
}
