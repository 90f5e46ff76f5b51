import type { Conn } from '../../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import { type Category, documentWord } from '../../../../paper/categories.ts'
import { checkAhead, type CheckedAhead, holdOrQueue } from '../../scans/hold.ts'
import { type ExplainedValues, keptDoubts, readExplained } from '../../../../paper/received.ts'
import {
  findDocument,
  findScan,
  findScanWithFile,
  insertDifferent,
  requireScan,
  requireUnsynced,
  type Scan,
  setFailed,
  setRaw,
} from '../../scans/queries.ts'
import {
  deleteJob,
  deleteReading,
  findReading,
  insertReading,
  setOthers,
} from '../../scans/reading-rows.ts'
import { learnBill } from '../../proposals/learn.ts'
import { keepPhrases } from '../habits/habits.ts'
import { type AnsweredDocument, readOthers } from '../../../../reader/answer.ts'
import { AppError } from '../../../../platform/errors.ts'
import { type NewScan, storeScan } from '../../intake/store-scan.ts'
import { findWaiting } from '../../scans/waiting-queries.ts'
import { withStoredFiles } from '../../../../platform/files/file-rows.ts'
import { timeOfRecord } from '../../../../platform/upkeep/clock-guard.ts'
import { storeOriginal } from '../../intake/receive-scans.ts'
import { retentionMs } from '../../scans/rules.ts'
import { checkDocument } from '../../../../paper/checks/check-document.ts'
import type { CheckedAgainst } from '../../../../paper/checks/document.ts'
import { normalise } from '../../../../paper/rules/normalise.ts'
import type { CompiledRules } from '../../../../paper/rules/rules.ts'
import { checkedDocument, doubtsIn, paperOf } from '../../../../paper/paper.ts'
import { type Asked, whyUnread } from './ask-reader.ts'

type Deps = Pick<ScanExportDeps, 'clock' | 'rules' | 'names'>

type ReadDocuments = readonly [AnsweredDocument, ...AnsweredDocument[]]

/** What a reading stores in the database, for a scan of this category. It is computed before the command that stores it. */
export type PreparedReading = {
  readonly documents: ReadDocuments
  readonly ahead: CheckedAhead
  readonly row: ReadingRow
}

type ReadingRow = {
  readonly raw: string
  readonly explained: string
  readonly others: string | null
}

export async function prepareReading(
  deps: Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>,
  category: Category,
  documents: ReadDocuments,
): Promise<PreparedReading> {
  const [{ raw }] = documents
  const explained = explainedWhole(category, documents)
  const ahead = await checkAhead(deps, category, { raw, explained })
  return { documents, ahead, row: rowOf(documents, explained) }
}

/**
 * Stores Daybook's reading of a scan: its raw fields, where each value stands, and its doubts. What a person typed still
 * counts. A delivered scan stays as it is.
 */
export function storeReading(
  conn: Conn,
  deps: Deps,
  id: string,
  {
    documents,
    ahead,
    row: prepared,
  }: Partial<PreparedReading> & Pick<PreparedReading, 'documents'>,
): void {
  const scan = takeJob(conn, id)
  if (scan === undefined) return
  const [{ pages, phrases = [] }] = documents
  // Somebody may have changed the kind of the document meanwhile.
  const isAsPrepared = ahead?.category === scan.category
  const row =
    (isAsPrepared ? prepared : undefined) ??
    rowOf(documents, explainedWhole(scan.category, documents))
  const readAt = deps.clock.now()
  setRaw(conn).run({ id, raw: row.raw })
  deleteReading(conn).run({ scanId: id })
  insertReading(conn).run({
    scanId: id,
    reader: 'daybook',
    readAt,
    pages: JSON.stringify(pages),
    explained: row.explained,
    others: row.others,
  })
  keepPhrases(conn, id, phrases)
  const { open } = holdOrQueue(conn, deps, id, { ahead })
  if (open.length === 0) learnBill(conn, deps, id)
  const held = open.length > 0 && { held: open.length }
  recordHistory(conn, readAt, {
    action: 'scan read',
    details: { id, filename: scan.filename, ...held },
  })
}

function rowOf([{ raw }, ...others]: ReadDocuments, explained: ExplainedValues): ReadingRow {
  return {
    raw: JSON.stringify(raw),
    explained: JSON.stringify(explained),
    others: others.length === 0 ? null : JSON.stringify(others),
  }
}

/** Stores why a scan could not be read. A scan that a person typed in meanwhile has not failed. */
export function storeUnread(conn: Conn, { clock }: Deps, id: string, failureReason: string): void {
  const scan = takeJob(conn, id)
  if (scan === undefined || scan.status !== 'pending') return
  setFailed(conn).run({ id, status: 'failed', failureReason })
  const details = { id, filename: scan.filename, reason: failureReason }
  recordHistory(conn, clock.now(), { action: 'scan not read', details })
}

