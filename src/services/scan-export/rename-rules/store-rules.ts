import { sql } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { toNfc } from '../../../platform/text.ts'
import { renameRules } from '../tables.ts'
import { matchOf, type RenameRule } from '../normalising/normalise.ts'
import { rulesMax } from './queries.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'
import { checkedCategory } from '../intake/read-upload.ts'

/** Length of a label, a key or a value in a rule, in characters. */
export const ruleTextMax = 500

/** Throws AppError `invalid_request` for a rule that cannot match or delivers nothing. */
export function checkedRules(rules: readonly RenameRule[]): RenameRule[] {
  if (rules.length > rulesMax) {
    throw new AppError('invalid_request', `At most ${rulesMax} rules can be changed at once.`)
  }
  return rules.map((rule) => {
    const from = checkedText('from', rule.from)
    const to = rule.type === 'label' ? checkedText('to', rule.to) : checkedValue(rule.to)
    const { category } = rule
    if (rule.type === 'label') return { type: 'label', from, to, category }
    return { type: 'value', key: checkedText('key', rule.key), from, to, category }
  })
}

/** Writes a rule; one with the same match is replaced. */
export function upsertRule(conn: Conn, rule: RenameRule, now: number): void {
  const match = matchOf(rule)
  upsert(conn).run({
    id: newId(now),
    type: rule.type,
    category: rule.category ?? '',
    key: rule.type === 'label' ? '' : rule.key,
    foldedKey: match.key,
    from: rule.from,
    foldedFrom: match.from,
    to: rule.to,
    now,
  })
}

function checkedText(field: string, text: string): string {
  const trimmed = toNfc(text).trim()
  if (trimmed.length >= 1 && trimmed.length <= ruleTextMax) return trimmed
  throw new AppError(
    'invalid_request',
    `${field} of a rule must have 1 to ${ruleTextMax} characters, got ${trimmed.length}.`,
    { field },
  )
}

/** The clean value is delivered exactly as typed; it may be empty. */
function checkedValue(text: string): string {
  const value = toNfc(text)
  if (value.length <= ruleTextMax) return value
  throw new AppError(
    'invalid_request',
    `to of a rule must have at most ${ruleTextMax} characters.`,
    { field: 'to' },
  )
}

const upsert = query((conn) =>
  conn
    .insert(renameRules)
    .values({
      id: sql.placeholder('id'),
      type: sql.placeholder('type'),
      category: sql.placeholder('category'),
      key: sql.placeholder('key'),
      foldedKey: sql.placeholder('foldedKey'),
      from: sql.placeholder('from'),
      foldedFrom: sql.placeholder('foldedFrom'),
      to: sql.placeholder('to'),
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .onConflictDoUpdate({
      target: [
        renameRules.type,
        renameRules.category,
        renameRules.foldedKey,
        renameRules.foldedFrom,
      ],
      set: {
        key: sql`excluded."key"`,
        from: sql`excluded."from"`,
        to: sql`excluded."to"`,
        updatedAt: sql`excluded.updated_at`,
      },
    })
    .prepare(),
)

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
