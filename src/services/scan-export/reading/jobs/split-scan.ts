import type { Conn } from '../../../../platform/db/connection.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import { storeScan } from '../../intake/store-scan.ts'
import { holdOrQueue } from '../../scans/hold.ts'
import { findDocument, insertDifferent, requireScan, requireUnsynced } from '../../scans/queries.ts'
import { findReading, setOthers } from '../../scans/reading-rows.ts'
import { findWaiting } from '../../scans/waiting-queries.ts'
import { readExplained } from '../../../../paper/explained.ts'
import { readOthers } from '../../../../reader/answer.ts'
import { asOneDocument, storeReading } from './store-reading.ts'

/**
 * Splits a file with several documents into one scan for each, with its part of the reading. This scan keeps the first document. Returns
 * the ids of the new scans. Throws AppError `not_found`, and `conflict` for a delivered scan or a single document.
 */
export async function splitScan(
  deps: Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'store'>,
  id: string,
  by: string,
): Promise<string[]> {
  return await deps.database.write((conn) => {
    const scan = requireScan(conn, id)
    requireUnsynced(scan, 'split it')
    const reading = findReading(conn).get({ id })
    const file =
      scan.documentId === null ? undefined : findDocument(conn).get({ id: scan.documentId })
    if (file === undefined || reading === undefined || reading.others === null) {
      throw new AppError(
        'conflict',
        `${scan.filename} holds one document: there is nothing to split.`,
      )
    }
    const others = readOthers(reading.others)
    const now = deps.clock.now()
    const ids = others.map((other, at) => {
      const filename = partName(scan.filename, at + 2, others.length + 1)
      const { userId, createdAt } = scan
      const part = { userId, createdAt, category: other.category, filename, raw: null }
      const stored = storeScan(conn, deps, { ...part, failureReason: null, document: file }, now)
      storeReading(conn, deps, stored.id, { documents: [other] })
      return stored.id
    })
    const explained = asOneDocument(readExplained(reading.explained), others.length + 1)
    setOthers(conn).run({ scanId: id, explained: JSON.stringify(explained), others: null })
    holdOrQueue(conn, deps, id)
    tellApart(conn, [id, ...ids], by, now)
    const details = { id, filename: scan.filename, documents: others.length + 1 }
    recordHistory(conn, now, { action: 'scan split', userId: by, details })
    return ids
  })
}

/**
 * Parts of one file look like copies of each other but are different papers, so Daybook marks them as different. Not those
 * with the same number: the younger one is not delivered until somebody decides.
 */
function tellApart(conn: Conn, parts: readonly string[], userId: string, createdAt: number): void {
  const numbers = parts.map((scanId) => findWaiting(conn).get({ scanId })?.invoiceNo ?? null)
  parts.forEach((scanId, at) => {
    parts.slice(0, at).forEach((otherId, before) => {
      const isSameNumber = numbers[at] !== null && numbers[at] === numbers[before]
      if (!isSameNumber) insertDifferent(conn).run({ scanId, otherId, userId, createdAt })
    })
  })
}

/** "bills.pdf (2 of 3)" */
function partName(filename: string, part: number, parts: number): string {
  return `${filename} (${part} of ${parts})`
}
