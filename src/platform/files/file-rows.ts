import { and, eq, gt, sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import { AppError } from '../errors.ts'
import { within } from '../turns.ts'
import { files } from '../tables.ts'
import type { FileKind, FileStore, StoredFile } from './store.ts'

/**
 * The most times that files are put, since a deletion may come between putting and linking. Bulks of eight clients that kept exchanging the
 * images of the same 500 products met five deletions in a row, and seldom twenty.
 */
const linkTriesMax = 20

/** Thrown by a command when the bytes of a file that it links were deleted meanwhile: the file must be put again. */
export class FileGone extends Error {}

/**
 * Links stored files in the command's transaction and marks their rows `stored`. Deletions take bytes only under the same write lock and
 * only while a row says `deleting`, so bytes seen here stay on the disk. Throws FileGone when the bytes are gone (see `withStoredFiles`).
 */
export function linkFile(conn: Conn, store: FileStore, kind: FileKind, file: StoredFile): void {
  if (!store.has(kind, file.hash)) throw new FileGone(`${kind} ${file.hash}`)
  const { keyId = null, memberId = null } = store.bringer ?? {}
  upsertFile(conn).run({ kind, hash: file.hash, bytes: file.bytes, keyId, memberId })
}

/**
 * Puts files, then runs the command that links them. When a deletion came between, it starts again. Throws AppError `unavailable` after too
 * many deletions in a row. Other errors pass through.
 */
export async function withStoredFiles<T>(
  put: () => Promise<void>,
  command: () => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    await put()
    try {
      return await command()
    } catch (error) {
      if (!(error instanceof FileGone)) throw error
      if (tries === linkTriesMax) throw tooManyDeletions()
    }
  }
}

function tooManyDeletions(): AppError {
  return new AppError(
    'unavailable',
    'Each time before the files that came in could be entered, others deleted one. Try again in a few seconds.',
    { retryAfterSeconds: 5 },
  )
}

/** The first half of a deletion, in the command that removed the last reference. */
export function markDeleting(conn: Conn, kind: FileKind, hash: string): void {
  setDeleting(conn).run({ kind, hash })
}

/** Files that one slice of a longer deletion takes at most. */
const filesPerSlice = 20

type Slice = {
  /** The most files to delete. */
  limit?: number
  /** Files that could not be deleted in earlier slices of the same deletion. They are skipped, and new ones are added. */
  refused?: Set<string>
  /** How long the deletion may go on, in milliseconds. One file is always tried. */
  ms?: number
}

type Deleted = {
  files: number
  bytes: number
  /** How many files were deleted or failed. 0 means that nothing is left to try. */
  tried: number
}

/**
 * The second half of a deletion, in a command of its own: deletes the bytes, then the row, of as many files as time allows. A file that
 * cannot be deleted keeps its mark and does not block others: the next deletion tries again.
 */
export function deleteMarked(
  conn: Conn,
  store: FileStore,
  { limit = filesPerSlice, refused = new Set(), ms }: Slice = {},
): Deleted {
  const slice = { files: 0, bytes: 0, tried: 0 }
  const untried = listMarked(conn, limit).filter(({ hash }) => !refused.has(hash))
  for (const { kind, hash, bytes } of within(untried, ms)) {
    slice.tried++
    if (!store.remove(kind, hash)) {
      refused.add(hash)
      continue
    }
    deleteFileRow(conn).run({ kind, hash })
    slice.files++
    slice.bytes += bytes
    if (slice.files === limit) break
  }
  return slice
}

/** Deletes all marked files, a slice at a time, until the signal ends it. Returns how many were deleted. */
export async function deleteAllMarked(
  { database, store }: { database: Database; store: FileStore },
  signal?: AbortSignal,
): Promise<number> {
  const refused = new Set<string>()
  const slice = (conn: Conn) => deleteMarked(conn, store, { refused })
  let removed = 0
  for (;;) {
    const { files: gone, tried } = await database.write(slice, { alone: true })
    removed += gone
    if (tried === 0 || signal?.aborted === true) return removed
  }
}

/** Walks the rows in order. Rows before the current one may be deleted meanwhile. */
function* listMarked(conn: Conn, limit: number) {
  for (let after = 0; ;) {
    const page = listDeleting(conn).all({ limit, after })
    yield* page
    const last = page.at(-1)
    // Looking for another page would scan the table once more.
    if (last === undefined || page.length < limit) return
    after = last.place
  }
}

const rowid = sql<number>`${files}.rowid`

type FileName = { kind: FileKind; hash: string }

export const findFile = query((conn, { kind, hash }: Params<FileName>) =>
  conn
    .select()
    .from(files)
    .where(and(eq(files.kind, kind), eq(files.hash, hash))),
)

/** The files of a kind that are not being deleted. */
export const listStoredOf = query((conn, { kind }: Params<{ kind: FileKind }>) =>
  conn
    .select({ hash: files.hash })
    .from(files)
    .where(and(eq(files.kind, kind), eq(files.state, 'stored'))),
)

const upsertFile = query((conn, file: Params<Omit<typeof files.$inferSelect, 'state'>>) =>
  conn
    .insert(files)
    .values({
      kind: file.kind,
      hash: file.hash,
      bytes: file.bytes,
      state: 'stored',
      keyId: file.keyId,
      memberId: file.memberId,
    })
    .onConflictDoUpdate({ target: [files.kind, files.hash], set: { state: 'stored' } }),
)

/** The first half of a deletion, for bytes without a row. */
export const markUnlinked = query(
  (conn, { kind, hash, bytes }: Params<FileName & { bytes: number }>) =>
    conn.insert(files).values({ kind, hash, bytes, state: 'deleting' }).onConflictDoNothing(),
)

const setDeleting = query((conn, { kind, hash }: Params<FileName>) =>
  conn
    .update(files)
    .set({ state: 'deleting' })
    .where(and(eq(files.kind, kind), eq(files.hash, hash))),
)

const listDeleting = query((conn, { limit, after }: Params<{ limit: number; after: number }>) =>
  conn
    .select({ place: rowid, kind: files.kind, hash: files.hash, bytes: files.bytes })
    .from(files)
    .where(and(eq(files.state, 'deleting'), gt(rowid, after)))
    .orderBy(rowid)
    .limit(limit),
)

const deleteFileRow = query((conn, { kind, hash }: Params<FileName>) =>
  conn.delete(files).where(and(eq(files.kind, kind), eq(files.hash, hash))),
)
