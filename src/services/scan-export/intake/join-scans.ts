import { readFile } from 'node:fs/promises'
import { parse } from 'node:path'
import { AppError } from '../../../platform/errors.ts'
import { deleteMarked, withStoredFiles } from '../../../platform/files/file-rows.ts'
import { type Photo, photoOf, photosPdf } from '../../../platform/pictures/photos-pdf.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { takeAway } from '../scans/change-scan.ts'
import { findDocument, requireScan, requireUnsynced, type Scan } from '../scans/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { storeOriginal } from './receive-scans.ts'
import { type NewScan, storeScan } from './store-scan.ts'

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'store'>

/** The most photos that are joined. More pages are a book. */
export const joinedMax = 20

/** The most bytes of joined photos. Daybook reads no file of more than 100 MB, and all photos are in memory at once. */
const joinedBytesMax = 90 * 1024 * 1024

/**
 * Joins photos of one paper in a PDF whose pages are the photos, byte for byte. The PDF replaces the photos, takes the place of the first,
 * and is read anew. Earlier readings of the photos are deleted. Returns the id. Throws AppError `not_found`, and `conflict` for a delivered
 * or typed scan, scans of several users, a file that is no JPEG, and too many bytes.
 */
export async function joinScans(deps: Deps, ids: readonly string[], by: string): Promise<string> {
  const { database, store } = deps
  requireFew(deps, ids)
  const photos = await Promise.all(ids.map((id) => readPhoto(deps, id)))
  const pdf = new Uint8Array(await photosPdf(photos).arrayBuffer())
  let document: NewScan['document'] = null
  const joined = await withStoredFiles(
    async () => {
      document = await storeOriginal(deps, 'the joined photos', pdf)
    },
    () => database.write((conn) => join(conn, deps, ids, document, by)),
  )
  // After the commit: an unlinked file cannot be rolled back.
  const filesMax = ids.length + 1
  await database.write((conn) => deleteMarked(conn, store, { limit: filesMax }), { alone: true })
  return joined
}

function join(
  conn: Conn,
  deps: Deps,
  ids: readonly string[],
  document: NewScan['document'],
  by: string,
): string {
  const now = deps.clock.now()
  const scans = ids.map((id) => requireJoinable(conn, id))
  const [first] = scans
  const others = new Set(scans.map(({ userId }) => userId))
  if (first === undefined || others.size > 1) {
    throw new AppError('conflict', 'They are documents of several users: join those of one.')
  }
  for (const scan of scans) takeAway(conn, deps, scan)
  const { userId, category, createdAt } = first
  const filename = `${parse(first.filename).name} (${scans.length} photos).pdf`
  const scan = { userId, category, createdAt, filename, document, raw: null, failureReason: null }
  const { id } = storeScan(conn, deps, scan, now)
  const details = { id, filename, documents: scans.length }
  recordHistory(conn, now, { action: 'scans joined', userId: by, details })
  return id
}

/** Checks the total size before reading any bytes. Throws AppError `conflict`. */
function requireFew({ database: { read } }: Deps, ids: readonly string[]): void {
  const bytes = ids.map((id) => {
    const { documentId } = requireJoinable(read, id)
    return documentId === null ? 0 : (findDocument(read).get({ id: documentId })?.bytes ?? 0)
  })
  if (bytes.reduce((sum, one) => sum + one, 0) <= joinedBytesMax) return
  throw new AppError(
    'conflict',
    `The photos are larger than ${joinedBytesMax / 1024 / 1024} MiB together: join fewer of them.`,
  )
}

/** Refuses corrected scans: joining would lose what somebody typed. */
function requireJoinable(conn: Conn, id: string): Scan {
  const scan = requireScan(conn, id)
  requireUnsynced(scan, 'join it')
  if (scan.correction === null) return scan
  throw new AppError('conflict', `${scan.filename} was typed in or corrected: it is not joined.`)
}

async function readPhoto({ database: { read }, store }: Deps, id: string): Promise<Photo> {
  const scan = requireJoinable(read, id)
  const file =
    scan.documentId === null ? undefined : findDocument(read).get({ id: scan.documentId })
  const isThere = file?.contentType === 'image/jpeg' && store.has('documents', file.hash)
  const photo = isThere ? photoOf(await readFile(store.path('documents', file.hash))) : undefined
  if (photo !== undefined) return photo
  throw new AppError('conflict', `${scan.filename} is no JPEG photo: only those are joined.`)
}
