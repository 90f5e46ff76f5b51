import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { aliases } from '../../../../names/tables.ts'
import { scans } from '../../tables.ts'

/**
 * The phrases of a document, as JSON (see habit.ts, `pagePhrase`), until the document is deleted. Daybook searches them for
 * a person's corrections.
 */
export const readingPhrases = sqliteTable('reading_phrases', {
  scanId: text('scan_id')
    .primaryKey()
    .references(() => scans.id, { onDelete: 'cascade' }),
  phrases: text('phrases').notNull(),
})

/**
 * What a seller's confirmed bills taught. `learnt` is JSON (see habit.ts, `sellerHabits`). `seller` is the GSTIN, or the folded name where
 * bills have no GSTIN. `name` is the name on the newest bill. `confirmedAt` in milliseconds since the epoch.
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

/** Aliases of products that a seller's bills taught. `times`: how many bills confirmed the alias. */
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
