import { hashToken } from './sessions/sessions.ts'

// One-time codes that people read off and type.

/** Without 0, O, 1, I, L, U and V: people confuse them when reading out or typing. */
const codeCharacters = '23456789ABCDEFGHJKMNPQRSTWXYZ'

/**
 * 97 bits: nobody guesses a code, not even from its hash in a copy of the database. So wrong codes need no limit, and strangers cannot use
 * a limit to block the holder of a right one.
 */
const codeLength = 20

/** Characters between two dashes, for reading out and typing. */
const groupLength = 4

/** A code as stored: without dashes. */
export function newCode(length = codeLength): string {
  let code = ''
  while (code.length < length) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // Bytes above the last whole multiple would make the first characters likelier.
    const fair = byte < 256 - (256 % codeCharacters.length)
    if (fair) code += codeCharacters.charAt(byte % codeCharacters.length)
  }
  return code
}

/** A code as people read it: `ABCD-EFGH-JKMN-PQRS-TWXY`. */
export function shownCode(code: string): string {
  const groups = Array.from({ length: code.length / groupLength }, (_, group) =>
    code.slice(group * groupLength, (group + 1) * groupLength),
  )
  return groups.join('-')
}

/** The stored hash of a token, or of a code in any spelling. Codes from before an update may be shorter. */
export function hashOfSecret(secret: string): string {
  const code = secret.replaceAll(/[\s-]/g, '').toUpperCase()
  return hashToken(code.length <= codeLength ? code : secret.trim())
}
