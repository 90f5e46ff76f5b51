// Signatures by Ed25519 in minisign's form, so that people without Daybook can check them with a known program too
// (source: https://jedisct1.github.io/minisign, "Signature format", `Ed`: of the file itself).
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import { AppError } from '../errors.ts'

const algorithm = new TextEncoder().encode('Ed')
const keyIdBytes = 8
const keyBytes = 32
const signatureBytes = 64
const headBytes = algorithm.byteLength + keyIdBytes

const untrusted = 'untrusted comment: '
const trusted = 'trusted comment: '

/** A public key as one line of text, as minisign's `-P` takes it. `pem`: the private key (PKCS#8). */
export function publicKeyText(pem: string): string {
  const key = rawPublicKey(pem)
  return Buffer.concat([algorithm, keyIdOf(key), key]).toString('base64')
}

/** What goes beside a signed file. `comment` is signed too. */
export function signatureText(pem: string, content: Uint8Array, comment: string): string {
  const key = createPrivateKey(pem)
  const signature = sign(null, content, key)
  const whole = sign(null, Buffer.concat([signature, Buffer.from(comment)]), key)
  const head = Buffer.concat([algorithm, keyIdOf(rawPublicKey(pem)), signature])
  const lines = [
    `${untrusted}signature of Daybook`,
    head.toString('base64'),
    `${trusted}${comment}`,
    whole.toString('base64'),
  ]
  return `${lines.join('\n')}\n`
}

/** Throws AppError `forbidden` for a signature that is not of this key and of this content. */
export function requireSignature(publicKey: string, content: Uint8Array, text: string): void {
  const { id, key } = readPublicKey(publicKey)
  const [, line = '', comment = '', wholeLine = ''] = text.split(/\r?\n/)
  const head = Buffer.from(line, 'base64')
  if (head.byteLength !== headBytes + signatureBytes || !comment.startsWith(trusted)) {
    throw refused('is no signature that Daybook knows')
  }
  if (!head.subarray(algorithm.byteLength, headBytes).equals(id)) {
    throw refused('is made with another key than the one this Daybook trusts')
  }
  const signature = head.subarray(headBytes)
  const said = Buffer.concat([signature, Buffer.from(comment.slice(trusted.length))])
  const isRight =
    verify(null, content, key, signature) &&
    verify(null, said, key, Buffer.from(wholeLine, 'base64'))
  if (!isRight)
    throw refused('does not belong to these files: they were changed, or not copied whole')
}

function refused(why: string): AppError {
  return new AppError('forbidden', `The signature ${why}. Nothing was changed.`)
}

function readPublicKey(text: string): { id: Buffer; key: KeyObject } {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.byteLength !== headBytes + keyBytes)
    throw new Error('This is no public key of minisign.')
  const x = bytes.subarray(headBytes).toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return { id: bytes.subarray(algorithm.byteLength, headBytes), key }
}

function rawPublicKey(pem: string): Buffer {
  const { x = '' } = createPublicKey(pem).export({ format: 'jwk' })
  return Buffer.from(x, 'base64url')
}

/** Minisign draws it by chance; from the key itself it needs no keeping. */
function keyIdOf(key: Uint8Array): Uint8Array {
  return createHash('sha256').update(key).digest().subarray(0, keyIdBytes)
}
