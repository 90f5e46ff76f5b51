import { timingSafeEqual } from 'node:crypto'
import { version } from '../../embedded.ts'
import { AppError } from '../../errors.ts'
import { isOwnHost, isThisComputer } from '../listening/addresses.ts'
import { bucketsMs, type Counted } from '../request-counts.ts'
import { contextOf } from '../request.ts'
import type { FindPage } from './page.ts'

/** A figure that goes up and down. `unit` is part of the name as Prometheus wants it, such as `bytes`. */
export type Gauge = { name: string; help: string; value: number }

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
        ...(await gauges()).flatMap((gauge) => gaugeLines(gauge)),
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
