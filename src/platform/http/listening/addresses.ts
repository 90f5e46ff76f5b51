import { Type } from '@sinclair/typebox'
import { AppError } from '../../errors.ts'
import { hostname, networkInterfaces } from 'node:os'
import { isIP } from 'node:net'

export const networkAccess = ['this computer', 'network'] as const

/** Which computers may reach Daybook. */
export type NetworkAccess = (typeof networkAccess)[number]

/** What an owner decided; null until somebody was asked. A host that was set otherwise comes first. */
export const networkSetting = {
  name: 'network.access',
  schema: Type.Union([...networkAccess.map((access) => Type.Literal(access)), Type.Null()]),
  default: null,
}

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

/** For a server that somebody else listens for: it stays as it is. */
export const closedNetwork: Network = {
  isFixed: true,
  access: () => 'this computer',
  url: () => 'http://127.0.0.1',
  addresses: () => [],
  change: () =>
    Promise.reject(
      new AppError('conflict', 'This server was started so that nothing else can open it.'),
    ),
}

const loopbackNames: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Whether a host, as a URL has it (`localhost`, `192.168.1.5`, `[fe80::1]`), is one of this computer's names. */
export function isOwnHost(host: string): boolean {
  return loopbackNames.includes(host) || ownNames().includes(host) || ownIps().includes(host)
}

/**
 * Where other computers of the network find what is served at `url` on all addresses: by this computer's name first,
 * then by its IPv4 addresses.
 */
export function networkAddresses(url: string): string[] {
  const { protocol, port } = new URL(url)
  const [name] = ownNames()
  const hosts = [
    ...(name === undefined ? [] : [name]),
    ...ownIps().filter((ip) => !ip.startsWith('[')),
  ]
  return hosts.map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}`)
}

/** `counter.local` first: what other computers of a network without a name server ask for. */
function ownNames(): string[] {
  const name = hostname().toLowerCase()
  const [first = ''] = name.split('.')
  return first === '' ? [] : [`${first}.local`, first, name]
}

/** Read anew each time: a computer gets other addresses while it runs. */
function ownIps(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal }) => !internal)
    .map(({ family, address }) => (family === 'IPv6' ? `[${address}]` : address))
}

/** An address as some proxies write it, with the port that the client called from. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/

/**
 * Where a request comes from. Behind a proxy on this computer all come from this computer: then it is the last address
 * that the proxy wrote down, as whatever stands before it may be made up. Anybody else who sends the header is not
 * believed.
 */
export function clientAddress(
  { headers }: Request,
  peer: string,
  options: { isBehindProxy: boolean },
): string {
  const address = withoutMapping(peer)
  if (!options.isBehindProxy || !isLoopback(address)) return address
  return lastForwarded(headers.get('x-forwarded-for')) ?? address
}

/** Undefined when there is none, and for what is no address. */
function lastForwarded(header: string | null): string | undefined {
  const last = header?.split(',').at(-1)?.trim() ?? ''
  const [, ipv6, ipv4] = withPort.exec(last) ?? []
  const address = withoutMapping(ipv6 ?? ipv4 ?? last)
  // A zone behind % may be any text.
  return isIP(address) === 0 || address.includes('%') ? undefined : address
}

function isLoopback(address: string): boolean {
  return address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

/** An IPv4 address as a listener for both kinds sees it. */
function withoutMapping(address: string): string {
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  return ipv4 ?? address
}
