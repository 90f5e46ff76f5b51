import { isJsonObject, type JsonValue } from '../platform/json/json.ts'
import type { Result } from './scenario.ts'
import type { Traced } from './trace.ts'

/** Refusals of this kind are the client's own fault when no scenario made them. */
const ownFaults = new Set([400, 401, 405, 413])

/** Paths of extensions that a client tries and does without: an older Daybook has none of them. */
const extensions = /\/v1\/(?:bridge|changes|leases|whoami|limits|vendors|products)\b/

/** What holds for every call, whatever the scenario. */
export function manners(trace: readonly Traced[], given: ReadonlySet<string>): Result {
  const problems = [...new Set(trace.flatMap((traced) => problemsOf(traced, given)))]
  return {
    name: 'manners',
    title: 'Every call is one that the contract has, with the key in a header',
    why: 'Wrong parameters are refused, never guessed. A key in an address ends up in logs. What was never fetched cannot have been booked.',
    grade: trace.length === 0 ? 'not_shown' : problems.length === 0 ? 'passed' : 'failed',
    problems: trace.length === 0 ? ['Your client called nothing.'] : problems,
    notes: [],
  }
}

function problemsOf(
  { fault, status, method, path, body, answer }: Traced,
  given: ReadonlySet<string>,
): string[] {
  const place = path.replace(/\?.*$/, '')
  const isOwn =
    fault === '' && (ownFaults.has(status) || (status === 404 && !extensions.test(path)))
  const inAddress = /[?&][^=]*=dbk_/.test(path)
  return [
    ...(isOwn ? [`${method} ${place} was answered ${status}: ${answer}`] : []),
    ...(inAddress ? [`${method} ${place} has the key in its address.`] : []),
    ...(place.endsWith('/scans/mark-synced') ? neverGiven(body, given) : []),
  ]
}

function neverGiven(text: string, given: ReadonlySet<string>): string[] {
  return idsIn(text)
    .filter((id) => !given.has(id.toLowerCase()))
    .map((id) => `It acknowledged ${id}, which it was never given.`)
}

function idsIn(text: string): string[] {
  const body = jsonOf(text)
  if (!isJsonObject(body)) return []
  const { ids, items } = body
  const rows = Array.isArray(items) ? items.filter(isJsonObject).map(({ id }) => id ?? null) : []
  return [...(Array.isArray(ids) ? ids : []), ...rows].filter((id) => typeof id === 'string')
}

function jsonOf(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    // Refused already, or too long to be kept whole.
    return null
  }
}
