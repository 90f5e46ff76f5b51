import { hasUsedCredit } from '../../../../accounts/credits.ts'
import { findKeyWithUser } from '../../../../accounts/keys/queries.ts'
import { findUser } from '../../../../accounts/queries.ts'
import { queryOf } from '../../../../platform/http/fields.ts'
import { asksForPassword } from '../../../../questions/unread.ts'
import { toNfc } from '../../../../platform/text.ts'
import { doubtfulIds } from '../../../../services/scan-export/overview/doubts.ts'
import {
  listScans,
  totalOfScans,
  type ListedScan,
} from '../../../../services/scan-export/overview/list-scans.ts'
import {
  showScan,
  type ShownScan,
  findScanOwner,
} from '../../../../services/scan-export/overview/show-scan.ts'
import type { ShownPair } from '../../../../services/scan-export/overview/show-pairs.ts'
import { soonDeleted } from '../../../../services/scan-export/overview/counts.ts'
import { unknownScan, type ScanListInput } from '../../../../services/scan-export/service.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { givenRange, readPage, readRange, readSort } from '../../../api/fields.ts'
import { sessionOf, type Session } from '../../../api/guard.ts'
import { openImportIds, shownImports, withImports } from '../../../api/programs.ts'
import { isoTime } from '../../../api/reply.ts'
import { shownAs } from './files.ts'
import {
  categoryField,
  booksField,
  doubtfulField,
  duplicateField,
  linesPerPage,
  searchField,
  sortField,
  stateField,
  syncedField,
} from './schemas.ts'

/** A page of the documents that the query chooses. A member sees only their own. */
export async function listDocuments(deps: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const { page, size } = readPage(query)
  const chosen = await readChosen(deps, sessionOf(request), query)
  const sort = readSort(query, sortField, { by: 'added', isDescending: true })
  const part = { limit: size, offset: (page - 1) * size }
  const { items, total } = listScans(deps.scanExport, chosen, part, sort)
  const shown = withImports(deps.database.read, 'scan', items.map(listedDocument))
  return { items: shown, total, page, size }
}

/** The number of documents that the query chooses, and the sum of their totals. */
export async function documentTotals(deps: ConsoleDeps, request: Request) {
  const chosen = await readChosen(deps, sessionOf(request), queryOf(request))
  return totalOfScans(deps.scanExport, chosen)
}

/** The filters' choice among the documents that the session may see. */
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
    among: await readAmong(deps, query),
    synced: synced === undefined || synced === 'last-week' ? null : synced,
    duplicate: duplicateField.read(query) ?? null,
    search: toNfc(searchField.read(query) ?? '').trim() || null,
    from: from ?? 0,
    until: until === undefined ? Number.MAX_SAFE_INTEGER : until + 1,
  }
  return synced === 'last-week' ? withinLastWeek(asked, deps.clock.now()) : asked
}

/** A JSON list of ids to which the choice is limited, or null. "Not in the accounts" wins over "doubtful". */
async function readAmong(deps: ConsoleDeps, query: URLSearchParams): Promise<string | null> {
  if (booksField.read(query) === 'no') return openImportIds(deps.database.read, 'scan')
  return doubtfulField.read(query) === 'yes' ? await doubtfulIds(deps.scanExport) : null
}

/** Documents held by a check are not failures. Documents being read do not wait to be typed. */
function stateOf(state: ReturnType<typeof stateField.read>) {
  const any = { status: null, held: null, reading: null } as const
  switch (state) {
    case undefined:
      return any
    case 'check':
      return { ...any, held: 'yes' } as const
    case 'reading':
      return { ...any, status: 'pending', reading: 'yes' } as const
    case 'pending':
      return { ...any, status: state, reading: 'no' } as const
    case 'failed':
      return { ...any, status: state, held: 'no' } as const
    case 'successful':
      return { ...any, status: state }
    default:
      return state satisfies never
  }
}

/** Limits the choice to the documents that are soon deleted, as on Home. */
function withinLastWeek(asked: ScanListInput, now: number): ScanListInput {
  const { from, until, ...lastWeek } = soonDeleted(now)
  return {
    ...asked,
    ...lastWeek,
    from: Math.max(asked.from, from),
    until: Math.min(asked.until, until),
  }
}

/** From rupees as read from the document. */
function paiseOf(rupees: number | null): number | null {
  return rupees === null ? null : Math.round(rupees * 100)
}

/** Members see who uploaded another user's document and when, but not its content. */
export function glimpseOf({ role, userId }: Session, scan: ListedScan) {
  const isSameUser = scan.userId === userId
  const isOpen = isSameUser || role === 'owner'
  return {
    id: isOpen ? scan.id : null,
    filename: isOpen ? scan.filename : null,
    seller: isOpen ? scan.seller : null,
    totalPaise: isOpen ? paiseOf(scan.total) : null,
    uploadedBy: scan.uploadedBy,
    day: new Date(scan.createdAt).toISOString(),
    state: scan.state,
    isSameUser,
  }
}

