import { Database, SQLiteError } from 'bun:sqlite'
import { existsSync } from 'node:fs'
import { AppError } from '../platform/errors.ts'
import type { accountActions } from './history.ts'

// What a restore would revive: an older book has keys, users and passkeys that have ended since. They stay ended unless an owner names
// them. Plain SQL, because either book may have an older schema.

/** `owner`: an owner who has become a member since. */
const kinds = ['key', 'user', 'owner', 'passkey'] as const

/** `id` identifies the entry (`key:0198…`). `endedAt` in milliseconds since the epoch, null where it was not recorded. */
export type Revival = {
  id: string
  kind: (typeof kinds)[number]
  /** The name of the key, user or passkey. */
  name: string
  /** The e-mail address of its user. */
  email: string
  endedAt: number | null
}

/** Books as files: the current one, which may be in use, and the one that will replace it. */
export type Books = { before: string; restored: string }

type KeepEnded = {
  /** Ids of entries to revive. */
  revive: ReadonlySet<string>
  /** True to revive owners when nobody else could sign in as one. Otherwise that is refused. */
  sparesOwners?: boolean
}

/** Revives everything that is listed, for `revive`. */
const everything = 'all'

const owning = "role = 'owner' AND deactivated_at IS NULL"

/** An action that the current book has recorded and the restored book has not: the restored book may also be the newer one. */
const happenedSince = (action: keyof typeof accountActions) =>
  `EXISTS (SELECT 1 FROM now.history AS seen
    WHERE seen.action = '${action}' AND seen.id NOT IN (SELECT id FROM main.history))`

/** `now` is the current book, `main` the one to be restored. */
const ended: Record<Revival['kind'], { needs: [table: string, column: string]; sql: string }> = {
  key: {
    needs: ['api_keys', 'revoked_at'],
    // A rotated key ends at a time that it did not have before.
    sql: `SELECT main.api_keys.id, main.api_keys.name, main.users.email,
        coalesce(ended.revoked_at, ended.expires_at) AS endedAt
      FROM main.api_keys
      JOIN now.api_keys AS ended ON ended.id = main.api_keys.id AND (ended.revoked_at IS NOT NULL
        OR ended.expires_at < main.api_keys.expires_at
        OR ended.expires_at IS NOT NULL AND main.api_keys.expires_at IS NULL)
      JOIN main.users ON main.users.id = main.api_keys.user_id
      WHERE main.api_keys.revoked_at IS NULL`,
  },
  user: {
    needs: ['users', 'deactivated_at'],
    sql: `SELECT main.users.id, main.users.name, main.users.email, ended.deactivated_at AS endedAt
      FROM main.users
      JOIN now.users AS ended ON ended.id = main.users.id AND ended.deactivated_at IS NOT NULL
      WHERE main.users.deactivated_at IS NULL AND ${happenedSince('user deactivated')}`,
  },
  owner: {
    needs: ['users', 'is_clerk'],
    sql: `SELECT main.users.id, main.users.name, main.users.email, NULL AS endedAt
      FROM main.users
      JOIN now.users AS ended ON ended.id = main.users.id
        AND ended.role = 'member' AND ended.deactivated_at IS NULL
      WHERE main.users.role = 'owner' AND ${happenedSince('role changed')}`,
  },
  passkey: {
    needs: ['passkeys', 'name'],
    sql: `SELECT main.passkeys.id, main.passkeys.name, main.users.email, NULL AS endedAt
      FROM main.passkeys
      JOIN main.users ON main.users.id = main.passkeys.user_id
      JOIN now.users AS owner ON owner.id = main.passkeys.user_id
      WHERE main.passkeys.id NOT IN (SELECT id FROM now.passkeys) AND ${happenedSince('passkey removed')}`,
  },
}

const endAgain: Record<Revival['kind'], string> = {
  key: `UPDATE api_keys SET (revoked_at, expires_at) =
      (SELECT revoked_at, expires_at FROM now.api_keys WHERE id = ?1) WHERE id = ?1`,
  user: 'UPDATE users SET deactivated_at = (SELECT deactivated_at FROM now.users WHERE id = ?1) WHERE id = ?1',
  owner: `UPDATE users SET role = 'member', (is_clerk, is_counter) =
      (SELECT is_clerk, is_counter FROM now.users WHERE id = ?1) WHERE id = ?1`,
  passkey: 'DELETE FROM passkeys WHERE id = ?1',
}

/** A code that was used, or replaced by others, never works again: nobody could tell which code it was. */
const usedCodes = [
  `UPDATE recovery_codes SET used_at = (SELECT used_at FROM now.recovery_codes AS used WHERE used.hash = recovery_codes.hash)
    WHERE hash IN (SELECT hash FROM now.recovery_codes WHERE used_at IS NOT NULL)`,
  `DELETE FROM recovery_codes WHERE user_id IN (SELECT user_id FROM now.recovery_codes)
    AND hash NOT IN (SELECT hash FROM now.recovery_codes)`,
]

