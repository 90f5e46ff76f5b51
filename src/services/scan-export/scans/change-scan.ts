import { forgetImports } from '../../../books/settling/settle.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { deleteMarked, markDeleting, deleteAllMarked } from '../../../platform/files/file-rows.ts'
import type { Category } from '../../../paper/categories.ts'
import type { Finding } from '../../../paper/checks/document.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory, type ScanAction } from '../history.ts'
import { toStored } from '../../../paper/paper.ts'
import { readDocument, type RawDocument } from '../../../paper/rules/normalise.ts'
import { learnBill, unlearnBill } from '../proposals/learn.ts'
import { checkAndQueue, holdOrQueue } from './hold.ts'
import {
  deleteScan,
  deleteUnusedDocument,
  findDocument,
  findDocumentWithHash,
  requireScan,
  requireUnsynced,
  setCategory,
  setCorrection,
  setStatus,
  findScan,
  type Scan,
} from './queries.ts'
import { papersOf } from './papers.ts'
import { whyUnreadable, deleteJob, findJob, queueReading } from './reading-rows.ts'
import { hasSameValues, versionOf } from './rules.ts'
import { handOnPaper } from './same-paper.ts'
import { Value } from '@sinclair/typebox/value'
import { confirmedBill } from '../../../reader/habits/confirmed-bill.ts'
import { sellerHabits } from '../../../reader/habits/habit.ts'
import { keepSeller, knownSeller, phrasesOfScan } from '../reading/habits/habits.ts'
import { learn } from '../../../reader/habits/learn.ts'
import { learnAliases } from '../reading/habits/aliases.ts'

/* What a person does with one scan. Account history has an entry for each action. `by`: who acts. */

/** Files that one removal deletes: its own file, and a file that an earlier removal left behind. */
const filesPerRemoval = 2

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>
type StoringDeps = Deps & Pick<ScanExportDeps, 'store'>
type NamingDeps = Deps & Pick<ScanExportDeps, 'names'>

type CorrectOptions = { startedFrom?: string; confirmed?: readonly Finding[] }

/**
 * Stores what a person typed. It stays beside what was read and is delivered from now on. A failed or pending scan becomes successful,
 * unless a check contradicts the values: then the scan is held with all its fields. A delivered scan stays as it was. Returns the findings
 * that hold the scan. `startedFrom`: the version that the form showed (see `versionOf`), so that nobody overwrites what somebody else typed
 * meanwhile. `confirmed`: findings that the person confirms as printed on the paper. Throws AppError `invalid_request` when nothing was
 * typed, `not_found`, and `conflict` for a synced scan or, with the field `startedFrom`, for another version.
 */
export async function correctScan(
  deps: NamingDeps,
  id: string,
  correction: RawDocument,
  by: string,
  { startedFrom, confirmed = [] }: CorrectOptions = {},
): Promise<Finding[]> {
  requireSomething(correction)
  return await deps.database.write((conn) => {
    const scan = requireScan(conn, id)
    requireUnsynced(scan, 'correct it')
    requireUnchanged(scan, startedFrom)
    setCorrection(conn).run({ id, correction: JSON.stringify(correction) })
    // A typed scan need not be read any more.
    deleteJob(conn).run({ scanId: id })
    const checked = holdOrQueue(conn, deps, id, { confirmation: { by, findings: confirmed } })
    learnBill(conn, deps, id)
    learnOfScan(conn, deps, scan, by)
    const isUnchanged = scan.raw !== null && hasSameValues(readDocument(scan.raw), correction)
    const details = { ...checkedDetails(checked), ...(isUnchanged && { unchanged: 1 }) }
    enter(conn, deps, scan, { action: 'scan corrected', by }, details)
    return checked.open
  })
}

/**
 * Corrects one field of the head, where the document has one of the keys, else under the first key. Throws AppError `not_found`, and
 * `conflict` for a synced scan and for one of which nothing was read.
 */
export async function correctField(
  deps: NamingDeps,
  id: string,
  { keys, value, by }: { keys: readonly string[]; value: string; by: string },
): Promise<void> {
  const { read } = deps.database
  const scan = requireScan(read, id)
  const { counting } = papersOf(read, scan, deps.rules(read).rules)
  if (counting === null) throw new AppError('conflict', 'Nothing was read of this document.')
  const labelOf = (wanted: string, isRead: boolean) =>
    counting.head.find((its) => (its.value !== '') === isRead && its.key === wanted)?.label
  const [first = ''] = keys
  const [label = labelOf(first, false) ?? first] = keys.flatMap((key) => labelOf(key, true) ?? [])
  const { raw } = toStored(counting)
  const corrected = { ...raw, invoice_metadata: { ...raw.invoice_metadata, [label]: value } }
  await correctScan(deps, id, corrected, by, { startedFrom: versionOf(scan) })
}

