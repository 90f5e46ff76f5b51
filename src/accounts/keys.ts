/** What a key looks like: `dbk_` + 43 base62 characters (256 random bits) + 6 of checksum. */
const keyPrefix = 'dbk_'

const secretBytes = 32
const secretLength = 43
const checksumLength = 6

/** How much of a key may be shown again: enough to tell two apart, far too little to guess. */
const shownLength = 12

const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Makes a key of 32 random bytes. */
export function makeKey(random: Uint8Array): string {
  if (random.length !== secretBytes) throw new RangeError('A key is made of 32 random bytes.')
  const secret = base62(BigInt(`0x${random.toHex()}`), secretLength)
  return `${keyPrefix}${secret}${checksum(secret)}`
}

/** True when the text has the form of a key and its checksum is right: a mistyped key is told from an unknown one. */
export function isWellFormedKey(text: string): boolean {
  if (!/^dbk_[0-9A-Za-z]{49}$/.test(text)) return false
  const secret = text.slice(keyPrefix.length, keyPrefix.length + secretLength)
  return text.endsWith(checksum(secret))
}

/** What is stored of a key: its SHA-256, hex. 256 random bits need no slow hash. */
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
