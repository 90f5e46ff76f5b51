import type { Conn } from '../../../platform/db/connection.ts'
import { eachInTurns, nextTurn } from '../../../platform/turns.ts'
import type { Category } from '../../../paper/categories.ts'
import { checkDocument } from '../../../paper/checks/check-document.ts'
import type { CheckedAgainst, Fields, Finding } from '../../../paper/checks/document.ts'
import type { ScanExportDeps } from '../deps.ts'
import { normaliseAhead, type RawDocument } from '../../../paper/rules/normalise.ts'
import type { CompiledRules } from '../../../paper/rules/rules.ts'
import { checkedAgainst, checkedHead, checkedLine } from './check-reading.ts'
import { doubtsIn, type ExplainedValues } from '../../../paper/explained.ts'
import type { Scan } from './queries.ts'

/*
 * What a statement of thousands of rows has to be checked for takes a tenth of a second, in which nobody else would be
 * answered: it is found before the command that stores it, with turns for others in between.
 */

/** What was found of a reading, and by what: it counts as long as that is the same. */
export type CheckedAhead = {
  readonly raw: RawDocument
  readonly category: Category
  readonly rules: CompiledRules
  readonly against: CheckedAgainst
  readonly findings: readonly Finding[]
}

export async function checkAhead(
  { database, clock, rules: rulesOf }: Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>,
  category: Category,
  { raw, explained }: { raw: RawDocument; explained: ExplainedValues },
): Promise<CheckedAhead> {
  const { rules } = rulesOf(database.read)
  const against = checkedAgainst(database.read, clock)
  await normaliseAhead(raw, category, rules)
  const lines: Fields[] = []
  await eachInTurns(raw.line_items, (line) => lines.push(checkedLine(line, category, rules)))
  await nextTurn()
  const head = checkedHead(raw.invoice_metadata, category, rules)
  const found = checkDocument({ category, head, lines }, against)
  await nextTurn()
  const doubts = doubtsIn(explained, { category, raw, correction: null }, rules)
  return { raw, category, rules, against, findings: [...found, ...doubts] }
}

/** Whether what was found ahead is what would be found now. */
export function isStillSo(
  conn: Conn,
  { clock, rules: rulesOf }: Pick<ScanExportDeps, 'clock' | 'rules'>,
  ahead: CheckedAhead,
  { correction, category }: Pick<Scan, 'correction' | 'category'>,
): boolean {
  const { ownGstin, today } = checkedAgainst(conn, clock)
  return (
    correction === null &&
    category === ahead.category &&
    rulesOf(conn).rules === ahead.rules &&
    ownGstin === ahead.against.ownGstin &&
    today === ahead.against.today
  )
}
