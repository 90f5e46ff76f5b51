// The format of a key, whether it still works, and what it may do.

/**
 * The format of a key: `dbk_` + 43 base62 characters (256 random bits) + 6 of checksum. A test key, which works on a copy and never on the
 * book, begins with other letters, so that nobody confuses the two.
 */
const prefixes = { book: 'dbk_', test: 'dbt_' } as const

/** What a key works on: the book, or the copy on which integrators test their programs. */
export type Side = keyof typeof prefixes

const secretBytes = 32
const secretLength = 43
const checksumLength = 6

/** How much of a key may be shown later: enough to tell two keys apart, far too little to guess. */
const shownLength = 12

const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Makes a key from 32 random bytes. */
export function makeKey(random: Uint8Array, side: Side = 'book'): string {
  if (random.length !== secretBytes) throw new RangeError('A key is made of 32 random bytes.')
  const secret = base62(BigInt(`0x${random.toHex()}`), secretLength)
  return `${prefixes[side]}${secret}${checksum(secret)}`
}

/** True when the text has the format of a key and its checksum is right. Distinguishes a mistyped key from an unknown one. */
export function isWellFormedKey(text: string): boolean {
  if (!/^db[kt]_[0-9A-Za-z]{49}$/.test(text)) return false
  const begin = prefixes.book.length
  return text.endsWith(checksum(text.slice(begin, begin + secretLength)))
}

/** Accepts a key, or the stored beginning of one. */
export function sideOf(key: string): Side {
  return key.startsWith(prefixes.test) ? 'test' : 'book'
}

/** The stored hash of a key: its SHA-256, hex. 256 random bits need no slow hash. */
export function hashKey(key: string): string {
  return Bun.SHA256.hash(key, 'hex')
}

export function shownPart(key: string): string {
  return key.slice(0, shownLength)
}

function checksum(secret: string): string {
  return base62(BigInt(Bun.hash.crc32(secret)), checksumLength)
}

function base62(value: bigint, length: number): string {
  let digits = ''
  for (let rest = value; digits.length < length; rest /= 62n) {
    digits = base62Digits.charAt(Number(rest % 62n)) + digits
  }
  return digits
}

/** Whether a key still works, and if not, why. */
export type KeyState = 'active' | 'revoked' | 'expired' | 'user_deactivated'

/** Times in milliseconds since the epoch. `deactivatedAt` is that of the key's user. */
type KeyTimes = {
  revokedAt: number | null
  expiresAt: number | null
  deactivatedAt: number | null
}

/** The one rule for a key's state: the guard applies it, and lists show it. */
export function keyState({ revokedAt, expiresAt, deactivatedAt }: KeyTimes, now: number): KeyState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return deactivatedAt === null ? 'active' : 'user_deactivated'
}

export const services = ['scan-export', 'storefront'] as const

export type Service = (typeof services)[number]

/** What each storefront scope grants (source: the contract; the scopes after `orders:write` are Daybook's extensions). */
export const storefrontScopes = {
  'storefront:read': 'read products, categories, offers',
  'products:write': 'bulk create and stock updates',
  'orders:read': 'fetch orders that wait',
  'orders:write': 'mark orders as delivered',
  'orders:create': 'place orders at the prices of the catalogue, move their status',
  'orders:price': 'set prices and discounts in these orders: for a till, not for a web shop',
} as const

/** A scan-export key has no scope and acts as its user, or has one of these (Daybook's extensions). */
export const scanExportScopes = {
  'scans:extract':
    'read for Daybook: fetch documents that were not delivered yet, send what they say, and nothing else',
  'scans:import':
    'be a bridge to accounting books: all that a key without a scope may, and bring and ask what is in the books',
} as const

/** What each scope of a service's keys grants. */
export const scopesOf = { 'scan-export': scanExportScopes, storefront: storefrontScopes } as const

const grants = { ...scanExportScopes, ...storefrontScopes }

export type Scope = keyof typeof grants

export const scopeNames = Object.keys(grants).filter(isScope)

/** Keys that only an owner may have, because they reach more than the owner's own scans. */
export function isOwnersKey(key: {
  service: Service
  allUsers: boolean
  scopes: readonly Scope[]
}): boolean {
  return key.service === 'storefront' || key.allUsers || key.scopes.includes('scans:import')
}

export function isScope(text: string): text is Scope {
  return Object.hasOwn(grants, text)
}

/** Whether keys of a service may have a scope. */
export function isScopeOf(service: Service, scope: Scope): boolean {
  return Object.hasOwn(scopesOf[service], scope)
}

/** The scopes of a key, as stored: a JSON list. */
export function readScopes(stored: string): Scope[] {
  const scopes: unknown = JSON.parse(stored)
  return Array.isArray(scopes) ? scopes.map(String).filter(isScope) : []
}
