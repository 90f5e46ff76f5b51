import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { scans } from '../../tables.ts'

/** What a document says, as JSON (see habit.ts, `pagePhrase`), until it goes: what a person corrects is looked for in it. */
export const readingPhrases = sqliteTable('reading_phrases', {
  scanId: text('scan_id')
    .primaryKey()
    .references(() => scans.id, { onDelete: 'cascade' }),
  phrases: text('phrases').notNull(),
})

/**
 * Where a seller's bills have a field that Daybook did not read by itself, of the newest that a person confirmed: `habit` is
 * JSON (see habit.ts). `learntAt` in milliseconds since the epoch.
 */
export const readingHabits = sqliteTable(
  'reading_habits',
  {
    gstin: text('gstin').notNull(),
    key: text('key').notNull(),
    habit: text('habit').notNull(),
    learntAt: integer('learnt_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.gstin, table.key] })],
)
