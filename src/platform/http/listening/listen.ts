import { AppError, hasCode } from '../../errors.ts'
import type { Certificate } from '../../certificates/certificate-files.ts'
import { raiseHeaderLimit } from './header-limit.ts'
import type { Dispatcher, Listener } from '../dispatcher.ts'

/** Seconds that a connection may be idle, also while its request is worked on: the longest that Bun allows. */
const idleTimeoutSeconds = 255

/**
 * Likewise where a body may come, in seconds: while one comes in at less than 16 KiB a second (Bun's measure), and for the
 * rest of one that was refused.
 */
const defaultBodyTimeoutSeconds = 30

/** How long requests may take to finish when the server stops. */
const drainMs = 10_000

/** How often a server that stops looks whether any is left, in milliseconds. */
const lookEveryMs = 20

/** How long the holder of a taken port gets to say who it is. */
const askHolderMs = 1000

/**
 * Bun's own limit, in bytes: the net behind ours (see body.ts). Its 413 says nothing and closes the connection. Far above
 * ours, since the rest of a body that we refuse is read and thrown away: most clients look for an answer only when all
 * is sent.
 */
const bunBodyBytesMax = 1024 * 1024 * 1024

export type ListenOptions = {
  host: string
  port: number
  tls: Certificate | undefined
  listener: Listener
  /** Left out: 30. Bun counts in steps of four. */
  bodyTimeoutSeconds?: number
}

export type Listening = {
  /** With the address that was bound; `--port 0` is answered by the port that was found. */
  url: string
  port: number
  /** Frees the port at once. Requests that are under way finish, idle connections are closed. */
  release(): void
  /** Lets what is under way finish. */
  stop(): Promise<void>
}

/** The port cannot be opened: no such address, no right to it, or it is taken. Nothing is wrong with the data. */
export class CannotListen extends AppError {}

/** Somebody else has the port. */
export class PortTaken extends CannotListen {}

/** Opens a port for the dispatcher. Throws PortTaken, CannotListen (`conflict`) when it cannot be opened for another reason. */
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
 * Bun alone would wait for connections as well on which nothing was asked yet, such as browsers open ahead (on Linux for those
 * with half a question only).
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
      // Otherwise a second copy shares the port without a word.
      reusePort: false,
      idleTimeout: idleTimeoutSeconds,
      maxRequestBodySize: bunBodyBytesMax,
      // Else NODE_ENV decides whether Bun shows its own pages.
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
    // Whoever holds the port does not speak as Daybook does.
    return false
  }
}

function shownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
