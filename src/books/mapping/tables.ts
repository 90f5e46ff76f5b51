import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// As in rules.ts and mapped.ts, which tables may not import; the compiler sees when they part.
const masterKinds = ['ledger', 'item', 'unit', 'godown', 'voucher_type'] as const
const mappedKinds = ['party', 'ledger', 'item', 'unit', 'godown', 'voucher_type'] as const

/**
 * The books that bridges enter into: which company of which program, and what it was called last. A copy that was split off has the
 * guid of the one it came from, so that all four tell them apart. Books of which a key never said the company have its id as their guid and no system.
 */
export const bookCompanies = sqliteTable(
  'book_companies',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    system: text('system').notNull(),
    guid: text('guid').notNull(),
    number: text('number').notNull(),
    booksFrom: text('books_from').notNull(),
    name: text('name').notNull(),
    heardAt: integer('heard_at').notNull(),
  },
  (table) => [
    uniqueIndex('book_companies_identity').on(
      table.system,
      table.guid,
      table.number,
      table.booksFrom,
    ),
  ],
)

/**
 * What a bridge last said of itself and of the books that it enters into; one row a key. `company` is JSON: the one that is open;
 * `books` are those that it was paired with, null where it never said which; `files` is a JSON list of what it wrote and nobody confirmed, null for none.
 */
export const bridgeReports = sqliteTable('bridge_reports', {
  keyId: text('key_id').primaryKey(),
  system: text('system').notNull(),
  company: text('company'),
  books: integer('books'),
  health: text('health').notNull(),
  sentence: text('sentence').notNull(),
  version: text('version').notNull(),
  machine: text('machine').notNull(),
  waiting: integer('waiting').notNull(),
  files: text('files'),
  heardAt: integer('heard_at').notNull(),
})

/**
 * What the books hold to enter into: ledgers, stock items, units, godowns, voucher types, as a bridge read them. `alterId` rises with
 * every change in the books; `details` is JSON (see rules.ts); `run` is the reading that saw it last.
 */
export const bookMasters = sqliteTable(
  'book_masters',
  {
    books: integer('books').notNull(),
    kind: text('kind', { enum: masterKinds }).notNull(),
    id: text('id').notNull(),
    name: text('name').notNull(),
    folded: text('folded').notNull(),
    alterId: integer('alter_id').notNull(),
    gstin: text('gstin').notNull(),
    hsn: text('hsn').notNull(),
    details: text('details').notNull(),
    run: text('run').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.books, table.kind, table.id] }),
    index('book_masters_folded').on(table.books, table.kind, table.folded),
    index('book_masters_gstin').on(table.books, table.kind, table.gstin),
    index('book_masters_hsn').on(table.books, table.kind, table.hsn),
  ],
)

/** The words of the names and aliases of masters, and each of these as a whole, so that one that is alike is found at once. */
export const masterTerms = sqliteTable(
  'book_master_terms',
  {
    books: integer('books').notNull(),
    kind: text('kind', { enum: masterKinds }).notNull(),
    term: text('term').notNull(),
    masterId: text('master_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.books, table.kind, table.term, table.masterId] }),
    index('book_master_terms_master').on(table.books, table.kind, table.masterId),
  ],
)

/**
 * What somebody confirmed: that `ours` is entered under a name of some books. `match` is what is looked up (see mapped.ts). The
 * name is the one of the master as it is called now; `name` serves when no master is known.
 */
export const bookMappings = sqliteTable(
  'book_mappings',
  {
    books: integer('books').notNull(),
    kind: text('kind', { enum: mappedKinds }).notNull(),
    match: text('match').notNull(),
    ours: text('ours').notNull(),
    masterId: text('master_id'),
    name: text('name').notNull(),
    reason: text('reason').notNull(),
    confirmedBy: text('confirmed_by'),
    confirmedAt: integer('confirmed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.books, table.kind, table.match] })],
)

/**
 * What a person decided and a bridge has to do: one of the `books`, or the one whose key is `program`; both null: any. `detail` is JSON;
 * `isOk` is null until it was done.
 */
export const bridgeDecisions = sqliteTable(
  'bridge_decisions',
  {
    id: text('id').primaryKey(),
    books: integer('books'),
    program: text('program'),
    kind: text('kind').notNull(),
    subject: text('subject').notNull(),
    part: integer('part'),
    detail: text('detail').notNull(),
    madeBy: text('made_by'),
    madeAt: integer('made_at').notNull(),
    doneAt: integer('done_at'),
    isOk: integer('is_ok', { mode: 'boolean' }),
    message: text('message').notNull().default(''),
  },
  (table) => [
    index('bridge_decisions_done').on(table.doneAt, table.id),
    index('bridge_decisions_subject').on(table.subject),
  ],
)
