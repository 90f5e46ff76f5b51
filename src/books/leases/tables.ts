import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Leases: until `until` (milliseconds since the epoch) nobody else gets the leased documents. `fence` rises from lease to lease and is
 * never reused. It is at least the time in seconds, so that it rises even after a restore.
 */
export const leases = sqliteTable(
  'leases',
  {
    fence: integer('fence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    kind: text('kind', { enum: ['scan', 'order'] }).notNull(),
    keyId: text('key_id').notNull(),
    until: integer('until').notNull(),
    // When the lease was taken; 0 for leases from before this column existed.
    takenAt: integer('taken_at').notNull().default(0),
  },
  (table) => [index('leases_until').on(table.until)],
)

/** The latest lease of each document or order, kept after its end: an acknowledgement under an older fence is too late. */
export const leased = sqliteTable(
  'leased',
  {
    kind: text('kind', { enum: ['scan', 'order'] }).notNull(),
    subjectId: text('subject_id').notNull(),
    fence: integer('fence').notNull(),
    until: integer('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    index('leased_until').on(table.kind, table.until),
    index('leased_fence').on(table.fence),
  ],
)
