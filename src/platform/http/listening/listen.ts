import { AppError, hasCode } from '../../errors.ts'
import type { Certificate } from '../../certificates/certificate-files.ts'
import { raiseHeaderLimit } from '../request.ts'
import type { Dispatcher, Listener } from '../dispatcher.ts'

/** How long a connection may be idle, in seconds, also while its request is being worked on: the longest that Bun allows. */
const idleTimeoutSeconds = 255

/**
 * The same where a body may arrive, in seconds: while it arrives at less than 16 KiB a second (Bun's measure), and for the rest of a
 * refused body.
 */
const defaultBodyTimeoutSeconds = 30

/** How long running requests may take to finish when the server stops. */
const drainMs = 10_000

/** How often a stopping server checks whether requests are left, in milliseconds. */
const lookEveryMs = 20

/** How long the holder of a taken port has to identify itself. */
const askHolderMs = 1000

/**
 * Bun's own limit, in bytes: a second net behind ours (see body.ts). Bun's 413 has no text and closes the connection. The limit is far
 * above ours, because we read and discard the rest of a refused body: most clients look for an answer only after sending everything.
 */
const bunBodyBytesMax = 1024 * 1024 * 1024

export type ListenOptions = {
  host: string
  port: number
  tls: Certificate | undefined
  listener: Listener
  /** Default: 30. Bun counts in steps of four. */
  bodyTimeoutSeconds?: number
}

export type Listening = {
  /** Contains the address that was bound. With `--port 0` it contains the port that was found. */
  url: string
  port: number
  /** Frees the port at once. Running requests finish, idle connections are closed. */
  release(): void
  /** Stops after running requests have finished. */
  stop(): Promise<void>
}

/** The port cannot be opened: no such address, no permission, or the port is taken. The data is fine. */
export class CannotListen extends AppError {}

/** Another program has the port. */
export class PortTaken extends CannotListen {}

/** Opens a port for the dispatcher. Throws PortTaken, or CannotListen (`conflict`) when the port cannot be opened for another reason. */
export async function listen(dispatcher: Dispatcher, options: ListenOptions): Promise<Listening> {
  const server = await serve(dispatcher, options)
  const port = server.port ?? options.port
  const scheme = options.tls === undefined ? 'http' : 'https'
  return {
    url: `${scheme}://${shownHost(options.host)}:${port}`,
    port,
    release: () => void server.stop(),
    stop: () => stopGently(server),
  }
}

/**
 * Bun alone would also wait for connections without any request yet, such as those that browsers open ahead (on Linux only for those with
 * half a request).
 */
async function stopGently(server: Bun.Server<undefined>): Promise<void> {
  const stopped = server.stop()
  const giveUpAt = performance.now() + drainMs
  while (server.pendingRequests > 0 && performance.now() < giveUpAt) await Bun.sleep(lookEveryMs)
  await server.stop(true)
  await stopped
}

async function serve(dispatcher: Dispatcher, options: ListenOptions) {
  const { host, port, tls, listener } = options
  raiseHeaderLimit()
  const bodySeconds = options.bodyTimeoutSeconds ?? defaultBodyTimeoutSeconds
  try {
    return Bun.serve({
      hostname: host,
      port,
      // Otherwise a second copy would silently share the port.
      reusePort: false,
      idleTimeout: idleTimeoutSeconds,
      maxRequestBodySize: bunBodyBytesMax,
      // Otherwise NODE_ENV decides whether Bun shows its own error pages.
      development: false,
      ...(tls === undefined ? {} : { tls }),
      fetch(request, self) {
        if (request.method !== 'GET') self.timeout(request, bodySeconds)
        return dispatcher.answer(request, listener, self.requestIP(request)?.address ?? '')
      },
      error: (error) => dispatcher.unsendable(error),
    })
  } catch (error) {
    if (hasCode(error, ['EADDRINUSE'])) throw await portTaken(options)
    throw new CannotListen(
      'conflict',
      `Daybook cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : 'unknown reason'}.`,
    )
  }
}

async function portTaken({ host, port }: ListenOptions): Promise<PortTaken> {
  const holder = (await isDaybook(`http://${shownHost(host)}:${port}`))
    ? 'another Daybook, with other data'
    : 'another program'
  return new PortTaken(
    'conflict',
    `Port ${port} is taken by ${holder}. Choose another one, or stop that program.`,
  )
}

async function isDaybook(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(askHolderMs) })
    const health: unknown = await response.json()
    return health !== null && typeof health === 'object' && 'version' in health
  } catch {
    // The holder of the port does not answer like Daybook.
    return false
  }
}

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
