import type { Conn } from '../../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import { documentWord, type Category } from '../../../../paper/categories.ts'
import { type CheckedAhead, checkAhead } from '../../scans/check-ahead.ts'
import { keptDoubts, type ExplainedValues } from '../../../../paper/explained.ts'
import { holdOrQueue } from '../../scans/hold.ts'
import { findScan, setFailed, setRaw, type Scan } from '../../scans/queries.ts'
import { deleteJob, deleteReading, insertReading } from '../../scans/reading-rows.ts'
import { keepPhrases } from '../habits/habits.ts'
import type { AnsweredDocument } from '../../../../reader/answer.ts'

type Deps = Pick<ScanExportDeps, 'clock' | 'rules'>

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
  deleteReading(conn).run({ id })
  const { explained, others } = row
  insertReading(conn).run({
    scanId: id,
    reader: 'daybook',
    readAt,
    pages: JSON.stringify(pages),
    explained,
    others,
  })
  keepPhrases(conn, id, phrases)
  const { open } = holdOrQueue(conn, deps, id, { ahead })
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
  deleteJob(conn).run({ id })
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
export function asOneDocument(explained: ExplainedValues, count: number): ExplainedValues {
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
