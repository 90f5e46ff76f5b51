import { AppError } from '../errors.ts'

/** Letters and digits that nobody confuses (source: Crockford's base 32). */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const secretBytes = 16
const checkCharacters = 2
const groupLength = 4

/** The key that opens the copies. The owner prints and keeps it. The copies themselves do not contain it. */
export type RecoveryKey = {
  /** The key as printed, in groups of four. */
  text: string
  /** The name of a piece, by its SHA-256. The name reveals nothing of the content. */
  nameOf(sha256: string): string
  seal(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>>
  /** Undefined unless this key sealed the piece under this name. */
  open(name: string, sealed: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | undefined>
}

export function newRecoveryText(): string {
  return shown(crypto.getRandomValues(new Uint8Array(secretBytes)))
}

/** Throws AppError `invalid_request` for a malformed key, or one with a wrong letter. */
export async function recoveryKey(typed: string): Promise<RecoveryKey> {
  const secret = readSecret(typed)
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, [
    'deriveKey',
    'deriveBits',
  ])
  const aes = { name: 'AES-GCM', length: 256 }
  const sealing = await crypto.subtle.deriveKey(derivedFor('sealing'), base, aes, false, [
    'encrypt',
    'decrypt',
  ])
  const naming = new Uint8Array(await crypto.subtle.deriveBits(derivedFor('naming'), base, 256))
  return {
    text: shown(secret),
    nameOf: (sha256) => new Bun.CryptoHasher('sha256', naming).update(sha256).digest('hex'),
    seal: (name, bytes) => seal(sealing, name, bytes),
    open: (name, sealed) => open(sealing, name, sealed),
  }
}

/** One derived key for each use (source: RFC 5869). */
function derivedFor(use: string) {
  return {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: new TextEncoder().encode(`daybook copies 1: ${use}`),
  }
}

/** Length of the nonce, a new one for each piece (source: NIST SP 800-38D, 8.2). */
const nonceBytes = 12

const plain = 0
const compressed = 1

async function seal(key: CryptoKey, name: string, bytes: Uint8Array<ArrayBuffer>) {
  const smaller = await Bun.zstdCompress(bytes)
  const isSmaller = smaller.byteLength < bytes.byteLength
  const content = Buffer.concat([
    Buffer.of(isSmaller ? compressed : plain),
    isSmaller ? smaller : bytes,
  ])
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const sealed = await crypto.subtle.encrypt(cipher(nonce, name), key, content)
  return new Uint8Array(Buffer.concat([nonce, new Uint8Array(sealed)]))
}

async function open(key: CryptoKey, name: string, sealed: Uint8Array<ArrayBuffer>) {
  const nonce = sealed.subarray(0, nonceBytes)
  try {
    const content = await crypto.subtle.decrypt(
      cipher(nonce, name),
      key,
      sealed.subarray(nonceBytes),
    )
    const bytes = new Uint8Array(content)
    const body = bytes.subarray(1)
    return bytes[0] === compressed ? new Uint8Array(await Bun.zstdDecompress(body)) : body
  } catch (error) {
    // The error's name when bytes do not fit the key, or are too short.
    if (error instanceof DOMException && error.name === 'OperationError') return undefined
    throw error
  }
}

/** The name is sealed with the content: no piece can replace another. */
function cipher(iv: Uint8Array<ArrayBuffer>, name: string) {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(name) }
}

function shown(secret: Uint8Array): string {
  const text = base32(secret) + checkOf(secret)
  return text.match(new RegExp(`.{1,${groupLength}}`, 'g'))?.join('-') ?? text
}

function readSecret(typed: string): Uint8Array<ArrayBuffer> {
  const text = typed
    .toUpperCase()
    .replaceAll(/[\s-]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  const secret = bytesOf(text.slice(0, -checkCharacters))
  if (
    secret !== undefined &&
    secret.length === secretBytes &&
    shown(secret).replaceAll('-', '') === text
  ) {
    return secret
  }
  throw new AppError(
    'invalid_request',
    'This is no key of copies, or a letter of it is wrong: it has seven groups of four letters and digits.',
  )
}

function checkOf(secret: Uint8Array): string {
  const [first = 0, second = 0] = new Bun.CryptoHasher('sha256').update(secret).digest()
  return `${alphabet[first % 32]}${alphabet[second % 32]}`
}

function base32(bytes: Uint8Array): string {
  let bits = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (let at = 0; at < Math.ceil((bytes.length * 8) / 5); at++) {
    text = `${alphabet[Number(bits & 31n)]}${text}`
    bits >>= 5n
  }
  return text
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  let bits = 0n
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) return undefined
    bits = (bits << 5n) | BigInt(digit)
  }
  const hex = bits.toString(16).padStart(secretBytes * 2, '0')
  return hex.length === secretBytes * 2 ? new Uint8Array(Buffer.from(hex, 'hex')) : undefined
}
