import type { Conn } from '../../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import { documentWord, type Category } from '../../categories.ts'
import { keptDoubts, type ExplainedValues } from '../../scans/explained.ts'
import { holdOrQueue } from '../../scans/hold.ts'
import { findScan, setFailed, setRaw, type Scan } from '../../scans/queries.ts'
import { deleteJob, deleteReading, insertReading } from '../../scans/reading-rows.ts'
import { keepPhrases } from '../habits/keep-habits.ts'
import type { AnsweredDocument } from './answer.ts'

type Deps = Pick<ScanExportDeps, 'clock' | 'rules'>

/**
 * Enters what Daybook read of a scan: its raw fields, where each stands, and what is doubtful. What a person typed stays
 * what counts, and what was delivered stays as it was.
 */
export function storeReading(
  conn: Conn,
  deps: Deps,
  id: string,
  [first, ...others]: readonly [AnsweredDocument, ...AnsweredDocument[]],
): void {
  const scan = takeJob(conn, id)
  if (scan === undefined) return
  const readAt = deps.clock.now()
  setRaw(conn).run({ id, raw: JSON.stringify(first.raw) })
  deleteReading(conn).run({ id })
  insertReading(conn).run({
    scanId: id,
    reader: 'daybook',
    readAt,
    pages: JSON.stringify(first.pages),
    explained: JSON.stringify(withWholeDoubts(scan, first, others.length)),
    others: others.length === 0 ? null : JSON.stringify(others),
  })
  keepPhrases(conn, id, first.phrases ?? [])
  const { open } = holdOrQueue(conn, deps, id)
  const held = open.length > 0 && { held: open.length }
  recordHistory(conn, readAt, {
    action: 'scan read',
    details: { id, filename: scan.filename, ...held },
  })
}

/** Enters why a scan could not be read. What a person typed meanwhile counts, and did not fail. */
export function storeUnread(conn: Conn, { clock }: Deps, id: string, failureReason: string): void {
  const scan = takeJob(conn, id)
  if (scan === undefined || scan.status !== 'pending') return
  setFailed(conn).run({ id, status: 'failed', failureReason })
  const details = { id, filename: scan.filename, reason: failureReason }
  recordHistory(conn, clock.now(), { action: 'scan not read', details })
}

/** Its job is over. Undefined when nothing may be written: it was removed, settled or delivered meanwhile. */
function takeJob(conn: Conn, id: string): Scan | undefined {
  deleteJob(conn).run({ id })
  const scan = findScan(conn).get({ id })
  return scan === undefined || scan.syncedAt !== null || scan.sameAs !== null ? undefined : scan
}

/** What is doubtful of the paper as a whole: that it is of another kind, or that the file holds more of them. */
function withWholeDoubts(
  { category }: Pick<Scan, 'category'>,
  { category: found, kind, explained }: AnsweredDocument,
  others: number,
): ExplainedValues {
  // What is doubtful of the file comes first: of many doubts the last ones are only counted.
  const doubts: string[] = []
  if (kind !== 'other' && found !== category) doubts.push(otherKind(found, category))
  if (others > 0) doubts.push(severalDocuments(others + 1))
  doubts.push(...(explained['']?.doubts ?? []))
  if (doubts.length === 0) return explained
  return { ...explained, '': { source: 'text', confidence: 1, doubts: keptDoubts(doubts) } }
}

/** What is explained of the first of so many documents once they are split: no doubt that it is one. */
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
