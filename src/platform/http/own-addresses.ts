import { hostname, networkInterfaces } from 'node:os'

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
