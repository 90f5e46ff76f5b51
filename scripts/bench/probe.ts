// Others that use the server meanwhile, a process of its own: reads a ProbeWish from its first line, sends a request
// each 5 ms whether or not the last was answered, and prints at each further line how long the longest took since.
import { createInterface } from 'node:readline'

export type ProbeInput = { url: string; key: string; ids: readonly string[] }

/** The longest wait of each kind of request, in milliseconds, and how many there were. */
export type ProbeResult = { requests: number; longestMs: Record<string, number> }

const betweenMs = 5
/** A client acknowledges more often than it asks. */
const turns = ['list', 'mark', 'mark', 'vendors', 'mark', 'mark'] as const

if (import.meta.main) await main()

async function main(): Promise<void> {
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  const input: ProbeInput = JSON.parse((await lines.next()).value ?? '')
  const probe = startProbe(input)
  for await (const _ of { [Symbol.asyncIterator]: () => lines }) {
    console.log(JSON.stringify(await probe.next()))
  }
  process.exit(0)
}

function startProbe({ url, key, ids }: ProbeInput) {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  let sent = 0
  let marked = 0
  let result: ProbeResult = { requests: 0, longestMs: {} }
  const failures: string[] = []
  const underWay = new Set<Promise<void>>()
  const kinds = {
    list: () => fetch(`${url}/scans/unsynced?limit=1`, { headers }),
    vendors: () => fetch(`${url}/vendors`, { headers }),
    mark: () => {
      const body = JSON.stringify({ ids: [ids[marked++]] })
      return fetch(`${url}/scans/mark-synced`, { method: 'POST', headers, body })
    },
  }
  const sendOne = async () => {
    const kind = turns[sent++ % turns.length] ?? 'mark'
    const { longestMs } = result
    const started = performance.now()
    const response = await kinds[kind]()
    await response.bytes()
    if (response.status !== 200) failures.push(`${kind}: ${response.status}`)
    result.requests++
    longestMs[kind] = Math.max(longestMs[kind] ?? 0, performance.now() - started)
  }
  setInterval(() => {
    const request = sendOne().catch((error: unknown) => {
      failures.push(error instanceof Error ? error.message : 'it broke off')
    })
    underWay.add(request)
    void request.finally(() => underWay.delete(request))
  }, betweenMs)
  return {
    /** Ends a phase: what is under way belongs to it. */
    async next(): Promise<ProbeResult> {
      const before = result
      await Promise.all(underWay)
      result = { requests: 0, longestMs: {} }
      if (failures.length > 0) throw new Error(`requests failed: ${failures.join(', ')}`)
      return before
    },
  }
}
