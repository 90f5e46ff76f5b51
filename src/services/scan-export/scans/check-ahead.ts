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
 * Checking a statement with thousands of rows takes a tenth of a second, and would hold up everybody else. So Daybook checks a reading
 * before the command that stores it, and lets others work in between.
 */

/** The findings of a reading, and what they depend on. They count while these stay the same. */
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

/** Whether findings from before are still right now. */
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
