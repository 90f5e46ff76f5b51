import { Database, SQLiteError } from 'bun:sqlite'
import { type Placeholder, sql } from 'drizzle-orm'
import { type BunSQLiteDatabase, drizzle } from 'drizzle-orm/bun-sqlite'
import { AppError, hasCode } from '../errors.ts'
import { planned, type Runnable } from './planned.ts'

/** One SQLite connection, typed by Drizzle; the raw handle is `$client`. */
export type Conn = BunSQLiteDatabase & { $client: Database }

/** "Dayb" in ASCII: distinguishes Daybook's files from other SQLite files. */
export const applicationId = 0x44617962

/** KiB of page cache for each connection: the hot indexes of a year's database fit. */
const pageCacheKib = 16_000

/** The write-ahead file is cut back to this many bytes after a checkpoint. */
const journalSizeLimitBytes = 64 * 1024 * 1024

/**
 * Size of the write-ahead log, in pages of 4 KiB, at which a commit brings it into the database, and others wait for it: 64 MiB. It is the
 * last resort, where the write queue found no time for it. After a crash SQLite reads the whole file once.
 */
const checkpointPages = 16_000

/**
 * From this many pages on, the write queue has the log brought into the database, which takes up to 15 ms of processor time and what the
 * disk takes. More often, index pages that many commits change would be copied many times: 1,000 new products took 98 ms with 1,000 pages,
 * 82 with 4,000.
 */
const longLogPages = 2_000

type WriteSettings = {
  synchronous: 'FULL' | 'NORMAL'
  busyTimeoutMs: number
  /** Default: true. False leaves the log to the program that copies it: pages that the program has not seen must stay in the log. */
  checkpoints?: boolean
}

/**
 * Opens a database file for writing, and creates a missing one. Reads back every setting that durability depends on. Foreign keys stay off
 * until the migrations have run (see migrate.ts). Throws AppError `unavailable` when the place cannot hold a write-ahead log (network
 * drives).
 */
export function openForWriting(file: string, options: WriteSettings): Conn {
  const client = new Database(file, { create: true, readwrite: true, strict: true })
  return orClose(drizzle({ client }), () => prepareForWriting(client, file, options))
}

/** Opens an existing database file for reading only. The connection sees each commit at once. */
export function openForReading(file: string): Conn {
  const client = new Database(file, { readonly: true, strict: true })
  const conn = orClose(drizzle({ client }), () => applyCommonSettings(client))
  readers.set(conn, conn)
  return conn
}

/** Closes a connection and its statements. Each open statement keeps the files open, and Windows refuses to move or delete open files. */
export function closeConnection({ $client }: Conn): void {
  $client.close(true)
}

/** Runs `prepare` on a new connection and returns the connection. When `prepare` fails, the connection is closed. */
export function orClose(conn: Conn, prepare: (conn: Conn) => void): Conn {
  try {
    prepare(conn)
    return conn
  } catch (error) {
    closeConnection(conn)
    throw error
  }
}

const readers = new WeakMap<Conn, Conn>()

/** Records which connection reads what `writer` commits. */
export function pairConnections(writer: Conn, reader: Conn): void {
  readers.set(writer, reader)
}

/**
 * The reader of the same database: the connection itself, or the reader paired with a writer. The reader sees only committed data. A writer
 * also sees changes that its own transaction may still undo.
 */
function readerBeside(conn: Conn): Conn | undefined {
  return readers.get(conn)
}

export function enforceForeignKeys(conn: Conn): void {
  conn.$client.run('PRAGMA foreign_keys = ON')
}

/** Runs several reads on one state of the database, even while another process writes. */
export function snapshot<T>(conn: Conn, read: () => T): T {
  begin(conn).run()
  try {
    return read()
  } finally {
    commit(conn).run()
  }
}

const begin = query((conn) => conn.$client.prepare('BEGIN'))
const commit = query((conn) => conn.$client.prepare('COMMIT'))

