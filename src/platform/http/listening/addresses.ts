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

/** The owner's choice. Null until somebody was asked. A configured host takes precedence. */
export const networkSetting = declareSetting({
  name: 'network.access',
  schema: Type.Union([...networkAccess.map((access) => Type.Literal(access)), Type.Null()]),
  default: null,
})

/** Which computers the listeners answer, and how to change that while Daybook runs. */
export type Network = {
  /** Set by --host, --lan, the environment or daybook.toml: then nothing else changes it. */
  isFixed: boolean
  access(): NetworkAccess
  /** The address for this computer. */
  url(): string
  /** The addresses for other computers. Empty while they cannot reach Daybook. */
  addresses(): string[]
  /** Opens or closes Daybook to the network at once. Throws AppError `conflict`, and then nothing has changed. */
  change(access: NetworkAccess): Promise<void>
}

/** The network, and the HTTPS port beside the plain one. */
export type ShopNetwork = Network & { https: Https }

/** HTTPS with certificates that the shop makes for itself. While HTTPS is on, other computers can use nothing else. */
export type Https = {
  /** `own files`: the server has a certificate that somebody else made, and all its ports speak HTTPS. */
  state(): 'on' | 'off' | 'own files'
  /** The root that devices must be told to trust. */
  root(): Promise<Root>
  /** Unencrypted addresses where devices that do not trust the root yet can get it. Empty while HTTPS is off. */
  plainAddresses(): string[]
  /** The HTTPS origin for a host as written in a URL. Undefined while HTTPS is off. */
  originFor(host: string): string | undefined
  /**
   * The origin that a request must use instead, when it came from another computer without encryption. Undefined when the request may stay.
   * `peer` is the address at the other end of the connection.
   */
  originInstead(request: Request, peer: string): string | undefined
  /** Throws AppError `conflict` when the HTTPS port is taken, or nothing can be changed, such as with `own files`. */
  change(isOn: boolean): Promise<void>
}

/** The owner's choice whether other computers must use HTTPS. */
export const httpsSetting = declareSetting({
  name: 'network.https',
  schema: Type.Boolean(),
  default: false,
})

/** For a server whose ports somebody else opens: nothing can be changed. */
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

/** Whether a host as written in a URL (`localhost`, `192.168.1.5`, `[fe80::1]`) names this computer. */
export function isOwnHost(host: string): boolean {
  return loopbackNames.includes(host) || ownNames().includes(host) || ownIps().includes(host)
}

/**
 * The addresses at which other computers reach what `url` serves on all addresses: first by this computer's names, then by its IPv4
 * addresses.
 */
export function networkAddresses(url: string): string[] {
  const { protocol, port } = new URL(url)
  const hosts = [
    ...new Set(ownNames().filter((name) => name.endsWith('.local'))),
    ...ownIps().filter((ip) => !ip.startsWith('[')),
  ]
  return hosts.map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`)
}

/** The first part of this computer's name, in lower case. Empty for a name that no certificate can contain. */
export function hostLabel(): string {
  const [first = ''] = asciiName(hostname()).split('.')
  return isCertifiable(first) ? first : ''
}

/** All names and addresses of this computer as certificates write them: without brackets. */
export function certificateNames(): string[] {
  const ips = [...loopbackNames, ...ownIps()].map((host) => host.replace(/^\[|\]$/g, ''))
  return [...new Set([...ownNames().filter(isCertifiable), ...ips])]
}

function isCertifiable(name: string): boolean {
  return /^[a-z\d-]+(?:\.[a-z\d-]+)*$/.test(name)
}

/** A name as URLs write it: letters beyond ASCII as `xn--…`, all in lower case. Empty for a name that no URL can contain. */
export function asciiName(name: string): string {
  return domainToASCII(name.trim())
}

/** Names that Daybook itself claims for this computer in the network, such as `daybook.local`. */
const claimedNames = new Set<string>()

/** Adds a name for this computer. Returns a function that removes the name again. */
export function callItself(name: string): () => void {
  claimedNames.add(name)
  return () => void claimedNames.delete(name)
}

/** `counter.local` first: in a network without a name server, other computers ask for that. */
function ownNames(): string[] {
  const name = asciiName(hostname())
  const [first = ''] = name.split('.')
  return [...claimedNames, ...(first === '' ? [] : [`${first}.local`, first, name])]
}

/** Read anew each time: a computer's addresses change while it runs. */
function ownIps(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address))
}

/** Whether the other end of a connection is on this computer. */
export function isThisComputer(peer: string): boolean {
  return isLoopback(withoutMapping(peer))
}

export function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

/** An IPv4 address without the prefix that a dual-stack listener adds. */
export function withoutMapping(address: string): string {
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  return ipv4 ?? address
}