/** What history says about a check. Nothing when the check found nothing. */
function checkedDetails({ open, confirmed }: ReturnType<typeof holdOrQueue>) {
  return {
    ...(open.length === 0 ? {} : { held: open.length }),
    ...(confirmed.length === 0 ? {} : { confirmed: confirmed.map(({ message }) => message) }),
  }
}

/**
 * Changes the kind of paper of a scan. From now on the rules of the new kind apply, and what was typed is checked by them. Throws AppError
 * `not_found`, `conflict` for a synced scan.
 */
export async function moveScan(
  deps: Deps,
  id: string,
  category: Category,
  by: string,
): Promise<void> {
  await changeOne(deps, id, { action: 'scan moved', by }, (conn, scan) => {
    requireUnsynced(scan, 'move it')
    const isMoved = moveTo(conn, deps, scan, category)
    return isMoved ? { from: scan.category, to: category } : undefined
  })
}

/** Moves an unsynced scan, in the caller's transaction. Returns whether the kind changed. */
function moveTo(conn: Conn, deps: Deps, scan: Scan, category: Category): boolean {
  const { id } = scan
  if (scan.category === category) return false
  // What Daybook learnt from the bill is not true of another kind of paper. A scan that becomes a bill is learnt at night.
  unlearnBill(conn, id)
  setCategory(conn).run({ id, category })
  checkAndQueue(conn, deps, scan)
  return true
}

/**
 * Queues a scan for reading again: a scan that waits, failed or is held, or that Daybook has read before. What was typed still counts.
 * Throws AppError `not_found`, and `conflict` for a synced scan, a scan without a file, a scan that another program has read, and one of
 * several papers in a file.
 */
export async function retryScan(deps: Omit<Deps, 'rules'>, id: string, by: string): Promise<void> {
  await changeOne(deps, id, { action: 'scan retried', by }, (conn, scan) => {
    requireUnsynced(scan, 'read it again')
    const problem = whyUnreadable(conn, scan)
    if (problem !== undefined) throw new AppError('conflict', problem)
    if (findJob(conn).get({ scanId: id }) !== undefined) return undefined
    queueReading(conn, id, deps.clock.now())
    const { status, raw, correction } = scan
    if (status === 'failed' && raw === null && correction === null) {
      setStatus(conn).run({ id, status: 'pending' })
    }
    return {}
  })
}

/**
 * Deletes a scan that came in by mistake, and its file when nothing else needs the file. The credit stays used. Throws AppError
 * `not_found`, `conflict` for a synced scan.
 */
export async function removeScan(deps: StoringDeps, id: string, by: string): Promise<void> {
  await changeOne(deps, id, { action: 'scan removed', by }, (conn, scan) => {
    requireUnsynced(scan, 'remove it')
    takeAway(conn, deps, scan)
    return { category: scan.category }
  })
  // After the commit, because deleting a file cannot be rolled back.
  await deps.database.write((conn) => deleteMarked(conn, deps.store, { limit: filesPerRemoval }), {
    alone: true,
  })
}

/** Deletes an unsynced scan, in the caller's transaction. Afterwards the caller deletes the file. */
export function takeAway(
  conn: Conn,
  { rules }: Pick<ScanExportDeps, 'rules'>,
  { id, documentId }: Scan,
): void {
  unlearnBill(conn, id)
  handOnPaper(conn, rules(conn), id)
  deleteScan(conn).run({ id })
  forgetImports(conn, 'scan', id)
  if (documentId !== null) removeDocument(conn, documentId)
}

/** Changes one scan. `work` returns the details for the history, or undefined when there was nothing to do. */
async function changeOne(
  deps: Omit<Deps, 'rules'>,
  id: string,
  act: Act,
  work: (conn: Conn, scan: Scan) => Record<string, unknown> | undefined,
): Promise<void> {
  await deps.database.write((conn) => {
    const scan = requireScan(conn, id)
    const more = work(conn, scan)
    if (more !== undefined) enter(conn, deps, scan, act, more)
  })
}

type Act = { action: ScanAction; by: string }

function enter(
  conn: Conn,
  { clock }: Pick<Deps, 'clock'>,
  { id, filename }: Scan,
  { action, by }: Act,
  more: Record<string, unknown>,
): void {
  recordHistory(conn, clock.now(), { action, userId: by, details: { id, filename, ...more } })
}

function requireUnchanged(scan: Scan, startedFrom: string | undefined): void {
  if (startedFrom === undefined || startedFrom === versionOf(scan)) return
  throw new AppError('conflict', `Somebody corrected ${scan.filename} meanwhile.`, {
    field: 'startedFrom',
  })
}

