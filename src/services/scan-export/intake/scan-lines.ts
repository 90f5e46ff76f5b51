import { findUser, findUserByEmail } from '../../../accounts/queries.ts'
import { requireUser } from '../../../accounts/require-user.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { isId } from '../../../platform/ids.ts'
import { type JsonObject, type JsonValue, isJsonObject } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { toNfc } from '../../../platform/text.ts'
import { readIsoTime } from '../../../platform/time.ts'
import { checkedCategory, type Category } from '../../../paper/categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import { readDocument, type RawDocument } from '../../../paper/rules/normalise.ts'
import {
  beforeAllScans,
  findNarrowScan,
  findScan,
  listScansByAge,
  listToldFrom,
  type Scan,
} from '../scans/queries.ts'
import { retentionMs, sourceLengthMax } from '../scans/rules.ts'
import { letOldestStand } from '../scans/same-paper.ts'
import { confirmedOf, type ConfirmedFinding } from '../scans/hold.ts'
import { readingLine, readReadingLine } from './reading-lines.ts'
import { checkedFilename } from './read-upload.ts'
import { checkedRaw } from '../../../paper/received.ts'
import { storeScan, type EarlierLife, type NewScan, type ScanStatus } from './store-scan.ts'
import { findingCodes } from '../../../paper/checks/document.ts'

/* Scans as lines of a file. An export can be imported. */

/** The next cleanup deletes scans older than this, in milliseconds. */
export const scanAgeLimitMs = retentionMs

/** Length of the reason of a failure, in characters. */
const failureReasonLengthMax = 2_000

/** The most scans that one scan was called different from. A person looked at each. */
const differentFromMax = 1_000

const failureReasonDefault = 'The document could not be read.'

/** How far another computer's clock may be ahead, in milliseconds. */
const aheadMaxMs = 5 * 60 * 1000

/** Ids per page. Only one whole scan is in memory at a time. */
const idsPerPage = 1_000

/** A checked line of a file of scans. `file`: the path of the original in that file. */
type ScanLine = {
  id: string | undefined
  user: string
  category: Category
  filename: string
  createdAt: number
  raw: RawDocument | null
  failureReason: string | null
  file: string | undefined
  earlier: EarlierLife
}

/** Null counts as absent. Throws AppError `invalid_request` that names the field. */
export function readScanLine(value: JsonObject, now: number): ScanLine {
  const file = textOf(value, 'file')
  const user = textOf(value, 'user')
  if (user === undefined) throw notAllowed('user', "a user's e-mail address", user)
  const status = statusOf(value)
  const raw = isAbsent(value['raw']) ? null : checkedRaw(value['raw'])
  const correction = isAbsent(value['correction']) ? null : checkedRaw(value['correction'])
  requireRead(status, raw ?? correction)
  return {
    id: idOf(value, 'id'),
    user,
    category: checkedCategory(value['category']),
    filename: checkedFilename(value['filename'] ?? file),
    createdAt: timeOf(value, 'created_at', now) ?? now,
    raw,
    failureReason: status === 'failed' ? failureReasonOf(value) : null,
    file,
    earlier: {
      correction,
      held: status === 'failed' && (raw ?? correction) !== null && value['held'] === true,
      confirmed: readConfirmed(value['confirmed']),
      reading: raw === null ? null : readReadingLine(value['reading']),
      deliverSeparately: value['deliver_separately'] === true,
      synced: syncedOf(value, status, now),
      settled: settledOf(value, now),
      differentFrom: idsOf(value, 'different_from'),
    },
  }
}

/** A line's scan with an id: its own id, or an id made from the file and the line's number. */
export type ImportedScan = ScanLine & { id: string; document: NewScan['document'] }

/**
 * Stores the scan of a line. Returns false when a scan with this id exists already, which stays as it is. Throws AppError
 * `not_found` for an unknown user, before writing anything.
 */
export function importScan(
  conn: Conn,
  deps: Pick<ScanExportDeps, 'store' | 'rules'>,
  scan: ImportedScan,
  now: number,
): boolean {
  const userId = requireUser(conn, scan.user).id
  const confirmed = withUserIds(conn, scan.earlier.confirmed)
  const earlier = { ...scan.earlier, confirmed }
  return storeScan(conn, deps, { ...scan, userId, earlier }, now).created
}

