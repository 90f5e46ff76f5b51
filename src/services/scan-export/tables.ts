import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// As in categories.ts, which tables may not import; the compiler sees when they part.
const categories = ['vendor_invoice', 'purchase_order', 'bank_entry'] as const

/** What was uploaded. The bytes are in the file store under `hash` (SHA-256, hex). */
export const documents = sqliteTable(
  'documents',
  {
    id: text('id').primaryKey(),
    hash: text('hash').notNull(),
    userId: text('user_id').notNull(),
    filename: text('filename').notNull(),
    contentType: text('content_type').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('documents_hash').on(table.hash),
    index('documents_created').on(table.createdAt, table.id),
  ],
)

/**
 * A scan: what was read from a document, and whether the client acknowledged it.
 * `raw`, `correction` and `syncedData` are JSON. A correction by hand stands beside the raw extraction, never over it.
 * `held`: a check contradicts what was typed, so the scan counts as failed; `hasWaited` that it waited before, so that a
 * program may have fetched it. `confirmed` is JSON too: what a check found and somebody said to stand so on the paper, with
 * who and when.
 * `userId` and `syncedKeyId` have no foreign keys: users and keys are never deleted. `syncedNo` is the number under which it
 * left the queue, for those who ask whether a number came before.
 *
 * `sameAs` is the scan that is delivered in its place, because somebody said that they are the same paper: it is settled, and
 * never delivered by itself. That scan may be settled too; the last one of such a chain is the paper's. It may be gone
 * when it was delivered: then the paper was.
 */
export const scans = sqliteTable(
  'scans',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    documentId: text('document_id').references(() => documents.id),
    category: text('category', { enum: categories }).notNull(),
    filename: text('filename').notNull(),
    status: text('status', { enum: ['pending', 'successful', 'failed'] }).notNull(),
    failureReason: text('failure_reason'),
    createdAt: integer('created_at').notNull(),
    raw: text('raw'),
    correction: text('correction'),
    held: integer('held', { mode: 'boolean' }).notNull().default(false),
    hasWaited: integer('has_waited', { mode: 'boolean' }).notNull().default(false),
    confirmed: text('confirmed'),
    deliverSeparately: integer('deliver_separately', { mode: 'boolean' }).notNull().default(false),
    syncedAt: integer('synced_at'),
    syncedSource: text('synced_source'),
    syncedKeyId: text('synced_key_id'),
    syncedData: text('synced_data'),
    syncedNo: text('synced_no'),
    sameAs: text('same_as'),
    settledAt: integer('settled_at'),
    settledBy: text('settled_by'),
    duplicateOf: text('duplicate_of'),
  },
  (table) => [
    // Holds all that lists choose by, so that counting 20,000 scans never touches the wide rows.
    index('scans_created').on(
      table.createdAt,
      table.id,
      table.userId,
      table.category,
      table.status,
      table.syncedAt,
      table.duplicateOf,
      table.filename,
    ),
    index('scans_synced').on(table.syncedAt),
    index('scans_synced_no')
      .on(table.syncedNo)
      .where(sql`${table.syncedNo} IS NOT NULL`),
    index('scans_same_as')
      .on(table.sameAs)
      .where(sql`${table.sameAs} IS NOT NULL`),
    index('scans_user').on(table.userId, table.createdAt),
    index('scans_document').on(table.documentId),
    index('scans_duplicate_of').on(table.duplicateOf),
    // The few that are held: whoever asks for them, or leaves them out, looks here.
    index('scans_held')
      .on(table.id)
      .where(sql`held = 1`),
  ],
)

/**
 * Documents that Daybook is to read, the oldest first. A row goes when its scan was read, or could not be. `tries` counts
 * the processes that ended on it.
 */
