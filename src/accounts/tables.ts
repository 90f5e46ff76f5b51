import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** The shop. One data directory holds exactly one, so the id is always 1. */
export const organisations = sqliteTable('organisations', {
  id: integer('id').primaryKey(),
  name: text('name').notNull(),
  gstin: text('gstin'),
  createdAt: integer('created_at').notNull(),
})

export const users = sqliteTable('users', {
  id: text('id').primaryKey(),
  email: text('email').notNull().unique(),
  name: text('name').notNull(),
  role: text('role', { enum: ['owner', 'member'] }).notNull(),
  /** What a member works on. An owner may do everything, whatever these columns contain. */
  isClerk: integer('is_clerk', { mode: 'boolean' }).notNull().default(true),
  isCounter: integer('is_counter', { mode: 'boolean' }).notNull().default(false),
  passwordHash: text('password_hash'),
  createdAt: integer('created_at').notNull(),
  deactivatedAt: integer('deactivated_at'),
})

/** One row, which triggers change with every change of a key or a user (see its migration): keys are looked up again only then. */
export const keyVersions = sqliteTable('key_versions', {
  id: integer('id').primaryKey(),
  version: integer('version').notNull(),
})

/** Signed-in browsers. Only the SHA-256 of the cookie's token is stored. A session is valid until `expiresAt` unless revoked. */
export const sessions = sqliteTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    hash: text('hash').notNull().unique(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    address: text('address').notNull(),
    userAgent: text('user_agent').notNull(),
    revokedAt: integer('revoked_at'),
  },
  (table) => [index('sessions_user').on(table.userId, table.createdAt)],
)

/**
 * The second step of signing in, for users who want one: the sealed secret of an authenticator app (see secrets.ts). It is active once
 * confirmed. `lastStep`: the half minute of the last accepted code, so that none is accepted twice.
 */
export const twoFactors = sqliteTable('two_factors', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  sealedSecret: text('sealed_secret').notNull(),
  createdAt: integer('created_at').notNull(),
  confirmedAt: integer('confirmed_at'),
  lastStep: integer('last_step').notNull(),
})

/** Recovery codes replace a code of the app, once each. Only their SHA-256 are stored. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    hash: text('hash').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)

/** Browsers that skip a user's second step for a while, by the SHA-256 of a cookie. */
export const trustedDevices = sqliteTable(
  'trusted_devices',
  {
    hash: text('hash').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
)

/**
 * Passkeys: the public half of a key pair that a device or a security key keeps. `host` is the name that the passkey works for, as browsers
 * enforce. `transports` is the browser's list, as a JSON array.
 */
export const passkeys = sqliteTable(
  'passkeys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    host: text('host').notNull(),
    name: text('name').notNull(),
    publicKey: text('public_key').notNull(),
    counter: integer('counter').notNull(),
    transports: text('transports').notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId, table.createdAt)],
)

/**
 * One-time links, opened by a token or by a short code that can be typed. A user's link leads to a password. A link without a user sets an
 * empty data directory up. Only their SHA-256 are stored.
 */
export const links = sqliteTable(
  'links',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').references(() => users.id),
    tokenHash: text('token_hash').notNull().unique(),
    codeHash: text('code_hash').notNull().unique(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [index('links_user').on(table.userId)],
)

/** `scopes` is a JSON array. The key itself is never stored, only its SHA-256 and first characters. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    service: text('service', { enum: ['scan-export', 'storefront'] }).notNull(),
    scopes: text('scopes').notNull(),
    allUsers: integer('all_users', { mode: 'boolean' }).notNull(),
    /** Calls a minute that an owner allows this key. Null: no limit. */
    ratePerMinute: integer('rate_per_minute'),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    hash: text('hash').notNull().unique(),
    createdBy: text('created_by').references(() => users.id),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at'),
    revokedAt: integer('revoked_at'),
  },
  (table) => [index('api_keys_user').on(table.userId)],
)

/** Append-only: the balance is the sum of `amount`. `scanId` has no foreign key: retention deletes scans, not credits. */
export const creditEntries = sqliteTable(
  'credit_entries',
  {
    id: text('id').primaryKey(),
    at: integer('at').notNull(),
    kind: text('kind', { enum: ['grant', 'use', 'adjustment'] }).notNull(),
    amount: integer('amount').notNull(),
    userId: text('user_id'),
    scanId: text('scan_id'),
    note: text('note').notNull(),
  },
  (table) => [
    uniqueIndex('credit_entries_scan')
      .on(table.scanId)
      .where(sql`${table.scanId} is not null`),
    index('credit_entries_user').on(table.userId, table.id),
    index('credit_entries_given')
      .on(table.id)
      .where(sql`${table.kind} <> 'use'`),
  ],
)

/** The running sum of `credit_entries`, updated in the same transaction, so that reading the balance stays cheap. */
export const creditBalances = sqliteTable('credit_balances', {
  id: integer('id').primaryKey(),
  balance: integer('balance').notNull(),
})

/** Account history: append-only, never touched by retention. `details` is a JSON object. */
export const history = sqliteTable(
  'history',
  {
    seq: integer('seq').primaryKey(),
    id: text('id').notNull(),
    at: integer('at').notNull(),
    action: text('action').notNull(),
    userId: text('user_id'),
    keyId: text('key_id'),
    details: text('details').notNull(),
  },
  // Holds every column that a page is chosen by. One index instead of three, because each acknowledgement writes to each of them.
  (table) => [index('history_at').on(table.at, table.userId, table.action)],
)

/**
 * A list as a user wants to see it again. `search` is the query of the page's address. `columns` are the visible ones, null for the page's
 * own choice. Only pages read them.
 */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    list: text('list').notNull(),
    name: text('name').notNull(),
    foldedName: text('folded_name').notNull(),
    search: text('search').notNull(),
    columns: text('columns', { mode: 'json' }).$type<readonly string[]>(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [uniqueIndex('saved_views_name').on(table.userId, table.list, table.foldedName)],
)
