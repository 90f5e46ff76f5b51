import { Type } from '@sinclair/typebox'
import type { Root } from '../../certificates/shop-certificates.ts'
import { AppError } from '../../errors.ts'
import { hostname, networkInterfaces } from 'node:os'
import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { declareSetting } from '../../settings.ts'

export const networkAccess = ['this computer', 'network'] as const

/** Which computers may reach Daybook. */
export type NetworkAccess = (typeof networkAccess)[number]

/** What an owner decided; null until somebody was asked. A host that was set otherwise comes first. */
export const networkSetting = declareSetting({
  name: 'network.access',
  schema: Type.Union([...networkAccess.map((access) => Type.Literal(access)), Type.Null()]),
  default: null,
})

/** Which computers the listeners answer, and the way to change it while Daybook runs. */
export type Network = {
  /** Set by --host, --lan, the environment or daybook.toml: then nothing else changes it. */
  isFixed: boolean
  access(): NetworkAccess
  /** The address on this computer. */
  url(): string
  /** The addresses for other computers; none while they cannot reach it. */
  addresses(): string[]
  /** Opens or closes Daybook to the network at once. Throws AppError `conflict`, and then all is as before. */
  change(access: NetworkAccess): Promise<void>
}

/** The network, and the encrypted way in that stands beside the plain one. */
export type ShopNetwork = Network & { https: Https }

/** HTTPS by certificates that the shop makes for itself. While it is on, other computers come by nothing else. */
export type Https = {
  /** `own files`: the server has a certificate that somebody else made, and all its ports speak HTTPS. */
  state(): 'on' | 'off' | 'own files'
  /** What devices have to be told to trust. */
  root(): Promise<Root>
  /** Where devices that do not trust the root yet can get it, without encryption; none while it is off. */
  plainAddresses(): string[]
  /** Where a host, as a URL has it, is found by HTTPS; undefined while it is off. */
  originFor(host: string): string | undefined
  /**
   * Where a request has to come instead, when it came from another computer without encryption; undefined when it may
   * stay. `peer` is the address at the other end of the connection.
   */
  originInstead(request: Request, peer: string): string | undefined
  /** Throws AppError `conflict` when its port is taken, or nothing can be changed. */
  change(isOn: boolean): Promise<void>
}

/** Whether other computers have to come by HTTPS, as an owner decided. */
export const httpsSetting = declareSetting({
  name: 'network.https',
  schema: Type.Boolean(),
  default: false,
})

/** For a server that somebody else listens for: it stays as it is. */
export const closedNetwork: ShopNetwork = {
  isFixed: true,
  access: () => 'this computer',
  url: () => 'http://127.0.0.1',
  addresses: () => [],
  change: () => Promise.reject(isClosed()),
  https: {
    state: () => 'off',
    root: () => Promise.reject(isClosed()),
    plainAddresses: () => [],
    originFor: () => undefined,
    originInstead: () => undefined,
    change: () => Promise.reject(isClosed()),
  },
}

function isClosed(): AppError {
  return new AppError('conflict', 'This server was started so that nothing else can open it.')
}

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Whether a host, as a URL has it (`localhost`, `192.168.1.5`, `[fe80::1]`), is one of this computer's names. */
export function isOwnHost(host: string): boolean {
  return loopbackNames.includes(host) || ownNames().includes(host) || ownIps().includes(host)
}

/**
 * Where other computers of the network find what is served at `url` on all addresses: by this computer's names first,
 * then by its IPv4 addresses.
 */
export function networkAddresses(url: string): string[] {
  const { protocol, port } = new URL(url)
  const hosts = [
    ...new Set(ownNames().filter((name) => name.endsWith('.local'))),
    ...ownIps().filter((ip) => !ip.startsWith('[')),
  ]
  return hosts.map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`)
}

/** The first part of this computer's name, in lower case; empty for what no certificate can name. */
export function hostLabel(): string {
  const [first = ''] = asciiName(hostname()).split('.')
  return isCertifiable(first) ? first : ''
}

/** Everything by which this computer is called, as certificates name it: without brackets. */
export function certificateNames(): string[] {
  const ips = [...loopbackNames, ...ownIps()].map((host) => host.replace(/^\[|\]$/g, ''))
  return [...new Set([...ownNames().filter(isCertifiable), ...ips])]
}

function isCertifiable(name: string): boolean {
  return /^[a-z\d-]+(?:\.[a-z\d-]+)*$/.test(name)
}

/** A name as URLs have it: letters beyond ASCII as `xn--…`, all small; empty for what can be in none. */
export function asciiName(name: string): string {
  return domainToASCII(name.trim())
}

/** Names that Daybook itself gives this computer in the network, such as `daybook.local`. */
const claimedNames = new Set<string>()

/** From now on this computer is called so, too; returns what takes that back. */
export function callItself(name: string): () => void {
  claimedNames.add(name)
  return () => void claimedNames.delete(name)
}

/** `counter.local` first: what other computers of a network without a name server ask for. */
function ownNames(): string[] {
  const name = asciiName(hostname())
  const [first = ''] = name.split('.')
  return [...claimedNames, ...(first === '' ? [] : [`${first}.local`, first, name])]
}

/** Read anew each time: a computer gets other addresses while it runs. */
function ownIps(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address))
}

/** Whether the other end of a connection is a program on this computer. */
export function isThisComputer(peer: string): boolean {
  return isLoopback(withoutMapping(peer))
}

export function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

/** An IPv4 address as a listener for both kinds sees it. */
export function withoutMapping(address: string): string {
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  return ipv4 ?? address
}
