import {
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core'
import { scans } from '../tables.ts'

/*
 * What Daybook learnt from bills, to propose it when somebody types the next one. Bills are deleted after 30 days; what the
 * shop paid last must stay. Days are yyyy-mm-dd: the day of the newest bill with the value.
 */

/** Sellers. `gstin` is '' where the bills had none. `bills` counts the learnt bills. */
export const learntSellers = sqliteTable(
  'learnt_sellers',
  {
    // Never reused: a learnt bill keeps its seller's number even after the seller is forgotten.
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    foldedName: text('folded_name').notNull(),
    gstin: text('gstin').notNull(),
    name: text('name').notNull(),
    state: text('state'),
    placeOfSupply: text('place_of_supply'),
    terms: text('terms'),
    bills: integer('bills').notNull(),
    day: text('day').notNull(),
  },
  (table) => [
    uniqueIndex('learnt_sellers_seller').on(table.foldedName, table.gstin),
    index('learnt_sellers_day').on(table.day),
  ],
)

/** What a seller sold. `place` is the line of the bill, from 0. The rate may have fractions of a paisa. */
export const learntItems = sqliteTable(
  'learnt_items',
  {
    sellerSeq: integer('seller_seq')
      .notNull()
      .references(() => learntSellers.seq, { onDelete: 'cascade' }),
    foldedName: text('folded_name').notNull(),
    name: text('name').notNull(),
    hsn: text('hsn'),
    unit: text('unit'),
    gstPct: real('gst_pct'),
    ratePaise: real('rate_paise'),
    day: text('day').notNull(),
    place: integer('place').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.sellerSeq, table.foldedName] }),
    index('learnt_items_name').on(table.foldedName, table.day),
    index('learnt_items_day').on(table.day),
  ],
)

/** Which bills were learnt, and of which seller, so that no bill counts twice. */
export const learntBills = sqliteTable('learnt_bills', {
  scanId: text('scan_id')
    .primaryKey()
    .references(() => scans.id, { onDelete: 'cascade' }),
  sellerSeq: integer('seller_seq').notNull(),
})
