import type { Conn } from '../../platform/db/connection.ts'
import { versioned } from '../../platform/db/versioned.ts'
import { RuleCompiler, type CompiledRules } from './normalising/rules.ts'
import { findGeneration, listMatchedRules, rulesMax } from './rename-rules/queries.ts'

export type RulesInForce = { generation: number; rules: CompiledRules }

export type FindRules = (conn: Conn) => RulesInForce

/** The organisation's rules, compiled once for each generation. */
export function rulesInForce(): FindRules {
  return versioned(findGeneration, (conn) => {
    const compiler = new RuleCompiler()
    compiler.addAll(listMatchedRules(conn).all('', rulesMax))
    return { generation: findGeneration(conn), rules: compiler.compiled() }
  })
}
