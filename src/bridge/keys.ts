/** One thing to enter: a part of a document or an order. */
export type Subject = {
  /** Identifies the accounts in each key. Stays the same after the bridge's folder is lost. */
  install: string
  kind: 'scan' | 'order'
  /** Its id in Daybook. */
  id: string
  /** The row of a statement, else 0. */
  part: number
}

/** Characters of a key. They hold 130 bits, and fit in every field that carries a key. */
const keyLength = 26

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
const bitsPerLetter = 5

/** The key under which the accounts know a part. Made of ids only: the numbers on papers are reused, and values are corrected. */
export function keyOf({ install, kind, id, part }: Subject): string {
  const digest = new Bun.CryptoHasher('sha256').update([install, kind, id, part].join('|')).digest()
  return base32(digest).slice(0, keyLength)
}

/** The key in the form of Tally's own REMOTEID. Sending it again addresses the same voucher. */
export function remoteIdOf(key: string): string {
  return `db1-${key}`
}

/** A short key that people can read out. 50 bits tell the vouchers of a file apart. */
export function shortKeyOf(key: string): string {
  return `DB-${key.slice(0, 10)}`
}

/** The key at the end of a voucher's narration, where the bridge can read it back. */
export function markerOf(key: string): string {
  return `[DB:${key}]`
}

/** What every marker begins with. */
export const markerStart = '[DB:'

/** Matches the last marker. A paper or its file's name may contain a marker too, but the bridge's own comes last. */
const marker = /\[DB:([a-z2-7]{26})\](?!.*\[DB:[a-z2-7]{26}\])/is

/** The key in a narration. Undefined for vouchers that Daybook did not enter. */
export function keyIn(narration: string): string | undefined {
  return marker.exec(narration)?.[1]?.toLowerCase()
}

/** A narration without the marker: what a person or a paper says. */
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
