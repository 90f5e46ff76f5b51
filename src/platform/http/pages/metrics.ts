import { timingSafeEqual } from 'node:crypto'
import { version } from '../../embedded.ts'
import { AppError } from '../../errors.ts'
import { isOwnHost, isThisComputer } from '../listening/addresses.ts'
import { type Call, type StandbyAnswers, contextOf } from '../request.ts'
import type { FindPage } from './page.ts'
import type { Database } from '../../db/database.ts'
import { isBusy } from '../../db/connection.ts'
import { type DataDir, findFreeBytes } from '../../disk/data-dir.ts'
import { jsonReply } from '../reply.ts'

/** A figure that goes up and down. `unit` is part of the name as Prometheus wants it, such as `bytes`. */
export type Gauge = { name: string; help: string; value: number }

export function gauge(name: string, help: string, value: number): Gauge {
  return { name, help, value }
}

type MetricsOptions = {
  /** The token that a program on another computer must send. Undefined: only this computer may ask. */
  token: string | undefined
  all(): readonly Counted[]
  gauges(): Promise<readonly Gauge[]>
}

/** Headers that a proxy adds: a request through a proxy may come from another computer. */
const forwardingHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** `GET /metrics`, in the text format of Prometheus 0.0.4. */
export function metricsPage({ token, all, gauges }: MetricsOptions): FindPage {
  return (_request, path, service) => {
    if (path !== '/metrics' || service !== undefined) return undefined
    return async (request) => {
      requireAllowed(request, token)
      const text = [
        ...gaugeLines({ name: 'info', help: 'Daybook, by its version.', value: 1 }, { version }),
        ...(await gauges()).flatMap((each) => gaugeLines(each)),
        ...requestLines(all()),
      ].join('\n')
      return new Response(`${text}\n`, {
        headers: {
          'content-type': 'text/plain; version=0.0.4; charset=utf-8',
          'cache-control': 'no-store',
        },
      })
    }
  }
}

function requireAllowed(request: Request, token: string | undefined): void {
  if (token !== undefined) {
    if (isToken(request.headers.get('authorization'), token)) return
    throw new AppError(
      'unauthorized',
      'Send the token of the setting metrics_token as "Authorization: Bearer …".',
    )
  }
  const isForwarded = forwardingHeaders.some((name) => request.headers.has(name))
  // A web page elsewhere can point its own host name at this computer, and would ask by that name.
  const isByOwnName = isOwnHost(new URL(request.url).hostname)
  if (isThisComputer(contextOf(request).address) && isByOwnName && !isForwarded) return
  throw new AppError(
    'forbidden',
    'Only programs on this computer may ask for these figures, by its own name or address, as long as the setting metrics_token is empty.',
  )
}

function isToken(header: string | null, token: string): boolean {
  const [sent, wanted] = [`${header}`, `Bearer ${token}`].map((text) => Buffer.from(text))
  return (
    sent !== undefined &&
    wanted !== undefined &&
    sent.length === wanted.length &&
    timingSafeEqual(sent, wanted)
  )
}

function gaugeLines(
  { name, help, value }: Gauge,
  labels: Record<string, string> = {},
): readonly string[] {
  return headed(name, help, 'gauge', [sample(name, labels, value)])
}

function requestLines(counted: readonly Counted[]): string[] {
  const name = 'http_request_duration_seconds'
  const samples = counted.flatMap(({ status, count, totalMs, buckets }) => {
    let upTo = 0
    const ends = bucketsMs.map((end, at) => {
      upTo += buckets[at] ?? 0
      return sample(`${name}_bucket`, { status, le: String(end / 1000) }, upTo)
    })
    return [
      ...ends,
      sample(`${name}_bucket`, { status, le: '+Inf' }, count),
      sample(`${name}_sum`, { status }, totalMs / 1000),
      sample(`${name}_count`, { status }, count),
    ]
  })
  return headed(
    name,
    'How long requests took, by the hundred of their status.',
    'histogram',
    samples,
  )
}

function headed(name: string, help: string, type: string, samples: readonly string[]): string[] {
  return [`# HELP daybook_${name} ${help}`, `# TYPE daybook_${name} ${type}`, ...samples]
}

function sample(name: string, labels: Record<string, string>, value: number): string {
  const inside = Object.entries(labels).map(([label, text]) => `${label}="${text}"`)
  return `daybook_${name}${inside.length === 0 ? '' : `{${inside.join(',')}}`} ${value}`
}

/** Upper ends of the buckets for request durations, in milliseconds: from an answer out of memory to the time that a person waits. */
const bucketsMs = [1, 2, 5, 10, 25, 50, 100, 250, 1_000, 5_000, 30_000] as const

/** Number of requests with statuses of one hundred (such as 2xx), and their durations. */
type Counted = {
  /** `2xx`. */
  status: string
  count: number
  totalMs: number
  /** Requests in each bucket: those longer than the end of the bucket before, up to the bucket's own end. */
  buckets: readonly number[]
}

export type RequestCounts = {
  note(call: Pick<Call, 'status' | 'durationMs'>): void
  all(): readonly Counted[]
}

/** Counts requests in memory, since the start of this process: some nanoseconds a request. */
export function requestCounts(): RequestCounts {
  const counted = [1, 2, 3, 4, 5].map((hundreds) => ({
    status: `${hundreds}xx`,
    count: 0,
    totalMs: 0,
    buckets: bucketsMs.map(() => 0),
  }))
  return {
    note({ status, durationMs }) {
      const row = counted[Math.floor(status / 100) - 1]
      if (row === undefined) return
      row.count++
      row.totalMs += durationMs
      const bucket = bucketsMs.findIndex((end) => durationMs <= end)
      if (bucket >= 0) row.buckets[bucket] = (row.buckets[bucket] ?? 0) + 1
    },
    all: () => counted,
  }
}

/** Below this much free room, in bytes, no write is sure to succeed: the size that one request may have. */
const roomMin = 32 * 1024 * 1024

type Options = {
  database: Database
  dir: DataDir
  /** Undefined when this is no standby. */
  standby?: StandbyAnswers | undefined
}

/** `GET /health`: the process answers. `GET /ready`: the server can accept work, or 503 with the reason. */
export function healthPages({ database, dir, standby }: Options): FindPage {
  const health = JSON.stringify({ status: 'ok', version })
  return (_request, path) => {
    if (path === '/health') return (request) => jsonReply(request, 200, health)
    if (path !== '/ready') return undefined
    return async (request) => {
      const problem = await whyNotReady({ database, dir, standby })
      const said = { status: problem === undefined ? 'ready' : 'not ready', version, problem }
      const reply = jsonReply(request, problem === undefined ? 200 : 503, JSON.stringify(said))
      reply.headers.set('cache-control', 'no-store')
      return reply
    }
  }
}

async function whyNotReady({ database, dir, standby }: Options): Promise<string | undefined> {
  // A standby accepts reads only.
  if (standby !== undefined) return standby.refusal()?.message
  const refusal = database.writeRefusal()
  if (refusal !== undefined) return refusal.message
  try {
    // Writes nothing, but waits its turn as a write does.
    await database.write(() => undefined)
  } catch (error) {
    return isBusy(error) ? 'the database is busy' : 'the database cannot be written'
  }
  return (await findFreeBytes(dir.root)) < roomMin ? 'the disk is full' : undefined
}
