import { findOrganisation } from '../../../accounts/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { eachInTurns, nextTurn } from '../../../platform/turns.ts'
import type { Category } from '../../../paper/categories.ts'
import { checkDocument } from '../../../paper/checks/check-document.ts'
import type { CheckedAgainst, Fields, Finding } from '../../../paper/checks/document.ts'
import { dayInIndia } from '../../../paper/values.ts'
import type { ScanExportDeps } from '../deps.ts'
import { type NormalisedAhead, normaliseInTurns } from '../../../paper/rules/normalise.ts'
import { checkedFields, doubtsIn, paperOf, type StoredPaper } from '../../../paper/paper.ts'
import type { Scan } from './queries.ts'

/*
 * Checking a statement with thousands of rows takes a tenth of a second, and would hold up everybody else. So Daybook checks a reading
 * before the command that stores it, and lets others work in between.
 */

/** The findings of a reading, and what they depend on. They count while these stay the same. */
export type CheckedAhead = NormalisedAhead & {
  readonly against: CheckedAgainst
  readonly findings: readonly Finding[]
}

export async function checkAhead(
  { database, clock, rules: rulesOf }: Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>,
  category: Category,
  read: StoredPaper,
): Promise<CheckedAhead> {
  const { rules } = rulesOf(database.read)
  const against = checkedAgainst(database.read, clock)
  const paper = paperOf(read, category, rules)
  await nextTurn()
  const data = await normaliseInTurns(paper)
  const lines: Fields[] = []
  await eachInTurns(paper.lines, (line) => lines.push(checkedFields(line)))
  await nextTurn()
  const found = checkDocument({ category, head: checkedFields(paper.head), lines }, against)
  await nextTurn()
  return { category, rules, data, against, findings: [...found, ...doubtsIn(paper)] }
}

/** The day and the shop's GSTIN that documents are checked against. */
export function checkedAgainst(conn: Conn, clock: ScanExportDeps['clock']): CheckedAgainst {
  const ownGstin = findOrganisation(conn).get()?.gstin ?? null
  return { today: dayInIndia(clock.now()), ownGstin }
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