/** Refuses an empty document: it would be delivered in place of what was read. */
function requireSomething({ invoice_metadata, line_items }: RawDocument): void {
  if (Object.keys(invoice_metadata).length > 0 || line_items.length > 0) return
  throw new AppError('invalid_request', 'Type in at least one field.', { field: 'raw' })
}

function removeDocument(conn: Conn, id: string): void {
  const document = findDocument(conn).get({ id })
  deleteUnusedDocument(conn).run({ id })
  if (document === undefined) return
  const { hash } = document
  if (findDocumentWithHash(conn).get({ hash }) === undefined) markDeleting(conn, 'documents', hash)
}

/**
 * Learns how a seller prints bills, from a bill that a person, `by`, has just saved. `before`: the scan before the save. Only from bills
 * that Daybook read: for others nobody knows where values stand.
 */
function learnOfScan(
  conn: Conn,
  deps: Omit<NamingDeps, 'database'>,
  before: Scan,
  by: string,
): void {
  const { id } = before
  const scan = findScan(conn).get({ id })
  const phrases = phrasesOfScan(conn, id)
  if (scan === undefined || phrases === undefined) return
  const { rules } = deps.rules(conn)
  const { read, typed } = papersOf(conn, scan, rules)
  if (read === null || typed === null) return
  const previous = papersOf(conn, before, rules).typed ?? undefined
  const savedAt = deps.clock.now()
  const bill = confirmedBill({ read, typed, previous, phrases, savedAt })
  if (bill === undefined) return
  const known = knownSeller(conn, bill.seller)
  const name = bill.name || (known?.name ?? '')
  const habits = learn(known?.habits, bill)
  // Habits that do not fit the schema could not be read back. Everything known about the seller would be lost.
  if (!Value.Check(sellerHabits, habits)) return
  const sellerId = keepSeller(conn, { name, confirmedAt: savedAt, habits })
  learnAliases(conn, deps, bill, { id: sellerId, name, by })
}

/* What a person does with many scans at once, in slices. Account history has an entry for each slice. */

/** File names in one entry of the history. */
const namedMax = 20

/** Who acts, and whose scans may change: null for everybody's. */
type Doer = { by: string; ofUser: string | null }

/** How many scans changed, and how many did not: synced, already of that kind, deleted, or another user's. */
type Outcome = { changed: number; left: number }

/** Moves unsynced scans to another kind (see `moveScan`). */
export async function moveScans(
  deps: StoringDeps,
  ids: readonly string[],
  category: Category,
  doer: Doer,
): Promise<Outcome> {
  return await changeEach(deps, ids, doer, {
    change: (conn, scan) => moveTo(conn, deps, scan, category),
    record: (conn, done) => {
      const details = { ...named(done), to: category }
      recordHistory(conn, deps.clock.now(), { action: 'scans moved', userId: doer.by, details })
    },
  })
}

/** Deletes unsynced scans with their files (see `removeScan`). */
export async function removeScans(
  deps: StoringDeps,
  ids: readonly string[],
  doer: Doer,
): Promise<Outcome> {
  const outcome = await changeEach(deps, ids, doer, {
    change(conn, scan) {
      takeAway(conn, deps, scan)
      return true
    },
    record: (conn, done) =>
      recordHistory(conn, deps.clock.now(), {
        action: 'scans removed',
        userId: doer.by,
        details: named(done),
      }),
  })
  // After the commit, because deleting a file cannot be rolled back. The next cleanup deletes files that cannot be deleted now.
  await deleteAllMarked(deps)
  return outcome
}

type Work = {
  /** Returns whether the scan changed. */
  change(conn: Conn, scan: Scan): boolean
  record(conn: Conn, done: readonly Scan[]): void
}

async function changeEach(
  { database }: StoringDeps,
  ids: readonly string[],
  { ofUser }: Doer,
  { change, record }: Work,
): Promise<Outcome> {
  let changed = 0
  const slices = database.writeEach(ids, {}, (conn, some) => {
    const done: Scan[] = []
    for (const id of some) {
      const scan = findScan(conn).get({ id })
      if (scan === undefined || scan.syncedAt !== null) continue
      if (ofUser !== null && scan.userId !== ofUser) continue
      if (change(conn, scan)) done.push(scan)
    }
    if (done.length > 0) record(conn, done)
    return done.length
  })
  for await (const done of slices) changed += done
  return { changed, left: ids.length - changed }
}

function named(done: readonly Scan[]) {
  return { scans: done.length, filenames: done.slice(0, namedMax).map(({ filename }) => filename) }
}