/**
 * A scan that is settled as the same paper as a scan that the import does not contain. Nobody delivered that one, so this
 * scan is delivered. Returns whether it was.
 */
export function deliverIfAlone(
  conn: Conn,
  { rules }: Pick<ScanExportDeps, 'rules'>,
  { id, earlier: { settled } }: ImportedScan,
): boolean {
  const sameAs = findNarrowScan(conn).get({ id })?.sameAs
  if (settled === null || settled.isDelivered || sameAs !== settled.sameAs) return false
  if (isKnownScan(conn, sameAs)) return false
  letOldestStand(conn, rules(conn), sameAs)
  return true
}

export function isKnownScan(conn: Conn, id: string): boolean {
  return findNarrowScan(conn).get({ id }) !== undefined
}

/** Every scan, oldest first, as a line that can be imported. Without the originals. */
export function* exportScans(conn: Conn): Generator<JsonObject> {
  const emails = new Map<string, string>()
  const emailOf = (userId: string) => {
    const email = emails.get(userId) ?? findUser(conn).get({ id: userId })?.email ?? userId
    emails.set(userId, email)
    return email
  }
  let last = beforeAllScans
  for (;;) {
    const page = listScansByAge(conn).all({ ...last, limit: idsPerPage })
    for (const { id } of page) {
      const scan = findScan(conn).get({ id })
      if (scan !== undefined) yield scanLine(conn, scan, emailOf)
    }
    const end = page.at(-1)
    if (end === undefined) return
    last = end
  }
}

function requireRead(status: ScanStatus, read: RawDocument | null): void {
  if (status === 'successful' && read === null) {
    throw invalid(
      'raw is missing: a successful scan has what was read, an object with invoice_metadata and line_items.',
    )
  }
  if (status === 'pending' && read !== null) {
    throw invalid(
      'A pending scan has not been read: leave raw out, or let its status be successful.',
    )
  }
}

function statusOf(value: JsonObject): ScanStatus {
  const status = value['status'] ?? 'successful'
  if (status === 'successful' || status === 'pending' || status === 'failed') return status
  throw notAllowed('status', 'successful, pending or failed', status)
}

function failureReasonOf(value: JsonObject): string {
  const reason = toNfc(textOf(value, 'failure_reason') ?? '').trim()
  if (reason.length > failureReasonLengthMax) {
    throw invalid(`failure_reason must have at most ${failureReasonLengthMax} characters.`)
  }
  return reason === '' ? failureReasonDefault : reason
}

function syncedOf(value: JsonObject, status: ScanStatus, now: number): EarlierLife['synced'] {
  const at = timeOf(value, 'synced_at', now)
  if (at === undefined) return null
  if (status !== 'successful') throw invalid('synced_at belongs to successful scans only.')
  const source = textOf(value, 'source') ?? null
  if (source !== null && source.length > sourceLengthMax) {
    throw invalid(`source must have at most ${sourceLengthMax} characters.`)
  }
  return { at, source, duplicateOf: idOf(value, 'duplicate_of') ?? null }
}

function settledOf(value: JsonObject, now: number): EarlierLife['settled'] {
  const sameAs = idOf(value, 'same_as')
  if (sameAs === undefined) return null
  const isDelivered = value['same_as_delivered'] === true
  return { sameAs, at: timeOf(value, 'settled_at', now) ?? now, isDelivered }
}

function timeOf(value: JsonObject, field: string, now: number): number | undefined {
  const text = textOf(value, field)
  return text === undefined ? undefined : checkedTime(field, text, now)
}

function idOf(value: JsonObject, field: string): string | undefined {
  const id = textOf(value, field)
  if (id === undefined || isId(id)) return id?.toLowerCase()
  throw notAllowed(field, 'a UUID', id)
}

function idsOf(value: JsonObject, field: string): string[] {
  const ids = value[field]
  if (isAbsent(ids)) return []
  if (Array.isArray(ids) && ids.length <= differentFromMax) {
    return ids.flatMap((id) => idOf({ [field]: id }, field) ?? [])
  }
  throw notAllowed(field, `a list of at most ${differentFromMax} UUIDs`, ids)
}