/** A document in a list, without the ids of other users' documents. */
function listedDocument(scan: ListedScan) {
  const { sameAsUserId } = scan
  const isOriginalOfUser = sameAsUserId === null || sameAsUserId === scan.userId
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
    isConfirmed: scan.isConfirmed,
    deliverSeparately: scan.deliverSeparately,
    originalId: isOriginalOfUser ? scan.originalId : null,
    uploadedBy: scan.uploadedBy,
    createdAt: new Date(scan.createdAt).toISOString(),
    syncedAt: isoTime(scan.syncedAt),
    expiresAt: new Date(scan.expiresAt).toISOString(),
  }
}

/**
 * The state of a document after saving: its findings, or the document delivered in its place. Throws AppError
 * `not_found` if somebody removed it meanwhile.
 */
export function savedDocument({ scanExport }: ConsoleDeps, id: string) {
  const shown = showScan(scanExport, id, { first: 0, count: 0 })
  if (shown === undefined) throw unknownScan()
  const { scan, original, findings } = shown
  return {
    id,
    state: scan.state,
    findings,
    original:
      original?.userId === scan.userId
        ? { id: original.id, filename: original.filename, state: original.state }
        : null,
  }
}

/** A document with everything that its page shows. */
export function shownDocument(
  deps: ConsoleDeps,
  session: Session,
  { scan, document, explained, original, ...shown }: ShownScan,
  linesPage: number,
) {
  const { role } = session
  const isOpen = ({ userId }: ListedScan) => role === 'owner' || userId === session.userId
  const { syncedKeyId } = shown
  const key =
    syncedKeyId === null ? undefined : findKeyWithUser(deps.database.read).get({ id: syncedKeyId })
  return {
    ...listedDocument(scan),
    file: fileOf(document),
    syncedBy: key?.key.name ?? null,
    syncedSource: shown.syncedSource,
    original:
      original === null || !isOpen(original)
        ? null
        : { ...listedDocument(original), file: fileOf(original.document) },
    /** What this user may see of the original, which may belong to somebody else. */
    standing: original === null ? null : glimpseOf(session, original),
    settled:
      shown.settled === null
        ? null
        : { at: new Date(shown.settled.at).toISOString(), by: shown.settled.by },
    twin: shown.twin === null ? null : glimpseOf(session, shown.twin),
    looksSame: shown.looksSame,
    duplicates: shown.duplicates.filter(isOpen).map(listedDocument),
    sameFile: shown.sameFile.map(listedDocument),
    isTyped: shown.isTyped,
    reader: shown.reader,
    /** Whether the document has used a reader's credit. */
    usedCredit: hasUsedCredit(deps.database.read, scan.id),
    needsPassword: asksForPassword(scan.failureReason),
    head: explained?.head ?? null,
    lineItems: {
      rows: explained?.lines ?? [],
      page: linesPage,
      size: linesPerPage,
      total: shown.lineCount,
    },
    books: shownImports(deps.database.read, 'scan', scan.id),
    findings: shown.findings,
    confirmed: shown.confirmed.map(({ by, at, ...finding }) => ({
      ...finding,
      by: findUser(deps.database.read).get({ id: by })?.name ?? null,
      at: new Date(at).toISOString(),
    })),
    may: {
      correct: scan.syncedAt === null,
      read: shown.mayRead,
      move: scan.syncedAt === null,
      remove: scan.syncedAt === null,
      putBack: role === 'owner' && scan.syncedAt !== null,
    },
  }
}

function fileOf(document: ShownScan['document']) {
  if (document === null) return null
  const { contentType, bytes } = document
  return { contentType, bytes, shownAs: shownAs(contentType) }
}

/** Throws AppError `not_found` for a missing document and for one that the session may not see. */
export function requireVisible(
  { scanExport }: Pick<ConsoleDeps, 'scanExport'>,
  request: Request,
  id: string,
): Session {
  const session = sessionOf(request)
  const uploader = findScanOwner(scanExport, id)
  if (uploader !== undefined && (session.role === 'owner' || session.userId === uploader)) {
    return session
  }
  throw unknownScan()
}

/** Two documents to compare, as a page shows them. */
export function shownPair({ kept, other, ...pair }: ShownPair) {
  return {
    ...pair,
    kept: shownPaper(kept),
    other: shownPaper(other),
    /** The newer document may be the better copy, but a delivered document must stay. */
    maySwap: kept.syncedAt === null,
  }
}

function shownPaper({ document, lineCount, ...scan }: ShownPair['kept']) {
  return { ...listedDocument(scan), file: fileOf(document), lines: lineCount }
}
