import { findUser } from '../../../accounts/queries.ts'
import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import type { Finding } from '../../../paper/checks/document.ts'
import { mapNames } from '../delivery/delivered.ts'
import type { ScanExportDeps } from '../deps.ts'
import { findPairOf, looksReader } from '../duplicates/find-pairs.ts'
import { explainDocument, type ExplainedDocument } from '../../../paper/rules/explain-document.ts'
import { normalise, readDocument, type RawDocument } from '../../../paper/rules/normalise.ts'
import {
  type Field,
  type Paper,
  paperOf,
  type RuledField,
  type RuledPaper,
} from '../../../paper/paper.ts'
import {
  areToldApart,
  findDocument,
  findNarrowScan,
  listIdsOfUser,
  findScan,
  listDuplicatesOf,
  listSettledAs,
  type Scan,
} from '../scans/queries.ts'
import { whyUnreadable, findReading } from '../scans/reading-rows.ts'
import { papersOf } from '../scans/papers.ts'
import { readOthers } from '../../../reader/answer.ts'
import { confirmedOf, openFindings, type ConfirmedFinding } from '../scans/hold.ts'
import { versionOf } from '../scans/rules.ts'
import { deliveryAt, type Delivery } from '../scans/waiting-queries.ts'
import { listedScans, type ListedScan } from './list-scans.ts'
import { listSameNumber, listWithSameFile } from './listed-queries.ts'

/** The most related scans to show: duplicates, and scans with the same file. */
const relatedMax = 20

type StoredDocument = NonNullable<ReturnType<ReturnType<typeof findDocument>['get']>>

type Lines = { first: number; count: number }

export type ShownScan = {
  scan: ListedScan
  syncedSource: string | null
  syncedKeyId: string | null
  document: StoredDocument | null
  /** The scan that is delivered in place of this one. */
  original: (ListedScan & { document: StoredDocument | null }) | null
  /** When a person settled the scan as the same paper as the original (ms since the epoch), and who, if known. */
  settled: { at: number; by: string | null } | null
  /** The scan that may be the same paper, whoever uploaded it, until somebody decides. */
  twin: ListedScan | null
  /** Whether acknowledging the original by its id marks this scan as its copy. */
  looksSame: boolean
  /** The scans that this scan stands for. */
  duplicates: ListedScan[]
  sameFile: ListedScan[]
  /** Nobody read the scan before somebody typed it in. */
  isTyped: boolean
  /** Who explained the reading: Daybook or another program. Null without an explanation. */
  reader: 'daybook' | 'other' | null
  /** Whether Daybook can read the scan, or read it again, when somebody asks. */
  mayRead: boolean
  /** What was read, field by field. Null when nothing was read. */
  explained: ExplainedDocument | null
  /** How many lines were read. `explained` has some of them. */
  lineCount: number
  /** What contradicts the scan as it stands, until it is delivered. Typed values are held for it; otherwise it is only a doubt. */
  findings: Finding[]
  /** The findings that a person confirmed as printed on the paper. */
  confirmed: ConfirmedFinding[]
}

/** One scan with everything a person may ask about it. Undefined for an unknown id. */
export function showScan(deps: ScanExportDeps, id: string, lines: Lines): ShownScan | undefined {
  const { read } = deps.database
  return snapshot(read, () => {
    const delivery = deliveryAt(read, deps.clock.now())
    const listed = (ids: readonly string[]) => listedScans(deps, delivery, ids)
    const stored = findScan(read).get({ id })
    const [scan] = listed([id])
    if (stored === undefined || scan === undefined) return undefined
    const document = documentOf(read, stored)
    const raw = readOf(stored)
    const [original] = scan.originalId === null ? [] : listed([scan.originalId])
    return {
      scan,
      syncedSource: stored.syncedSource,
      syncedKeyId: stored.syncedKeyId,
      document,
      original:
        original === undefined
          ? null
          : { ...original, document: findScanFile(deps, original.id) ?? null },
      settled: settledOf(read, stored),
      ...twinOf(deps, read, scan, listed),
      duplicates: listed(duplicateIds(read, delivery, scan)),
      sameFile: listed(document === null ? [] : sameFileIds(read, stored, document, relatedMax)),
      isTyped: stored.raw === null && stored.correction !== null,
      reader: findReading(read).get({ scanId: id })?.reader ?? null,
      mayRead: mayBeRead(read, stored),
      explained: raw === null ? null : explain(deps, stored, raw, lines),
      lineCount: raw?.line_items.length ?? 0,
      findings: stored.syncedAt === null ? openFindings(read, deps, stored) : [],
      confirmed: confirmedOf(stored),
    }
  })
}

function mayBeRead(conn: Conn, stored: Scan): boolean {
  return stored.syncedAt === null && whyUnreadable(conn, stored) === undefined
}

/** Whether Daybook can read a scan, or read it again. False for an unknown scan. */
export function mayReadScan({ database: { read } }: Pick<ScanExportDeps, 'database'>, id: string) {
  const stored = findScan(read).get({ id })
  return stored !== undefined && mayBeRead(read, stored)
}

function settledOf(conn: Conn, { settledAt, settledBy }: Scan): ShownScan['settled'] {
  if (settledAt === null) return null
  const by = settledBy === null ? undefined : findUser(conn).get({ id: settledBy })?.name
  return { at: settledAt, by: by ?? null }
}

