import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../deps.ts'
import { explainDocument, type ExplainedDocument } from '../normalising/explain-document.ts'
import { normaliseDocument, type RawDocument, type ScanData } from '../normalising/normalise.ts'
import { deliveryOf, listedScan, listTwins, type Delivery, type ListedScan } from './list-scans.ts'
import { findWaitingHead, listSettledIds, listWithSameFile } from './listed-queries.ts'
import { mapNames } from '../delivery/delivered.ts'
import { findDocument, findScan, findScanPosition, type Scan } from '../scans/queries.ts'
import { versionOf } from '../scans/rules.ts'

/** Other scans that are shown beside one: copies, and others with the same file. */
const relatedMax = 20

type StoredDocument = NonNullable<ReturnType<ReturnType<typeof findDocument>['get']>>

export type ShownScan = {
  scan: ListedScan
  syncedSource: string | null
  syncedKeyId: string | null
  document: StoredDocument | null
  /** What is delivered in place of this one. */
  original: (ListedScan & { document: StoredDocument | null }) | null
  /** Those that this one stands for. */
  copies: ListedScan[]
  sameFile: ListedScan[]
  /** What was read, field by field; null when nothing was. */
  explained: ExplainedDocument | null
  /** Lines that were read; `explained` has some of them. */
  lineCount: number
}

/** One scan with all that a person may ask about it; undefined when there is none. */
export function showScan(
  deps: ScanExportDeps,
  id: string,
  lines: { first: number; count: number },
): ShownScan | undefined {
  const { read } = deps.database
  return snapshot(read, () => {
    const stored = findScan(read).get({ id })
    const delivery = deliveryOf(deps)
    const scan = listedScan(deps, delivery, id)
    if (stored === undefined || scan === undefined) return undefined
    const related = (ids: readonly string[]) =>
      ids.flatMap((other) => listedScan(deps, delivery, other) ?? [])
    const document = documentOf(read, stored)
    const raw = readOf(stored)
    return {
      scan,
      syncedSource: stored.syncedSource,
      syncedKeyId: stored.syncedKeyId,
      document,
      original: originalOf(deps, delivery, scan),
      copies: related(copyIds(read, delivery, scan)),
      sameFile: document === null ? [] : related(sameFileIds(read, scan, document.hash)),
      explained: raw === null ? null : explain(deps, stored, raw, lines),
      lineCount: raw?.line_items.length ?? 0,
    }
  })
}

/**
 * What was read of a scan, as it counts and as the scanner had it; null when nothing was, undefined without a scan.
 * A correction says which `version` it started from.
 */
export function showRead(
  { database: { read } }: Pick<ScanExportDeps, 'database'>,
  id: string,
): { raw: RawDocument | null; scanned: RawDocument | null; version: string } | undefined {
  const scan = findScan(read).get({ id })
  if (scan === undefined) return undefined
  const scanned = scan.raw === null ? null : JSON.parse(scan.raw)
  return { raw: readOf(scan), scanned, version: versionOf(scan) }
}

/** Whose a scan is; undefined when there is none. */
export function findScanOwner(
  { database }: Pick<ScanExportDeps, 'database'>,
  id: string,
): string | undefined {
  return findScanPosition(database.read).get({ id })?.userId
}

/** The oldest other scan of the same user whose file has the same bytes; undefined when there is none. */
export function findSameFile(deps: ScanExportDeps, id: string): ListedScan | undefined {
  const { read } = deps.database
  return snapshot(read, () => {
    const position = findScanPosition(read).get({ id })
    const document = findScanFile(deps, id)
    if (position === undefined || document === undefined) return undefined
    const input = { id, userId: position.userId, hash: document.hash, limit: 1 }
    const other = listWithSameFile(read).get(input)
    return other === undefined ? undefined : listedScan(deps, deliveryOf(deps), other.id)
  })
}

/** The file of a scan; undefined when there is none. */
export function findScanFile(
  { database: { read } }: Pick<ScanExportDeps, 'database'>,
  id: string,
): StoredDocument | undefined {
  const scan = findScan(read).get({ id })
  return scan === undefined ? undefined : (documentOf(read, scan) ?? undefined)
}

function documentOf(conn: Conn, { documentId }: Scan): StoredDocument | null {
  return documentId === null ? null : (findDocument(conn).get({ id: documentId }) ?? null)
}

/** The correction when there is one. */
function readOf({ correction, raw }: Scan): RawDocument | null {
  const text = correction ?? raw
  return text === null ? null : JSON.parse(text)
}

function originalOf(deps: ScanExportDeps, delivery: Delivery, { originalId }: ListedScan) {
  const original = originalId === null ? undefined : listedScan(deps, delivery, originalId)
  if (original === undefined) return null
  return { ...original, document: findScanFile(deps, original.id) ?? null }
}

/** Those that are hidden behind it now, or were settled with it. */
function copyIds(conn: Conn, delivery: Delivery, scan: ListedScan): string[] {
  if (scan.state === 'synced') {
    return listSettledIds(conn)
      .all({ id: scan.id, limit: relatedMax })
      .map(({ id }) => id)
  }
  const waiting = findWaitingHead(conn).get({ scanId: scan.id, ...delivery })
  if (scan.state !== 'waiting' || waiting === undefined) return []
  const twins = listTwins(conn, delivery, scan.userId, waiting, relatedMax + 1)
  return twins.filter((id) => id !== scan.id)
}

function sameFileIds(conn: Conn, { id, userId }: ListedScan, hash: string): string[] {
  return listWithSameFile(conn)
    .all({ id, userId, hash, limit: relatedMax })
    .map((other) => other.id)
}

function explain(
  { database: { read }, names, rules }: ScanExportDeps,
  scan: Scan,
  raw: RawDocument,
  lines: { first: number; count: number },
): ExplainedDocument {
  const inForce = rules(read).rules
  if (scan.syncedData !== null) {
    const delivered: ScanData = JSON.parse(scan.syncedData)
    return explainDocument(raw, scan.category, inForce, { delivered, later: 'at delivery' }, lines)
  }
  const { vendors, products } = names(read)
  const normalised = normaliseDocument(raw, scan.category, inForce)
  const delivered = mapNames(normalised, scan.category, vendors, products)
  return explainDocument(raw, scan.category, inForce, { delivered, later: 'name list' }, lines)
}
