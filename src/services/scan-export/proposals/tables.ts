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
 * What was learnt of bills, to propose it when the next one is typed. Bills go after 30 days; what a shop paid last must
 * not. Days are yyyy-mm-dd, of the newest bill that said so.
 */

/** Who sold to the shop. `gstin` is '' where bills had none; `bills` counts those that were learnt. */
export const learntSellers = sqliteTable(
  'learnt_sellers',
  {
    // Never given twice: a bill remembers its seller's number when the seller is forgotten.
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

/** What a seller sold. `place` is the line of its bill, from 0; the rate may be of fractions of a paisa. */
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

/** Which bills were learnt, and of whom, so that none counts twice. */
export const learntBills = sqliteTable('learnt_bills', {
  scanId: text('scan_id')
    .primaryKey()
    .references(() => scans.id, { onDelete: 'cascade' }),
  sellerSeq: integer('seller_seq').notNull(),
})
