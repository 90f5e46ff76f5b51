// Other users of the server, in their own process. It reads OthersInput from its first line and sends 200 requests a
// second (or as told) without waiting for answers. For each further line, it prints how long the requests since the last line took.
import { createInterface } from 'node:readline'
import { percentile } from './figures.ts'
import { program, startPartner, type Partner } from './processes.ts'

/** A GET, or a POST of `body`. Waits are counted by `kind`. */
export type OthersRequest = { kind: string; path: string; body?: string }

/** Paths after `url`, sent in turn and again from the first. */
export type OthersInput = {
  url: string
  key: string
  requests: readonly OthersRequest[]
  /** Milliseconds between two requests. Default: 200 requests a second. */
  everyMs?: number
}

/** Times in milliseconds. `longest` is the kind of the slowest request. */
export type OthersResult = {
  requests: number
  p50Ms: number
  p99Ms: number
  longestMs: number
  longest: string
  longestOfKind: Record<string, number>
}

const betweenMs = 5

/** How long the others are measured alone, in milliseconds. This shows how long this machine itself makes them wait. */
const quietMs = 3_000
/** A server is slower just after its start. This bench does not measure that. */
const warmUpMs = 5_000

/** The others while they work. `quiet`: their times before anything else happened. */
export type Others = { quiet: OthersResult; sinceLast(): Promise<OthersResult> }

/** Starts the others and measures them alone for a while before `work` begins. */
export async function besideOthers<T>(
  input: OthersInput,
  work: (others: Others) => Promise<T>,
): Promise<T> {
  await using partner = startPartner(program('others.ts'))
  partner.say(input)
  await Bun.sleep(warmUpMs)
  await next(partner)
  await Bun.sleep(quietMs)
  return await work({ quiet: await next(partner), sinceLast: () => next(partner) })
}

async function next(partner: Partner): Promise<OthersResult> {
  partner.say('next')
  return await partner.hear<OthersResult>()
}

if (import.meta.main) await main()

async function main(): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const input: OthersInput = JSON.parse((await lines.next()).value ?? '')
  const sender = startSending(input)
  for await (const _ of { [Symbol.asyncIterator]: () => lines }) {
    console.log(JSON.stringify(await sender.next()))
  }
  process.exit(0)
}

type Wait = { kind: string; ms: number }

function startSending({ url, key, requests, everyMs = betweenMs }: OthersInput) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const underWay = new Set<Promise<void>>()
  const failures: string[] = []
  let waits: Wait[] = []
  let sent = 0
  const send = async ({ kind, path, body }: OthersRequest) => {
    const started = performance.now()
    const given = body === undefined ? {} : { method: 'POST', body }
    const response = await fetch(url + path, { headers, ...given })
    await response.bytes()
    if (response.status !== 200) failures.push(`${kind}: ${response.status}`)
    waits.push({ kind, ms: performance.now() - started })
  }
  const start = performance.now()
  setInterval(() => {
    // A late timer sends all requests that it missed.
    for (; sent * everyMs < performance.now() - start; sent++) {
      const chosen = requests[sent % requests.length]
      if (chosen === undefined) return
      const request = send(chosen).catch((error: unknown) => {
        failures.push(error instanceof Error ? error.message : 'it broke off')
      })
      underWay.add(request)
      void request.finally(() => underWay.delete(request))
    }
  }, everyMs)
  return {
    /** Ends a phase. Requests without an answer yet belong to this phase. */
    async next(): Promise<OthersResult> {
      await Promise.all(underWay)
      if (failures.length > 0) {
        throw new Error(`requests failed: ${failures.slice(0, 5).join(', ')}`)
      }
      const before = waits
      waits = []
      return resultOf(before)
    },
  }
}

function resultOf(waits: readonly Wait[]): OthersResult {
  const sorted = waits.toSorted((a, b) => a.ms - b.ms)
  const times = sorted.map(({ ms }) => ms)
  return {
    requests: waits.length,
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
    longestMs: times.at(-1) ?? Number.NaN,
    longest: sorted.at(-1)?.kind ?? '',
    // In ascending order, so that the slowest of a kind is kept.
    longestOfKind: Object.fromEntries(sorted.map(({ kind, ms }) => [kind, ms])),
  }
}
