import { AppError } from '../../../platform/errors.ts'
import { isId } from '../../../platform/ids.ts'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'
import { toNfc } from '../../../platform/text.ts'
import type { RawDocument } from '../rename-rules/normalise.ts'
import type { Category } from '../scans/categories.ts'
import { retentionMs, sourceLengthMax } from '../scans/rules.ts'
import { checkedCategory, checkedFilename, checkedRaw } from './rules.ts'
import { checkedTime } from './scan-times.ts'
import type { EarlierLife, ScanStatus } from './store-scans.ts'

/** A scan older than this goes with the next cleanup, in milliseconds. */
export const scanAgeLimitMs = retentionMs

/** Length of the reason of a failure, in characters. */
const failureReasonLengthMax = 2_000

const failureReasonDefault = 'The document could not be read.'

/** A scan as a line of a file says it, checked. `file`: the path of the original as it stands there. */
export type ScanLine = {
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
      deliverSeparately: value['deliver_separately'] === true,
      synced: syncedOf(value, status, now),
    },
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

function timeOf(value: JsonObject, field: string, now: number): number | undefined {
  const text = textOf(value, field)
  return text === undefined ? undefined : checkedTime(field, text, now)
}

function idOf(value: JsonObject, field: string): string | undefined {
  const id = textOf(value, field)
  if (id === undefined || isId(id)) return id?.toLowerCase()
  throw notAllowed(field, 'a UUID', id)
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
