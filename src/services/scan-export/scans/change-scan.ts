import { useCredit } from '../../../accounts/credits.ts'
import { recordHistory } from '../history.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ScanExportDeps } from '../deps.ts'
import type { RawDocument } from '../normalising/normalise.ts'
import { requeue } from './enqueue.ts'
import {
  requireScan,
  requireUnsynced,
  setCorrection,
  type Scan,
  setDeliverSeparately,
  setCategory,
  setStatus,
  deleteScan,
  deleteUnusedDocument,
  findDocument,
  findDocumentWithHash,
} from './queries.ts'
import { versionOf } from './rules.ts'
import { isGstin } from '../../../accounts/rules.ts'
import { foldText } from '../../../platform/text.ts'
import type { Place } from '../normalising/printed-labels.ts'
import type { Column } from '../normalising/labels.ts'
import { readDate, readNumber } from '../normalising/printed-values.ts'
import type { Category } from '../categories.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { deleteMarked, markDeleting } from '../../../platform/files/file-rows.ts'

/**
 * Fields typed in by hand. They are kept beside what was read, never over it, and are what is delivered from now on; a
 * scan that had failed or was pending becomes successful. What was delivered stays as it was. `by` is who typed them.
 * `startedFrom` is the version that the form showed (see `versionOf`): what somebody else typed meanwhile is not lost.
 * Throws AppError `invalid_request` when nothing was typed in, `not_found`, `conflict` for a synced scan and, with the
 * field `startedFrom`, for another version.
 */
export async function correctScan(
  { database, clock, rules }: Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>,
  id: string,
  correction: RawDocument,
  by: string,
  startedFrom?: string,
): Promise<void> {
  requireSomething(correction)
  await database.write((conn) => {
    const scan = requireScan(conn, id)
    requireUnsynced(scan, 'correct it')
    requireUnchanged(scan, startedFrom)
    const now = clock.now()
    const json = JSON.stringify(correction)
    setCorrection(conn).run({ id, correction: json, status: 'successful', failureReason: null })
    useCredit(conn, scan.userId, id, now)
    requeue(conn, id, rules(conn))
    const details = { id, filename: scan.filename }
    recordHistory(conn, now, { action: 'scan corrected', userId: by, details })
  })
}

function requireUnchanged(scan: Scan, startedFrom: string | undefined): void {
  if (startedFrom === undefined || startedFrom === versionOf(scan)) return
  throw new AppError('conflict', `Somebody corrected ${scan.filename} meanwhile.`, {
    field: 'startedFrom',
  })
}

/** Nothing is no document: it would be delivered, and take the place of what was read. */
function requireSomething({ invoice_metadata, line_items }: RawDocument): void {
  if (Object.keys(invoice_metadata).length > 0 || line_items.length > 0) return
  throw new AppError('invalid_request', 'Type in at least one field.', { field: 'raw' })
}

/** What somebody typed under a label of the head, or of the lines. */
type TypedValue = { place: Place; label: string; text: string }

/** What a value should look like, and does not. */
type Doubt = 'date' | 'gstin' | 'number'

/**
 * The typed values that do not look like what their label stands for by the rules in force. None is forbidden: a value
 * that cannot be read is delivered as it stands.
 */
export function doubtfulValues(
  { database: { read }, rules }: Pick<ScanExportDeps, 'database' | 'rules'>,
  category: Category,
  typed: readonly TypedValue[],
): (TypedValue & { doubt: Doubt })[] {
  const columns = rules(read).rules[category]
  return typed.flatMap((value) => {
    const doubt = doubtOf(value.text, columns[value.place](value.label))
    return doubt === undefined ? [] : [{ ...value, doubt }]
  })
}

function doubtOf(text: string, column: Column): Doubt | undefined {
  const value = column.values?.get(foldText(text)) ?? text
  if (value.trim() === '') return undefined
  const wanted = wantedOf(column)
  return wanted === undefined || looksLike[wanted](value) ? undefined : wanted
}

function wantedOf({ key, kind }: Column): Doubt | undefined {
  if (kind === 'gstin' || key === 'buyer_gstin') return 'gstin'
  if (kind === 'number' || kind === 'balance' || amounts.has(key)) return 'number'
  return kind === 'invoice date' || kind === 'date' || dates.has(key) ? 'date' : undefined
}