function twinOf(
  deps: ScanExportDeps,
  conn: Conn,
  { id }: ListedScan,
  listed: (ids: readonly string[]) => ListedScan[],
): Pick<ShownScan, 'twin' | 'looksSame'> {
  const pair = findPairOf(deps, conn, id, deps.clock.now())
  if (pair === undefined) return { twin: null, looksSame: false }
  const [twin = null] = listed([pair.id === id ? pair.otherId : pair.id])
  return { twin, looksSame: looksReader(deps, conn)(pair) }
}

type ShownRead = {
  /** As it was read, with the reader's evidence. Null when nothing was read. */
  read: Paper | null
  /** As a person corrected it. Null without a correction. */
  typed: Paper | null
  /** Whether a reader said how it found the values. */
  isExplained: boolean
  version: string
  /** The pages of the file that the document is on, from 1. Empty when unknown. */
  pages: number[]
  /** The pages of each further document in the file, until the file is split. */
  others: number[][]
}

/** The papers of a scan. Undefined for an unknown scan. A correction names the `version` that it started from. */
export function showRead(
  { database, rules }: Pick<ScanExportDeps, 'database' | 'rules'>,
  id: string,
): ShownRead | undefined {
  const conn = database.read
  const scan = findScan(conn).get({ id })
  if (scan === undefined) return undefined
  const reading = findReading(conn).get({ scanId: id })
  const { read, typed } = papersOf(conn, scan, rules(conn).rules, reading)
  const others = reading?.others ?? null
  return {
    read: read && withoutRules(read),
    typed: typed && withoutRules(typed),
    isExplained: reading !== undefined,
    version: versionOf(scan),
    pages: reading === undefined ? [] : JSON.parse(reading.pages),
    others: others === null ? [] : readOthers(others).map((other) => other.pages),
  }
}

function withoutRules({ category, head, lines }: RuledPaper): Paper {
  return {
    category,
    head: head.map(withoutRule),
    lines: lines.map((line) => line.map(withoutRule)),
  }
}

function withoutRule({ label, key, value, evidence }: RuledField): Field {
  return { label, key, value, ...(evidence !== undefined && { evidence }) }
}

/** The user who owns a scan. Undefined for an unknown scan. */
export function findScanOwner(
  { database }: Pick<ScanExportDeps, 'database'>,
  id: string,
): string | undefined {
  return findNarrowScan(database.read).get({ id })?.userId
}

/** The ids of all scans of a user. */
export function listIdsOf(
  { database }: Pick<ScanExportDeps, 'database'>,
  userId: string,
): string[] {
  return listIdsOfUser(database.read)
    .all({ userId })
    .map(({ id }) => id)
}

/** The same user's oldest other scan whose file has the same bytes. Undefined when there is none. */
export function findSameFile(deps: ScanExportDeps, id: string): ListedScan | undefined {
  const { read } = deps.database
  return snapshot(read, () => {
    const scan = findScan(read).get({ id })
    const document = scan === undefined ? null : documentOf(read, scan)
    if (scan === undefined || document === null) return undefined
    const ids = sameFileIds(read, scan, document, 1)
    return listedScans(deps, deliveryAt(read, deps.clock.now()), ids)[0]
  })
}

/** The file of a scan. Undefined when there is none. */
export function findScanFile(
  { database: { read } }: Pick<ScanExportDeps, 'database'>,
  id: string,
): (StoredDocument & { userId: string }) | undefined {
  const scan = findScan(read).get({ id })
  const document = scan === undefined ? null : documentOf(read, scan)
  return scan === undefined || document === null ? undefined : { ...document, userId: scan.userId }
}

function documentOf(conn: Conn, { documentId }: Scan): StoredDocument | null {
  return documentId === null ? null : (findDocument(conn).get({ id: documentId }) ?? null)
}

/** The correction, or what was read where there is no correction. */
function readOf({ correction, raw }: Scan): RawDocument | null {
  const text = correction ?? raw
  return text === null ? null : readDocument(text)
}

/** The scans that this scan hides now, or that were acknowledged as its duplicates. */
function duplicateIds(conn: Conn, delivery: Delivery, scan: ListedScan): string[] {
  const { id, state, originalId } = scan
  const settled = listSettledAs(conn)
    .all({ id })
    .map((row) => row.id)
  if (state === 'synced') {
    const copies = listDuplicatesOf(conn).all({ id })
    return [...copies.map((row) => row.id), ...settled].slice(0, relatedMax)
  }
  const hidesOthers = originalId === null && (state === 'waiting' || state === 'check')
  if (!hidesOthers) return settled.slice(0, relatedMax)
  const hidden = listSameNumber(conn, id, delivery, relatedMax + 1).filter((other) => other !== id)
  return [...settled, ...hidden].slice(0, relatedMax)
}

function sameFileIds(
  conn: Conn,
  { id, userId }: Scan,
  { hash }: StoredDocument,
  limit: number,
): string[] {
  const rows = listWithSameFile(conn).all({ id, userId, hash, limit })
  // The parts of a split file share the file.
  return rows.map((row) => row.id).filter((other) => !areToldApart(conn, id, other))
}

function explain(
  { database: { read }, names, rules }: ScanExportDeps,
  scan: Scan,
  raw: RawDocument,
  lines: Lines,
): ExplainedDocument {
  const paper = paperOf({ raw }, scan.category, rules(read).rules)
  if (scan.syncedData !== null) {
    const delivered = readDocument(scan.syncedData)
    return explainDocument(paper, { delivered, later: 'at delivery' }, lines)
  }
  const { vendors, products } = names(read)
  const delivered = mapNames(normalise(paper), scan.category, vendors, products)
  return explainDocument(paper, { delivered, later: 'name list' }, lines)
}
