import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory, type ScanAction } from '../history.ts'
import { requeue } from '../scans/enqueue.ts'
import {
  areToldApart,
  deleteDifferent,
  findDocument,
  insertDifferent,
  requireScan,
  setDeliverSeparately,
  setSettled,
  type Scan,
} from '../scans/queries.ts'
import { deliveryAt, findHiding, findWaiting } from '../scans/waiting-queries.ts'
import { ofItsOwn, settleAs, unsettle } from '../scans/same-paper.ts'
import { isInQuestion } from './find-pairs.ts'

/* A person decides whether two scans that look alike are one paper. Each decision is entered in account history. `by`: who decided. */

export const verdicts = ['same', 'different'] as const

/** `kept` is delivered in any case. `other` is delivered only when the papers are different. */
export type Decision = { kept: string; other: string; verdict: (typeof verdicts)[number] }

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'names'>

/**
 * Stores a decision. The same decision again changes nothing. Throws AppError `not_found`, and `conflict` when somebody
 * decided otherwise meanwhile, or a document was delivered.
 */
export async function decideOnPapers(deps: Deps, decision: Decision, by: string): Promise<void> {
  await deps.database.write((conn) => {
    const papers = {
      kept: requireScan(conn, decision.kept),
      other: requireScan(conn, decision.other),
    }
    const isSaid =
      decision.verdict === 'same'
        ? saySame(conn, deps, papers, by)
        : sayDifferent(conn, deps, papers, by)
    if (!isSaid) return
    const action = decision.verdict === 'same' ? 'papers settled' : 'papers told apart'
    record(conn, deps, papers, { action, by })
  })
}

/**
 * Takes a decision back, so that Daybook asks about both scans again. Does nothing without a decision. Throws AppError
 * `not_found`, and `conflict` when `other` was delivered or settled otherwise meanwhile.
 */
export async function takeBackDecision(deps: Deps, decision: Decision, by: string): Promise<void> {
  await deps.database.write((conn) => {
    const papers = {
      kept: requireScan(conn, decision.kept),
      other: requireScan(conn, decision.other),
    }
    const isTaken =
      decision.verdict === 'same'
        ? takeBackSame(conn, deps, papers)
        : takeBackDifferent(conn, deps, papers)
    if (isTaken) record(conn, deps, papers, { action: 'papers in question again', by })
  })
}

type Papers = { kept: Scan; other: Scan }

function saySame(conn: Conn, deps: Deps, { kept, other }: Papers, by: string): boolean {
  if (other.sameAs === kept.id) return false
  if (kept.id === other.id)
    throw new AppError('invalid_request', 'A document is no copy of itself.')
  requirePair(conn, kept, other)
  requireOpen(other)
  if (kept.sameAs !== null && kept.syncedAt === null) throw decidedMeanwhile(kept)
  if (kept.syncedAt === null && kept.status !== 'successful' && !kept.held) {
    throw new AppError('conflict', `${kept.filename} does not wait any more: look at it again.`)
  }
  deleteDifferent(conn).run({ a: kept.id, b: other.id })
  // A program fetched this scan before it was settled, and then acknowledged it. From now on it stands for the paper.
  if (kept.sameAs !== null)
    setSettled(conn).run({ ...ofItsOwn, id: kept.id, syncedNo: kept.syncedNo })
  settleAs(conn, deps.rules(conn), other.id, { sameAs: kept.id, by, at: deps.clock.now() })
  return true
}

/** `other` is delivered beside the scan that hid it, as soon as no scan is left that may be the same paper. */
function sayDifferent(conn: Conn, deps: Deps, { kept, other }: Papers, by: string): boolean {
  if (areToldApart(conn, kept.id, other.id)) return false
  requirePair(conn, kept, other)
  requireOpen(other)
  const now = deps.clock.now()
  insertDifferent(conn).run({ ...inOrder(kept, other), userId: by, createdAt: now })
  const isHeldBack = kept.syncedAt === null || isHidden(conn, other.id, now)
  if (isHeldBack && !isInQuestion(deps, conn, other.id, now)) {
    deliverSeparately(conn, deps, other.id, true)
  }
  return true
}

/** Whether an older scan still hides this one, even if somebody called the two different. */
function isHidden(conn: Conn, id: string, now: number): boolean {
  return findHiding(conn, id, deliveryAt(conn, now)) !== undefined
}

function takeBackSame(conn: Conn, deps: Deps, { kept, other }: Papers): boolean {
  if (other.sameAs === null) return false
  if (other.sameAs !== kept.id || other.syncedAt !== null) throw decidedMeanwhile(other)
  unsettle(conn, deps.rules(conn), other.id)
  return true
}

function takeBackDifferent(conn: Conn, deps: Deps, { kept, other }: Papers): boolean {
  if (!areToldApart(conn, kept.id, other.id)) return false
  if (other.syncedAt !== null || other.sameAs !== null) throw decidedMeanwhile(other)
  deleteDifferent(conn).run({ a: kept.id, b: other.id })
  if (other.deliverSeparately) deliverSeparately(conn, deps, other.id, false)
  return true
}

function deliverSeparately(conn: Conn, deps: Deps, id: string, isSeparate: boolean): void {
  setDeliverSeparately(conn).run({ id, deliverSeparately: isSeparate })
  requeue(conn, id, deps.rules(conn))
}

/** The younger scan comes first, as in the table. */
function inOrder(a: Scan, b: Scan): { scanId: string; otherId: string } {
  const isYounger = a.createdAt > b.createdAt || (a.createdAt === b.createdAt && a.id > b.id)
  return isYounger ? { scanId: a.id, otherId: b.id } : { scanId: b.id, otherId: a.id }
}

/** Two scans without a common number or file were never shown as a pair. */
function requirePair(conn: Conn, kept: Scan, other: Scan): void {
  const [a, b] = [marksOf(conn, kept), marksOf(conn, other)]
  if (a.number !== null && a.number === b.number) return
  if (a.hash !== null && a.hash === b.hash) return
  throw new AppError(
    'conflict',
    `${kept.filename} and ${other.filename} have neither the number nor the file in common: look at them again.`,
  )
}

function marksOf(conn: Conn, { id, syncedNo, documentId }: Scan) {
  const document = documentId === null ? undefined : findDocument(conn).get({ id: documentId })
  const number = findWaiting(conn).get({ scanId: id })?.invoiceNo ?? syncedNo
  return { number, hash: document?.hash ?? null }
}

function requireOpen(other: Scan): void {
  if (other.syncedAt !== null || other.sameAs !== null) throw decidedMeanwhile(other)
}

function decidedMeanwhile({ filename, syncedAt }: Scan): AppError {
  const what = syncedAt === null ? 'decided on' : 'delivered'
  return new AppError('conflict', `${filename} was ${what} meanwhile: look at it again.`)
}

function record(
  conn: Conn,
  { clock }: Deps,
  { kept, other }: Papers,
  { action, by }: { action: ScanAction; by: string },
): void {
  const details = { id: other.id, filename: other.filename, keptId: kept.id, kept: kept.filename }
  recordHistory(conn, clock.now(), { action, userId: by, details })
}
