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

/** How often names and dates are looked at: a router gives this computer another address when it likes. */
const lookEveryMs = 15_000

/** A certificate is made anew so long before it ends. */
const renewedBeforeMs = 30 * 24 * 60 * 60 * 1000

type Start = {
  /** The ports that are open in any case. */
  plain: Listeners
  /** Of HTTPS; 0 takes a free one. */
  port: number
  /** Where the ports listen, when it is set once and for all. */
  host: string | undefined
  hasOwnFiles: boolean
  certificates: ShopCertificates
  /** Left out: all by which this computer is called. */
  names?: () => readonly string[]
  /** Told who reaches the ports once they are open, and after each change. */
  onAccess?: (access: NetworkAccess) => unknown
  clock: Clock
  log: Log
}

export type HttpsNetwork = ShopNetwork & {
  /** The ports behind the network, and whether they begin by HTTPS. The dispatcher is told once, before any change. */
  begin(dispatcher: Dispatcher, isOn: boolean): Promise<void>
  /** Makes the certificate anew when it ends soon, or when this computer is called otherwise than it says. */
  look(): Promise<void>
  stop(): Promise<void>
}

type Secure = { listeners: Listeners; certificate: ServerCertificate }

/** The plain ports, and beside them one that speaks HTTPS with the shop's own certificate, while an owner wants it. */
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

/** The port of HTTPS, and its certificate. */
function secureDoor(start: Start) {
  const { plain, certificates, clock, log, names = certificateNames } = start
  let dispatcher: Dispatcher | undefined
  let secure: Secure | undefined
  // One that was found free stays.
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

/** Both ways open and close together, or neither does. */
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

/** The addresses that the certificate names: at others browsers would warn. */
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
