import { asc, count, eq, sql } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { renameRules, renameRuleState } from '../tables.ts'
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

export function countRules(conn: Conn): number {
  return conn.select({ n: count() }).from(renameRules).get()?.n ?? 0
}

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
