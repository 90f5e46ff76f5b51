import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

// As in rules.ts and mapped.ts, which tables may not import; the compiler sees when they part.
const masterKinds = ['ledger', 'item', 'unit', 'godown', 'voucher_type'] as const
const mappedKinds = ['party', 'ledger', 'item', 'unit', 'godown', 'voucher_type'] as const

/** What a bridge last said of itself and of the books that it enters into; one row a key. `company` is JSON. */
export const bridgeReports = sqliteTable('bridge_reports', {
  keyId: text('key_id').primaryKey(),
  system: text('system').notNull(),
  company: text('company'),
  health: text('health').notNull(),
  sentence: text('sentence').notNull(),
  version: text('version').notNull(),
  machine: text('machine').notNull(),
  waiting: integer('waiting').notNull(),
  heardAt: integer('heard_at').notNull(),
})

/**
 * What the books hold to enter into: ledgers, stock items, units, godowns, voucher types, as a bridge read them. `alterId` rises with
 * every change in the books; `details` is JSON (see rules.ts); `run` is the reading that saw it last.
 */
export const bookMasters = sqliteTable(
  'book_masters',
  {
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
    primaryKey({ columns: [table.kind, table.id] }),
    index('book_masters_folded').on(table.kind, table.folded),
    index('book_masters_gstin').on(table.kind, table.gstin),
    index('book_masters_hsn').on(table.kind, table.hsn),
  ],
)

/** The words of the names and aliases of masters, and each of these as a whole, so that one that is alike is found at once. */
export const masterTerms = sqliteTable(
  'book_master_terms',
  {
    kind: text('kind', { enum: masterKinds }).notNull(),
    term: text('term').notNull(),
    masterId: text('master_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.term, table.masterId] }),
    index('book_master_terms_master').on(table.kind, table.masterId),
  ],
)

/**
 * What somebody confirmed: that `ours` is entered under a name of the books. `match` is what is looked up (see mapped.ts). The
 * name is the one of the master as it is called now; `name` serves when no master is known.
 */
export const bookMappings = sqliteTable(
  'book_mappings',
  {
    kind: text('kind', { enum: mappedKinds }).notNull(),
    match: text('match').notNull(),
    ours: text('ours').notNull(),
    masterId: text('master_id'),
    name: text('name').notNull(),
    reason: text('reason').notNull(),
    confirmedBy: text('confirmed_by'),
    confirmedAt: integer('confirmed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.match] })],
)

/** What a person decided and a bridge has to do. `detail` is JSON; `isOk` is null until it was done. */
export const bridgeDecisions = sqliteTable(
  'bridge_decisions',
  {
    id: text('id').primaryKey(),
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
