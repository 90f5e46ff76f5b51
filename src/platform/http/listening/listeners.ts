import { loopback } from '../../config.ts'
import { AppError, hasCode } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Certificate } from '../../certificates/certificate-files.ts'
import type { Dispatcher, Listener } from '../dispatcher.ts'
import { type Network, type NetworkAccess, networkAddresses } from './addresses.ts'
import { raiseHeaderLimit } from '../request.ts'

const allAddresses = '0.0.0.0'

const hosts: Record<NetworkAccess, string> = { 'this computer': loopback, network: allAddresses }

/**
 * How long and how often to retry a port that was just released, in milliseconds: Windows frees it only with the last connection that it
 * accepted.
 */
const heldMs = 3_000
const tryEveryMs = 100

/** All ports that a server listens on. They open and close to the network together. */
export type Listeners = Network & {
  /** Opens a port. The shared port must come first. Returns its address. Throws AppError `conflict` when the port is taken. */
  open(dispatcher: Dispatcher, service: string | undefined, port: number): Promise<string>
  /** Serves with another certificate from now on. Throws AppError `conflict`, and then nothing has changed. */
  renew(tls: Certificate): Promise<void>
  /** Stops after running requests have finished, also on released ports. A second stop is harmless. */
  stop(): Promise<void>
}

/** The address that all ports listen on, and their certificate. */
type Place = Pick<ListenOptions, 'host' | 'tls'>

type Opened = { dispatcher: Dispatcher; options: ListenOptions; listening: Listening }

/** `host` when it is fixed. Otherwise `access` decides. `patienceMs`: how long a move retries. */
type Start = {
  host: string | undefined
  access: NetworkAccess
  tls: Certificate | undefined
  patienceMs?: number
  log: Log
}

export function makeListeners(start: Start): Listeners {
  const patienceMs = start.patienceMs ?? heldMs
  let place: Place = { host: start.host ?? hosts[start.access], tls: start.tls }
  const opened: Opened[] = []
  const givenUp: Listening[] = []
  let changing: Promise<unknown> = Promise.resolve()
  let returning: Promise<unknown> = Promise.resolve()
  let isStopping = false

  /** A port listens on all addresses or on one. No system allows both at once, so the old one is released first. */
  const moveTo = async (wanted: Place) => {
    const giveUpAt = performance.now() + patienceMs
    for (const [at, entry] of opened.entries()) {
      try {
        givenUp.push(entry.listening)
        await reopen(entry, wanted, () => !isStopping && performance.now() < giveUpAt)
      } catch (error) {
        goBack(opened.slice(0, at + 1), place)
        throw error
      }
    }
    place = wanted
  }
  /** Not awaited: the connection of the caller who asked for the move may be the one that holds the port. */
  const goBack = (entries: readonly Opened[], before: Place) => {
    givenUp.push(...entries.map(({ listening }) => listening))
    const back = { to: before, goesOn: () => !isStopping, log: start.log }
    returning = Promise.all(entries.map((entry) => comeBack(entry, back)))
  }
  const inTurn = (move: () => Promise<void> | undefined) => {
    const change = changing.then(move)
    changing = Promise.allSettled([change]).then(() => returning)
    return change
  }
  const url = () => opened[0]?.listening.url ?? ''
  return {
    isFixed: start.host !== undefined,
    access: () => (isLoopback(place.host) ? 'this computer' : 'network'),
    url,
    addresses() {
      const { host } = place
      if (isLoopback(host)) return []
      return host === allAddresses || host === '::' ? networkAddresses(url()) : [url()]
    },
    async open(dispatcher, service, port) {
      const options = { ...place, port, listener: { service } }
      const listening = await listen(dispatcher, options)
      opened.push({ dispatcher, options: { ...options, port: listening.port }, listening })
      return listening.url
    },
    change(access) {
      if (start.host !== undefined) return Promise.reject(hostIsFixed(start.host))
      const host = hosts[access]
      return inTurn(() => (host === place.host ? undefined : moveTo({ ...place, host })))
    },
    renew: (tls) => inTurn(() => moveTo({ ...place, tls })),
    async stop() {
      isStopping = true
      await changing
      const all = [...opened.map(({ listening }) => listening), ...givenUp]
      await Promise.all(all.map((listening) => listening.stop()))
    },
  }
}

/** Moves one port, and retries while `goesOn` returns true. */
async function reopen(entry: Opened, to: Place, goesOn: () => boolean): Promise<void> {
  const { dispatcher, options, listening } = entry
  const moved = { ...options, ...to }
  listening.release()
  // Network clients lose their connections when the network closes. Their running requests may finish.
  if (isLoopback(to.host) && !isLoopback(options.host)) void listening.stop()
  entry.listening = await listenAgain(dispatcher, moved, goesOn)
  entry.options = moved
}

/** Moves a port back to its old place. A failure goes to the log. */
async function comeBack(
  entry: Opened,
  { to, goesOn, log }: { to: Place; goesOn: () => boolean; log: Log },
): Promise<void> {
  try {
    await reopen(entry, to, goesOn)
  } catch (error) {
    log.error('A port is closed until Daybook is started again.', { error })
  }
}

/** Opens a port, and retries when it is held for a moment. */
async function listenAgain(
  dispatcher: Dispatcher,
  options: ListenOptions,
  goesOn: () => boolean,
): Promise<Listening> {
  for (;;) {
    try {
      return await listen(dispatcher, options)
    } catch (error) {
      if (!(error instanceof PortTaken) || !goesOn()) throw error
      await Bun.sleep(tryEveryMs)
    }
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.')
}

function hostIsFixed(host: string): AppError {
  return new AppError(
    'conflict',
    `Daybook was started to listen on ${host} (--host, --lan, DAYBOOK_HOST or daybook.toml): start it without that to decide it here.`,
    { field: 'access' },
  )
}

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

type ListenOptions = {
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
