/** Years after the last order at which a customer is forgotten. */
const customerKeptYears = 3

/** Digits of a phone number, with and without the code of a country (source: E.164). */
const digitsMin = 8
const digitsMax = 15

/** Digits that are typed before customers are looked for by them. */
export const searchDigitsMin = 4

/** Digits of a phone number of India, without its 91 or 0. */
const indianDigits = 10

/**
 * The digits that a phone number is known by, however it is written: +91 98450 12345, 098450-12345 and 9845012345 are one.
 * Undefined for what is no phone number.
 */
export function phoneDigits(text: string): string | undefined {
  if (/[^\d\s()+.-]/.test(text)) return undefined
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length < digitsMin || digits.length > digitsMax) return undefined
  const prefix = digits.slice(0, -indianDigits)
  return prefix === '0' || prefix === '91' ? digits.slice(-indianDigits) : digits
}

/** The moment before which a last order is too long ago, in milliseconds since the epoch. */
export function forgottenBefore(now: number): number {
  const date = new Date(now)
  date.setFullYear(date.getFullYear() - customerKeptYears)
  return date.getTime()
}
