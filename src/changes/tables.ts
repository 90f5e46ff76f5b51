import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * What changed last, each thing once: triggers of its table (see the migration that made this one) write its row anew, with
 * the next number. So the numbers are one order of all changes, and the rows are as many as there are things. What is gone
 * keeps its row for as long as the feed remembers (`change_marks`). `userId`: whose document it is.
 *
 * `catalogue` stands for all products that last changed in the version of the catalogue that is its `id`: a row each would
 * have made a bulk of them half as slow again.
 */
export const changes = sqliteTable(
  'changes',
  {
    seq: integer('seq').primaryKey(),
    kind: text('kind', {
      enum: ['catalogue', 'product', 'order', 'document', 'vendor', 'product_name'],
    }).notNull(),
    id: text('id').notNull(),
    userId: text('user_id'),
    isGone: integer('is_gone', { mode: 'boolean' }).notNull(),
  },
  (table) => [uniqueIndex('changes_thing').on(table.kind, table.id)],
)

/**
 * How far the changes were at each start of the server, and each night. A client's place in the feed names the mark it was
 * read under: a book that was put back to an earlier time lacks it, or has another one before the place.
 */
export const changeMarks = sqliteTable('change_marks', {
  position: integer('position').primaryKey(),
  id: text('id').notNull().unique(),
  /** `changes.seq` of the last change before it. */
  seq: integer('seq').notNull(),
  at: integer('at').notNull(),
})
