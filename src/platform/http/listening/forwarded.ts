import { BlockList, isIP } from 'node:net'
import { isLoopback, withoutMapping } from './addresses.ts'

/** An address as some proxies write it, with the client's port. */
const withPort = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/

/** The trusted proxies. Forwarding headers from anybody else are ignored. */
export type Proxies = {
  /** Trusts a proxy on this computer. True where a public address is set. */
  isOwnComputers: boolean
  /** The proxies that the settings name. */
  listed: BlockList
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
  const scheme = headers.get('x-forwarded-proto')?.split(',').at(-1)?.trim().toLowerCase()
  return scheme === 'https' && isListed(withoutMapping(peer), proxies)
}

function isBelieved(address: string, proxies: Proxies): boolean {
  return (proxies.isOwnComputers && isLoopback(address)) || isListed(address, proxies)
}

function isListed(address: string, { listed }: Proxies): boolean {
  return isIP(address) !== 0 && listed.check(address, kindOf(address))
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
