import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * What programs have taken to work on: until `until` (milliseconds since the epoch) nobody else is given it. `fence` rises
 * from lease to lease and never comes twice; it begins with the time in seconds, so that it rises also behind a restore.
 */
export const leases = sqliteTable(
  'leases',
  {
    fence: integer('fence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    kind: text('kind', { enum: ['scan', 'order'] }).notNull(),
    keyId: text('key_id').notNull(),
    until: integer('until').notNull(),
    // When it was taken; 0 for those from before this was kept.
    takenAt: integer('taken_at').notNull().default(0),
  },
  (table) => [index('leases_until').on(table.until)],
)

/** The last lease of each document or order, kept when it is over: an acknowledgement under an older fence came late. */
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
