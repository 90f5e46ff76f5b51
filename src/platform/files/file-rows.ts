import { and, eq, sql } from 'drizzle-orm'
import { query, type Conn } from '../db/connection.ts'
import { AppError } from '../errors.ts'
import { within } from '../slices.ts'
import { files } from '../tables.ts'
import type { FileKind, FileStore, StoredFile } from './store.ts'

/**
 * How often files are put, since a deletion may take one between putting and linking. Bulks of eight clients that kept
 * exchanging the images of the same 500 products met five deletions in a row, and seldom twenty.
 */
const linkTriesMax = 20

/** Thrown by an act when the bytes that it links went away meanwhile: they must be put again. */
export class FileGone extends Error {}

/**
 * Links stored files in the act's transaction: their rows say `stored`. Deletions take bytes only under the same
 * write lock and only while a row says `deleting`, so what this saw on the disk stays there.
 * Throws FileGone when the bytes are not there any more (see `withStoredFiles`).
 */
export function linkFile(conn: Conn, store: FileStore, kind: FileKind, file: StoredFile): void {
  if (!store.has(kind, file.hash)) throw new FileGone(`${kind} ${file.hash}`)
  const { keyId = null, memberId = null } = store.bringer ?? {}
  upsertFile(conn).run({ kind, hash: file.hash, bytes: file.bytes, keyId, memberId })
}

/**
 * Puts files, then runs the act that links them; puts them again when a deletion came between.
 * Throws AppError `unavailable` when one comes between again and again; other errors of both go on.
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

/** The first half of a deletion, in the act that removed the last reference. */
export function markDeleting(conn: Conn, kind: FileKind, hash: string): void {
  setDeleting(conn).run({ kind, hash })
}

/**
 * The second half, in an act of its own: takes the bytes, then the row, of as many as there is time for, at most `limit`.
 * Returns how many files and bytes went. A file that cannot go keeps its mark, and stands in no other's way: the next
 * deletion tries it again.
 */
export function deleteMarked(
  conn: Conn,
  store: FileStore,
  limit: number,
): { files: number; bytes: number } {
  const gone = { files: 0, bytes: 0 }
  let kept = 0
  const marked = function* () {
    for (;;) {
      const page = listDeleting(conn).all({ limit, kept })
      yield* page
      // Looking for another one would scan the table once more.
      if (page.length < limit) return
    }
  }
  for (const { kind, hash, bytes } of within(marked())) {
    if (!store.remove(kind, hash)) {
      kept++
      continue
    }
    deleteFileRow(conn).run({ kind, hash })
    gone.files++
    gone.bytes += bytes
    if (gone.files === limit) break
  }
  return gone
}

export const findFile = query((conn) =>
  conn
    .select()
    .from(files)
    .where(and(eq(files.kind, sql.placeholder('kind')), eq(files.hash, sql.placeholder('hash'))))
    .prepare(),
)

const upsertFile = query((conn) =>
  conn
    .insert(files)
    .values({
      kind: sql.placeholder('kind'),
      hash: sql.placeholder('hash'),
      bytes: sql.placeholder('bytes'),
      state: 'stored',
      keyId: sql.placeholder('keyId'),
      memberId: sql.placeholder('memberId'),
    })
    .onConflictDoUpdate({ target: [files.kind, files.hash], set: { state: 'stored' } })
    .prepare(),
)

/** The first half of a deletion of bytes that no row knows. */
export const markUnlinked = query((conn) =>
  conn
    .insert(files)
    .values({
      kind: sql.placeholder('kind'),
      hash: sql.placeholder('hash'),
      bytes: sql.placeholder('bytes'),
      state: 'deleting',
    })
    .onConflictDoNothing()
    .prepare(),
)

const setDeleting = query((conn) =>
  conn
    .update(files)
    .set({ state: 'deleting' })
    .where(and(eq(files.kind, sql.placeholder('kind')), eq(files.hash, sql.placeholder('hash'))))
    .prepare(),
)

const listDeleting = query((conn) =>
  conn
    .select()
    .from(files)
    .where(eq(files.state, 'deleting'))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('kept'))
    .prepare(),
)

const deleteFileRow = query((conn) =>
  conn
    .delete(files)
    .where(and(eq(files.kind, sql.placeholder('kind')), eq(files.hash, sql.placeholder('hash'))))
    .prepare(),
)
