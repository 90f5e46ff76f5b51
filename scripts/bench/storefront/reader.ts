// Customers who look around, a process of its own: reads a ReaderWish from its first line, sends 200 reads a second
// whether or not the last was answered, and prints at each further line how long those since took.
import { createInterface } from 'node:readline'
import { percentile } from '../figures.ts'

/** Paths behind `url`, sent in turn. */
export type ReaderInput = { url: string; key: string; paths: readonly string[] }

export type ReaderResult = {
  requests: number
  p50Ms: number
  p99Ms: number
  longestMs: number
  longestPath: string
}

const betweenMs = 5

if (import.meta.main) await main()

async function main(): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const input: ReaderInput = JSON.parse((await lines.next()).value ?? '')
  const reader = startReader(input)
  for await (const _ of { [Symbol.asyncIterator]: () => lines }) {
    console.log(JSON.stringify(await reader.next()))
  }
  process.exit(0)
}

function startReader({ url, key, paths }: ReaderInput) {
  const headers = { authorization: `Bearer ${key}` }
  const underWay = new Set<Promise<void>>()
  const failures: string[] = []
  let waits: Wait[] = []
  let sent = 0
  const read = async (path: string) => {
    const started = performance.now()
    const response = await fetch(url + path, { headers })
    await response.bytes()
    if (response.status !== 200) failures.push(`${path}: ${response.status}`)
    waits.push({ path, ms: performance.now() - started })
  }
  const start = performance.now()
  setInterval(() => {
    // A timer that comes late makes up for what it missed.
    for (; sent * betweenMs < performance.now() - start; sent++) {
      const request = read(paths[sent % paths.length] ?? '').catch((error: unknown) => {
        failures.push(error instanceof Error ? error.message : 'it broke off')
      })
      underWay.add(request)
      void request.finally(() => underWay.delete(request))
    }
  }, betweenMs)
  return {
    /** Ends a phase: what is under way belongs to it. */
    async next(): Promise<ReaderResult> {
      await Promise.all(underWay)
      if (failures.length > 0) throw new Error(`reads failed: ${failures.slice(0, 5).join(', ')}`)
      const before = waits
      waits = []
      return resultOf(before)
    },
  }
}

type Wait = { path: string; ms: number }

function resultOf(waits: readonly Wait[]): ReaderResult {
  const sorted = waits.toSorted((a, b) => a.ms - b.ms)
  const times = sorted.map(({ ms }) => ms)
  return {
    requests: waits.length,
    p50Ms: percentile(times, 50),
    p99Ms: percentile(times, 99),
    longestMs: times.at(-1) ?? Number.NaN,
    longestPath: sorted.at(-1)?.path ?? '',
  }
}
