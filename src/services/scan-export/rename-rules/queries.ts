import { and, asc, count, desc, eq, or, sql, type SQL } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { deleteIn, findIn, insertInto, updateIn } from '../../../platform/db/statements.ts'
import { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { foldText } from '../../../platform/text.ts'
import { foldLabel } from '../../../paper/rules/labels.ts'
import { matched, rulesMax, type RenameRule } from '../../../paper/rules/rules.ts'
import { renameRules, renameRuleState } from '../tables.ts'

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
    .limit(rulesMax),
)

export function countRules(conn: Conn): number {
  return conn.select({ n: count() }).from(renameRules).get()?.n ?? 0
}

/** Throws AppError `not_found`. */
export function requireRule(conn: Conn, id: string): StoredRule {
  const rule = findRule(conn).get({ id })
  if (rule !== undefined) return rule
  throw new AppError('not_found', 'This rule is no longer there: somebody deleted it.')
}

const findRule = findIn(renameRules, 'id')

/** The stored rule with the same match, which this rule would replace. */
export function findSame(
  conn: Conn,
  rule: RenameRule,
): Pick<StoredRule, 'id' | 'from' | 'to'> | undefined {
  return findByMatch(conn).get(matched(rule))
}

type Match = ReturnType<typeof matched>

const findByMatch = query((conn, { type, category, key, from }: Params<Match>) =>
  conn
    .select({ id: renameRules.id, from: renameRules.from, to: renameRules.to })
    .from(renameRules)
    .where(
      and(
        eq(renameRules.type, type),
        eq(renameRules.category, category),
        eq(renameRules.foldedKey, key),
        eq(renameRules.foldedFrom, from),
      ),
    ),
)

/** Stores a rule. Replaces the rule with the same match, if there is one. */
export function putRule(conn: Conn, rule: RenameRule, now: number): void {
  const { key = '', from, to } = rule
  const same = findSame(conn, rule)
  if (same !== undefined) {
    updateRule(conn).run({ id: same.id, key, from, to, updatedAt: now })
    return
  }
  const { type, category, key: foldedKey, from: foldedFrom } = matched(rule)
  const match = { type, category, foldedKey, foldedFrom }
  insertRule(conn).run({ id: newId(now), ...match, key, from, to, createdAt: now, updatedAt: now })
}

const insertRule = insertInto(renameRules)

const updateRule = updateIn(renameRules, 'id', ['key', 'from', 'to', 'updatedAt'])

export const deleteRule = deleteIn(renameRules, 'id')

/** Sets the version of the rules in force, and the id of the change that is being prepared. */
export function setRuleState(
  conn: Conn,
  state: Omit<typeof renameRuleState.$inferSelect, 'id'>,
): void {
  updateRuleState(conn).run({ id: 1, ...state })
}

const updateRuleState = updateIn(renameRuleState, 'id', ['version', 'changeId'])

export function ruleOf({ type, category, key, from, to }: StoredRule): RenameRule {
  const rest = { from, to, category: category === '' ? null : category }
  return type === 'label' ? { type, ...rest } : { type, key, ...rest }
}

/** Which rules to list, in which order. Undefined means all. */
type RuleSelection = {
  /** A text in a label, key or value. */
  search: string
  type: StoredRule['type'] | undefined
  /** '' selects the rules for all categories. */
  category: StoredRule['category'] | undefined
  sort: { by: 'from' | 'updated'; isDescending: boolean }
}

/** One page of rules, and how many rules there are in all. */
export function listRulesPage(
  conn: Conn,
  selection: RuleSelection,
  { limit, offset }: { limit: number; offset: number },
): { rules: StoredRule[]; total: number } {
  const { search, type, category, sort } = selection
  const where = and(
    type === undefined ? undefined : eq(renameRules.type, type),
    category === undefined ? undefined : eq(renameRules.category, category),
    found(search),
  )
  const columns =
    sort.by === 'updated'
      ? [renameRules.updatedAt]
      : [renameRules.foldedFrom, renameRules.type, renameRules.category]
  const direction = sort.isDescending ? desc : asc
  const rules = conn
    .select()
    .from(renameRules)
    .where(where)
    .orderBy(...[...columns, renameRules.id].map((column) => direction(column)))
    .limit(limit)
    .offset(offset)
    .all()
  const total = conn.select({ n: count() }).from(renameRules).where(where).get()?.n ?? 0
  return { rules, total }
}

/** Compares labels and keys without punctuation, and everything without case. */
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

/** The most keys to offer. A shop has a few dozen. */
const ownKeysMax = 500

/** The keys that the organisation's own rules name. */
export const listRuleKeys = query((conn) =>
  conn
    .selectDistinct({
      key: sql<string>`iif(${renameRules.type} = 'label', ${renameRules.to}, ${renameRules.key})`,
    })
    .from(renameRules)
    .limit(ownKeysMax),
)
