import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Settings that the console changes; `value` is JSON. What must be known before the database opens is in daybook.toml. */
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
 * Stored files by SHA-256 and kind. `deleting` means: nothing refers to it, and the bytes are about to go. `keyId` and
 * `memberId` say in whose share of the disk a file counts (see disk-share.ts): of whoever brought it first.
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
    // With the bytes, so that what they come to is read from the index alone.
    index('files_key').on(table.keyId, table.bytes),
    index('files_member').on(table.memberId, table.bytes),
  ],
)