/** Keys whose values are delivered as they stand, and yet are dates or amounts. */
const dates: ReadonlySet<string> = new Set([
  'ack_date',
  'statement_date',
  'statement_from',
  'statement_to',
])

const amounts: ReadonlySet<string> = new Set([
  'total',
  'subtotal',
  'taxable_value',
  'tax_amount',
  'cgst',
  'sgst',
  'igst',
  'utgst',
  'cess',
  'freight',
  'round_off',
  'total_qty',
  'opening_balance',
  'closing_balance',
])

const looksLike: Record<Doubt, (text: string) => boolean> = {
  date: (text) => readDate(text) !== undefined,
  gstin: (text) => isGstin(text.replaceAll(/\s+/g, '').toUpperCase()),
  number: (text) => readNumber(text, true) !== undefined,
}

/**
 * A scan that is hidden behind an older one with its number is another paper after all: it is delivered beside it, and
 * marking the older one no longer settles it. `by` is the owner.
 * Throws AppError `not_found`, `conflict` for a synced scan.
 */
export async function deliverSeparately(
  { database, clock, rules }: Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>,
  id: string,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const scan = requireScan(conn, id)
    requireUnsynced(scan, 'deliver it separately')
    if (scan.deliverSeparately) return
    setDeliverSeparately(conn).run({ id, deliverSeparately: true })
    requeue(conn, id, rules(conn))
    const details = { id, filename: scan.filename }
    recordHistory(conn, clock.now(), { action: 'scan delivered separately', userId: by, details })
  })
}

/**
 * A scan that came in as the wrong kind of paper: from now on the rules of the other kind apply to it. `by` is who says so.
 * Throws AppError `not_found`, `conflict` for a synced scan.
 */
export async function moveScan(
  { database, clock, rules }: Pick<ScanExportDeps, 'database' | 'clock' | 'rules'>,
  id: string,
  category: Category,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const scan = requireScan(conn, id)
    requireUnsynced(scan, 'move it')
    if (scan.category === category) return
    setCategory(conn).run({ id, category })
    requeue(conn, id, rules(conn))
    const details = { id, filename: scan.filename, from: scan.category, to: category }
    recordHistory(conn, clock.now(), { action: 'scan moved', userId: by, details })
  })
}

/**
 * A failed scan is to be read again; why it failed is known until then. One that is pending stays so, and without a
 * file there is nothing to read. `by` is who asks for it.
 * Throws AppError `not_found`, `conflict`.
 */
export async function retryScan(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  id: string,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const scan = requireScan(conn, id)
    if (scan.status === 'successful') {
      throw new AppError('conflict', `${scan.filename} was read: there is nothing to try again.`)
    }
    if (scan.documentId === null) {
      throw new AppError('conflict', `${scan.filename} has no file to read: type in what it says.`)
    }
    if (scan.status === 'pending') return
    setStatus(conn).run({ id, status: 'pending' })
    const details = { id, filename: scan.filename }
    recordHistory(conn, clock.now(), { action: 'scan retried', userId: by, details })
  })
}

/** Files that one removal takes: its own, and what another one left behind. */
const filesPerRemoval = 2

/**
 * Deletes a scan that came in by mistake before its 30 days are over, with its file when nothing else needs it. Its
 * credit stays used. `by` is who removes it. Throws AppError `not_found`, `conflict` for a synced scan.
 */
export async function removeScan(
  { database, clock, store }: Pick<ScanExportDeps, 'database' | 'clock' | 'store'>,
  id: string,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const scan = requireScan(conn, id)
    requireUnsynced(scan, 'remove it')
    deleteScan(conn).run({ id })
    if (scan.documentId !== null) removeDocument(conn, scan.documentId)
    const details = { id, filename: scan.filename, category: scan.category }
    recordHistory(conn, clock.now(), { action: 'scan removed', userId: by, details })
  })
  // After the commit: an unlinked file cannot be rolled back.
  await database.write((conn) => deleteMarked(conn, store, filesPerRemoval), { alone: true })
}

function removeDocument(conn: Conn, id: string): void {
  const document = findDocument(conn).get({ id })
  deleteUnusedDocument(conn).run({ id })
  if (document === undefined) return
  const { hash } = document
  if (findDocumentWithHash(conn).get({ hash }) === undefined) markDeleting(conn, 'documents', hash)
}
