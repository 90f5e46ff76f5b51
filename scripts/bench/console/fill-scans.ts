import {
  changeRules,
  markSynced,
  storeScan,
  type ScanExportDeps,
} from '../../../src/services/scan-export/service.ts'
import { documentNumber, organisationRules } from '../documents.ts'

const scansPerCommand = 500
const marksPerCall = 1_000

/** The scans came in over so many days, evenly. */
const days = 28
const dayMs = 24 * 60 * 60 * 1000

/** Of a hundred scans so many failed, are still to be read, and came a second time. */
const failed = 5
const pending = 3
const copied = 3

/** Of the successful ones, the oldest that the client has fetched already, in per cent. */
const syncedPercent = 50

/** So many scans, of the users in turn, of which half were delivered. */
export async function fillScans(
  deps: ScanExportDeps,
  userIds: readonly string[],
  count: number,
): Promise<void> {
  const now = deps.clock.now()
  await changeRules(deps, organisationRules)
  const waiting: string[] = []
  const first = now - (days + 1) * dayMs
  const between = Math.floor((days * dayMs) / count)
  for (let start = 0; start < count; start += scansPerCommand) {
    await deps.database.write(
      (conn) => {
        for (let index = start; index < Math.min(count, start + scansPerCommand); index++) {
          const createdAt = first + index * between
          const scan = scanNumber(index, userIds)
          const stored = storeScan(conn, deps, { ...scan, createdAt }, createdAt)
          if (stored.status === 'successful') waiting.push(stored.id)
        }
      },
      { alone: true },
    )
  }
  await deliver(deps, userIds, waiting.slice(0, (waiting.length * syncedPercent) / 100))
}

function scanNumber(index: number, userIds: readonly string[]) {
  const place = index % 100
  const isRead = place >= failed + pending
  // A paper that is sent again comes from whom it came from before.
  const paper = place >= 100 - copied ? index - userIds.length : index
  const { category, raw } = documentNumber(paper)
  return {
    userId: userIds[index % userIds.length] ?? '',
    category,
    filename: `scan-${index}.pdf`,
    raw: isRead ? raw : null,
    failureReason: place < failed ? 'The page is empty.' : null,
    document: {
      hash: Bun.SHA256.hash(`paper ${paper}`, 'hex'),
      bytes: 50_000,
      contentType: 'application/pdf',
    },
  }
}

async function deliver(
  deps: ScanExportDeps,
  userIds: readonly string[],
  ids: readonly string[],
): Promise<void> {
  const caller = {
    keyId: 'bench',
    userId: userIds[0] ?? '',
    role: 'owner',
    allUsers: true,
    scopes: [],
  } as const
  for (let start = 0; start < ids.length; start += marksPerCall) {
    const some = ids.slice(start, start + marksPerCall)
    await markSynced(deps, caller, { ids: some, invoiceNos: [], source: 'Tally' })
  }
}
