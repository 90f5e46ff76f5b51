import type { Client } from './client.ts'
import { type Daybook, makeTemplate, type Template } from './daybook.ts'
import { manners, newTrace, type Traced } from './trace.ts'
import {
  type Profile,
  type Scenario,
  type Stage,
  type Request,
  type Result,
  refused,
} from './scenario.ts'
import { serveScript } from './server.ts'

export type CheckOptions = {
  profile: Profile
  /** Of the profile. */
  scenarios: readonly Scenario[]
  /** Made when the address and the key are known. */
  client(address: { base: string; key: string }): Client
  /** What the client has in its books now, as text; undefined: nobody can tell. */
  booked(): string | undefined
  host: string
  port: number
  /** How long one scenario may take, in milliseconds. */
  stepLimitMs: number
  refusedSeconds: number
  now(): number
  /** Waits so many milliseconds, or until the signal comes. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  signal: AbortSignal
  onStep(step: { at: number; of: number; scenario: Scenario }): void
  onResult(result: Result): void
}

export type Report = { base: string; results: Result[]; trace: Traced[] }

/** After the last call of a scenario a client on its own schedule may still be at work, in milliseconds. */
const settleMs = 1_000

/** Plays the server to a client, scenario after scenario, and grades what it does. */
export async function check(options: CheckOptions): Promise<Report> {
  const key = newKey()
  const trace = newTrace(key)
  const { profile } = options
  using template = await makeTemplate(profile.place, options.now())
  const playing: Playing = {
    stage: undefined,
    daybook: undefined,
    name: '',
    given: new Set(),
    over() {},
  }
  await using opened = new AsyncDisposableStack()
  opened.defer(async () => await playing.daybook?.[Symbol.asyncDispose]())
  let client: Client | undefined
  using server = await serveScript(
    {
      key,
      profile,
      now: options.now,
      take: (request) => takeOn(playing, profile, request),
      pause: async (ms) => await options.pause(ms, options.signal),
      kill: async (gone) => await client?.kill(gone),
      done(traced) {
        trace.add({ ...traced, scenario: playing.name })
        if (playing.stage?.isSettled() === true) playing.over()
      },
    },
    options.host,
    options.port,
  )
  const base = `${server.url}${profile.place}`
  client = options.client({ base, key })
  const results: Result[] = []
  for (const [index, scenario] of options.scenarios.entries()) {
    if (options.signal.aborted) break
    options.onStep({ at: index + 1, of: options.scenarios.length, scenario })
    const result = await tryOne(options, template, playing, client, scenario)
    // What was going on when somebody stopped it tells nothing.
    if (options.signal.aborted) break
    results.push(result)
    options.onResult(result)
  }
  const last = manners(profile, trace.entries, playing.given)
  options.onResult(last)
  return { base, results: [...results, last], trace: trace.entries }
}

/** What runs now. */
type Playing = {
  stage: Stage | undefined
  /** Closed once nobody can ask it any more. */
  daybook: Daybook | undefined
  name: string
  /** All ids that the client was ever given. */
  given: Set<string>
  /** Called when nothing more is to be seen. */
  over(): void
}

/** One scenario, from letting its documents wait to its grade. */
async function tryOne(
  options: CheckOptions,
  template: Template,
  playing: Playing,
  client: Client,
  scenario: Scenario,
): Promise<Result> {
  const daybook = template.open(options.now)
  const stage = await scenario.begin({ ...options, hasRounds: client.roundsMax > 1, daybook })
  const before = playing.daybook
  const over = new AbortController()
  Object.assign(playing, { stage, daybook, name: scenario.name, over: () => over.abort() })
  await before?.[Symbol.asyncDispose]()
  const limit = AbortSignal.any([AbortSignal.timeout(options.stepLimitMs), options.signal])
  for (let round = 0; round < client.roundsMax; round += 1) {
    await options.pause(Math.max(0, stage.resumesAt() - options.now()), limit)
    if (limit.aborted || stage.isSettled()) break
    if (round > 0) await stage.nextRound()
    await client.round(over.signal, limit)
  }
  await options.pause(settleMs * Number(client.roundsMax === 1), options.signal)
  stage.end()
  const result = stage.judge(options.booked())
  return stage.isSettled() || !limit.aborted
    ? result
    : { ...result, notes: [...result.notes, `It was ended after ${options.stepLimitMs / 1000} s.`] }
}

async function takeOn({ stage, given }: Playing, { place }: Profile, request: Request) {
  return {
    fault: await stage?.fault(request),
    async answer() {
      if (stage === undefined) return refused(place, 503, 'Nothing is played yet.')
      const answer = await stage.answer(request)
      for (const id of stage.given()) given.add(id)
      return answer
    },
  }
}

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Looks like a key of Daybook, and opens nothing but this check. */
function newKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(49))
  return `dbk_${[...random].map((byte) => letters[byte % letters.length]).join('')}`
}
