import type { Conn } from '../../../platform/db/connection.ts'
import type { Category } from '../../../paper/categories.ts'
import {
  normaliseDocument,
  readDocument,
  type NormalisedAhead,
  type RawDocument,
  type ScanData,
} from '../../../paper/rules/normalise.ts'
import type { CompiledRules } from '../../../paper/rules/rules.ts'
import type { RulesInForce } from '../rules-in-force.ts'
import { findDocument, requireScan, setSyncedNo } from './queries.ts'
import { deleteHead, enterHead, keepHeadAgain } from './heads.ts'
import { duplicateNumbers } from './rules.ts'
import { deleteWaiting, insertWaiting, rulesUntilForever } from './waiting-queries.ts'

/** What the queue stores of a scan. `raw` is the correction when there is one, `ahead` its result if it was normalised before. */
type QueuedScan = {
  id: string
  userId: string
  category: Category
  filename: string
  createdAt: number
  documentHash: string | null
  deliverSeparately: boolean
  held: boolean
  raw: RawDocument
  ahead?: NormalisedAhead | undefined
}

/** Puts a scan that was read into the queue, normalised by the rules in force, and stores its head. */
export function enqueue(conn: Conn, scan: QueuedScan, { version, rules }: RulesInForce): void {
  const { raw, category, ahead } = scan
  const isStillSo = ahead?.rules === rules && ahead.category === category
  const data = isStillSo ? ahead.data : normaliseDocument(raw, category, rules)
  insertWaiting(conn).run({
    scanId: scan.id,
    rulesSince: version,
    rulesUntil: rulesUntilForever,
    userId: scan.userId,
    category: scan.category,
    filename: scan.filename,
    createdAt: scan.createdAt,
    documentHash: scan.documentHash,
    held: scan.held,
    ...queueColumns(data, scan.deliverSeparately),
  })
  enterHead(conn, scan.id, data.invoice_metadata, { ...scan, state: 'waiting', version })
}

/**
 * Puts a scan into the queue again, as it is stored. A scan that was not read, is synced, or is settled as a copy only leaves the queue.
 * `ahead`: what was read, normalised before the command.
 */
export function requeue(
  conn: Conn,
  id: string,
  rules: RulesInForce,
  ahead?: NormalisedAhead,
): void {
  deleteWaiting(conn).run({ scanId: id })
  deleteHead(conn).run({ scanId: id })
  const scan = requireScan(conn, id)
  const read = scan.correction ?? scan.raw
  const isRead = scan.status === 'successful' || scan.held
  if (!isRead || scan.syncedAt !== null || read === null) {
    keepHeadAgain(conn, id, rules)
    return
  }
  if (scan.sameAs !== null) {
    const { invoiceNo } = normalisedColumns(readDocument(read), scan.category, false, rules.rules)
    setSyncedNo(conn).run({ id, syncedNo: invoiceNo })
    keepHeadAgain(conn, id, rules)
    return
  }
  const { documentId } = scan
  const document = documentId === null ? undefined : findDocument(conn).get({ id: documentId })
  const queued = { ...scan, documentHash: document?.hash ?? null, raw: readDocument(read) }
  enqueue(conn, { ...queued, ahead: scan.correction === null ? ahead : undefined }, rules)
}

/** The queue's columns that depend on the rules. */
export function normalisedColumns(
  raw: RawDocument,
  category: Category,
  deliverSeparately: boolean,
  rules: CompiledRules,
) {
  return queueColumns(normaliseDocument(raw, category, rules), deliverSeparately)
}

function queueColumns(data: ScanData, deliverSeparately: boolean) {
  const { invoiceNo, sellerNumber } = duplicateNumbers(data)
  return {
    invoiceNo,
    number: deliverSeparately ? null : invoiceNo,
    sellerNumber: deliverSeparately ? null : sellerNumber,
    data: JSON.stringify(data),
  }
}
