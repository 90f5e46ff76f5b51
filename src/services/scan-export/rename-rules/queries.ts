import { and, asc, count, eq, sql, desc, or, type SQL } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { renameRules, renameRuleState, scans } from '../tables.ts'
import type { MatchedRule } from '../normalising/rules.ts'
import type { RenameRule } from '../normalising/normalise.ts'
import { foldText } from '../../../platform/text.ts'
import { foldLabel } from '../normalising/labels.ts'

/** Rules of one organisation. */
export const rulesMax = 50_000

export type StoredRule = typeof renameRules.$inferSelect

export const listRules = query((conn) =>
  conn
    .select()
    .from(renameRules)
    .orderBy(
      asc(renameRules.type),
      asc(renameRules.category),
      asc(renameRules.foldedKey),
      asc(renameRules.foldedFrom),
    )
    .limit(rulesMax)
    .prepare(),
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

export function countRules(conn: Conn): number {
  return conn.select({ n: count() }).from(renameRules).get()?.n ?? 0
}

export const findRule = query((conn) =>
  conn
    .select()
    .from(renameRules)
    .where(eq(renameRules.id, sql.placeholder('id')))
    .prepare(),
)

/** The rule that one with this match would replace; `category` is '' for all. */
export const findRuleByMatch = query((conn) =>
  conn
    .select()
    .from(renameRules)
    .where(
      and(
        eq(renameRules.type, sql.placeholder('type')),
        eq(renameRules.category, sql.placeholder('category')),
        eq(renameRules.foldedKey, sql.placeholder('key')),
        eq(renameRules.foldedFrom, sql.placeholder('from')),
      ),
    )
    .prepare(),
)

export const deleteRule = query((conn) =>
  conn
    .delete(renameRules)
    .where(eq(renameRules.id, sql.placeholder('id')))
    .prepare(),
)

/** The generation of rules in force. */
export function findGeneration(conn: Conn): number {
  return findRuleState(conn).get()?.generation ?? 0
}

export const findRuleState = query((conn) =>
  conn.select().from(renameRuleState).where(eq(renameRuleState.id, 1)).prepare(),
)

export const setRuleState = query((conn) =>
  conn
    .update(renameRuleState)
    .set({
      generation: sql`${sql.placeholder('generation')}`,
      changeId: sql`${sql.placeholder('changeId')}`,
    })
    .where(eq(renameRuleState.id, 1))
    .prepare(),
)

export function ruleOf(stored: StoredRule): RenameRule {
  const category = stored.category === '' ? null : stored.category
  const { from, to } = stored
  return stored.type === 'label'
    ? { type: 'label', from, to, category }
    : { type: 'value', key: stored.key, from, to, category }
}

/** Which rules, in which order; undefined stands for all. */
type RuleSelection = {
  /** Found in a label, key or value. */
  search: string
  type: StoredRule['type'] | undefined
  /** '' is the rules for all categories. */
  category: StoredRule['category'] | undefined
  sort: 'from' | 'newest'
}

/** One page of rules, and how many there are on all. */
export function listRulesPage(
  conn: Conn,
  selection: RuleSelection,
  { limit, offset }: { limit: number; offset: number },
): { rules: StoredRule[]; total: number } {
  const where = selected(selection)
  const rules = conn
    .select()
    .from(renameRules)
    .where(where)
    .orderBy(...orderOf(selection), asc(renameRules.id))
    .limit(limit)
    .offset(offset)
    .all()
  const total = conn.select({ n: count() }).from(renameRules).where(where).get()?.n ?? 0
  return { rules, total }
}

/** Keys that are offered at most; a shop has a few dozen. */
const ownKeysMax = 500

/** The keys that the organisation's own rules name. */
export const listRuleKeys = query((conn) =>
  conn
    .selectDistinct({
      key: sql<string>`iif(${renameRules.type} = 'label', ${renameRules.to}, ${renameRules.key})`,
    })
    .from(renameRules)
    .limit(ownKeysMax)
    .prepare(),
)

/** What is compared of the rules for labels; `category` is '' for all. */
export const listLabelMatches = query((conn) =>
  conn
    .select({
      category: renameRules.category,
      foldedFrom: renameRules.foldedFrom,
      to: renameRules.to,
    })
    .from(renameRules)
    .where(eq(renameRules.type, 'label'))
    .limit(rulesMax)
    .prepare(),
)

function selected({ search, type, category }: RuleSelection): SQL | undefined {
  return and(
    type === undefined ? undefined : eq(renameRules.type, type),
    category === undefined ? undefined : eq(renameRules.category, category),
    found(search),
  )
}

/** Labels and keys are compared without their signs, and everything without regard to case. */
function found(search: string): SQL | undefined {
  const text = foldText(search)
  if (text === '') return undefined
  const label = foldLabel(search) === '' ? text : foldLabel(search)
  return or(
    sql`instr(${renameRules.foldedFrom}, ${text}) > 0`,
    sql`instr(${renameRules.foldedFrom}, ${label}) > 0`,
    sql`instr(${renameRules.foldedKey}, ${label}) > 0`,
    sql`instr(lower(${renameRules.to}), ${text}) > 0`,
    sql`instr(replace(replace(lower(${renameRules.to}), '_', ' '), '-', ' '), ${label}) > 0`,
  )
}

function orderOf({ sort }: RuleSelection): SQL[] {
  return sort === 'newest'
    ? [desc(renameRules.updatedAt)]
    : [asc(renameRules.foldedFrom), asc(renameRules.type), asc(renameRules.category)]
}

/** What was read from the newest scan before a position. One at a time: each may hold megabytes. */
export const findNextRead = query((conn) =>
  conn
    .select({
      id: scans.id,
      category: scans.category,
      filename: scans.filename,
      createdAt: scans.createdAt,
      read: sql<string>`coalesce(${scans.correction}, ${scans.raw})`,
    })
    .from(scans)
    .where(
      and(
        eq(scans.status, 'successful'),
        sql`(${scans.createdAt}, ${scans.id}) < (${sql.placeholder('createdAt')}, ${sql.placeholder('id')})`,
      ),
    )
    .orderBy(desc(scans.createdAt), desc(scans.id))
    .limit(1)
    .prepare(),
)
