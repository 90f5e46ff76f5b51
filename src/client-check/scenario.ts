import type { JsonValue } from '../platform/json/json.ts'
import type { Desk } from './desk.ts'

/** One request of the client. */
export type Call = {
  kind: 'list' | 'mark' | 'results' | 'lease' | 'other'
  /** When it came, in milliseconds since the epoch. */
  at: number
  body: JsonValue | undefined
}

/** What goes wrong with one call. */
export type Fault =
  /** It is refused, and nothing is done. `retryAfter` in seconds. */
  | { kind: 'refuse'; status: 401 | 403 | 429 | 500; message: string; retryAfter?: number }
  /** The connection ends, and nothing was done. */
  | { kind: 'cut_before' }
  /** It is done, and the connection ends without an answer. */
  | { kind: 'cut_after' }
  /** It is done, and answered with 500. */
  | { kind: 'fail_after' }
  /** It is done; half of the answer comes, then the connection ends. */
  | { kind: 'half' }
  /** Nothing is done, and the client is killed. */
  | { kind: 'kill' }

/** One scenario while it runs. */
export type Play = {
  /** What goes wrong with this call; asked once for each, before it is carried out. */
  fault?(call: Call): Fault | undefined
  /** Called when a call was carried out, and before it is answered. */
  after?(call: Call): void
  /** Ids that have to be acknowledged, or told of as what could not be booked. */
  wanted(): string[]
  /** Whether the client came to what is tried: what it did from there on is graded. */
  isShown(): boolean
  /** What to say where it asked for what waits and did not come to it. */
  notShown?: string
  /** What it did wrong beside what all scenarios look at, as sentences. */
  problems?(): string[]
  /** When the next round may begin, in milliseconds since the epoch. */
  resumesAt?(): number
}

export type Scenario = {
  /** Lower case with underscores: what a machine knows it by. */
  name: string
  title: string
  /** What it is that happens, and what a good client does. */
  why: string
  begin(desk: Desk, deps: PlayDeps): Play
}

type PlayDeps = {
  /** Milliseconds since the epoch. */
  now(): number
  /** How long the server refuses in scenarios that try patience, in whole seconds. */
  refusedSeconds: number
}

export type Grade = 'passed' | 'failed' | 'not_shown'

export type Result = Pick<Scenario, 'name' | 'title' | 'why'> & {
  grade: Grade
  /** What went wrong or why it was not shown, as sentences. */
  problems: string[]
  /** What could not be seen. */
  notes: string[]
}
