import { hashToken } from './sessions/sessions.ts'

/* Codes that people read off and type, once. */

/** Without 0, O, 1, I, L, U and V: they are mistaken for one another when they are read out or typed. */
const codeCharacters = '23456789ABCDEFGHJKMNPQRSTWXYZ'

/**
 * 97 bits: nobody guesses one, not even from its hash in a copy of the database. So wrong ones need no limit, which would
 * let strangers hold up whoever has a right one.
 */
const codeLength = 20

/** Characters between two dashes, so that a code can be read out and typed. */
const groupLength = 4

/** A code as it is stored: without dashes. */
export function newCode(length = codeLength): string {
  let code = ''
  while (code.length < length) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    // What is left above the last whole round would make the first characters likelier.
    const fair = byte < 256 - (256 % codeCharacters.length)
    if (fair) code += codeCharacters.charAt(byte % codeCharacters.length)
  }
  return code
}

/** As people read it: `ABCD-EFGH-JKMN-PQRS-TWXY`. */
export function shownCode(code: string): string {
  const groups = Array.from({ length: code.length / groupLength }, (_, group) =>
    code.slice(group * groupLength, (group + 1) * groupLength),
  )
  return groups.join('-')
}

/** What is stored of a token, or of a code however it was typed. Codes that were given out before an update may be shorter. */
export function hashOfSecret(secret: string): string {
  const code = secret.replaceAll(/[\s-]/g, '').toUpperCase()
  return hashToken(code.length <= codeLength ? code : secret.trim())
}
