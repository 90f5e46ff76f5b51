import type { Client } from './client.ts'
import { endLeases, openDesk, type Desk } from './desk.ts'
import { isSettled, judge, type Booked } from './judge.ts'
import { manners } from './manners.ts'
import { answerOf, kindOf, type Request } from './scan/api.ts'
import type { Play, Result, Scenario } from './scenario.ts'
import { serveScript } from './server.ts'
import { newTrace, type Traced } from './trace.ts'

export type CheckOptions = {
  scenarios: readonly Scenario[]
  /** Made when the address and the key are known. */
  client(address: { base: string; key: string }): Client
  /** What the client has in its books now. */
  booked(): Booked
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
  const stage: Stage = { play: undefined, desk: openDesk(), name: '', given: new Set(), over() {} }
  let client: Client | undefined
  using server = await serveScript(
    {
      key,
      now: options.now,
      take: (request) => takeOn(stage, request),
      kill: async (gone) => await client?.kill(gone),
      done(traced) {
        trace.add({ ...traced, scenario: stage.name })
        if (stage.play !== undefined && isSettled(stage.play, stage.desk)) stage.over()
      },
    },
    options.host,
    options.port,
  )
  const base = `${server.url}/scan-export`
  client = options.client({ base, key })
  const results: Result[] = []
  for (const [index, scenario] of options.scenarios.entries()) {
    if (options.signal.aborted) break
    options.onStep({ at: index + 1, of: options.scenarios.length, scenario })
    const result = await tryOne(options, stage, client, scenario)
    // What was going on when somebody stopped it tells nothing.
    if (options.signal.aborted) break
    results.push(result)
    options.onResult(result)
  }
  const last = manners(trace.entries, stage.given)
  options.onResult(last)
  return { base, results: [...results, last], trace: trace.entries }
}

/** What runs now. */
type Stage = {
  play: Play | undefined
  desk: Desk
  name: string
  /** All ids that the client was ever given. */
  given: Set<string>
  /** Called when nothing more is to be seen. */
  over(): void
}

/** One scenario, from letting its documents wait to its grade. */
async function tryOne(
  options: CheckOptions,
  stage: Stage,
  client: Client,
  scenario: Scenario,
): Promise<Result> {
  const desk = openDesk()
  const play = scenario.begin(desk, options)
  const over = new AbortController()
  Object.assign(stage, { desk, play, name: scenario.name, over: () => over.abort() })
  const limit = AbortSignal.any([AbortSignal.timeout(options.stepLimitMs), options.signal])
  for (let round = 0; round < client.roundsMax; round += 1) {
    await options.pause(Math.max(0, (play.resumesAt?.() ?? 0) - options.now()), limit)
    if (limit.aborted || isSettled(play, desk)) break
    // Who makes rounds has one worker: what it leased in the last one is nobody's now.
    if (round > 0) endLeases(desk)
    await client.round(over.signal, limit)
  }
  await options.pause(settleMs * Number(client.roundsMax === 1), options.signal)
  stage.play = undefined
  const result = judge(scenario, play, desk, options.booked())
  return isSettled(play, desk) || !limit.aborted
    ? result
    : { ...result, notes: [...result.notes, `It was ended after ${options.stepLimitMs / 1000} s.`] }
}

function takeOn({ play, desk, given }: Stage, request: Request) {
  const call = { kind: kindOf(request), at: request.now, body: request.body }
  if (call.kind === 'list') desk.asked += 1
  return {
    fault: play?.fault?.(call),
    answer() {
      const answer = answerOf(desk, request)
      for (const { bill, given: times } of desk.held) if (times > 0) given.add(bill.id)
      play?.after?.(call)
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
