import { AppError, checkAll } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { toNfc } from '../../../platform/text.ts'
import { checkedCategory } from '../../../paper/categories.ts'
import { rulesMax, type RenameRule } from '../../../paper/rules/rules.ts'

/** Length of a label, a key or a value in a rule, in characters. */
export const ruleTextMax = 500

/** Rules as they are stored. Throws AppError `invalid_request` for too many rules, and for a text of the wrong length. */
export function checkedRules(rules: readonly RenameRule[]): RenameRule[] {
  if (rules.length > rulesMax) {
    throw new AppError('invalid_request', `At most ${rulesMax} rules can be changed at once.`)
  }
  return rules.map(checkedRule)
}

/** Throws AppError `invalid_request` when an organisation would have too many rules. */
export function requireRoom(count: number): void {
  if (count <= rulesMax) return
  throw new AppError(
    'invalid_request',
    `There would be ${count} rules; at most ${rulesMax} are allowed. Nothing was changed.`,
  )
}

/**
 * Reads a rule from a line of a file: `type`, `category` (none: all), `key` (only for a value rule), `from`, `to`. Throws
 * AppError `invalid_request` that names the field.
 */
export function readRuleLine(line: JsonObject): RenameRule {
  const from = textOf(line, 'from')
  const to = textOf(line, 'to')
  const given = line['category'] ?? ''
  const category = given === '' ? null : checkedCategory(given)
  const { type } = line
  if (type === 'label') return checkedRule({ type, from, to, category })
  if (type === 'value') return checkedRule({ type, key: textOf(line, 'key'), from, to, category })
  throw notAllowed('type', '"label" or "value"', type)
}

/** Rules as a table. `objectOf` turns the cells of a row into what `readRuleLine` reads. */
export const ruleTable = {
  columns: ['type', 'category', 'key', 'from', 'to'],
  required: ['type', 'from', 'to'],
  objectOf: (cell: (column: string) => string): JsonObject => ({
    type: cell('type').trim().toLowerCase(),
    category: cell('category').trim().toLowerCase(),
    key: cell('key'),
    from: cell('from'),
    to: cell('to'),
  }),
}

/** A rule as a line. `readRuleLine` reads the same rule back. */
export function ruleLine({ type, category, ...rest }: RenameRule): JsonObject {
  return { type, ...(category === null ? {} : { category }), ...rest }
}

/** Daybook delivers the clean value exactly as typed. The clean value may be empty. */
function checkedRule({ type, key = '', from, to, category }: RenameRule): RenameRule {
  if (type === 'label') {
    const texts = { from: () => checkedText('from', from), to: () => checkedText('to', to) }
    return { type, ...checkAll(texts), category }
  }
  const texts = checkAll({
    key: () => checkedText('key', key),
    from: () => checkedText('from', from),
    to: () => checkedValue(to),
  })
  return { type, ...texts, category }
}

function checkedValue(to: string): string {
  const value = toNfc(to)
  if (value.length <= ruleTextMax) return value
  throw refusedRule('to', `to of a rule must have at most ${ruleTextMax} characters.`)
}

function checkedText(field: string, text: string): string {
  const trimmed = toNfc(text).trim()
  if (trimmed.length >= 1 && trimmed.length <= ruleTextMax) return trimmed
  const bounds = `1 to ${ruleTextMax} characters, got ${trimmed.length}`
  throw refusedRule(field, `${field} of a rule must have ${bounds}.`)
}

function refusedRule(field: string, sentence: string): AppError {
  return new AppError('invalid_request', sentence, { field })
}

function textOf(line: JsonObject, field: string): string {
  const text = line[field]
  if (typeof text === 'string') return text
  throw notAllowed(field, 'text', text)
}
