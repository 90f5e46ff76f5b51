import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { orderItems, orders } from '../../tables.ts'

/**
 * Invoices of orders. An invoice never changes. `seller` is JSON of the seller at that time, `placeOfSupply` a state's
 * GST code, `payable` the order's total, rounded if the shop rounds. `halvesAreEqual`: CGST and SGST are equal. Older
 * invoices split the GST of the prices, so that their halves may differ by a paisa, and stay as printed. A cancelled
 * order keeps its number.
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

/** The last invoice number of each financial year. `year` is the year in which it begins. */
export const invoiceCounters = sqliteTable('invoice_counters', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})

/**
 * Credit notes for returned goods of an invoice. A credit note never changes. `total` is the sum of its lines minus
 * their `discount`, `payable` the total rounded like the invoice. `gst` is the tax on the note, which may differ from
 * the tax of its lines by round-off.
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

/** The units of an order's lines on a credit note, with their sales amounts. */
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

/** The last credit note number of each financial year. */
export const creditNoteCounters = sqliteTable('credit_note_counters', {
  year: integer('year').primaryKey(),
  last: integer('last').notNull(),
})
