import { findUser } from '../../../accounts/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { findScan, listScansByAge, type Scan } from '../scans/queries.ts'
import { countAllScans } from './import-queries.ts'

/** Ids that are read at once; of the scans themselves one is held at a time. */
const idsPerPage = 1_000

export const countScans = countAllScans

/** Every scan, oldest first, as a line that can be imported (see scan-line.ts). Originals are not among it. */
export function* exportScans(conn: Conn): Generator<JsonObject> {
  const emails = new Map<string, string>()
  const emailOf = (userId: string) => {
    const email = emails.get(userId) ?? findUser(conn).get({ id: userId })?.email ?? userId
    emails.set(userId, email)
    return email
  }
  let last = { createdAt: Number.MIN_SAFE_INTEGER, id: '' }
  for (;;) {
    const page = listScansByAge(conn).all({ ...last, limit: idsPerPage })
    for (const { id } of page) {
      const scan = findScan(conn).get({ id })
      if (scan !== undefined) yield scanLine(scan, emailOf(scan.userId))
    }
    const end = page.at(-1)
    if (end === undefined) return
    last = end
  }
}

function scanLine(scan: Scan, user: string): JsonObject {
  return {
    id: scan.id,
    user,
    category: scan.category,
    filename: scan.filename,
    status: scan.status,
    failure_reason: scan.failureReason,
    created_at: isoTime(scan.createdAt),
    raw: scan.raw === null ? null : JSON.parse(scan.raw),
    ...(scan.correction === null ? {} : { correction: JSON.parse(scan.correction) }),
    ...(scan.deliverSeparately ? { deliver_separately: true } : {}),
    ...syncedFields(scan),
  }
}

function syncedFields({ syncedAt, syncedSource, duplicateOf }: Scan): JsonObject {
  if (syncedAt === null) return {}
  return {
    synced_at: isoTime(syncedAt),
    source: syncedSource,
    ...(duplicateOf === null ? {} : { duplicate_of: duplicateOf }),
  }
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}
