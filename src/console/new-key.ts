const keyBytes = 16

/**
 * A unique key for a row of a form, or for a request that must count only once. Browsers have no randomUUID on an address without https.
 */
export function newKey(): string {
  const random = crypto.getRandomValues(new Uint8Array(keyBytes))
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
