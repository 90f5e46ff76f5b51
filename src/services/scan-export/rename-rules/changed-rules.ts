import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { compileRules, matchOf, type CompiledRules, type RenameRule } from './normalise.ts'
import { findRule, findRuleByMatch, listRules, ruleOf, type StoredRule } from './queries.ts'

/** Rules that come, or take the place of those with the same match, and the ids of rules that go. */
export type RuleChange = { put: readonly RenameRule[]; remove: readonly string[] }

/** The organisation's rules as a change leaves them: of two with the same match, the first counts. */
export function compileChanged(conn: Conn, { put, remove }: RuleChange): CompiledRules {
  const gone = new Set(remove)
  const kept = listRules(conn)
    .all()
    .filter(({ id }) => !gone.has(id))
  return compileRules([...put.toReversed(), ...kept.map(ruleOf)])
}

/** Throws AppError `not_found`. */
export function requireRule(conn: Conn, id: string): StoredRule {
  const rule = findRule(conn).get({ id })
  if (rule === undefined) {
    throw new AppError('not_found', 'This rule is no longer there: somebody deleted it.')
  }
  return rule
}

/** Throws AppError `conflict` when a new rule would take the place of one that stays. */
export function requireNoOther(conn: Conn, { put, remove }: RuleChange): void {
  for (const rule of put) {
    const { key, from } = matchOf(rule)
    const category = rule.category ?? ''
    const other = findRuleByMatch(conn).get({ type: rule.type, category, key, from })
    if (other === undefined || remove.includes(other.id)) continue
    throw new AppError(
      'conflict',
      `There is a rule for “${other.from}” already, which makes it “${other.to}”: change that one.`,
      { field: 'from' },
    )
  }
}

/** Rules that are equal in this replace each other (the unique index of the rules). */
export function identityOf(rule: RenameRule): string {
  const { key, from } = matchOf(rule)
  return JSON.stringify([rule.type, rule.category ?? '', key, from])
}