export function isLogLong(conn: Conn): boolean {
  const { log = 0, checkpointed = 0 } = logState(conn)?.get() ?? {}
  return log - checkpointed >= longLogPages
}

/** Brings the log into the database, without waiting. Pages that others still read stay in the log. */
export function shortenLog(conn: Conn): void {
  conn.$client.run('PRAGMA wal_checkpoint(PASSIVE)')
}

/** Pages in the log, and how many of them the database already has. Undefined where SQLite cannot tell: macOS brings its own SQLite. */
const logState = query((conn) => {
  const version = conn.$client.query<{ tells: 0 | 1 }, []>(
    "SELECT sqlite_version() >= '3.51' AS tells",
  )
  return version.get()?.tells === 1
    ? conn.$client.query<{ log: number; checkpointed: number }, []>('PRAGMA wal_checkpoint(NOOP)')
    : undefined
})

/** The parameters of a query: the builder places them by name, and the type fixes what each call must pass. */
export type Params<P extends object> = { [Name in keyof P & string]: Placeholder<Name, P[Name]> }

/** Anything that Drizzle can prepare as a statement. */
type Buildable = { prepare(): Runnable }

/** A prepared statement. The compiler checks the names and types of its parameters at each call. */
type Query<Q extends Runnable, P extends object> = {
  [Way in keyof Runnable]: (...params: keyof P extends never ? [] : [P]) => ReturnType<Q[Way]>
}

/**
 * Keeps one prepared query for each connection: the builder runs once for each connection, never for each request (measured: building costs
 * ten times the query). A builder that takes `Params` gets them checked at each call:
 * `query((conn, { sku }: Params<{ sku: string }>) => conn.select().from(products).where(eq(products.sku, sku)))`.
 */
export function query<Q extends Buildable, P extends object = object>(
  build: (conn: Conn, params: Params<P>) => Q,
): (conn: Conn) => Query<ReturnType<Q['prepare']>, P>
export function query<Q>(build: (conn: Conn) => Q): (conn: Conn) => Q
export function query(
  build: (conn: Conn, params: Record<string, Placeholder>) => unknown,
): (conn: Conn) => unknown {
  const prepared = new WeakMap<Conn, unknown>()
  const prepare = (conn: Conn) => {
    const built = build(conn, placeholders)
    return isBuildable(built) ? planned(built.prepare(), conn.$client) : built
  }
  return (conn) => prepared.getOrInsertComputed(conn, prepare)
}

/** Returns a placeholder for every name. */
const placeholders = new Proxy<Record<string, Placeholder>>(
  {},
  { get: (_, name) => sql.placeholder(String(name)) },
)

function isBuildable(built: unknown): built is Buildable {
  return built instanceof Object && 'prepare' in built
}

function prepareForWriting(client: Database, file: string, options: WriteSettings): void {
  // First: switching to WAL can itself meet a lock.
  client.run(`PRAGMA busy_timeout = ${Math.max(options.busyTimeoutMs, 1000)}`)
  requireWal(client, file)
  requireWritable(client)
  client.run(`PRAGMA synchronous = ${options.synchronous}`)
  if (process.platform === 'darwin' && options.synchronous === 'FULL') {
    // fsync alone leaves the data in the drive's cache on macOS.
    client.run('PRAGMA fullfsync = ON')
    client.run('PRAGMA checkpoint_fullfsync = ON')
  }
  // SQLite overwrites deleted data where that costs no extra write: deleted bills do not linger in free pages.
  client.run('PRAGMA secure_delete = FAST')
  client.run(`PRAGMA journal_size_limit = ${journalSizeLimitBytes}`)
  const { checkpoints = true } = options
  client.run(`PRAGMA wal_autocheckpoint = ${checkpoints ? checkpointPages : 0}`)
  applyCommonSettings(client)
  client.run(`PRAGMA busy_timeout = ${options.busyTimeoutMs}`)
}

