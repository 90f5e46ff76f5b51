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

/**
 * Whether this can be the phone number of a customer: 10 digits of India, which begin with 6 to 9 (source: the national
 * numbering plan), with +91, 91 or 0 before them or without; behind +91 or 0 also those of a landline with its area. A
 * number of another country begins with + and its code.
 */
export function isPhoneNumber(text: string): boolean {
  if (/[^\d\s()+.-]/.test(text)) return false
  const digits = text.replaceAll(/[\s().-]/g, '')
  return indian.test(digits) || (foreign.test(digits) && !digits.startsWith('+91'))
}

const indian = /^(?:(?:91)?[6-9]\d{9}|(?:\+91|0)[1-9]\d{9})$/

/** The code of a country and its number: 15 digits at most (source: E.164). */
const foreign = /^\+[1-9]\d{7,14}$/

/** How the digits that a customer is known by are written, so that they can be told as a phone number. */
export function writtenPhone(digits: string): string {
  const withCode = digits.length > indianDigits ? `+${digits}` : `0${digits}`
  return !isPhoneNumber(digits) && isPhoneNumber(withCode) ? withCode : digits
}

/** The moment before which a last order is too long ago, in milliseconds since the epoch. */
export function forgottenBefore(now: number): number {
  const date = new Date(now)
  date.setFullYear(date.getFullYear() - customerKeptYears)
  return date.getTime()
}
