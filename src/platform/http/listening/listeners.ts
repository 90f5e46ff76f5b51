import { loopback } from '../../config.ts'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Certificate } from '../../certificates/certificate-files.ts'
import type { Dispatcher } from '../dispatcher.ts'
import { listen, PortTaken, type ListenOptions, type Listening } from './listen.ts'
import { type Network, type NetworkAccess, networkAddresses } from './addresses.ts'

const allAddresses = '0.0.0.0'

const hosts: Record<NetworkAccess, string> = { 'this computer': loopback, network: allAddresses }

/**
 * How long a port that was just given up may be held, and how often it is tried, in milliseconds: Windows lets it go with
 * the last connection that it took.
 */
const heldMs = 3_000
const tryEveryMs = 100

/** All ports that a server listens on, which open and close to the network together. */
export type Listeners = Network & {
  /** Opens a port: the shared one first. Returns its address. Throws AppError `conflict` when it is taken. */
  open(dispatcher: Dispatcher, service: string | undefined, port: number): Promise<string>
  /** Serves with another certificate from now on. Throws AppError `conflict`, and then all is as before. */
  renew(tls: Certificate): Promise<void>
  /** Lets what is under way finish, also on ports that were given up. Stopping again is no harm. */
  stop(): Promise<void>
}

/** Where all ports listen, and with which certificate. */
type Place = Pick<ListenOptions, 'host' | 'tls'>

type Opened = { dispatcher: Dispatcher; options: ListenOptions; listening: Listening }

/** `host` when it is set once and for all, else `access` decides. `patienceMs`: how long a move tries. */
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

  /** A port answers all addresses or one: no system lets both stand side by side, so the old one is given up first. */
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
  /** Nobody waits for it: the connection of the one who asked for the move may be what holds the port. */
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

/** Moves one port, trying while `goesOn` says so. */
async function reopen(entry: Opened, to: Place, goesOn: () => boolean): Promise<void> {
  const { dispatcher, options, listening } = entry
  const moved = { ...options, ...to }
  listening.release()
  // Those who came over the network may not stay when it closes: what they asked for may finish.
  if (isLoopback(to.host) && !isLoopback(options.host)) void listening.stop()
  entry.listening = await listenAgain(dispatcher, moved, goesOn)
  entry.options = moved
}

/** Moves a port to where it was; the log says so when that fails. */
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

/** Opens a port, also one that is held for a moment. */
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
