import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { orders } from '../tables.ts'

/**
 * Invoices of orders. What one says never changes: `seller` is JSON of who sold then, `placeOfSupply` a state's GST code,
 * `payable` the order's total, rounded where the shop rounds. An order that is cancelled keeps its number.
 */
export const invoices = sqliteTable('invoices', {
  seq: integer('seq').primaryKey(),
  orderSeq: integer('order_seq')
    .notNull()
    .unique()
    .references(() => orders.seq),
  number: text('number').notNull().unique(),
  kind: text('kind', { enum: ['tax invoice', 'bill of supply', 'invoice'] }).notNull(),
  seller: text('seller').notNull(),
  placeOfSupply: text('place_of_supply').notNull(),
  payable: integer('payable').notNull(),
  issuedAt: integer('issued_at').notNull(),
})

/** The last invoice number given in each financial year (`year` is the one it begins in). */
export const invoiceCounters = sqliteTable('invoice_counters', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})
