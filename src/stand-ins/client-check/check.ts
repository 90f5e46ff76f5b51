import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { AppError } from '../../platform/errors.ts'
import { parseOrNothing } from '../../platform/json/json.ts'
import type { Client } from './client.ts'
import { type Daybook, makeTemplate, type Template } from './daybook.ts'
import { manners, newTrace, type Traced } from './trace.ts'
import {
  type Answer,
  type Fault,
  type Profile,
  refused,
  type Request,
  type Result,
  type Scenario,
  type Stage,
} from './scenario.ts'

export type CheckOptions = {
  profile: Profile
  /** Scenarios of the profile. */
  scenarios: readonly Scenario[]
  /** Makes the client. The address and the key are known only now. */
  client(address: { base: string; key: string }): Client
  /** The client's own list of its entries at this time, as text. Undefined if nobody provides it. */
  booked(): string | undefined
  host: string
  port: number
  /** How long one scenario may take, in milliseconds. */
  stepLimitMs: number
  refusedSeconds: number
  now(): number
  /** Waits `ms` milliseconds, or until the signal. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  signal: AbortSignal
  onStep(step: { at: number; of: number; scenario: Scenario }): void
  onResult(result: Result): void
}

export type Report = { base: string; results: Result[]; trace: Traced[] }

/** A client on its own schedule may still work after the last call. It gets this long, in milliseconds. */
const settleMs = 1_000

/** Plays the server to a client, scenario after scenario, and grades what it does. */
export async function check(options: CheckOptions): Promise<Report> {
  const key = newKey()
  const trace = newTrace(key)
  const { profile } = options
  using template = await makeTemplate(profile.place, options.now())
  const playing: Playing = {
    stage: Promise.withResolvers<Stage>().promise,
    daybook: undefined,
    name: '',
    given: new Set(),
    called() {},
  }
  await using opened = new AsyncDisposableStack()
  opened.defer(async () => await playing.daybook?.[Symbol.asyncDispose]())
  let client: Client | undefined
  using server = await serveScript(
    {
      key,
      profile,
      now: options.now,
      take: (request) => takeOn(playing, request),
      pause: async (ms) => await options.pause(ms, options.signal),
      kill: async (gone) => await client?.kill(gone),
      done(traced) {
        trace.add({ ...traced, scenario: playing.name })
        playing.called()
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
    // A scenario that somebody stopped has no result.
    if (options.signal.aborted) break
    results.push(result)
    options.onResult(result)
  }
  const last = manners(profile, trace.entries, playing.given)
  options.onResult(last)
  return { base, results: [...results, last], trace: trace.entries }
}

/** The running scenario. */
type Playing = {
  /** Requests wait for it while its documents are added: none is refused because it came too early. */
  stage: Promise<Stage>
  /** Closed once no request can reach it. */
  daybook: Daybook | undefined
  name: string
  /** The ids of all documents that the client ever got. */
  given: Set<string>
  /** Runs after each request. Ends the scenario once it is settled. */
  called(): void
}

/** Runs one scenario, from adding its documents to its grade. */
async function tryOne(
  options: CheckOptions,
  template: Template,
  playing: Playing,
  client: Client,
  scenario: Scenario,
): Promise<Result> {
  const daybook = template.open(options.now)
  const hasRounds = client.roundsMax > 1
  playing.stage = Promise.resolve(scenario.begin({ ...options, hasRounds, daybook }))
  const stage = await playing.stage
  const before = playing.daybook
  const over = new AbortController()
  const called = (): void => {
    if (stage.isSettled()) over.abort()
  }
  Object.assign(playing, { daybook, name: scenario.name, called })
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

async function takeOn(playing: Playing, request: Request) {
  const stage = await playing.stage
  return {
    fault: await stage.fault(request),
    async answer() {
      const answer = await stage.answer(request)
      for (const id of stage.given()) playing.given.add(id)
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

/** The most bytes of a body (source: the contract's limit of a request). */
const bodyBytesMax = 32 * 1024 * 1024

/** The beginning of a call's address, with or without the place of a service. */
const prefix = /^(\/scan-export|\/storefront)?\/api\/public\/v1\//

/** Answers requests. */
type Handler = {
  key: string
  profile: Profile
  now(): number
  /** What goes wrong with a request, and a function that makes its answer. */
  take(request: Request): Promise<{ fault: Fault | undefined; answer(): Promise<Answer> }>
  /** Waits `ms` milliseconds. */
  pause(ms: number): Promise<void>
  /** Kills the client, or waits until somebody has done so. */
  kill(gone: Promise<void>): Promise<void>
  /** Runs after each request. */
  done(traced: Omit<Traced, 'scenario' | 'headers'> & { headers: IncomingMessage['headers'] }): void
}

/** Serves on an address of this computer until closed. `port` 0 takes a free port. Throws AppError `conflict` if the port is taken. */
async function serveScript(handler: Handler, host: string, port: number) {
  const server = createServer((request, response) => {
    // A fault of this program, not of the client.
    void serve(handler, request, response).catch((error: unknown) =>
      response.writeHead(500).end(JSON.stringify({ error: String(error) })),
    )
  })
  const address = await listen(server, host, port)
  return {
    url: `http://${host}:${address}`,
    [Symbol.dispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', ({ message }) =>
    reject(new AppError('conflict', `Nothing can listen at ${host}:${port}: ${message}.`)),
  )
  server.listen(port, host, () => resolve())
  await promise
  const address = server.address()
  return address !== null && typeof address === 'object' ? address.port : port
}

async function serve(
  handler: Handler,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const at = handler.now()
  const body = await bodyOf(message)
  const told = { at, method: message.method ?? '', path: message.url ?? '', body }
  const { headers } = message
  const { fault, answer, retryAfter } = await taken(handler, message, body, at)
  const name = fault?.kind ?? ''
  if (answer === undefined) {
    if (fault?.kind === 'kill') await handler.kill(closingOf(response))
    response.destroy()
    return handler.done({ ...told, headers, status: 0, answer: '', fault: name })
  }
  if (fault?.kind === 'slow') await handler.pause(fault.ms)
  const text = JSON.stringify(answer.body)
  handler.done({ ...told, headers, status: answer.status, answer: text, fault: name })
  if (fault?.kind === 'cut_after') response.destroy()
  else send(response, answer.status, text, { isHalf: fault?.kind === 'half', retryAfter })
}

type Taken = { fault: Fault | undefined; answer: Answer | undefined; retryAfter?: number }

/** Takes a request. The result has no answer if the connection is to end. */
async function taken(
  handler: Handler,
  message: IncomingMessage,
  body: string,
  at: number,
): Promise<Taken> {
  const { pathname, searchParams } = new URL(message.url ?? '', 'http://localhost')
  const { place: own } = handler.profile
  if (!hasKey(message, handler)) {
    const why = 'The key is missing or not the one of this check.'
    return { fault: undefined, answer: refused(own, 401, why) }
  }
  const [before, place = own] = prefix.exec(pathname) ?? []
  if (before === undefined) {
    return { fault: undefined, answer: refused(own, 404, `There is no ${pathname} here.`) }
  }
  const path = pathname.slice(before.length)
  if (place !== own) {
    return { fault: undefined, answer: nothingWaits(path) ?? refused(own, 404, `No ${path} here.`) }
  }
  const { method = '' } = message
  const { fault, answer } = await handler.take({
    method,
    path,
    query: searchParams,
    body: parseOrNothing(body.replace(/^\uFEFF/, '')),
    now: at,
  })
  switch (fault?.kind) {
    case 'cut_before':
    case 'kill':
      return { fault, answer: undefined }
    case 'refuse': {
      const { status, message: why, retryAfter } = fault
      return {
        fault,
        answer: refused(own, status, why),
        ...(retryAfter !== undefined && { retryAfter }),
      }
    }
    case 'fail_after':
      await answer()
      return { fault, answer: refused(own, 500, 'Something went wrong inside Daybook.') }
    default:
      return { fault, answer: await answer() }
  }
}

/** A client of both services gets an empty list from the service that is not tested. */
function nothingWaits(path: string): Answer | undefined {
  if (path !== 'scans/unsynced' && path !== 'orders/unsynced') return undefined
  const list = path === 'scans/unsynced' ? 'items' : 'data'
  return { status: 200, body: { [list]: [], count: 0, waiting: 0, next: null } }
}

function hasKey({ headers }: IncomingMessage, { key, profile }: Handler): boolean {
  const { authorization } = headers
  if (authorization === undefined) return profile.takesApiKeyHeader && headers['x-api-key'] === key
  return /^bearer +(.+)$/i.exec(authorization)?.[1]?.trim() === key
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  { isHalf, retryAfter }: { isHalf: boolean; retryAfter: number | undefined },
): void {
  const bytes = Buffer.from(text)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': bytes.length,
    ...(status === 401 && { 'www-authenticate': 'Bearer' }),
    ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
  })
  if (!isHalf) return void response.end(bytes)
  // Ends the connection only after the first half is sent.
  response.write(bytes.subarray(0, bytes.length / 2), () => response.destroy())
}

/** Resolves when the client has closed the connection. */
function closingOf(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => response.once('close', () => resolve()))
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of message) {
    const chunk = Buffer.from(part)
    bytes += chunk.length
    if (bytes <= bodyBytesMax) parts.push(chunk)
  }
  return Buffer.concat(parts).toString('utf8')
}