/** Entries that have ended since. Undefined when the current book cannot be read, for example because it is damaged. */
export function listRevivals({ before, restored }: Books): Revival[] | undefined {
  return withBoth({ before, restored }, { readonly: true }, revivalsIn)
}

/**
 * Ends in the restored book what has ended since, except what `revive` names. Returns what stays ended. Empty when the current book cannot
 * be read. Throws AppError `conflict` when no owner would be left.
 */
export function keepEnded(books: Books, { revive, sparesOwners = false }: KeepEnded): Revival[] {
  const kept = withBoth(books, { readwrite: true }, (database) => {
    database.run('BEGIN IMMEDIATE')
    const all = revivalsIn(database)
    const staying = all.filter(({ id }) => !revive.has(id) && !revive.has(everything))
    const chosen = leavesOwner(database, staying)
      ? staying
      : withoutOwners(database, staying, sparesOwners)
    for (const { kind, id } of chosen) {
      database.run(endAgain[kind], [id.slice(kind.length + 1)])
    }
    if (has(database, 'recovery_codes', 'used_at')) for (const sql of usedCodes) database.run(sql)
    database.run('COMMIT')
    return chosen
  })
  return kept ?? []
}

/** Throws AppError `conflict` when nobody could sign in as an owner after the rest stays ended. */
export function requireOwnerLeft(books: Books, revive: ReadonlySet<string>): void {
  withBoth(books, { readonly: true }, (database) => {
    const staying = revivalsIn(database).filter(({ id }) => !revive.has(id))
    if (!leavesOwner(database, staying)) throw noOwner(database, staying)
  })
}

function withoutOwners(
  database: Database,
  staying: readonly Revival[],
  spares: boolean,
): Revival[] {
  if (!spares) throw noOwner(database, staying)
  const owners = ownersIn(database)
  return staying.filter(({ kind, id }) => isNoOwner(kind, id, owners))
}

function isNoOwner(kind: Revival['kind'], id: string, owners: ReadonlySet<string>): boolean {
  return (kind !== 'user' && kind !== 'owner') || !owners.has(id.slice(kind.length + 1))
}

function leavesOwner(database: Database, staying: readonly Revival[]): boolean {
  const owners = ownersIn(database)
  // A book that was never set up has no owners, and needs none.
  if (owners.size === 0) return true
  for (const { kind, id } of staying) {
    if (kind === 'user' || kind === 'owner') owners.delete(id.slice(kind.length + 1))
  }
  return owners.size > 0
}

function ownersIn(database: Database): Set<string> {
  using statement = database.prepare<{ id: string }, []>(
    `SELECT id FROM main.users WHERE ${owning}`,
  )
  return new Set(statement.all().map(({ id }) => id))
}

function noOwner(database: Database, staying: readonly Revival[]): AppError {
  const owners = ownersIn(database)
  const named = staying.filter(({ kind, id }) => !isNoOwner(kind, id, owners))
  const names = named.map(({ email, id }) => `${email} (${id})`).join(', ')
  return new AppError(
    'conflict',
    `Nobody could sign in as an owner: all owners of the backup were deactivated since. Bring one back: ${names}.`,
  )
}

function revivalsIn(database: Database): Revival[] {
  return kinds.flatMap((kind) => {
    const { needs, sql } = ended[kind]
    if (!has(database, ...needs)) return []
    using statement = database.prepare<Omit<Revival, 'kind'>, []>(`${sql} ORDER BY 2, 1`)
    return statement.all().map(({ id, ...rest }) => ({ id: `${kind}:${id}`, kind, ...rest }))
  })
}

/** Whether both books have a column. */
function has(database: Database, table: string, column: string): boolean {
  using statement = database.prepare<{ n: number }, [string, string, string, string]>(
    `SELECT (SELECT count(*) FROM pragma_table_info(?, 'main') WHERE name = ?) +
       (SELECT count(*) FROM pragma_table_info(?, 'now') WHERE name = ?) AS n`,
  )
  return statement.get(table, column, table, column)?.n === 2
}

function withBoth<T>(
  { before, restored }: Books,
  mode: { readonly: true } | { readwrite: true },
  work: (database: Database) => T,
): T | undefined {
  if (!existsSync(before) || !existsSync(restored)) return undefined
  using database = new Database(restored, mode)
  if ('readwrite' in mode) {
    // No log is left beside the file, because only the file is moved.
    database.run('PRAGMA journal_mode = DELETE')
    database.run('PRAGMA synchronous = FULL')
  }
  try {
    database.run('ATTACH ? AS now', [before])
    database.query('SELECT count(*) FROM now.users').get()
  } catch (error) {
    // A damaged book is a reason to restore, and tells nothing.
    if (error instanceof SQLiteError) return undefined
    throw error
  }
  try {
    return work(database)
  } catch (error) {
    // The current book is partly damaged: the other book was checked. Closing the connection rolls the begun transaction back.
    if (error instanceof SQLiteError && damageCode.test(error.code ?? '')) return undefined
    throw error
  }
}

/** SQLite's codes for a damaged file, or a disk that cannot read it. */
const damageCode = /^SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|DATA|CORRUPTFS))/