export const readingJobs = sqliteTable(
  'reading_jobs',
  {
    scanId: text('scan_id')
      .primaryKey()
      .references(() => scans.id, { onDelete: 'cascade' }),
    queuedAt: integer('queued_at').notNull(),
    tries: integer('tries').notNull().default(0),
  },
  (table) => [index('reading_jobs_queued').on(table.queuedAt, table.scanId)],
)

/**
 * Passwords of locked files that an owner has kept, sealed (platform/secrets.ts). They are tried on what the same user sends;
 * `bank` is what was read of the first that it opened, '' where that is none.
 */
export const keptPasswords = sqliteTable(
  'kept_passwords',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    sealed: text('sealed').notNull(),
    bank: text('bank').notNull(),
    keptBy: text('kept_by').notNull(),
    keptAt: integer('kept_at').notNull(),
    usedAt: integer('used_at').notNull(),
  },
  (table) => [index('kept_passwords_user').on(table.userId, table.usedAt)],
)

/**
 * How a reader came to what it read: `explained` is JSON, by path in `raw` (see scans/explained.ts). `reader` tells Daybook's own reading,
 * whose doubts hold the scan, from that of another program, which keeps the contract's rules. `pages` are those of the file that it stands
 * on, JSON; `others` is JSON too: further documents that are in the same file, until somebody splits it.
 */
export const readings = sqliteTable('readings', {
  scanId: text('scan_id')
    .primaryKey()
    .references(() => scans.id, { onDelete: 'cascade' }),
  reader: text('reader', { enum: ['daybook', 'other'] }).notNull(),
  readAt: integer('read_at').notNull(),
  explained: text('explained').notNull(),
  pages: text('pages').notNull(),
  others: text('others'),
})

/**
 * What waits for delivery: exactly the successful scans that are neither synced nor settled, normalised. And in its place among them
 * what is `held`: it is not delivered, and hides its younger copies as if it were, so that no paper is booked twice.
 *
 * A row counts while `rulesSince <= version < rulesUntil` (rename_rule_state). A change of rules writes the rows of
 * the next version of the rules beside today's, a slice at a time, and one small transaction then moves the version: every
 * reader sees all of the old rules or all of the new ones, and nobody waits for 20,000 rows.
 *
 * `number` is what duplicates are compared by, null when there is none or the scan is delivered separately;
 * `sellerNumber` the same with the seller in it. `data` is the normalised document as JSON, before name mapping.
 */
export const waitingScans = sqliteTable(
  'waiting_scans',
  {
    seq: integer('seq').primaryKey({ autoIncrement: true }),
    scanId: text('scan_id')
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
    rulesSince: integer('rules_since').notNull(),
    rulesUntil: integer('rules_until').notNull(),
    userId: text('user_id').notNull(),
    category: text('category', { enum: categories }).notNull(),
    filename: text('filename').notNull(),
    createdAt: integer('created_at').notNull(),
    documentHash: text('document_hash'),
    invoiceNo: text('invoice_no'),
    number: text('number'),
    sellerNumber: text('seller_number'),
    data: text('data').notNull(),
    /** Null in rows of before there were any that are held. */
    held: integer('held', { mode: 'boolean' }),
  },
  (table) => [
    uniqueIndex('waiting_scans_scan').on(table.scanId, table.rulesSince),
    // Holds all that the order, the window, the filters and the count need, so that they never touch the wide rows.
    index('waiting_scans_user_order').on(
      table.userId,
      table.createdAt,
      table.scanId,
      table.category,
      table.rulesSince,
      table.rulesUntil,
      table.number,
      table.held,
    ),
    index('waiting_scans_held')
      .on(table.scanId)
      .where(sql`held = 1`),
    index('waiting_scans_order').on(table.createdAt, table.scanId),
    index('waiting_scans_number').on(table.number, table.createdAt, table.scanId),
    index('waiting_scans_seller_number').on(table.sellerNumber, table.createdAt, table.scanId),
    index('waiting_scans_invoice_no').on(table.invoiceNo, table.userId),
    index('waiting_scans_document').on(table.userId, table.documentHash),
  ],
)

