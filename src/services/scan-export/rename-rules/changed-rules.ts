import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { nextTurn } from '../../../platform/next-turn.ts'
import { eachInTurns } from '../../../platform/slices.ts'
import { RuleCompiler, type CompiledRules, type MatchedRule } from '../normalising/rules.ts'
import { matched, matchOf, type RenameRule } from '../normalising/normalise.ts'
import { findRule, findRuleByMatch, listMatchedRules, type StoredRule } from './queries.ts'

/** Rules that are read at once: about 5 ms. */
const rulesPerPage = 2_000

/** Rules that come, or take the place of those with the same match, and the ids of rules that go. */
export type RuleChange = { put: readonly RenameRule[]; remove: readonly string[] }

/**
 * The organisation's rules as a change leaves them: of two of its own with the same match the last one counts. Others get
 * their turn in between.
 */
export async function compileChanged(
  conn: Conn,
  { put, remove }: RuleChange,
): Promise<CompiledRules> {
  const compiler = new RuleCompiler()
  await eachInTurns(put.toReversed(), (rule) => compiler.addAll([matched(rule)]))
  const gone = new Set(remove)
  let last = ''
  for (;;) {
    const rules = listMatchedRules(conn).all(last, rulesPerPage)
    compiler.addAll(rules.filter(({ id }) => !gone.has(id)))
    last = rules.at(-1)?.id ?? last
    if (rules.length < rulesPerPage) return compiler.compiled()
    await nextTurn()
  }
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
  return identityOfMatched(matched(rule))
}

export function identityOfMatched({ type, category, key, from }: MatchedRule): string {
  return JSON.stringify([type, category, key, from])
}
