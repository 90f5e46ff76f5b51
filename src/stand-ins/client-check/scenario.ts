import { codeOf } from '../../platform/http/reply.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import type { Daybook } from './daybook.ts'

/** A request of the client, with its body read. */
export type Request = {
  method: string
  /** The part after `/api/public/v1/`. */
  path: string
  query: URLSearchParams
  body: JsonValue | undefined
  now: number
}

export type Answer = { status: number; body: JsonObject }

/** The path under which a service is served. */
export type Place = '/scan-export' | '/storefront'

/** Refuses a call in the shape of its service. */
export function refused(place: Place, status: number, message: string): Answer {
  if (place === '/scan-export') return { status, body: { error: message } }
  return { status, body: { error: { message, code: codeOf(status) }, status } }
}

/** The rows of a list. A row that is no object becomes an empty one. */
export function rowsIn(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.map((row) => (isJsonObject(row) ? row : {})) : []
}

/** One request of the client, by its kind. */
export type Call<Kind extends string> = {
  kind: Kind
  /** When the request came, in milliseconds since the epoch. */
  at: number
  body: JsonValue | undefined
}

/** What goes wrong with one call. */
export type Fault =
  /** Daybook refuses the call and does nothing. `retryAfter` in seconds. */
  | { kind: 'refuse'; status: 401 | 403 | 413 | 429 | 500; message: string; retryAfter?: number }
  /** The connection ends before Daybook does anything. */
  | { kind: 'cut_before' }
  /** Daybook carries the call out, and the connection ends without an answer. */
  | { kind: 'cut_after' }
  /** Daybook carries the call out and answers with 500. */
  | { kind: 'fail_after' }
  /** Daybook carries the call out, and the connection ends after half of the answer. */
  | { kind: 'half' }
  /** Daybook carries the call out and answers after `ms` milliseconds. */
  | { kind: 'slow'; ms: number }
  /** The client is killed before Daybook does anything. */
  | { kind: 'kill' }

/** One scenario while it runs. */
export type Play<Kind extends string> = {
  /** What goes wrong with this call. Runs once for each call, before Daybook carries the call out. */
  fault?(call: Call<Kind>): Fault | undefined | Promise<Fault | undefined>
  /** Runs after Daybook has carried a call out and before the answer is sent. */
  after?(call: Call<Kind>): void | Promise<void>
  /** Whether the client met the situation of the scenario. Otherwise there is nothing to grade. */
  isShown(): boolean
  /** The message when the client called but never met the situation. */
  notShown?: string
  /** What the client did wrong in this scenario, as sentences. Every scenario also checks what all have in common. */
  problems?(): string[]
  /** When the next round may begin, in milliseconds since the epoch. */
  resumesAt?(): number
}

export type About = {
  /** The name for machines: lower case with underscores. */
  name: string
  title: string
  /** What happens, and what a good client does. */
  why: string
}

export type PlayDeps = {
  /** A Daybook of the scenario's own. */
  daybook: Daybook
  /** Milliseconds since the epoch. */
  now(): number
  /** How long the server refuses calls in scenarios about patience, in whole seconds. */
  refusedSeconds: number
  /** Whether this check can make the client run another round. */
  hasRounds: boolean
}

export type Grade = 'passed' | 'failed' | 'not_shown'

export type Result = About & {
  grade: Grade
  /** What went wrong, or why the client did not meet the situation, as sentences. */
  problems: string[]
  /** What could not be seen. */
  notes: string[]
}

/** A kind of client, and the scenarios for it. */
export type Profile = {
  /** The name on the command line. */
  name: string
  /** The heading of the report. */
  title: string
  place: Place
  scenarios: readonly Scenario[]
  /** Whether a key may come in `x-api-key` instead of `Authorization`. */
  takesApiKeyHeader: boolean
  /** Paths beyond the profile. A client may try them and must manage without them. */
  beyond: RegExp
  /** The ids that a call acknowledges. `path` is the part after `/api/public/v1/`. */
  acknowledgedIn?(path: string, body: JsonObject): string[]
}

/** A situation that clients meet. In some of them nothing goes wrong. */
export type Scenario = About & { begin(deps: PlayDeps): Stage | Promise<Stage> }

/** A running scenario with the server's state. */
export type Stage = {
  /** What goes wrong with this request. Runs once for each request, before the answer. */
  fault(request: Request): Promise<Fault | undefined>
  answer(request: Request): Promise<Answer>
  /** Whether the client has done everything that the scenario waits for. */
  isSettled(): boolean
  /** When the next round may begin, in milliseconds since the epoch. */
  resumesAt(): number
  /** Runs between two rounds. The client has one worker. */
  nextRound(): void | Promise<void>
  /** Ends the faults: nothing goes wrong from now on. */
  end(): void
  /** The ids of all documents that the client got so far. */
  given(): string[]
  /** `books` is the client's own list of its entries, as text. Undefined if nobody provides it. */
  judge(books: string | undefined): Result
}
