import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { eachInTurns } from '../../../platform/slices.ts'
import type { ScanExportDeps } from '../deps.ts'
import { changeRules, type ChangeOptions } from './change-rules.ts'
import { identityOf, identityOfMatched } from './changed-rules.ts'
import type { RenameRule } from '../normalising/normalise.ts'
import { listMatchedRules, listRules, ruleOf, rulesMax } from './queries.ts'
import { ruleLine } from './store-rules.ts'

/** A rule with the number of the line that said it. */
export type NumberedRule = { line: number; rule: RenameRule }

type ImportOutcome = 'created' | 'updated' | 'unchanged'

/**
 * Brings the rules of a file into force together; of two with the same match the later one counts. Returns what became
 * of each, in order. Rules that are there already are not touched, and when all are, nothing is normalised again.
 * Throws AppError `invalid_request` when there would be too many, and `conflict`; then nothing changed.
 */
export async function importRules(
  deps: ScanExportDeps,
  rules: readonly NumberedRule[],
  options: Pick<ChangeOptions, 'by' | 'onProgress'> = {},
): Promise<ImportOutcome[]> {
  const { outcomes, changed } = await planImport(deps.database.read, rules)
  if (changed.length > 0) await changeRules(deps, changed, options)
  return outcomes
}

/**
 * What an import would do: what would become of each rule, in order, and the rules that would change. Others get their
 * turn in between. Throws AppError `invalid_request` when there would be too many.
 */
export async function planImport(
  conn: Conn,
  rules: readonly NumberedRule[],
): Promise<{ outcomes: ImportOutcome[]; changed: RenameRule[] }> {
  const before = new Map<string, string>()
  await eachInTurns(listMatchedRules(conn).all('', rulesMax), (rule) =>
    before.set(identityOfMatched(rule), rule.to),
  )
  const after = new Map(before)
  const latest = new Map<string, RenameRule>()
  const outcomes: ImportOutcome[] = []
  await eachInTurns(rules, ({ rule }) => {
    const match = identityOf(rule)
    const replaced = after.get(match)
    after.set(match, rule.to)
    latest.set(match, rule)
    if (replaced === undefined) outcomes.push('created')
    else outcomes.push(replaced === rule.to ? 'unchanged' : 'updated')
  })
  if (after.size > rulesMax) {
    throw new AppError(
      'invalid_request',
      `There would be ${after.size} rules; at most ${rulesMax} are allowed. Nothing was imported.`,
    )
  }
  const changed = [...latest].filter(([match, { to }]) => before.get(match) !== to)
  return { outcomes, changed: changed.map(([, rule]) => rule) }
}

/** Every rule as a line that can be imported. */
export function exportRules(conn: Conn): JsonObject[] {
  return listRules(conn)
    .all()
    .map((stored) => ruleLine(ruleOf(stored)))
}
