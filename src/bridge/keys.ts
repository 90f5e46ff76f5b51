/** One thing that goes into the books: a part of a document or an order. */
export type Subject = {
  /** What makes the keys of these books: the same again when the bridge's folder was lost. */
  install: string
  kind: 'scan' | 'order'
  /** Its id in Daybook. */
  id: string
  /** The row of a statement, else 0. */
  part: number
}

/** Letters and digits of a key: 130 bits, and short enough for every field that carries one. */
const keyLength = 26

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const bitsPerLetter = 5

/**
 * The name under which the books know a part. It is made of ids, never of what a paper says: numbers are used again, and
 * values are corrected.
 */
export function keyOf({ install, kind, id, part }: Subject): string {
  const digest = new Bun.CryptoHasher('sha256').update([install, kind, id, part].join('|')).digest()
  return base32(digest).slice(0, keyLength)
}

/** The key as Tally takes it for its own: sent again, it is the same voucher. */
export function remoteIdOf(key: string): string {
  return `db1-${key}`
}

/** The key as a number that people can read out; 50 bits tell the vouchers of a file apart. */
export function shortKeyOf(key: string): string {
  return `DB-${key.slice(0, 10)}`
}

/** The key where it can be read back: behind a voucher's narration. */
export function markerOf(key: string): string {
  return `[DB:${key}]`
}

/** What every marker begins with. */
export const markerStart = '[DB:'

/** The last: a paper, or its file's name, may say one too, and the bridge's own is behind that. */
const marker = /\[DB:([a-z2-7]{26})\](?!.*\[DB:[a-z2-7]{26}\])/is

/** The key that a narration carries; undefined for what was not entered from Daybook. */
export function keyIn(narration: string): string | undefined {
  return marker.exec(narration)?.[1]?.toLowerCase()
}

/** What a person or a paper says in a narration. */
export function withoutMarker(narration: string): string {
  return narration.replace(marker, '').trim()
}

/** RFC 4648, section 6, in small letters and without padding. */
function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(new RegExp(`.{1,${bitsPerLetter}}`, 'g')) ?? []
  return groups
    .map((group) => alphabet.charAt(Number.parseInt(group.padEnd(bitsPerLetter, '0'), 2)))
    .join('')
}
