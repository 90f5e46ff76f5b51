import { describe, expect, test } from 'bun:test'
import { generateKeyPairSync } from 'node:crypto'
import {
  publicKeyText,
  requireSignature,
  signatureText,
} from '../../../src/platform/update/release-file.ts'

const content = new TextEncoder().encode('what is signed')
const pem = newKey()
const publicKey = publicKeyText(pem)
const signature = signatureText(pem, content, 'Daybook 0.2.0')

function newKey(): string {
  const { privateKey } = generateKeyPairSync('ed25519')
  return privateKey.export({ type: 'pkcs8', format: 'pem' })
}

describe('a signature', () => {
  test('is taken for what it was made of', () => {
    expect(() => requireSignature(publicKey, content, signature)).not.toThrow()
  })

  test('is taken after a copy by Windows, which ends lines in its own way', () => {
    const copied = signature.replaceAll('\n', '\r\n')
    expect(() => requireSignature(publicKey, content, copied)).not.toThrow()
  })

  test('of minisign itself is taken', () => {
    // Made by `minisign -S -l` 0.10 of the same text.
    const theirKey = 'RWQjk/ECehZ0+F1MCmhYOHaqisKFVPN3EVs13WuVPDvygg/NszEWzEiq'
    const theirs = [
      'untrusted comment: signature from minisign secret key',
      'RWQjk/ECehZ0+C4T9MlBz7witXn+swg5F7qaSwg4Tzd7HNZ1Uc0peNinnjm59m3FWYrqUJ5wCp83mN1Xf0WIMZNS5ls0eP9WfQs=',
      'trusted comment: Daybook 0.2.0',
      'YITBwx0Y3t+CiY2gpB2SmOmxGnGPrjklVlyUz6HhUhFQi7zr+CGZ0D+6i+zKGbYpix8rFBYhoZDqCbgDmx1+Ag==',
    ].join('\n')
    expect(() => requireSignature(theirKey, content, theirs)).not.toThrow()
  })

  test('is refused for other content', () => {
    const other = new TextEncoder().encode('what is  signed')
    expect(() => requireSignature(publicKey, other, signature)).toThrow('does not belong')
  })

  test('is refused with a comment that was not signed', () => {
    const other = signature.replace('Daybook 0.2.0', 'Daybook 9.9.9')
    expect(() => requireSignature(publicKey, content, other)).toThrow('does not belong')
  })

  test("is refused when it is another key's", () => {
    const other = signatureText(newKey(), content, 'Daybook 0.2.0')
    expect(() => requireSignature(publicKey, content, other)).toThrow('another key')
  })

  test.each([[''], ['untrusted comment: x\nRWQ=\n'], [signature.slice(0, 80)]])(
    'is refused when it is none: %j',
    (text) => {
      expect(() => requireSignature(publicKey, content, text)).toThrow('no signature')
    },
  )
})