function requireWal(client: Database, file: string): void {
  const row = client.query<{ journal_mode: string }, []>('PRAGMA journal_mode = WAL').get()
  if (row?.journal_mode === 'wal') return
  throw new AppError(
    'unavailable',
    `The folder of ${file} cannot hold a database safely (network drives cannot). Choose a folder on this computer's own disk with --data.`,
  )
}

/** SQLite silently opens an unwritable file for reading only. Every write would then fail for as long as the server runs. */
export function requireWritable(client: Database): void {
  try {
    client.run('BEGIN IMMEDIATE')
    // On a read-only file SQLite refuses the first change, not the transaction.
    client.run('PRAGMA user_version = 0')
    client.run('ROLLBACK')
  } catch (error) {
    // Somebody else is writing, so the file is writable.
    if (!isBusy(error)) throw error
  }
}

function applyCommonSettings(client: Database): void {
  client.run('PRAGMA trusted_schema = OFF')
  client.run('PRAGMA temp_store = MEMORY')
  client.run(`PRAGMA cache_size = -${pageCacheKib}`)
}

/**
 * Caches a value built from the database while a version stored in the database stays the same, whichever process changes it. Only
 * committed values are kept: a writer may see a version that is rolled back and then reused for different data.
 */
export function versioned<T>(
  versionOf: (conn: Conn) => string | number,
  build: (conn: Conn) => T,
): (conn: Conn) => T {
  let kept: { version: string | number; value: T } | undefined
  return (conn) => {
    const version = versionOf(conn)
    if (kept?.version === version) return kept.value
    const reader = readerBeside(conn)
    if (reader === undefined || versionOf(reader) !== version) return build(conn)
    const value = build(reader)
    kept = { version, value }
    return value
  }
}

/** A value of the database, asked for again only after a commit: asking takes a read transaction of its own. */
export function askedAtChange<T>(
  { read, changeToken }: { read: Conn; changeToken(): string },
  ask: (conn: Conn) => T,
): () => T {
  let asked: { token: string; value: T } | undefined
  return () => {
    const token = changeToken()
    if (asked?.token !== token) asked = { token, value: ask(read) }
    return asked.value
  }
}

export function isBusy(error: unknown): boolean {
  return error instanceof SQLiteError && (error.code ?? '').startsWith('SQLITE_BUSY')
}

/** The codes of SQLite and the system for a full disk, or for a user's full quota. */
const diskFullCodes = ['SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', 'ENOSPC', 'EDQUOT']

function isDiskFull(error: unknown): boolean {
  return hasCode(error, diskFullCodes)
}

/** Turns errors of SQLite and the system about the disk and locks into a sentence. Returns any other error unchanged. */
export function asRefusal(error: unknown): unknown {
  if (isDiskFull(error)) return diskFullRefusal()
  if (isBusy(error)) return busyRefusal()
  return error
}

/** SQLite's codes for a disk that fails. */
const diskFaultCode = /^SQLITE_(IOERR|CANTOPEN|READONLY|PERM|AUTH|CORRUPT|NOTADB)/

/** Why the disk failed, for the person at the computer. Undefined for any other error. */
export function diskSentence(error: unknown): string | undefined {
  const refusal = asRefusal(error)
  if (refusal instanceof AppError) return refusal.message
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? String(error.code) : ''
  if (!diskFaultCode.test(code) && !('syscall' in error)) return diskSentence(error.cause)
  const reason = error.message.includes(code) ? error.message : `${error.message} (${code})`
  return `The disk failed, or this user may not use it: ${reason}. Check both, and try again.`
}

function diskFullRefusal(): AppError {
  return new AppError(
    'out_of_space',
    'The disk that holds the data is full: nothing was written. Free some space and send the request again.',
  )
}

export function overloadedRefusal(): AppError {
  return new AppError(
    'unavailable',
    'More is waiting to be written than can be soon: nothing was written. Send the request again in a few seconds.',
    { retryAfterSeconds: 5 },
  )
}

function busyRefusal(): AppError {
  return new AppError(
    'unavailable',
    'Another program is writing to the data: nothing was written. Send the request again in a few seconds.',
    { retryAfterSeconds: 5 },
  )
}
