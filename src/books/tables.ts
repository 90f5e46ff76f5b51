import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { sql } from 'drizzle-orm'

// Copies of the lists in rules.ts and mapping-queries.ts of mapping/: tables may not import those files. The compiler notices a difference.
const masterKinds = ['ledger', 'item', 'unit', 'godown', 'voucher_type'] as const
const mappedKinds = ['party', 'ledger', 'item', 'unit', 'godown', 'voucher_type'] as const

/**
 * The companies that bridges enter into, with each company's program and latest name. A company that was split off keeps the guid of its
 * origin, so only all four columns together identify a company. If a key never named its company, the key's id is the guid and there is
 * no system.
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
 * The latest report of each bridge, one row per key. `company` is JSON: the open company. `books` is the paired company, null where the
 * bridge never named it. `files` is a JSON list of files that were written and not confirmed, or null.
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
 * The masters that bridges read: ledgers, stock items, units, godowns, voucher types. `alterId` rises with every change in the accounts.
 * `details` is JSON (see rules.ts). `run` is the latest read that saw the master.
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

/** The words of masters' names and aliases, and each name as a whole, to find similar names quickly. */
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
 * The mappings that people confirmed: our name `ours` is entered under a name in the accounts. Look-ups use `match` (see
 * `matchOf` in mapping-queries.ts). Daybook uses the master's current name, and `name` if no master is known.
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
 * A person's decision that a bridge has to carry out: a bridge of `books`, or the one with the key `program`, or any bridge when both are
 * null. `detail` is JSON. `isOk` is null until a bridge reports.
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

/**
 * Leases: until `until` (milliseconds since the epoch) nobody else gets the leased documents. `fence` rises from lease to lease and is
 * never reused. It is at least the time in seconds, so that it rises even after a restore.
 */
export const leases = sqliteTable(
  'leases',
  {
    fence: integer('fence').primaryKey({ autoIncrement: true }),
    id: text('id').notNull().unique(),
    kind: text('kind', { enum: ['scan', 'order'] }).notNull(),
    keyId: text('key_id').notNull(),
    until: integer('until').notNull(),
    // When the lease was taken; 0 for leases from before this column existed.
    takenAt: integer('taken_at').notNull().default(0),
  },
  (table) => [index('leases_until').on(table.until)],
)

/** The latest lease of each document or order, kept after its end: an acknowledgement under an older fence is too late. */
export const leased = sqliteTable(
  'leased',
  {
    kind: text('kind', { enum: ['scan', 'order'] }).notNull(),
    subjectId: text('subject_id').notNull(),
    fence: integer('fence').notNull(),
    until: integer('until').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    index('leased_until').on(table.kind, table.until),
    index('leased_fence').on(table.fence),
  ],
)

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
