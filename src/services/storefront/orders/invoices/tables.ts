import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { orderItems, orders } from '../../tables.ts'

/**
 * Invoices of orders. What one says never changes: `seller` is JSON of who sold then, `placeOfSupply` a state's GST code,
 * `payable` the order's total, rounded where the shop rounds. `halvesAreEqual`: CGST and SGST are the same amount; invoices of before
 * split the GST of the prices, whose halves may differ by a paisa, and stay as they were printed. An order that is cancelled keeps its number.
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
  halvesAreEqual: integer('halves_are_equal', { mode: 'boolean' }).notNull(),
  issuedAt: integer('issued_at').notNull(),
})

/** The last invoice number given in each financial year (`year` is the one it begins in). */
export const invoiceCounters = sqliteTable('invoice_counters', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

/**
 * Credit notes about invoices, of goods that came back. What one says never changes: `total` is what their lines come to
 * less the `discount` that was theirs, `payable` the same as the invoice rounds. `gst` is the tax that it names, which may differ from
 * that of its lines by round-off.
 */
export const creditNotes = sqliteTable(
  'credit_notes',
  {
    seq: integer('seq').primaryKey(),
    id: text('id').notNull().unique(),
    invoiceSeq: integer('invoice_seq')
      .notNull()
      .references(() => invoices.seq),
    number: text('number').notNull().unique(),
    reason: text('reason').notNull(),
    taxable: integer('taxable').notNull(),
    gst: integer('gst').notNull(),
    discount: integer('discount').notNull(),
    total: integer('total').notNull(),
    payable: integer('payable').notNull(),
    issuedAt: integer('issued_at').notNull(),
  },
  (table) => [index('credit_notes_invoice').on(table.invoiceSeq)],
)

/** The units of an order's lines that a credit note is about, with what they were sold for. */
export const creditNoteLines = sqliteTable(
  'credit_note_lines',
  {
    seq: integer('seq').primaryKey(),
    noteSeq: integer('note_seq')
      .notNull()
      .references(() => creditNotes.seq),
    itemId: text('item_id')
      .notNull()
      .references(() => orderItems.id),
    quantity: integer('quantity').notNull(),
    lineTotal: integer('line_total').notNull(),
    gstAmount: integer('gst_amount').notNull(),
  },
  (table) => [index('credit_note_lines_note').on(table.noteSeq)],
)

/** The last credit note number given in each financial year. */
export const creditNoteCounters = sqliteTable('credit_note_counters', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})
