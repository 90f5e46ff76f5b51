import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { eachInTurns } from '../../../platform/turns.ts'
import type { ScanExportDeps } from '../deps.ts'
import { identityOf, type RenameRule } from '../../../paper/rules/rules.ts'
import { changeRules, type ChangeOptions } from './change-rules.ts'
import { countRules, findSame, listRules, ruleOf } from './queries.ts'
import { requireRoom, ruleLine } from './rules.ts'

type ImportOutcome = 'created' | 'updated' | 'unchanged'

/**
 * Puts the rules of a file into force together. Of two rules with the same match the later one counts. Returns the outcome
 * of each rule, in order. Rules that exist already are not touched. If all exist, no scan is normalised again. Throws
 * AppError `invalid_request` when there would be too many rules, and `conflict`; then nothing changed.
 */
export async function importRules(
  deps: ScanExportDeps,
  rules: readonly RenameRule[],
  options: Pick<ChangeOptions, 'by' | 'onProgress'> = {},
): Promise<ImportOutcome[]> {
  const { outcomes, changed } = await planImport(deps.database.read, rules)
  if (changed.length > 0) await changeRules(deps, changed, options)
  return outcomes
}

/**
 * Plans an import: the outcome of each rule, in order, and the rules that would change. Lets others work in between. Throws
 * AppError `invalid_request` when there would be too many rules.
 */
export async function planImport(
  conn: Conn,
  rules: readonly RenameRule[],
): Promise<{ outcomes: ImportOutcome[]; changed: RenameRule[] }> {
  const planned = new Map<string, { rule: RenameRule; stored: string | undefined }>()
  const outcomes: ImportOutcome[] = []
  await eachInTurns(rules, (rule) => {
    const identity = identityOf(rule)
    const earlier = planned.get(identity)
    const stored = earlier === undefined ? findSame(conn, rule)?.to : earlier.stored
    const before = earlier === undefined ? stored : earlier.rule.to
    planned.set(identity, { rule, stored })
    if (before === undefined) outcomes.push('created')
    else outcomes.push(before === rule.to ? 'unchanged' : 'updated')
  })
  requireRoom(countRules(conn) + outcomes.filter((outcome) => outcome === 'created').length)
  const changed = [...planned.values()].filter(({ rule, stored }) => stored !== rule.to)
  return { outcomes, changed: changed.map(({ rule }) => rule) }
}

/** Every rule, as a line that can be imported. */
export function exportRules(conn: Conn): JsonObject[] {
  return listRules(conn)
    .all()
    .map((stored) => ruleLine(ruleOf(stored)))
}
