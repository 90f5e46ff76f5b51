import { eq } from 'drizzle-orm'
import { type Conn, query, versioned } from '../../platform/db/connection.ts'
import {
  RuleCompiler,
  rulesMax,
  type CompiledRules,
  type MatchedRule,
} from '../../paper/rules/rules.ts'
import { renameRuleState } from './tables.ts'

/** The organisation's rules that scans are normalised by now, and their version. */
export type RulesInForce = { version: number; rules: CompiledRules }

export type FindRules = (conn: Conn) => RulesInForce

/** The organisation's rules, compiled once for each version. */
export function rulesInForce(): FindRules {
  return versioned(findRuleVersion, (conn) => {
    const compiler = new RuleCompiler()
    compiler.addAll(listMatchedRules(conn).all('', rulesMax))
    return { version: findRuleVersion(conn), rules: compiler.compiled() }
  })
}

/** The version of the rules in force. It rises with every change. */
export function findRuleVersion(conn: Conn): number {
  return findRuleState(conn).get()?.version ?? 0
}

export const findRuleState = query((conn) =>
  conn.select().from(renameRuleState).where(eq(renameRuleState.id, 1)),
)

/** A rule in the form in which rules are compared. `id` is its place in the list. */
type PlacedRule = MatchedRule & { id: string }

/** The rules after an id, in order of id. Reading narrow rows without Drizzle's mapping takes a sixth of the time. */
export const listMatchedRules = query((conn) =>
  conn.$client.query<PlacedRule, [id: string, limit: number]>(
    `SELECT id, type, category, folded_key AS "key", folded_from AS "from", "to" FROM rename_rules
     WHERE id > ? ORDER BY id LIMIT ? + 0`,
  ),
)
