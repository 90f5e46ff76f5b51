import { findKeyWithUser } from '../../../accounts/keys/queries.ts'
import { findUser } from '../../../accounts/queries.ts'
import { queryOf } from '../../../platform/http/fields.ts'
import { toNfc } from '../../../platform/text.ts'
import {
  doubtfulIds,
  listScans,
  showScan,
  soonDeleted,
  totalOfScans,
  unknownScan,
  type ListedScan,
  type ScanListInput,
  type ShownScan,
} from '../../../services/scan-export/service.ts'
import type { ConsoleDeps } from '../deps.ts'
import { givenRange, readPage, readRange, readSort } from '../fields.ts'
import { sessionOf, type Session } from '../guard.ts'
import { isoTime } from '../reply.ts'
import { shownAs } from './files.ts'
import {
  categoryField,
  doubtfulField,
  duplicateField,
  linesPerPage,
  searchField,
  sortField,
  stateField,
  syncedField,
} from './schemas.ts'

/** A page of what the query chooses; a member has its own. */
export async function listDocuments(deps: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const { page, size } = readPage(query)
  const chosen = await readChosen(deps, sessionOf(request), query)
  const sort = readSort(query, sortField, { by: 'added', isDescending: true })
  const part = { limit: size, offset: (page - 1) * size }
  const { items, total } = await listScans(deps.scanExport, chosen, part, sort)
  return { items: items.map(listedDocument), total, page, size }
}

/** How many documents the query chooses, and what they come to. */
export async function documentTotals(deps: ConsoleDeps, request: Request) {
  const chosen = await readChosen(deps, sessionOf(request), queryOf(request))
  return await totalOfScans(deps.scanExport, chosen)
}

/** What the filters choose of what the session may see. */
export async function readChosen(
  deps: ConsoleDeps,
  { userId, role }: Session,
  query: URLSearchParams,
): Promise<ScanListInput> {
  const { from, until } = readRange(givenRange(query))
  const synced = syncedField.read(query)
  const asked: ScanListInput = {
    userId: role === 'owner' ? null : userId,
    category: categoryField.read(query) ?? null,
    ...stateOf(stateField.read(query)),
    among: doubtfulField.read(query) === 'yes' ? await doubtfulIds(deps.scanExport) : null,
    synced: synced === undefined || synced === 'last-week' ? null : synced,
    duplicate: duplicateField.read(query) ?? null,
    search: toNfc(searchField.read(query) ?? '').trim() || null,
    from: from ?? 0,
    until: until === undefined ? Number.MAX_SAFE_INTEGER : until + 1,
  }
  return synced === 'last-week' ? withinLastWeek(asked, deps.clock.now()) : asked
}

/** Those that are held because a check contradicts them are none that could not be read. */
function stateOf(state: 'pending' | 'successful' | 'failed' | 'check' | undefined) {
  if (state === 'check') return { status: null, held: 'yes' } as const
  return { status: state ?? null, held: state === 'failed' ? 'no' : null } as const
}

/** As Home counts those that are soon deleted, within what else was asked for. */
function withinLastWeek(asked: ScanListInput, now: number): ScanListInput {
  const { from, until, ...lastWeek } = soonDeleted(now)
  return {
    ...asked,
    ...lastWeek,
    from: Math.max(asked.from, from),
    until: Math.min(asked.until, until),
  }
}

/** Of rupees as they were read. */
export function paiseOf(rupees: number | null): number | null {
  return rupees === null ? null : Math.round(rupees * 100)
}

/** A document as a list shows it. */
function listedDocument(scan: ListedScan) {
  return {
    id: scan.id,
    filename: scan.filename,
    category: scan.category,
    state: scan.state,
    failureReason: scan.failureReason,
    invoiceNo: scan.invoiceNo,
    invoiceDate: scan.invoiceDate,
    seller: scan.seller,
    account: scan.account,
    totalPaise: paiseOf(scan.total),
    lines: scan.lines,
    isCorrected: scan.isCorrected,
    deliverSeparately: scan.deliverSeparately,
    originalId: scan.originalId,
    uploadedBy: scan.uploadedBy,
    createdAt: new Date(scan.createdAt).toISOString(),
    syncedAt: isoTime(scan.syncedAt),
    expiresAt: new Date(scan.expiresAt).toISOString(),
  }
}

/**
 * How a document stands after it was saved: what holds it, or what is delivered in its place. Throws AppError `not_found`
 * when somebody removed it meanwhile.
 */
export function savedDocument({ scanExport }: ConsoleDeps, id: string) {
  const shown = showScan(scanExport, id, { first: 0, count: 0 })
  if (shown === undefined) throw unknownScan()
  const { scan, original, findings } = shown
  return {
    id,
    state: scan.state,
    findings,
    original: original === null ? null : { id: original.id, filename: original.filename },
  }
}

/** One document with everything that its page shows. */
export function shownDocument(
  deps: ConsoleDeps,
  { role }: Session,
  { scan, document, explained, ...shown }: ShownScan,
  linesPage: number,
) {
  const { syncedKeyId } = shown
  const key =
    syncedKeyId === null ? undefined : findKeyWithUser(deps.database.read).get({ id: syncedKeyId })
  return {
    ...listedDocument(scan),
    file: fileOf(document),
    syncedBy: key?.key.name ?? null,
    syncedSource: shown.syncedSource,
    original:
      shown.original === null
        ? null
        : { ...listedDocument(shown.original), file: fileOf(shown.original.document) },
    duplicates: shown.duplicates.map(listedDocument),
    sameFile: shown.sameFile.map(listedDocument),
    head: explained?.head ?? null,
    lineItems: {
      rows: explained?.lines ?? [],
      page: linesPage,
      size: linesPerPage,
      total: shown.lineCount,
    },
    findings: shown.findings,
    confirmed: shown.confirmed.map(({ by, at, ...finding }) => ({
      ...finding,
      by: findUser(deps.database.read).get({ id: by })?.name ?? null,
      at: new Date(at).toISOString(),
    })),
    may: {
      correct: scan.syncedAt === null,
      move: scan.syncedAt === null,
      remove: scan.syncedAt === null,
      putBack: role === 'owner' && scan.syncedAt !== null,
      deliverSeparately: role === 'owner' && scan.state === 'duplicate',
    },
  }
}

function fileOf(document: ShownScan['document']) {
  if (document === null) return null
  const { contentType, bytes } = document
  return { contentType, bytes, shownAs: shownAs(contentType) }
}
