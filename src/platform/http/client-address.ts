import { isIP } from 'node:net'

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
