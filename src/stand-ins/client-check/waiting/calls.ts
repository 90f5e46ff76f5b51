import { isId } from '../../../platform/ids.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import type { Answer, Refuse } from '../scenario.ts'
import { type Desk, type Document, renewLease } from './desk.ts'

/** Bounds of the contract. */
const leaseSecondsMax = 3600
const resultsMax = 1_000

/** `limit` of a list, in items. */
type Limits = { usual: number; max: number }

/** What a list is asked with, or what is wrong with that. */
export function readPage(
  query: URLSearchParams,
  { usual, max }: Limits,
): { limit: number; lease: number; leaseId: string; after: string } | string {
  const limit = wholeNumber(query.get('limit'), usual, 1, max)
  if (limit === undefined) return outOf('limit', `a whole number from 1 to ${max}`, query)
  const lease = wholeNumber(query.get('lease'), 0, 0, leaseSecondsMax)
  if (lease === undefined) {
    return outOf('lease', `a whole number from 0 to ${leaseSecondsMax}`, query)
  }
  const [leaseId, after] = [query.get('lease_id') ?? '', query.get('after') ?? '']
  if (leaseId !== '' && !isId(leaseId)) return outOf('lease_id', 'a UUID', query)
  return { limit, lease, leaseId: leaseId.toLowerCase(), after }
}

export function outOf(name: string, allowed: string, query: URLSearchParams): string {
  return `${name} must be ${allowed}, got "${query.get(name)}".`
}

function wholeNumber(
  text: string | null,
  usual: number,
  min: number,
  max: number,
): number | undefined {
  if (text === null || text === '') return usual
  const value = /^\d{1,9}$/.test(text) ? Number(text) : -1
  return value >= min && value <= max ? value : undefined
}

/** What became of documents, as both services take it. */
export function takeResults(desk: Desk<Document>, body: JsonObject, refuse: Refuse): Answer {
  const rows = body['results']
  if (!Array.isArray(rows)) return refuse(400, 'results must be a list.')
  if (rows.length > resultsMax) return refuse(413, `results must be at most ${resultsMax}.`)
  const told = rows.map((row) => tell(desk, row))
  const stored = told.filter(({ status }) => status === 'stored').length
  const summary = { total: told.length, stored, errors: told.length - stored }
  return { status: 200, body: { summary, results: told } }
}

function tell(desk: Desk<Document>, row: JsonValue) {
  const { id, part, outcome, external } = isJsonObject(row) ? row : {}
  const given = { id: typeof id === 'string' ? id : '', part: typeof part === 'number' ? part : 0 }
  if (typeof outcome !== 'string' || given.id === '') {
    const message = 'id and outcome must be given.'
    const error = { message, code: 'invalid_request', field: given.id === '' ? 'id' : 'outcome' }
    return { ...given, status: 'error', error }
  }
  const voucher = isJsonObject(external) ? external['voucher_id'] : undefined
  desk.told.push({
    ...given,
    outcome,
    voucher: typeof voucher === 'string' ? voucher : '',
  })
  return { ...given, status: 'stored' }
}

type Renewal = { path: string; body: JsonObject; now: number }

/** `path` begins with `leases/`. */
export function renew(
  desk: Desk<Document>,
  { path, body: { seconds }, now }: Renewal,
  refuse: Refuse,
): Answer {
  if (typeof seconds !== 'number' || seconds < 0 || seconds > leaseSecondsMax) {
    return refuse(400, `seconds must be a whole number from 0 to ${leaseSecondsMax}.`)
  }
  const lease = renewLease(desk, path.slice('leases/'.length), seconds, now)
  return lease === undefined ? refuse(404, 'There is no such lease.') : { status: 200, body: lease }
}
