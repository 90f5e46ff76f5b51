import { integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * The last change of each thing: triggers on its table (see the migration that made this table) rewrite its row with the next number. So
 * the numbers put all changes in one order, and there are as many rows as things. A deleted thing keeps its row for as long as the feed
 * remembers (`change_marks`). `userId`: the user whose document it is. `catalogue` stands for all products that last changed in the version
 * of the catalogue that is its `id`: a row for each product would have made a bulk of them half as slow again.
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
 * The position of the changes at each start of the server, and each night. A client's place in the feed names its mark: a book that was
 * restored to an earlier time lacks that mark, or has another one before the place.
 */
export const changeMarks = sqliteTable('change_marks', {
  position: integer('position').primaryKey(),
  id: text('id').notNull().unique(),
  /** `changes.seq` of the last change before it. */
  seq: integer('seq').notNull(),
  at: integer('at').notNull(),
})
