import { Type } from '@sinclair/typebox'
import type { Root } from '../../certificates/shop-certificates.ts'
import { AppError } from '../../errors.ts'
import { hostname, networkInterfaces } from 'node:os'
import { BlockList, isIP } from 'node:net'
import { domainToASCII } from 'node:url'
import { declareSetting, readSetting, writeSetting } from '../../settings.ts'
import type { Conn } from '../../db/connection.ts'
import type { Database } from '../../db/database.ts'
import { localNameText } from '../../forms.ts'

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

function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

/** An IPv4 address without the prefix that a dual-stack listener adds. */
function withoutMapping(address: string): string {
  if (!address.startsWith('::')) return address
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  return ipv4 ?? address
}

/** An address as some proxies write it, with the client's port. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/

/** The trusted proxies. Forwarding headers from anybody else are ignored. */
type Proxies = {
  /** Trusts a proxy on this computer. True where a public address is set. */
  isOwnComputers: boolean
  /** The proxies that the settings name. Undefined when they name none, as in most shops. */
  listed: BlockList | undefined
}

/** Whether a text is an address, or a network as in `10.0.0.0/8`. */
export function isProxyText(text: string): boolean {
  const [, address = '', bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text) ?? []
  const kind = isIP(address)
  if (kind === 0 || address.includes('%')) return false
  return bits === undefined || Number(bits) <= (kind === 4 ? 32 : 128)
}

/** `listed`: texts that `isProxyText` accepts. */
export function proxiesOf(
  listed: readonly string[],
  { isOwnComputers }: Pick<Proxies, 'isOwnComputers'>,
): Proxies {
  if (listed.length === 0) return { isOwnComputers, listed: undefined }
  const list = new BlockList()
  for (const text of listed) {
    const [address = '', bits] = text.split('/')
    if (bits === undefined) list.addAddress(address, kindOf(address))
    else list.addSubnet(address, Number(bits), kindOf(address))
  }
  return { isOwnComputers, listed: list }
}

/**
 * The client's address. The last entry that a trusted proxy wrote counts. If that entry is a trusted proxy too, the entry before it counts.
 * Earlier entries may be made up. Headers from untrusted senders are ignored.
 */
export function clientAddress({ headers }: Request, peer: string, proxies: Proxies): string {
  let address = withoutMapping(peer)
  if (!isBelieved(address, proxies)) return address
  for (const entry of headers.get('x-forwarded-for')?.split(',').toReversed() ?? []) {
    const before = addressIn(entry.trim())
    if (before === undefined) return address
    address = before
    if (!isListed(address, proxies)) return address
  }
  return address
}

/** Whether a proxy named in the settings reports that the request reached it by HTTPS. */
export function cameByHttps({ headers }: Request, peer: string, proxies: Proxies): boolean {
  if (proxies.listed === undefined) return false
  const scheme = headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase()
  return scheme === 'https' && isListed(withoutMapping(peer), proxies)
}

function isBelieved(address: string, proxies: Proxies): boolean {
  return (proxies.isOwnComputers && isLoopback(address)) || isListed(address, proxies)
}

function isListed(address: string, { listed }: Proxies): boolean {
  return listed !== undefined && isIP(address) !== 0 && listed.check(address, kindOf(address))
}

/** Undefined when the entry is no address. */
function addressIn(entry: string): string | undefined {
  const [, ipv6, ipv4] = withPort.exec(entry) ?? []
  const address = withoutMapping(ipv6 ?? ipv4 ?? entry)
  // The zone after % may be any text.
  return isIP(address) === 0 || address.includes('%') ? undefined : address
}

function kindOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}

/** The last name of this computer by multicast DNS, such as `daybook.local`. Null before the first claim. */
export const claimedNameSetting = declareSetting({
  name: 'network.claimed_name',
  schema: Type.Union([localNameText, Type.Null()]),
  default: null,
})

/**
 * The names for certificates, including the last claimed name from the start on. The name is claimed again a second after the HTTPS port
 * opens, and a new certificate would close that port for a moment.
 */
export function namesWithClaimed({ read, write }: Pick<Database, 'read' | 'write'>) {
  let last = readClaimedName(read)
  return {
    names: (): string[] => [...new Set([...certificateNames(), ...(last === null ? [] : [last])])],
    async note(name: string): Promise<void> {
      if (name === last) return
      last = name
      await write((conn) => writeSetting(conn, claimedNameSetting, name))
    },
  }
}

/** Null before the first claim. */
export function readClaimedName(conn: Conn): string | null {
  return readSetting(conn, claimedNameSetting)
}
