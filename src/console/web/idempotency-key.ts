const keyBytes = 16

/** What is sent with a request that must count only once. Browsers have no randomUUID on an address without https. */
export function newIdempotencyKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(keyBytes))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
