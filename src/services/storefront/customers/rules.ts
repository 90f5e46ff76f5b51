/** A customer is forgotten this many years after the last order. */
const customerKeptYears = 3

/** The number of digits of a phone number, with and without the country code (source: E.164). */
const digitsMin = 8
const digitsMax = 15

/** A search by digits needs this many. */
export const searchDigitsMin = 4

/** The digits of an Indian phone number, without its 91 or 0. */
const indianDigits = 10

/**
 * The digits that identify a phone number: +91 98450 12345, 098450-12345 and 9845012345 are the same. Undefined if the
 * text is not a phone number.
 */
export function phoneDigits(text: string): string | undefined {
  if (/[^\d\s()+.-]/.test(text)) return undefined
  const digits = text.replaceAll(/\D/g, '')
  if (digits.length < digitsMin || digits.length > digitsMax) return undefined
  const prefix = digits.slice(0, -indianDigits)
  return prefix === '0' || prefix === '91' ? digits.slice(-indianDigits) : digits
}

/**
 * Whether a text can be a customer's phone number. Indian numbers have 10 digits that begin with 6 to 9 (source: the
 * national numbering plan), with or without +91, 91 or 0 before them. After +91 or 0, landline numbers with their area
 * code are valid too. Numbers of other countries begin with + and the country code.
 */
export function isPhoneNumber(text: string): boolean {
  if (/[^\d\s()+.-]/.test(text)) return false
  const digits = text.replaceAll(/[\s().-]/g, '')
  return indian.test(digits) || (foreign.test(digits) && !digits.startsWith('+91'))
}

const indian = /^(?:(?:91)?[6-9]\d{9}|(?:\+91|0)[1-9]\d{9})$/

/** The country code and the number: at most 15 digits (source: E.164). */
const foreign = /^\+[1-9]\d{7,14}$/

/** Writes a customer's digits as a phone number. */
export function writtenPhone(digits: string): string {
  const withCode = digits.length > indianDigits ? `+${digits}` : `0${digits}`
  return !isPhoneNumber(digits) && isPhoneNumber(withCode) ? withCode : digits
}

/** Customers with a last order before this time are forgotten, in milliseconds since the epoch. */
export function forgottenBefore(now: number): number {
  const date = new Date(now)
  date.setFullYear(date.getFullYear() - customerKeptYears)
  return date.getTime()
}
