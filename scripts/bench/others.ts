// Others that use the server meanwhile, a process of its own: reads OthersInput from its first line, sends 200 requests a
// second, or as many as it is told, whether or not the last was answered, and prints at each further line how long those since took.
import { createInterface } from 'node:readline'
import { percentile } from './figures.ts'
import { program, startPartner, type Partner } from './processes.ts'

/** A GET, or the POST of `body`. `kind` is what its waits are counted under. */
export type OthersRequest = { kind: string; path: string; body?: string }

/** Paths behind `url`, sent in turn and again from the first. */
export type OthersInput = {
  url: string
  key: string
  requests: readonly OthersRequest[]
  /** Milliseconds from one request to the next; 200 a second when it is left out. */
  everyMs?: number
}

/** Times in milliseconds; `longest` is the kind of the slowest. */
export type OthersResult = {
  requests: number
  p50Ms: number
  p99Ms: number
  longestMs: number
  longest: string
  longestOfKind: Record<string, number>
}

const betweenMs = 5

/** How long they are watched before anything happens: what this machine itself makes them wait, in milliseconds. */
const quietMs = 3_000
/** A server that just started is slower; nobody looks at that here. */
const warmUpMs = 5_000

/** Others at work. `quiet`: without anything else going on. */
export type Others = { quiet: OthersResult; sinceLast(): Promise<OthersResult> }

/** Starts them, and watches them for a while before `work` begins. */
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
    // A timer that comes late makes up for what it missed.
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
    /** Ends a phase: what is under way belongs to it. */
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
    // In ascending order, so that the last of a kind stays.
    longestOfKind: Object.fromEntries(sorted.map(({ kind, ms }) => [kind, ms])),
  }
}
