import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// Same as in categories.ts, which tables may not import. The compiler reports a difference.
const categories = ['vendor_invoice', 'purchase_order', 'bank_entry'] as const

/** Uploaded originals. The bytes are in the file store under `hash` (SHA-256, hex). */
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
 * A scan: what was read from a document, and whether the client acknowledged it. `raw`, `correction` and `syncedData` are JSON. A
 * correction stands beside `raw` and never replaces it. `held`: a check or a doubt contradicts the values, so the scan counts as failed.
 * `hasWaited`: it waited before, so a program may have fetched it. `confirmed`, as JSON: the findings that a person confirmed, with who and
 * when. `userId` and `syncedKeyId` have no foreign keys: users and keys are never deleted. `syncedNo`: the number with which the scan left
 * the queue, to find numbers that came before.
 *
 * `sameAs`: a person settled this scan as the same paper as another, which is delivered in its place. That scan may be settled too; the
 * last one of the chain stands for the paper. It may be gone after delivery: then the paper was delivered.
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
    // Holds every column that lists filter by, so that counting 20,000 scans never touches the wide rows.
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
    index('scans_synced_no')
      .on(table.syncedNo)
      .where(sql`${table.syncedNo} IS NOT NULL`),
    index('scans_same_as')
      .on(table.sameAs)
      .where(sql`${table.sameAs} IS NOT NULL`),
    index('scans_user').on(table.userId, table.createdAt),
    index('scans_document').on(table.documentId),
    index('scans_duplicate_of')
      .on(table.duplicateOf)
      .where(sql`${table.duplicateOf} IS NOT NULL`),
    // The few held scans. Queries that select or exclude them use this index.
    index('scans_held')
      .on(table.id)
      .where(sql`held = 1`),
  ],
)

/**
 * Documents that Daybook will read, the oldest first. A row is deleted when its scan was read or has failed. `tries` counts the processes
 * that ended on it.
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
 * Passwords of locked files that an owner keeps, sealed (platform/secrets.ts). Daybook tries them on files of the same user. `bank`: the
 * bank on the first paper that the password opened, or ''.
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
 * How a reader found its values. `explained` is JSON, by path in `raw` (see paper/received.ts). `reader`: doubts of Daybook's own reading
 * hold the scan; another program's reading follows the contract's rules. `pages`, as JSON: the document's pages in the file. `others`, as
 * JSON: further documents in the same file, until somebody splits it.
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
 * The delivery queue: exactly the successful scans that are neither synced nor settled, normalised, and the held scans in their places. A
 * held scan is not delivered, but still hides its younger copies, so that no paper is entered twice.
 *
 * A row counts while `rulesSince <= version < rulesUntil` (rename_rule_state). A change of rules writes the rows of the next version beside
 * the present rows, slice by slice. Then one small transaction moves the version. Every query sees either all old rules or all new ones,
 * and nobody waits for 20,000 rows.
 *
 * `number`: what duplicates are compared by; null without a number or for a scan that is delivered separately. `sellerNumber`: the same
 * with the seller. `data`: the normalised document as JSON, before name mapping.
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
    /** Null in rows that are older than the column. */
    held: integer('held', { mode: 'boolean' }),
  },
  (table) => [
    uniqueIndex('waiting_scans_scan').on(table.scanId, table.rulesSince),
    // Holds every column for order, window, filters and count, so that they never touch the wide rows.
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
    index('waiting_scans_invoice_no').on(table.invoiceNo, table.createdAt, table.scanId),
  ],
)

/**
 * How many scans `waiting_scans` has, held ones too: triggers keep it (see its migration). Counting 20,000 rows took 3 to 8 ms for each list
 * after a change.
 */
export const waitingCounts = sqliteTable(
  'waiting_counts',
  {
    userId: text('user_id').notNull(),
    category: text('category', { enum: categories }).notNull(),
    scans: integer('scans').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.category] })],
)

/**
 * What lists sort, search and add up by: one narrow row for each document, written with it. The table has no rowid (see its migration), so
 * that a list of 20,000 documents looks each row up once. `state`: whether the row comes from delivered, waiting or read data. Like
 * `waiting_scans`, a row counts while `rulesSince <= version < rulesUntil`, so that a change of rules switches both together.
 *
 * `seller` and `number` are folded; digits in `number` are padded, so that 9 comes before 10. `isMapped`: the vendor list may have another
 * name for the seller. `day` is ISO, `total` in paise; null where the document lacks it. `called`: the folded number and file name.
 */
export const documentHeads = sqliteTable(
  'document_heads',
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
    // The few rows that a change of rules reads again.
    index('document_heads_read')
      .on(table.rulesSince)
      .where(sql`state = 'read'`),
  ],
)

/**
 * Archived documents, and their archive. `path`: the last written page, below the archive's folder. `version` counts the pages. `facts`: a
 * hash of what the document said then. `seq`: the last change (`changes.seq`) that was looked at.
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

/** An organisation's rename rules. Labels and values are compared by the folded columns. `category` is '' for all. */
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
 * Offers that an owner has dismissed: labels or values without a rule, and names that a list lacks. `match` identifies the offer (see
 * dismissed-offers.ts).
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
 * Scans that look alike but that a person called different. Daybook does not ask about them again. `scanId` is the younger scan; its line
 * in an export names the other.
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