/**
 * What lists sort, search and add up documents by: one narrow row for each, written with the document. The table has no
 * rowid (see its migration), so that a list of 20,000 documents looks each row up once. `state` says whether the
 * row was made from what was delivered, waits or was read. Like `waiting_scans`, a row counts while
 * `rulesSince <= version < rulesUntil`, so that a change of rules moves both together.
 *
 * `seller` is folded, and `number` too, with its digits padded so that 9 comes before 10. `isMapped`: the list of sellers may call the
 * seller otherwise. `day` is ISO, `total` in paise; null where the document does not say it. `called` has the number and the file, folded.
 */
export const scanFacts = sqliteTable(
  'scan_facts',
  {
    scanId: text('scan_id')
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
    rulesSince: integer('rules_since').notNull(),
    rulesUntil: integer('rules_until').notNull(),
    state: text('state', { enum: ['delivered', 'waiting', 'read'] }).notNull(),
    seller: text('seller'),
    isMapped: integer('is_mapped', { mode: 'boolean' }).notNull(),
    number: text('number'),
    day: text('day'),
    total: integer('total'),
    called: text('called').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scanId, table.rulesSince] }),
    // The few that a change of rules reads again.
    index('scan_facts_read')
      .on(table.rulesSince)
      .where(sql`state = 'read'`),
  ],
)

/**
 * Documents that are in the archive, and in which one. `path` is that of the page that was written last, below the archive's
 * folder; `version` counts the pages. `facts` tells what they said from what they say now, and `seq` is the last change
 * (`changes.seq`) that was looked at.
 */
export const archivedScans = sqliteTable('archived_scans', {
  scanId: text('scan_id')
    .primaryKey()
    .references(() => scans.id, { onDelete: 'cascade' }),
  archiveId: text('archive_id').notNull(),
  archivedAt: integer('archived_at').notNull(),
  path: text('path').notNull(),
  version: integer('version').notNull(),
  facts: text('facts').notNull(),
  seq: integer('seq').notNull(),
})

/** An organisation's rename rules. The folded columns are what labels and values are compared by; `category` is '' for all. */
export const renameRules = sqliteTable(
  'rename_rules',
  {
    id: text('id').primaryKey(),
    type: text('type', { enum: ['label', 'value'] }).notNull(),
    category: text('category', { enum: ['', ...categories] }).notNull(),
    key: text('key').notNull(),
    foldedKey: text('folded_key').notNull(),
    from: text('from').notNull(),
    foldedFrom: text('folded_from').notNull(),
    to: text('to').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('rename_rules_match').on(
      table.type,
      table.category,
      table.foldedKey,
      table.foldedFrom,
    ),
  ],
)

/**
 * What an owner does not want to be offered any more: a label or value without a rule, or a name that a list does not
 * have. `match` is what these are compared by (see dismissed-offers.ts).
 */
export const dismissedOffers = sqliteTable(
  'dismissed_offers',
  {
    kind: text('kind', { enum: ['label', 'value', 'vendor', 'product'] }).notNull(),
    match: text('match').notNull(),
    userId: text('user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.match] })],
)

/** One row (id 1): the version of the rules in force, and the change that is being prepared, if any. */
export const renameRuleState = sqliteTable('rename_rule_state', {
  id: integer('id').primaryKey(),
  version: integer('generation').notNull(),
  changeId: text('change_id'),
})

/**
 * Scans that somebody said are different papers, though they look like one: they are not asked about again. `scanId` is the
 * younger one, which an export names the other with.
 */
export const differentPapers = sqliteTable(
  'different_papers',
  {
    scanId: text('scan_id')
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
    otherId: text('other_id')
      .notNull()
      .references(() => scans.id, { onDelete: 'cascade' }),
    userId: text('user_id'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.scanId, table.otherId] }),
    index('different_papers_other').on(table.otherId),
  ],
)
