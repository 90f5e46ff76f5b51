import { existsSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError, hasCode } from '../errors.ts'
import { trimmedPrefix, type PlaceAddress } from '../offsite/place.ts'

// Litestream, the engine that copies the book continuously: https://litestream.io. It is a separate program that the operator installs.
// Tested with 0.5.18.

/** How often Litestream looks for new writes. */
const syncInterval = '1s'

/** Days whose moments can be restored: Litestream keeps a whole copy of each day, and all changes between. */
export const keptDays = 7

/** When Daybook ends Litestream, it tries this long to copy the rest to the place. After `stopLimitMs` Daybook kills it. */
const lastSyncSeconds = 5
const stopLimitMs = 10_000

/** The path of Litestream. Throws AppError `not_found`, and `unavailable` where it cannot be supervised. */
export function findLitestream(configured: string | undefined): string {
  if (process.platform === 'win32') {
    throw new AppError(
      'unavailable',
      'Continuous copies and standbys need Linux or macOS. On Windows, "daybook offsite" copies every backup.',
    )
  }
  const found = configured ?? Bun.which('litestream') ?? undefined
  if (found !== undefined && existsSync(found)) return found
  throw new AppError(
    'not_found',
    `Litestream is not installed${configured === undefined ? '' : ` as ${configured}`}: the docs on continuous copies say how.`,
  )
}

/** A book in a place, as Litestream is told of it. `secret`: the secret of the access key, passed in the environment. */
export type BookAddress = { place: PlaceAddress; secret: string; folder: string }

/** Litestream's configuration: JSON, which is also YAML. */
export function configText(database: string, book: BookAddress, socket?: string): string {
  const config = {
    ...(socket !== undefined && { socket: { enabled: true, path: socket } }),
    snapshot: { interval: '24h', retention: `${keptDays * 24}h` },
    'shutdown-sync-timeout': `${lastSyncSeconds}s`,
    logging: { level: 'info', type: 'json', stderr: true },
    dbs: [{ path: database, replica: { ...replicaOf(book), 'sync-interval': syncInterval } }],
  }
  return JSON.stringify(config, null, 2)
}

function replicaOf({ place, folder }: BookAddress) {
  if (place.kind === 'folder') return { type: 'file', path: `${place.path}/${folder}` }
  const { bucket, prefix, endpoint, region } = place
  return {
    type: 's3',
    bucket,
    path: trimmedPrefix(`${prefix}/${folder}`),
    ...(endpoint !== undefined && { endpoint, 'force-path-style': true }),
    ...((region ?? endpoint) !== undefined && { region: region ?? 'us-east-1' }),
  }
}

/** Litestream's environment: no more of this process's variables than it needs. */
function environmentFor({ place, secret }: BookAddress): Record<string, string> {
  const passed = ['HOME', 'TMPDIR', 'SSL_CERT_FILE', 'SSL_CERT_DIR', 'HTTPS_PROXY', 'NO_PROXY']
  const own = passed.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  const keys =
    place.kind === 'folder'
      ? {}
      : { LITESTREAM_ACCESS_KEY_ID: place.accessKeyId, LITESTREAM_SECRET_ACCESS_KEY: secret }
  return { ...Object.fromEntries(own), ...keys }
}

/** Ends the program when its input ends: Daybook closes the input, or was killed. The program has no such switch of its own. */
const endedWithInput = (limit: string) => `${limit}exec 3<&0
"$@" </dev/null 3<&- & child=$!
(read -r _ <&3; kill -TERM $child) 2>/dev/null & watch=$!
wait $child; code=$?
kill $watch 2>/dev/null
exit $code`

export type Running = {
  pid: number
  /** The exit code. */
  exited: Promise<number>
  /** The last error that Litestream printed, for people. */
  problem(): string | undefined
  /** Ends Litestream once it has copied the rest to the place. */
  stop(): Promise<void>
}

/** The unit of a shell's limit on file sizes, in bytes (source: POSIX, `ulimit -f`). */
const limitBlockBytes = 512

/**
 * Runs Litestream until Daybook stops it, it ends by itself, or this process is gone. `fileBytesMax`: the largest file that it may write.
 */
export function runLitestream(
  program: string,
  args: readonly string[],
  book: BookAddress,
  { fileBytesMax }: { fileBytesMax?: number } = {},
): Running {
  const limit =
    fileBytesMax === undefined ? '' : `ulimit -f ${Math.ceil(fileBytesMax / limitBlockBytes)}\n`
  const child = Bun.spawn(['/bin/sh', '-c', endedWithInput(limit), 'sh', program, ...args], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { PATH: '/usr/bin:/bin', ...environmentFor(book) },
    // Ctrl+C at a terminal should reach Daybook alone, which ends Litestream after closing the book.
    detached: true,
  })
  let problem: string | undefined
  const listening = listen(child.stderr, (line) => {
    problem = problemIn(line) ?? problem
  })
  return {
    pid: child.pid,
    exited: child.exited.then(async (code) => {
      await listening
      return code
    }),
    problem: () => problem,
    async stop() {
      await child.stdin.end()
      const timer = setTimeout(() => killGroup(child.pid), stopLimitMs)
      await child.exited
      clearTimeout(timer)
    },
  }
}

/** A detached process leads a process group of its own. */
function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    if (!hasCode(error, ['ESRCH'])) throw error
  }
}

async function listen(output: ReadableStream<Uint8Array>, take: (line: string) => void) {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const bytes of output) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) take(line)
  }
  if (rest !== '') take(rest)
}

const logLine = Type.Object({
  level: Type.String(),
  msg: Type.String(),
  error: Type.Optional(Type.String()),
  err: Type.Optional(Type.String()),
})

/** The longest error text that is kept, in characters. */
const problemMax = 300

function problemIn(line: string): string | undefined {
  if (!line.startsWith('{')) return line.trim() === '' ? undefined : line.slice(0, problemMax)
  let said: unknown
  try {
    said = JSON.parse(line)
  } catch {
    return line.slice(0, problemMax)
  }
  if (!Value.Check(logLine, said) || said.level !== 'ERROR') return undefined
  const cause = said.error ?? said.err
  return `${said.msg}${cause === undefined ? '' : `: ${cause}`}`.slice(0, problemMax)
}

const synced = Type.Object({ replicated_txid: Type.Integer() })

/**
 * Copies everything committed to the place. Returns the number of the last transaction there. Throws AppError `unavailable` when it is not
 * confirmed within `limitMs`, or when `signal` ends it.
 */
export async function syncBook(
  socket: string,
  database: string,
  { limitMs, signal }: { limitMs: number; signal: AbortSignal },
): Promise<number> {
  try {
    const reply = await fetch('http://litestream/sync', {
      unix: socket,
      method: 'POST',
      body: JSON.stringify({ path: database, wait: true, timeout: Math.ceil(limitMs / 1000) }),
      signal: AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
    })
    const said: unknown = await reply.json()
    if (reply.ok && Value.Check(synced, said)) return said.replicated_txid
    const reason = said instanceof Object && 'error' in said ? String(said.error) : reply.status
    throw new AppError('unavailable', `Litestream does not confirm the copy: ${reason}`)
  } catch (error) {
    if (error instanceof AppError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('unavailable', `Litestream does not answer: ${reason}`)
  }
}
