import type { IncomingHttpHeaders } from 'node:http'
import { isJsonObject, type JsonObject, parseOrNothing } from '../../platform/json/json.ts'
import type { Profile, Result } from './scenario.ts'

/** One request and what it was answered. */
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
  /** What the scenario did to it, '' where nothing. */
  fault: string
}

/** Characters of a body that are kept: a page of such a trace is read by people. */
const textMax = 20_000

/** Headers that tell something of a client. */
const keptHeaders = ['authorization', 'x-api-key', 'content-type', 'user-agent', 'accept']

/** What of the key may be shown. */
const shownOfKey = 8

/** Keeps requests and answers with the key masked wherever it stands. */
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

/** Refusals of this kind are the client's own fault when no scenario made them. */
const ownFaults = new Set([400, 401, 405, 413])

/** What stands in front of the path of a call. */
const base = /^.*\/api\/public\/v1\//

/** What holds for every call, whatever the scenario. */
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

/** Nothing is in what was refused already, or is too long to be kept whole. */
function jsonOf(text: string): JsonObject {
  const body = parseOrNothing(text)
  return isJsonObject(body) ? body : {}
}
