import type { Database } from 'bun:sqlite'
import type { Category } from '../../src/paper/categories.ts'
import { normaliseDocument } from '../../src/paper/rules/normalise.ts'
import { compileRules, type RenameRule } from '../../src/paper/rules/rules.ts'
import type { Report } from './open-database.ts'

/** The rows of the queue that count now. The table's own comment explains why. */
const inForce = `rules_since <= (SELECT generation FROM rename_rule_state)
  AND rules_until > (SELECT generation FROM rename_rule_state)`

/** `rules_until` of a row that is still in force. */
const openEnd = Number.MAX_SAFE_INTEGER

/**
 * What waits is exactly what is successful or held, not synced and not settled as a copy, once each, normalised by the rules in
 * force.
 */
export function checkQueue(db: Database, report: Report): void {
  const wrong = db.query<{ id: string; n: number }, []>(
    `SELECT scans.id, count(seq) AS n FROM scans
     LEFT JOIN waiting_scans ON scan_id = scans.id AND ${inForce}
     GROUP BY scans.id HAVING n <> ((status = 'successful' OR scans.held) AND synced_at IS NULL AND same_as IS NULL)`,
  )
  for (const { id, n } of wrong.all()) {
    report('the queue holds what is unsynced', `${id} is in it ${n} times`)
  }
  checkCounts(db, report)
  checkCopies(db, report)
  checkNormalised(db, report)
}

/** The numbers that lists give without counting. */
function checkCounts(db: Database, report: Report): void {
  const counted = db.query<{ user_id: string; category: string; scans: number }, []>(
    `SELECT user_id, category, sum(scans) AS scans FROM (
       SELECT user_id, category, scans FROM waiting_counts
       UNION ALL SELECT user_id, category, -1 FROM waiting_scans WHERE ${inForce})
     GROUP BY user_id, category HAVING sum(scans) <> 0`,
  )
  for (const { user_id: user, category, scans } of counted.all()) {
    report('the counts of the queue are right', `${user}, ${category}: off by ${scans}`)
  }
}

/** After a change of rules has ended, none of its staged rows is left, and none of an interrupted change before it. */
export function checkStaging(db: Database, report: Report): void {
  const state = db
    .query<{ generation: number; change_id: string | null }, []>('SELECT * FROM rename_rule_state')
    .get()
  if (state?.change_id !== null)
    report('no change of rules is left half done', JSON.stringify(state))
  const staged = db.query<{ n: number }, []>(
    `SELECT count(*) AS n FROM waiting_scans WHERE NOT (${inForce}) OR rules_until <> ${openEnd}`,
  )
  const { n } = staged.get() ?? { n: 0 }
  if (n > 0) report('no staged rows are left', `${n} rows`)
}

/** A copy is younger than its first scan, of the same user and category, and was synced at the same time. */
function checkCopies(db: Database, report: Report): void {
  const wrong = db.query<{ id: string }, []>(
    `SELECT copy.id FROM scans AS copy LEFT JOIN scans AS first ON first.id = copy.duplicate_of
     WHERE copy.duplicate_of IS NOT NULL AND NOT coalesce(
       first.synced_at = copy.synced_at AND first.user_id = copy.user_id
       AND first.category = copy.category AND first.id < copy.id, false)`,
  )
  for (const { id } of wrong.all()) report('copies belong to what settled them', id)
}

type WaitingRow = { scan_id: string; category: Category; raw: string; data: string }
type RuleRow = { type: string; category: Category | ''; key: string; from: string; to: string }

function checkNormalised(db: Database, report: Report): void {
  const rules = compileRules(db.query<RuleRow, []>('SELECT * FROM rename_rules').all().map(ruleOf))
  const rows = db.query<WaitingRow, []>(
    `SELECT scan_id, waiting_scans.category, coalesce(correction, raw) AS raw, data FROM waiting_scans
     JOIN scans ON scans.id = scan_id WHERE ${inForce}`,
  )
  for (const { scan_id: id, category, raw, data } of rows.all()) {
    const normalised = JSON.stringify(normaliseDocument(JSON.parse(raw), category, rules))
    if (normalised !== data) report('what waits follows the rules in force', `${id}: ${data}`)
  }
}

function ruleOf({ type, category: stored, key, from, to }: RuleRow): RenameRule {
  const category = stored === '' ? null : stored
  return type === 'label'
    ? { type, from, to, category }
    : { type: 'value', key, from, to, category }
}
