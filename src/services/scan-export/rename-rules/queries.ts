import { and, asc, count, eq, sql } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { renameRules, renameRuleState } from '../tables.ts'
import type { MatchedRule } from './compile-rules.ts'
import type { RenameRule } from './normalise.ts'

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
export type PlacedRule = MatchedRule & { id: string }

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
