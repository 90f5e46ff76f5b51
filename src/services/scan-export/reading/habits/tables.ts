import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { aliases } from '../../../../names/tables.ts'
import { scans } from '../../tables.ts'

/** What a document says, as JSON (see habit.ts, `pagePhrase`), until it goes: what a person corrects is looked for in it. */
export const readingPhrases = sqliteTable('reading_phrases', {
  scanId: text('scan_id')
    .primaryKey()
    .references(() => scans.id, { onDelete: 'cascade' }),
  phrases: text('phrases').notNull(),
})

/**
 * What a seller's bills taught that a person confirmed: `learnt` is JSON (see habit.ts, `sellerHabits`). `seller` is its GSTIN,
 * or its name, folded, where its bills have none; `name` is that of its newest bill. `confirmedAt` in milliseconds since the
 * epoch.
 */
export const sellerHabits = sqliteTable(
  'seller_habits',
  {
    id: text('id').primaryKey(),
    seller: text('seller').notNull().unique(),
    name: text('name').notNull(),
    learnt: text('learnt').notNull(),
    confirmedAt: integer('confirmed_at').notNull(),
  },
  (table) => [index('seller_habits_confirmed').on(table.confirmedAt)],
)

/** Aliases of products that a seller's bills taught, and on how many of them a person let them stand. */
export const learntAliases = sqliteTable(
  'learnt_aliases',
  {
    aliasId: text('alias_id')
      .primaryKey()
      .references(() => aliases.id, { onDelete: 'cascade' }),
    sellerId: text('seller_id')
      .notNull()
      .references(() => sellerHabits.id, { onDelete: 'cascade' }),
    times: integer('times').notNull(),
    confirmedAt: integer('confirmed_at').notNull(),
  },
  (table) => [index('learnt_aliases_seller').on(table.sellerId)],
)
