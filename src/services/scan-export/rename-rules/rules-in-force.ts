import type { Conn } from '../../../platform/db/connection.ts'
import { versioned } from '../../../platform/db/versioned.ts'
import { compileRules, type CompiledRules } from './normalise.ts'
import { findGeneration, listRules, ruleOf } from './queries.ts'

export type RulesInForce = { generation: number; rules: CompiledRules }

export type FindRules = (conn: Conn) => RulesInForce

/** The organisation's rules, compiled once for each generation. */
export function rulesInForce(): FindRules {
  return versioned(findGeneration, (conn) => ({
    generation: findGeneration(conn),
    rules: compileRules(listRules(conn).all().map(ruleOf)),
  }))
}
