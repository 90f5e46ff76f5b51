import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/*
 * The GSTR-2B of each month, and what it is compared with. Documents are deleted after 30 days, but a month's statement comes on the 14th
 * of the next month. So the heads of bills stay until nobody can take their credit any more (see retention.ts).
 *
 * Each table has a `seq` that is never reused, and a change writes a new row. So the highest `seq` and the number of rows identify a state
 * of the table.
 */

/** The months. `period` is yyyy-mm. `rows` is JSON (see portal/row.ts). `generatedOn`: the portal's day, '' where unknown. */
export const gstr2bMonths = sqliteTable('gstr2b_months', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  period: text('period').notNull().unique(),
  gstin: text('gstin').notNull(),
  generatedOn: text('generated_on').notNull(),
  importedAt: integer('imported_at').notNull(),
  importedBy: text('imported_by'),
  rows: text('rows').notNull(),
})

/**
 * The heads of bills and notes that were read, as they count. Amounts in paise, null where none was read. `day` (yyyy-mm-dd), `gstin` and
 * `pos` are '' where none was read. `seenAt`: when the document came in, in milliseconds since the epoch. `saysNoTax`: it names no tax, and its total leaves no room for one. `scanId` has no foreign key,
 * because the document is deleted first.
 */
export const keptBills = sqliteTable(
  'kept_bills',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    scanId: text('scan_id').notNull().unique(),
    kind: text('kind', { enum: ['invoice', 'credit_note', 'debit_note'] }).notNull(),
    number: text('number').notNull(),
    day: text('day').notNull(),
    gstin: text('gstin').notNull(),
    seller: text('seller').notNull(),
    pos: text('pos').notNull(),
    isReverse: integer('is_reverse', { mode: 'boolean' }).notNull(),
    total: integer('total'),
    taxable: integer('taxable'),
    igst: integer('igst'),
    cgst: integer('cgst'),
    sgst: integer('sgst'),
    cess: integer('cess'),
    saysNoTax: integer('says_no_tax', { mode: 'boolean' }).notNull(),
    seenAt: integer('seen_at').notNull(),
  },
  (table) => [index('kept_bills_seen').on(table.seenAt)],
)

/**
 * Decisions of people. `subject`: the key of a filed bill, the same in each month, or `bill:` and the id of a kept bill. `billId`: the bill
 * that it is. `notBills`, as JSON: bills that it is not. `mark`: somebody asked for the bill, or nothing needs to be done. `note`: the
 * person's words.
 */
export const gstr2bDecisions = sqliteTable('gstr2b_decisions', {
  seq: integer('seq').primaryKey({ autoIncrement: true }),
  subject: text('subject').notNull().unique(),
  billId: text('bill_id'),
  notBills: text('not_bills').notNull(),
  mark: text('mark', { enum: ['asked', 'ignored'] }),
  note: text('note').notNull(),
  decidedAt: integer('decided_at').notNull(),
  decidedBy: text('decided_by'),
})
