import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/*
 * The GSTR-2B of the months, and what they are compared with. Documents go after 30 days, and a month's statement comes on the
 * 14th of the next: the heads of bills outlive them, until nobody can take their credit any more (see retention.ts).
 *
 * Each has a `seq` that is never given twice, and what changes is written anew: so the highest one and the number of rows
 * tell one state of a table from every other.
 */

/** The months: `period` is yyyy-mm, `rows` JSON (see portal/row.ts), `generatedOn` the portal's own day, '' where unknown. */
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
 * The heads of bills and of notes that were read, as they count. Amounts in paise, null where none was read; `day` (yyyy-mm-dd), `gstin`
 * and `pos` are '' then. `saysNoTax`: it names no tax, and its total leaves no room for one. `scanId` has no foreign key: the document goes
 * first.
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
 * What people decided. `subject` is the key of a filed bill, the same in each month that has it, or `bill:` and the id of a
 * kept one. `billId` is the bill that it is; `notBills`, JSON, are those that it is not. `mark` says that somebody asked for the
 * bill, or that it needs nothing; `note` is in their words.
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
