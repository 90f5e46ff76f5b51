import { networkInterfaces } from 'node:os'

/** An address of this computer that a server on 127.0.0.1 alone does not answer. */
export function addressBesideLoopback(): string {
  const addresses = Object.values(networkInterfaces()).flatMap((some) => some ?? [])
  const other = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)
  // On a machine without a network, Linux gives the whole of 127.0.0.0/8 to the loopback.
  return other?.address ?? '127.0.0.2'
}
