import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** calls.db: the last calls of each key. It may lose its last second. Nothing here is part of the books. */
export const calls = sqliteTable(
  'calls',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    keyId: text('key_id').notNull(),
    at: integer('at').notNull(),
    method: text('method').notNull(),
    path: text('path').notNull(),
    status: integer('status').notNull(),
    rows: integer('rows').notNull(),
    /** Refused rows of a list that was checked row by row, in an answer below 400. */
    refusedRows: integer('refused_rows').notNull().default(0),
    durationMs: integer('duration_ms').notNull(),
    /** The refusal of the call, or of the first of its refused rows. */
    error: text('error'),
  },
  (table) => [index('calls_key').on(table.keyId, table.seq)],
)

export const keyUses = sqliteTable('key_uses', {
  keyId: text('key_id').primaryKey(),
  lastUsedAt: integer('last_used_at').notNull(),
  address: text('address').notNull(),
})

/** One row (id 1) while a server runs: how another process finds it. */
export const runningServers = sqliteTable('running_servers', {
  id: integer('id').primaryKey(),
  pid: integer('pid').notNull(),
  url: text('url').notNull(),
  startedAt: integer('started_at').notNull(),
})
