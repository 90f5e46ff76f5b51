/** Whether an address is one that this computer has for itself alone: elsewhere it leads nowhere. */
export function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
