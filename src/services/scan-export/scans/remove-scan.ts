import { recordHistory } from '../../../accounts/history.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { deleteMarked, markDeleting } from '../../../platform/files/file-rows.ts'
import type { ScanExportDeps } from '../parts.ts'
import {
  deleteScan,
  deleteUnusedDocument,
  findDocument,
  findDocumentWithHash,
  requireScan,
  requireUnsynced,
} from './queries.ts'

/** Files that one removal takes: its own, and what another one left behind. */
const filesPerRemoval = 2

/**
 * Deletes a scan that came in by mistake before its 30 days are over, with its file when nothing else needs it. Its
 * credit stays used. `by` is who removes it. Throws AppError `not_found`, `conflict` for a synced scan.
 */
export async function removeScan(
  { database, clock, store }: Pick<ScanExportDeps, 'database' | 'clock' | 'store'>,
  id: string,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const scan = requireScan(conn, id)
    requireUnsynced(scan, 'remove it')
    deleteScan(conn).run({ id })
    if (scan.documentId !== null) removeDocument(conn, scan.documentId)
    const details = { id, filename: scan.filename, category: scan.category }
    recordHistory(conn, clock.now(), { action: 'scan removed', userId: by, details })
  })
  // After the commit: an unlinked file cannot be rolled back.
  await database.write((conn) => deleteMarked(conn, store, filesPerRemoval), { alone: true })
}

function removeDocument(conn: Conn, id: string): void {
  const document = findDocument(conn).get({ id })
  deleteUnusedDocument(conn).run({ id })
  if (document === undefined) return
  const { hash } = document
  if (findDocumentWithHash(conn).get({ hash }) === undefined) markDeleting(conn, 'documents', hash)
}