/** Ends the scan's job. Undefined when nothing may be written: the scan was deleted, settled or delivered meanwhile. */
function takeJob(conn: Conn, id: string): Scan | undefined {
  deleteJob(conn).run({ scanId: id })
  const scan = findScan(conn).get({ id })
  return scan === undefined || scan.syncedAt !== null || scan.sameAs !== null ? undefined : scan
}

/** Adds doubts about the whole paper: the paper is of another kind, or the file holds several documents. */
function explainedWhole(category: Category, [first, ...others]: ReadDocuments): ExplainedValues {
  const { category: found, kind, explained } = first
  // Doubts about the file come first: when there are many, the last ones are only counted.
  const doubts: string[] = []
  if (kind !== 'other' && found !== category) doubts.push(otherKind(found, category))
  if (others.length > 0) doubts.push(severalDocuments(others.length + 1))
  doubts.push(...(explained['']?.doubts ?? []))
  if (doubts.length === 0) return explained
  return { ...explained, '': { source: 'text', confidence: 1, doubts: keptDoubts(doubts) } }
}

/** The explanations of the first of `count` documents after a split, without the doubt that the file holds several. */
function asOneDocument(explained: ExplainedValues, count: number): ExplainedValues {
  const { '': whole, ...values } = explained
  const doubts = whole?.doubts?.filter((doubt) => doubt !== severalDocuments(count)) ?? []
  return whole === undefined || doubts.length === 0
    ? values
    : { ...values, '': { ...whole, doubts } }
}

function otherKind(found: Category, category: Category): string {
  return `This looks like a ${documentWord(found)}, and was added as a ${documentWord(category)}.`
}

function severalDocuments(count: number): string {
  return `This file holds ${count} documents: split it, or say that it is one.`
}

/**
 * Splits a file with several documents into one scan for each, with its part of the reading. This scan keeps the first document. Returns
 * the ids of the new scans. Throws AppError `not_found`, and `conflict` for a delivered scan or a single document.
 */
export async function splitScan(
  deps: Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'names' | 'store'>,
  id: string,
  by: string,
): Promise<string[]> {
  return await deps.database.write((conn) => {
    const scan = requireScan(conn, id)
    requireUnsynced(scan, 'split it')
    const reading = findReading(conn).get({ scanId: id })
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

type ReadFile = {
  userId: string
  filename: string
  bytes: Uint8Array
  /** If left out, the reader's own finding decides. */
  category: Category | undefined
}

/**
 * Stores a file that was already read: one command enters the scan and its reading. The same file of the same user again
 * changes nothing. Returns the id. Throws AppError `invalid_request` when the bytes are no document.
 */
export async function enterRead(
  deps: ScanExportDeps,
  { userId, filename, bytes, category: given }: ReadFile,
  asked: Asked,
): Promise<string> {
  let document: NewScan['document'] = null
  return await withStoredFiles(
    async () => {
      document = await storeOriginal(deps, filename, bytes)
    },
    () =>
      deps.database.write((conn) => {
        const now = timeOfRecord(conn, deps.clock.now())
        const from = now - retentionMs
        const known = document && findScanWithFile(conn).get({ userId, hash: document.hash, from })
        if (known) return known.id
        const isRead = 'documents' in asked
        const category = given ?? (isRead ? asked.documents[0].category : 'vendor_invoice')
        const failureReason = isRead ? null : whyUnread(asked)
        const scan = { userId, category, filename, createdAt: now, raw: null, failureReason }
        const { id } = storeScan(conn, deps, { ...scan, document }, now)
        if (isRead) storeReading(conn, deps, id, asked)
        return id
      }),
  )
}

/** A doubt at a canonical key, or at '' for the whole document. `line` from 0. */
type ReadDoubt = { key: string; line?: number; message: string }

/** One document of a file, for whoever asked to read the file. `data` is what these rules would deliver. */
export function readOut(
  { category, kind, pages, raw, explained }: AnsweredDocument,
  rules: CompiledRules,
  against: CheckedAgainst,
) {
  const paper = paperOf({ raw, explained }, category, rules)
  const findings = [...checkDocument(checkedDocument(paper), against), ...doubtsIn(paper)]
  const doubts: ReadDoubt[] = findings.map(({ code: _code, ...doubt }) => doubt)
  return {
    category,
    kind,
    pages,
    data: normalise(paper),
    raw,
    explain: explained,
    doubts,
  }
}

export type ReadOut = ReturnType<typeof readOut>
