import { findKeyWithUser } from '../../../accounts/key-queries.ts'
import { findUser } from '../../../accounts/queries.ts'
import type { ListedScan, ShownScan } from '../../../services/scan-export/service.ts'
import type { Session } from '../guard.ts'
import { isoTime } from '../iso-time.ts'
import type { ConsoleDeps } from '../parts.ts'
import { shownAs } from './file-reply.ts'
import { linesPerPage } from './schemas.ts'

/** A document as a list shows it. `whose` gives a user's name. */
export function listedDocument(scan: ListedScan, whose: (userId: string) => string) {
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
    totalPaise: scan.total === null ? null : Math.round(scan.total * 100),
    lines: scan.lines,
    isCorrected: scan.isCorrected,
    deliverSeparately: scan.deliverSeparately,
    originalId: scan.originalId,
    uploadedBy: whose(scan.userId),
    createdAt: new Date(scan.createdAt).toISOString(),
    syncedAt: isoTime(scan.syncedAt),
    expiresAt: new Date(scan.expiresAt).toISOString(),
  }
}

/** Users' names, each looked up once. */
export function namesOf({ database }: Pick<ConsoleDeps, 'database'>): (userId: string) => string {
  const known = new Map<string, string>()
  return (userId) => {
    const name = known.get(userId) ?? findUser(database.read).get({ id: userId })?.name ?? ''
    known.set(userId, name)
    return name
  }
}

/** One document with everything that its page shows. */
export function shownDocument(
  deps: ConsoleDeps,
  { role }: Session,
  { scan, document, explained, ...shown }: ShownScan,
  linesPage: number,
) {
  const whose = namesOf(deps)
  const listed = (other: ListedScan) => listedDocument(other, whose)
  const { syncedKeyId } = shown
  const key =
    syncedKeyId === null ? undefined : findKeyWithUser(deps.database.read).get({ id: syncedKeyId })
  return {
    ...listed(scan),
    file: fileOf(document),
    syncedBy: key?.key.name ?? null,
    syncedSource: shown.syncedSource,
    original:
      shown.original === null
        ? null
        : { ...listed(shown.original), file: fileOf(shown.original.document) },
    copies: shown.copies.map(listed),
    sameFile: shown.sameFile.map(listed),
    head: explained?.head ?? null,
    lineItems: {
      rows: explained?.lines ?? [],
      page: linesPage,
      size: linesPerPage,
      total: shown.lineCount,
    },
    may: {
      retry: scan.status === 'failed' && document !== null,
      correct: scan.syncedAt === null,
      move: scan.syncedAt === null,
      remove: scan.syncedAt === null,
      putBack: role === 'owner' && scan.syncedAt !== null,
      deliverSeparately: role === 'owner' && scan.state === 'hidden',
    },
  }
}

function fileOf(document: ShownScan['document']) {
  if (document === null) return null
  const { contentType, bytes } = document
  return { contentType, bytes, shownAs: shownAs(contentType) }
}