function textOf(value: JsonObject, field: string): string | undefined {
  const text = value[field]
  if (isAbsent(text)) return undefined
  if (typeof text === 'string') return text
  throw notAllowed(field, 'text', text)
}

function isAbsent(value: JsonValue | undefined): value is null | undefined {
  return value === undefined || value === null
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', message)
}

/**
 * An ISO 8601 time in milliseconds since the epoch. A day, or a time without a zone, counts by this computer's clock.
 * Throws AppError `invalid_request` when the text is no time, or a time in the future.
 */
function checkedTime(field: string, text: string, now: number): number {
  const time = readIsoTime(text.trim(), '00:00:00')
  if (time === undefined) {
    throw notAllowed(field, 'an ISO 8601 time such as 2026-11-05T09:30:00Z', text)
  }
  if (time > now + aheadMaxMs) throw notAllowed(field, 'a time that has passed', text)
  return time
}

function scanLine(conn: Conn, scan: Scan, emailOf: (userId: string) => string): JsonObject {
  const differentFrom = listToldFrom(conn).all({ id: scan.id })
  return {
    id: scan.id,
    user: emailOf(scan.userId),
    category: scan.category,
    filename: scan.filename,
    status: scan.status,
    failure_reason: scan.failureReason,
    created_at: isoTime(scan.createdAt),
    raw: scan.raw === null ? null : readDocument(scan.raw),
    ...(scan.correction === null ? {} : { correction: readDocument(scan.correction) }),
    ...readingLine(conn, scan.id),
    ...(scan.held ? { held: true } : {}),
    ...(scan.confirmed === null ? {} : { confirmed: confirmedLine(confirmedOf(scan), emailOf) }),
    ...(scan.deliverSeparately ? { deliver_separately: true } : {}),
    ...syncedFields(scan),
    ...settledFields(conn, scan),
    ...(differentFrom.length > 0 ? { different_from: differentFrom.map(({ id }) => id) } : {}),
  }
}

function syncedFields({ syncedAt, syncedSource, duplicateOf }: Scan): JsonObject {
  if (syncedAt === null) return {}
  return {
    synced_at: isoTime(syncedAt),
    source: syncedSource,
    ...(duplicateOf === null ? {} : { duplicate_of: duplicateOf }),
  }
}

/** The scan of the same paper may have been delivered and deleted since. */
function settledFields(conn: Conn, { sameAs, settledAt }: Scan): JsonObject {
  if (sameAs === null || settledAt === null) return {}
  const isThere = findNarrowScan(conn).get({ id: sameAs }) !== undefined
  const delivered = isThere ? {} : { same_as_delivered: true }
  return { same_as: sameAs, settled_at: isoTime(settledAt), ...delivered }
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}

/* Confirmed findings, in a line of a file. The file names people by their e-mail addresses. */

/** The findings as in the line, with the e-mail address in `by`. Throws AppError `invalid_request`. */
function readConfirmed(value: JsonValue | undefined): ConfirmedFinding[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw notAllowed('confirmed', 'a list of findings', value)
  return value.map(readFinding)
}

/** For an import: replaces the address by the id of the user who has it. */
function withUserIds(conn: Conn, confirmed: readonly ConfirmedFinding[]): ConfirmedFinding[] {
  return confirmed.map((finding) => {
    const user = findUserByEmail(conn).get({ email: finding.by })
    return { ...finding, by: user?.id ?? finding.by }
  })
}

function confirmedLine(
  confirmed: readonly ConfirmedFinding[],
  emailOf: (userId: string) => string,
): JsonObject[] {
  return confirmed.map(({ by, at, ...finding }) => ({
    ...finding,
    by: emailOf(by),
    at: new Date(at).toISOString(),
  }))
}

function readFinding(value: JsonValue): ConfirmedFinding {
  const { key, line, code, message, by, at } = isJsonObject(value) ? value : {}
  const known = findingCodes.find((name) => name === code)
  const time = typeof at === 'string' ? readIsoTime(at, '00:00:00') : undefined
  const isWhole = typeof key === 'string' && typeof message === 'string' && typeof by === 'string'
  if (!isWhole || known === undefined || time === undefined) {
    throw notAllowed('confirmed', 'a list of findings with key, code, message, by and at', value)
  }
  const place = typeof line === 'number' ? { line } : {}
  return { key, ...place, code: known, message, by, at: time }
}
