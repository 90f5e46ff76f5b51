import { AppError } from '../../platform/errors.ts'
import { hashOfSecret, newCode, shownCode } from '../codes.ts'
import type { Tries } from '../sessions/guessing.ts'

/** How long a code works, in milliseconds: somebody walks from one computer to the other. */
const codeMs = 10 * 60_000

/** 39 bits: with so few wrong tries as there are nobody meets one, and somebody types it. */
const codeLength = 8

/** Wrong tries, from wherever, that end all codes. */
const wrongTriesMax = 50

/** Codes that work at once: each owner has one. */
const codesMax = 50

/** One-time codes by which a program on another computer gets its keys. In memory, and hashed: a restart ends them. */
export type PairingCodes = {
  /** Makes one for a user; its older one ends. `expiresAt` in milliseconds since the epoch. */
  make(userId: string, now: number): { code: string; expiresAt: number }
  /**
   * Takes a code, however it was typed, once; returns whose it is. Throws AppError `forbidden` where there is none that works,
   * `rate_limited` for an address that has tried often.
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
      const oldest = codes.size < codesMax ? undefined : codes.keys().next().value
      if (oldest !== undefined) codes.delete(oldest)
      if (codes.size === 0) wrongTries = 0
      const code = newCode(codeLength)
      const expiresAt = now + codeMs
      codes.set(userId, { hash: hashOfSecret(code), expiresAt })
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

/** One from the future was made by a clock that was wrong. */
function isInTime({ expiresAt }: Known, now: number): boolean {
  return now < expiresAt && expiresAt - now <= codeMs
}
