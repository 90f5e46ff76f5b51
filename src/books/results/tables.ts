import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The outcome of documents and orders in the accounts, as programs report it: the latest result of each program (a key) for each part.
 * `subjectId` is the id of the document or order, without a foreign key, because this table knows neither. `revision` is the state that
 * the program worked with, '' when not given. `books` are the program's accounts (books/mapping), null when unknown. Times are in
 * milliseconds since the epoch.
 *
 * `isOpen`: the part is not entered, and nobody has settled it. `closedAs` is how it was settled: by a later acknowledgement
 * (`delivered`), or by a person (`closedBy`), who wants another try, entered it by hand, or dropped it.
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
    // The few results that wait for a person, by cause.
    index('import_results_open')
      .on(table.kind, table.code, table.field, table.subjectId)
      .where(sql`is_open = 1`),
    index('import_results_received').on(table.kind, table.receivedAt),
    // The entered results in the order of the list. With `kind` in the index, counting needs only the index.
    index('import_results_entered')
      .on(sql`${table.receivedAt} DESC`, table.subjectId, table.part, table.kind)
      .where(sql`outcome = 'imported'`),
  ],
)
