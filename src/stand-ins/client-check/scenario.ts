import { codeOf } from '../../platform/http/reply.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../platform/json/json.ts'
import type { Daybook } from './daybook.ts'

/** What the client asks, with its body read. */
export type Request = {
  method: string
  /** Behind `/api/public/v1/`. */
  path: string
  query: URLSearchParams
  body: JsonValue | undefined
  now: number
}

export type Answer = { status: number; body: JsonObject }

/** Where a service begins, behind the address of the server. */
export type Place = '/scan-export' | '/storefront'

/** Refuses a call in the shape of its service. */
export function refused(place: Place, status: number, message: string): Answer {
  if (place === '/scan-export') return { status, body: { error: message } }
  return { status, body: { error: { message, code: codeOf(status) }, status } }
}

/** Objects of a list; anything else is an empty one. */
export function rowsIn(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.map((row) => (isJsonObject(row) ? row : {})) : []
}

/** One request of the client. */
export type Call<Kind extends string> = {
  kind: Kind
  /** When it came, in milliseconds since the epoch. */
  at: number
  body: JsonValue | undefined
}

/** What goes wrong with one call. */
export type Fault =
  /** It is refused, and nothing is done. `retryAfter` in seconds. */
  | { kind: 'refuse'; status: 401 | 403 | 413 | 429 | 500; message: string; retryAfter?: number }
  /** The connection ends, and nothing was done. */
  | { kind: 'cut_before' }
  /** It is done, and the connection ends without an answer. */
  | { kind: 'cut_after' }
  /** It is done, and answered with 500. */
  | { kind: 'fail_after' }
  /** It is done; half of the answer comes, then the connection ends. */
  | { kind: 'half' }
  /** It is done, and answered only after so many milliseconds. */
  | { kind: 'slow'; ms: number }
  /** Nothing is done, and the client is killed. */
  | { kind: 'kill' }

/** One scenario while it runs. */
export type Play<Kind extends string> = {
  /** What goes wrong with this call; asked once for each, before it is carried out. */
  fault?(call: Call<Kind>): Fault | undefined | Promise<Fault | undefined>
  /** Called when a call was carried out, and before it is answered. */
  after?(call: Call<Kind>): void | Promise<void>
  /** Whether the client came to what is tried: what it did from there on is graded. */
  isShown(): boolean
  /** What to say where it called and did not come to it. */
  notShown?: string
  /** What it did wrong beside what all scenarios look at, as sentences. */
  problems?(): string[]
  /** When the next round may begin, in milliseconds since the epoch. */
  resumesAt?(): number
}

export type About = {
  /** Lower case with underscores: what a machine knows it by. */
  name: string
  title: string
  /** What it is that happens, and what a good client does. */
  why: string
}

export type PlayDeps = {
  /** A Daybook of the scenario's own. */
  daybook: Daybook
  /** Milliseconds since the epoch. */
  now(): number
  /** How long the server refuses in scenarios that try patience, in whole seconds. */
  refusedSeconds: number
  /** Whether the client makes a round when it is told to. */
  hasRounds: boolean
}

export type Grade = 'passed' | 'failed' | 'not_shown'

export type Result = About & {
  grade: Grade
  /** What went wrong or why it was not shown, as sentences. */
  problems: string[]
  /** What could not be seen. */
  notes: string[]
}

/** What a kind of clients is for: what the server plays to them. */
export type Profile = {
  /** What the command line knows it by. */
  name: string
  /** What its clients are, as a heading. */
  title: string
  place: Place
  scenarios: readonly Scenario[]
  /** Whether a key may come in `x-api-key` instead of `Authorization`. */
  takesApiKeyHeader: boolean
  /** What is beyond the profile: a client may try it, and does without. Looked for in the path of a call. */
  beyond: RegExp
  /** What a client acknowledges in a call, by id, where it acknowledges; `path` behind `/api/public/v1/`. */
  acknowledgedIn?(path: string, body: JsonObject): string[]
}

/** Something that can go wrong, or not. */
export type Scenario = About & { begin(deps: PlayDeps): Stage | Promise<Stage> }

/** One scenario while it runs, with all that the server holds meanwhile. */
export type Stage = {
  /** What goes wrong with this request; asked once for each, before it is answered. */
  fault(request: Request): Promise<Fault | undefined>
  answer(request: Request): Promise<Answer>
  /** Whether nothing more is to be seen. */
  isSettled(): boolean
  /** When the next round may begin, in milliseconds since the epoch. */
  resumesAt(): number
  /** Between two rounds of a client that has one worker. */
  nextRound(): void | Promise<void>
  /** From now on nothing goes wrong any more. */
  end(): void
  /** Ids of what the client was given so far. */
  given(): string[]
  /** `books` is what the client says of its books, as text; undefined: nobody can tell. */
  judge(books: string | undefined): Result
}
