import { hashToken } from './sessions.ts'

/** Without 0, O, 1, I, L, U and V: they are mistaken for one another when they are read out or typed. */
const codeCharacters = '23456789ABCDEFGHJKMNPQRSTWXYZ'

const codeLength = 8

/** The two ways to say the same: a link has the token behind its `#`, the code can be typed. */
export type LinkSecrets = { token: string; code: string }

/** A code as it is stored: 8 characters. */
export function newCode(): string {
  let code = ''
  while (code.length < codeLength) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // What is left above the last whole round would make the first characters likelier.
    const fair = byte < 256 - (256 % codeCharacters.length)
    if (fair) code += codeCharacters.charAt(byte % codeCharacters.length)
  }
  return code
}

/** As people read it: `ABCD-EFGH`. */
export function shownCode(code: string): string {
  return `${code.slice(0, codeLength / 2)}-${code.slice(codeLength / 2)}`
}

/** What is stored of a token, or of a code however it was typed. */
export function hashOfSecret(secret: string): string {
  const typed = secret.replaceAll(/[\s-]/g, '').toUpperCase()
  return hashToken(typed.length === codeLength ? typed : secret.trim())
}
