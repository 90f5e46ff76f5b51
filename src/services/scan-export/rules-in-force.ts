import { eq } from 'drizzle-orm'
import { query, type Conn } from '../../platform/db/connection.ts'
import { versioned } from '../../platform/db/versioned.ts'
import {
  RuleCompiler,
  rulesMax,
  type CompiledRules,
  type MatchedRule,
} from '../../paper/rules/rules.ts'
import { renameRuleState } from './tables.ts'

/** The organisation's rules as scans are normalised by them now, and the version that they are. */
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

/** The version of the rules in force: it rises with every change. */
export function findRuleVersion(conn: Conn): number {
  return findRuleState(conn).get()?.version ?? 0
}

export const findRuleState = query((conn) =>
  conn.select().from(renameRuleState).where(eq(renameRuleState.id, 1)),
)

/** A rule as it is compared, and its place behind which the next ones are. */
type PlacedRule = MatchedRule & { id: string }

/** The rules behind an id, by id: narrow rows without Drizzle's mapping take a sixth of the time. */
export const listMatchedRules = query((conn) =>
  conn.$client.query<PlacedRule, [id: string, limit: number]>(
    `SELECT id, type, category, folded_key AS "key", folded_from AS "from", "to" FROM rename_rules
     WHERE id > ? ORDER BY id LIMIT ?`,
  ),
)
