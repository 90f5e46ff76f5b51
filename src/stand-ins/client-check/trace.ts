import type { IncomingHttpHeaders } from 'node:http'
import { isJsonObject, type JsonObject, parseOrNothing } from '../../platform/json/json.ts'
import type { Profile, Result } from './scenario.ts'

/** A request and its answer. */
export type Traced = {
  scenario: string
  /** Milliseconds since the epoch. */
  at: number
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body: string
  /** 0: the connection ended without an answer. */
  status: number
  answer: string
  /** The scenario's fault in this request, or ''. */
  fault: string
}

/** The most characters kept of a body: people read the trace. */
const textMax = 20_000

/** The headers that are kept. */
const keptHeaders = ['authorization', 'x-api-key', 'content-type', 'user-agent', 'accept']

/** How many characters of the key are shown. */
const shownOfKey = 8

/** Keeps requests and answers, with the key masked everywhere. */
export function newTrace(key: string) {
  const entries: Traced[] = []
  const mask = (text: string): string => cut(text.replaceAll(key, `${key.slice(0, shownOfKey)}…`))
  return {
    entries,
    add(traced: Omit<Traced, 'headers'> & { headers: IncomingHttpHeaders }): void {
      const { path, body, answer } = traced
      const headers = Object.fromEntries(
        keptHeaders.flatMap((name): [string, string][] => {
          const value = traced.headers[name]
          return typeof value === 'string' ? [[name, mask(value)]] : []
        }),
      )
      entries.push({ ...traced, headers, path: mask(path), body: mask(body), answer: mask(answer) })
    },
  }
}

function cut(text: string): string {
  const whole = text.toWellFormed()
  return whole.length > textMax ? `${whole.slice(0, textMax)}… (${whole.length} characters)` : whole
}

/** Refusals with these statuses are the client's fault unless a scenario made them. */
const ownFaults = new Set([400, 401, 405, 413])

/** The beginning of a call's address. */
const base = /^.*\/api\/public\/v1\//

/** Mistakes that are wrong in every scenario, as one result. */
export function manners(
  profile: Profile,
  trace: readonly Traced[],
  given: ReadonlySet<string>,
): Result {
  const problems = [...new Set(trace.flatMap((traced) => problemsOf(profile, traced, given)))]
  const ofGiven =
    profile.acknowledgedIn === undefined ? '' : ' What was never fetched cannot have been booked.'
  return {
    name: 'manners',
    title: 'Every call is one that the contract has, with the key in a header',
    why: `Wrong parameters are refused, never guessed. A key in an address ends up in logs.${ofGiven}`,
    grade: trace.length === 0 ? 'not_shown' : problems.length === 0 ? 'passed' : 'failed',
    problems: trace.length === 0 ? ['Your client called nothing.'] : problems,
    notes: [],
  }
}

function problemsOf(
  { place: own, beyond, acknowledgedIn = () => [] }: Profile,
  { fault, status, method, path, body, answer }: Traced,
  given: ReadonlySet<string>,
): string[] {
  const place = path.replace(/\?.*$/, '')
  const isElsewhere = !path.startsWith(own) && !path.startsWith('/api/')
  const isOwn =
    fault === '' &&
    (ownFaults.has(status) || (status === 404 && !isElsewhere && !beyond.test(path)))
  const inAddress = /[?&][^=]*=dbk_/.test(path)
  return [
    ...(isOwn ? [`${method} ${place} was answered ${status}: ${answer}`] : []),
    ...(inAddress ? [`${method} ${place} has the key in its address.`] : []),
    ...acknowledgedIn(place.replace(base, ''), jsonOf(body))
      .filter((id) => !given.has(id.toLowerCase()))
      .map((id) => `It acknowledged ${id}, which it was never given.`),
  ]
}

/** An object in a body. Empty for a body that is no JSON, for example one that was cut short. */
function jsonOf(text: string): JsonObject {
  const body = parseOrNothing(text)
  return isJsonObject(body) ? body : {}
}
