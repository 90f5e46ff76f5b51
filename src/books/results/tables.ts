import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * What became of documents and orders in the books, as programs say it: the last word of each program (a key) about each
 * part of one. `subjectId` is the scan's or the order's id, without a foreign key: this knows neither. `revision` is what
 * the program worked with, '' when it did not say; `books` those that it enters into (imports/bridge), null when it never said which. Times in milliseconds since the epoch.
 *
 * `isOpen`: it did not get in, and nobody has settled that. `closedAs` says how it was settled: acknowledged since
 * (`delivered`), or by a person (`closedBy`), who wants it tried again, entered it by hand, or dropped it.
 */
export const importResults = sqliteTable(
  'import_results',
  {
    kind: text('kind', { enum: ['scan', 'order'] }).notNull(),
    subjectId: text('subject_id').notNull(),
    part: integer('part').notNull(),
    program: text('program').notNull(),
    books: integer('books'),
    revision: text('revision').notNull(),
    outcome: text('outcome', { enum: ['imported', 'parked', 'failed', 'dropped'] }).notNull(),
    code: text('code').notNull(),
    field: text('field').notNull(),
    message: text('message').notNull(),
    attempts: integer('attempts').notNull(),
    firstAt: integer('first_at').notNull(),
    lastAt: integer('last_at').notNull(),
    receivedAt: integer('received_at').notNull(),
    system: text('system').notNull(),
    company: text('company').notNull(),
    voucherId: text('voucher_id').notNull(),
    voucherNo: text('voucher_no').notNull(),
    isOpen: integer('is_open', { mode: 'boolean' }).notNull(),
    closedAt: integer('closed_at'),
    closedBy: text('closed_by'),
    closedAs: text('closed_as', { enum: ['delivered', 'again', 'by_hand', 'dropped'] }),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId, table.part, table.program] }),
    // The few that wait for somebody, by their cause.
    index('import_results_open')
      .on(table.kind, table.code, table.field, table.subjectId)
      .where(sql`is_open = 1`),
    index('import_results_received').on(table.kind, table.receivedAt),
    // What went in, in the order in which it is shown; with its kind it is counted by the index alone.
    index('import_results_entered')
      .on(sql`${table.receivedAt} DESC`, table.subjectId, table.part, table.kind)
      .where(sql`outcome = 'imported'`),
  ],
)
