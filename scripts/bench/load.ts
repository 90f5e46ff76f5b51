// The load generator, in its own process. It reads a LoadWish as JSON and sends requests on that many connections. Each
// connection sends its next request after each answer. At the end it prints a LoadResult. It uses plain sockets: `fetch` takes
// more processor time for a request than the measured servers do.
import { percentile } from './figures.ts'

export type LoadInput = {
  /** The address. Each of `paths` is added to it. */
  url: string
  key: string
  connections: number
  /** The time limit, in milliseconds. The load ends earlier when all requests are sent. */
  forMs: number
  /** Paths for GET, in turn and again from the first. Without it, GET `url`. */
  paths?: readonly string[]
  /** Bodies for POST to `url`, each once. */
  bodies?: readonly string[]
  /** The number of requests after which the load ends. */
  requestsMax?: number
}

export type LoadResult = {
  requests: number
  /** The time from the first request to the last answer. */
  tookMs: number
  perSecond: number
  bytes: number
  p50Ms: number
  p99Ms: number
  longestMs: number
}

/** A connection with its current request. The number of missing bytes is unknown until the head of the answer is complete. */
type Lane = { sentAt: number; head: string; missing: number | undefined; isDone: boolean }

const headEnd = '\r\n\r\n'

if (import.meta.main) {
  const input: LoadInput = await Bun.stdin.json()
  console.log(JSON.stringify(await send(input)))
  process.exit(0)
}

async function send(input: LoadInput): Promise<LoadResult> {
  const next = requestsOf(input)
  const times: number[] = []
  let bytes = 0
  let open = input.connections
  const { promise: done, resolve, reject } = Promise.withResolvers<void>()
  const started = performance.now()
  const deadline = started + input.forMs
  const sendNext = (socket: Bun.Socket<Lane>) => {
    const request = performance.now() < deadline ? next() : undefined
    if (request === undefined) {
      open--
      socket.data.isDone = true
      socket.end()
      if (open === 0) resolve()
      return
    }
    socket.data = newLane(performance.now())
    if (socket.write(request) < request.length) reject(new Error('a request did not go out whole'))
  }
  const receive = (socket: Bun.Socket<Lane>, chunk: Buffer) => {
    bytes += chunk.length
    if (!isAnswered(socket.data, chunk)) return
    times.push(performance.now() - socket.data.sentAt)
    sendNext(socket)
  }
  const failed = (error: unknown) => {
    reject(error instanceof Error ? error : new Error(String(error)))
  }
  const { hostname, port } = new URL(input.url)
  const connect = () =>
    Bun.connect<Lane>({
      hostname,
      port: Number(port),
      data: newLane(started),
      socket: {
        open: sendNext,
        data(socket, chunk) {
          try {
            receive(socket, chunk)
          } catch (error) {
            failed(error)
          }
        },
        error: (_, error) => failed(error),
        end: ({ data }) => {
          if (!data.isDone) failed('the server closed a connection')
        },
      },
    })
  await Promise.all([...Array.from({ length: input.connections }, connect), done])
  return resultOf(times, bytes, performance.now() - started)
}

function newLane(sentAt: number): Lane {
  return { sentAt, head: '', missing: undefined, isDone: false }
}

/** Adds received bytes. True when the answer is complete. Throws if the answer is no success. */
function isAnswered(lane: Lane, chunk: Buffer): boolean {
  if (lane.missing === undefined) {
    lane.head += chunk.toString('latin1')
    const end = lane.head.indexOf(headEnd)
    if (end < 0) return false
    if (!/^HTTP\/1\.1 20[01] /.test(lane.head)) throw new Error(`answered: ${lane.head}`)
    const length = /\r\ncontent-length: (\d+)/i.exec(lane.head)?.[1]
    if (length === undefined) throw new Error('the answer does not say how long it is')
    lane.missing = Number(length) - (lane.head.length - end - headEnd.length)
  } else {
    lane.missing -= chunk.length
  }
  return lane.missing <= 0
}

/** Returns the bytes of the next request, or undefined after the last. */
function requestsOf({ url, key, paths, bodies, requestsMax }: LoadInput) {
  const { host, pathname, search } = new URL(url)
  const line = `HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${key}\r\n`
  const base = pathname === '/' ? '' : `${pathname}${search}`
  const requests =
    bodies === undefined
      ? (paths ?? [base === '' ? '/' : '']).map((path) => `GET ${base}${path} ${line}\r\n`)
      : bodies.map((body) => {
          const size = Buffer.byteLength(body)
          return `POST ${base} ${line}content-type: application/json\r\ncontent-length: ${size}\r\n\r\n${body}`
        })
  const bytes = requests.map((request) => Buffer.from(request))
  const last = requestsMax ?? (bodies === undefined ? Infinity : bytes.length)
  let sent = 0
  return () => (sent < last ? bytes[sent++ % bytes.length] : undefined)
}

function resultOf(times: number[], bytes: number, tookMs: number): LoadResult {
  const sorted = times.toSorted((a, b) => a - b)
  return {
    requests: times.length,
    tookMs,
    perSecond: (times.length * 1000) / tookMs,
    bytes,
    p50Ms: percentile(sorted, 50),
    p99Ms: percentile(sorted, 99),
    longestMs: sorted.at(-1) ?? Number.NaN,
  }
}
