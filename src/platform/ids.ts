/** A new id: UUIDv7, so that ids made later sort later. `now` in milliseconds since the epoch. */
export function newId(now: number): string {
  return Bun.randomUUIDv7('hex', now)
}

/**
 * The id of an imported line without an id: a UUIDv8 made of the file's SHA-256 (hex) and the line's number, so that importing the same
 * file again changes nothing.
 */
export function derivedId(fileSha256: string, line: number): string {
  const digest = new Bun.CryptoHasher('sha256').update(`${fileSha256}:${line}`).digest('hex')
  const variant = ((Number.parseInt(digest.charAt(16), 16) & 0x3) | 0x8).toString(16)
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

export function isId(text: string): boolean {
  return uuid.test(text)
}
