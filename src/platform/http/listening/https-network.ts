import type { ServerCertificate, ShopCertificates } from '../../certificates/shop-certificates.ts'
import { AppError } from '../../errors.ts'
import type { Log } from '../../log.ts'
import type { Clock } from '../../time.ts'
import type { Dispatcher } from '../dispatcher.ts'
import {
  certificateNames,
  isThisComputer,
  type NetworkAccess,
  type ShopNetwork,
} from './addresses.ts'
import { type Listeners, makeListeners } from './listeners.ts'

/** How often names and dates are checked: a router can change this computer's address at any time. */
const lookEveryMs = 15_000

/** A certificate is renewed this long before it ends. */
const renewedBeforeMs = 30 * 24 * 60 * 60 * 1000

type Start = {
  /** The ports that are always open. */
  plain: Listeners
  /** The HTTPS port. 0 takes a free one. */
  port: number
  /** The address that the ports listen on, when it is fixed. */
  host: string | undefined
  hasOwnFiles: boolean
  certificates: ShopCertificates
  /** Default: all names of this computer. */
  names?: () => readonly string[]
  /** Called with the current access when the ports open, and after each change. */
  onAccess?: (access: NetworkAccess) => unknown
  clock: Clock
  log: Log
}

export type HttpsNetwork = ShopNetwork & {
  /** Sets the dispatcher, and whether HTTPS starts on. Called once, before any change. */
  begin(dispatcher: Dispatcher, isOn: boolean): Promise<void>
  /** Renews the certificate when it ends soon, or when this computer's names differ from it. */
  look(): Promise<void>
  stop(): Promise<void>
}

type Secure = { listeners: Listeners; certificate: ServerCertificate }

/** The plain ports, and while an owner wants it, a port that speaks HTTPS with the shop's own certificate. */
export function httpsNetwork(start: Start): HttpsNetwork {
  const { plain, certificates, log } = start
  const door = secureDoor(start)
  let changing: Promise<unknown> = Promise.resolve()
  const inTurn = (change: () => Promise<void>) => {
    const changed = changing.then(change)
    changing = Promise.allSettled([changed])
    return changed
  }
  const look = () => inTurn(door.renew)
  const noteFailure = (error: unknown) =>
    log.warn('The certificate for HTTPS could not be made anew.', { error })
  const timer = setInterval(() => void look().catch(noteFailure), lookEveryMs)
  timer.unref()
  return {
    isFixed: plain.isFixed,
    access: plain.access,
    url: plain.url,
    addresses: () => door.addresses() ?? plain.addresses(),
    change: (access) =>
      inTurn(async () => {
        await changeBoth(plain, door.listeners(), access)
        start.onAccess?.(access)
      }),
    https: {
      state: () => (start.hasOwnFiles ? 'own files' : door.isOpen() ? 'on' : 'off'),
      root: certificates.root,
      plainAddresses: () => (door.isOpen() ? plain.addresses() : []),
      originFor: door.originFor,
      originInstead(request, peer) {
        if (!door.isOpen() || isThisComputer(peer) || request.url.startsWith('https:'))
          return undefined
        return door.originFor(new URL(request.url).hostname)
      },
      change: (isOn) =>
        inTurn(async () => {
          if (isOn !== door.isOpen()) await (isOn ? door.open() : door.close())
        }),
    },
    async begin(dispatcher, isOn) {
      door.lead(dispatcher)
      if (isOn && !start.hasOwnFiles) await inTurn(door.open)
      start.onAccess?.(plain.access())
    },
    look,
    async stop() {
      clearInterval(timer)
      await inTurn(door.close)
      await plain.stop()
    },
  }
}

/** The HTTPS port and its certificate. */
function secureDoor(start: Start) {
  const { plain, certificates, clock, log, names = certificateNames } = start
  let dispatcher: Dispatcher | undefined
  let secure: Secure | undefined
  // A free port, once found, is kept.
  let port = start.port
  return {
    isOpen: () => secure !== undefined,
    listeners: () => secure?.listeners,
    addresses: () => secure && namedAddresses(secure),
    lead: (to: Dispatcher) => void (dispatcher = to),
    async open() {
      if (dispatcher === undefined || start.hasOwnFiles) throw notHere()
      const certificate = await certificates.forServer(names())
      const place = { host: start.host, access: plain.access(), tls: certificate.tls, log }
      const listeners = makeListeners(place)
      port = Number(new URL(await listeners.open(dispatcher, undefined, port)).port)
      secure = { listeners, certificate }
    },
    async close() {
      const closing = secure
      secure = undefined
      await closing?.listeners.stop()
    },
    async renew() {
      if (secure === undefined || isGood(secure.certificate, names(), clock.now())) return
      const certificate = await certificates.forServer(names())
      await secure.listeners.renew(certificate.tls)
      secure = { ...secure, certificate }
      log.info('The certificate for HTTPS was made anew.')
    },
    originFor(host: string) {
      if (secure === undefined) return undefined
      const isNamed = secure.certificate.names.includes(host.replace(/^\[|\]$/g, ''))
      const [named] = isNamed ? [] : namedAddresses(secure)
      return named ?? `https://${host}:${port}`
    },
  }
}

/** Opens or closes the plain ports and HTTPS together: if one fails, neither changes. */
async function changeBoth(
  plain: Listeners,
  secure: Listeners | undefined,
  access: NetworkAccess,
): Promise<void> {
  const before = plain.access()
  await plain.change(access)
  try {
    await secure?.change(access)
  } catch (error) {
    await plain.change(before)
    throw error
  }
}

/** Only addresses that the certificate names: at others browsers would warn. */
function namedAddresses({ listeners, certificate }: Secure): string[] {
  return listeners
    .addresses()
    .filter((address) => certificate.names.includes(new URL(address).hostname))
}

function isGood(certificate: ServerCertificate, names: readonly string[], now: number): boolean {
  const { from, until } = certificate.period
  if (now < from || now >= until - renewedBeforeMs) return false
  return names.every((name) => certificate.asked.includes(name))
}

function notHere(): AppError {
  return new AppError(
    'conflict',
    'Daybook serves HTTPS already, with the certificate that it was started with.',
  )
}
