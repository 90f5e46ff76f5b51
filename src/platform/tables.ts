import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Settings that the console changes. `value` is JSON. Settings needed before the database opens are in daybook.toml. */
export const settings = sqliteTable('settings', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
})

/** First answers to requests with an Idempotency-Key, kept for a day. `response` is the JSON body. */
export const idempotencyKeys = sqliteTable(
  'idempotency_keys',
  {
    keyId: text('key_id').notNull(),
    idempotencyKey: text('idempotency_key').notNull(),
    requestHash: text('request_hash').notNull(),
    status: integer('status').notNull(),
    response: text('response').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.idempotencyKey] })],
)

/**
 * Stored files by SHA-256 and kind. `deleting` means: nothing refers to the file, and its bytes are about to be deleted. `keyId` and
 * `memberId` say whose share of the disk a file counts in (see disk-share.ts): that of whoever brought it first.
 */
export const files = sqliteTable(
  'files',
  {
    kind: text('kind', { enum: ['documents', 'images'] }).notNull(),
    hash: text('hash').notNull(),
    bytes: integer('bytes').notNull(),
    state: text('state', { enum: ['stored', 'deleting'] }).notNull(),
    keyId: text('key_id'),
    memberId: text('member_id'),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.hash] }),
    // Includes the bytes, so that their sum is read from the index alone.
    index('files_key').on(table.keyId, table.bytes),
    index('files_member').on(table.memberId, table.bytes),
  ],
)
