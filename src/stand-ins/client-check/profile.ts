import type { JsonObject } from '../../platform/json/json.ts'
import type { About, Answer, Fault, PlayDeps, Request, Result } from './scenario.ts'

/** What a kind of clients is for: what the server plays to them. */
export type Profile = {
  /** What the command line knows it by. */
  name: string
  /** What its clients are, as a heading. */
  title: string
  /** Where its service begins, behind the address of the server. */
  place: '/scan-export' | '/storefront'
  scenarios: readonly Scenario[]
  /** The body of a refusal, in the service's own shape. */
  refusal(status: number, message: string): JsonObject
  /** Whether a key may come in `x-api-key` instead of `Authorization`. */
  takesApiKeyHeader: boolean
  /** What is beyond the profile: a client may try it, and does without. Looked for in the path of a call. */
  beyond: RegExp
  /** What a client acknowledges in a call, by id, where it acknowledges; `path` behind `/api/public/v1/`. */
  acknowledgedIn?(path: string, body: JsonObject): string[]
}

/** Something that can go wrong, or not. */
export type Scenario = About & { begin(deps: PlayDeps): Stage }

/** One scenario while it runs, with all that the server holds meanwhile. */
export type Stage = {
  /** What goes wrong with this request; asked once for each, before it is answered. */
  fault(request: Request): Fault | undefined
  answer(request: Request): Answer | Promise<Answer>
  /** Whether nothing more is to be seen. */
  isSettled(): boolean
  /** When the next round may begin, in milliseconds since the epoch. */
  resumesAt(): number
  /** Between two rounds of a client that has one worker. */
  nextRound(): void
  /** From now on nothing goes wrong any more. */
  end(): void
  /** Once nobody can ask it any more. */
  close?(): Promise<void>
  /** Ids of what the client was given so far. */
  given(): string[]
  /** `books` is what the client says of its books, as text; undefined: nobody can tell. */
  judge(books: string | undefined): Result
}
