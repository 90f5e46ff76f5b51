import { and, asc, count, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { foldText } from '../../../platform/text.ts'
import { renameRules } from '../tables.ts'
import { foldLabel } from './labels.ts'
import { rulesMax, type StoredRule } from './queries.ts'

/** Which rules, in which order; undefined stands for all. */
export type RuleSelection = {
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
