import { AppError } from '../../platform/errors.ts'
import { hashOfSecret, newCode, shownCode } from '../codes.ts'
import { remember, type Tries } from '../sessions/guessing.ts'

/** How long a code works, in milliseconds: the time to walk from one computer to the other. */
const codeMs = 10 * 60_000

/** 39 bits: short enough to type, and with so few wrong tries nobody guesses a code. */
const codeLength = 8

/** After this many wrong tries, from any address, all codes end. */
const wrongTriesMax = 50

/** The most valid codes at once: each owner has one. */
const codesMax = 50

/** One-time codes by which a program on another computer gets its keys. Kept in memory as hashes: a restart ends them. */
export type PairingCodes = {
  /** Makes a code for a user. The user's older code ends. `expiresAt` in milliseconds since the epoch. */
  make(userId: string, now: number): { code: string; expiresAt: number }
  /**
   * Uses a code up, in any spelling, and returns its user. Throws AppError `forbidden` for a code that does not work, `rate_limited` for an
   * address with many tries.
   */
  take(code: string, address: string, now: number): string
}

type Known = { hash: string; expiresAt: number }

export function pairingCodes(tries: Tries): PairingCodes {
  const codes = new Map<string, Known>()
  let wrongTries = 0
  return {
    make(userId, now) {
      codes.delete(userId)
      for (const [other, known] of codes) if (!isInTime(known, now)) codes.delete(other)
      if (codes.size === 0) wrongTries = 0
      const code = newCode(codeLength)
      const expiresAt = now + codeMs
      remember(codes, userId, { hash: hashOfSecret(code), expiresAt }, codesMax)
      return { code: shownCode(code), expiresAt }
    },
    take(code, address, now) {
      const attempt = tries.begin({ pairing: address }, now)
      const hash = hashOfSecret(code)
      for (const [userId, known] of codes) {
        if (known.hash !== hash || !isInTime(known, now)) continue
        codes.delete(userId)
        attempt.wasRight()
        return userId
      }
      wrongTries++
      if (wrongTries >= wrongTriesMax) codes.clear()
      throw new AppError(
        'forbidden',
        'This code does not work: it was mistyped, was used, or is older than 10 minutes. Make a new one in the console under Books.',
        { field: 'code' },
      )
    },
  }
}

/** A code from the future was made by a wrong clock. */
function isInTime({ expiresAt }: Known, now: number): boolean {
  return now < expiresAt && expiresAt - now <= codeMs
}
