/** What a GSTIN looks like by kind of registration; positions 1-2 are the state, 15 is the check character. */
const gstinFormats = [
  // Taxpayer: state, PAN, entity number, then Z (D for tax deductors, C for tax collectors).
  /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z][Z1-9A-J][0-9A-Z]$/,
  // Government body without a PAN: the number is built on its TAN.
  /^\d{2}[A-Z]{4}\d{5}[A-Z]\dZ\d$/,
  // Non-resident, online services from abroad, United Nations bodies and embassies.
  /^\d{4}[A-Z]{3}\d{5}(NR|OS|UN|ON)[0-9A-Z]$/,
]

const gstinCharacters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const uncheckedGstin = /^[0-9A-Z]{14}$/

/**
 * True when `text` is a GSTIN exactly as registered: 15 upper-case characters without spaces, a known state code, and the right check
 * character. A printed number that fails deserves a warning, not a refusal: the tax portal's own sandbox and transporter numbers have wrong
 * check characters.
 */
export function isGstin(text: string): boolean {
  if (!gstinFormats.some((format) => format.test(text))) return false
  if (!isStateCode(text.slice(0, 2))) return false
  return text[14] === gstinCheckDigit(text.slice(0, 14))
}

/** 01 to 38 are states and union territories (25 and 28 are old ones still printed), 97 other territory, 99 the centre. */
function isStateCode(code: string): boolean {
  const state = Number(code)
  return (state >= 1 && state <= 38) || state === 97 || state === 99
}

/** The 15th character for the first 14. Throws RangeError unless they are 14 of 0-9 and A-Z. */
export function gstinCheckDigit(first14: string): string {
  if (!uncheckedGstin.test(first14)) {
    throw new RangeError(`A GSTIN without its check digit is 14 of 0-9 and A-Z, got "${first14}".`)
  }
  let sum = 0
  for (let at = 0; at < first14.length; at += 1) {
    const product = gstinCharacters.indexOf(first14.charAt(at)) * (at % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return gstinCharacters.charAt((36 - (sum % 36)) % 36)
}

/** The GSTIN of a taxpayer: two-digit `state`, 10-character `pan`, one-character `entity` (the PAN's n-th registration there). */
export function makeGstin(state: string, pan: string, entity: string): string {
  const first14 = `${state}${pan}${entity}Z`
  return `${first14}${gstinCheckDigit(first14)}`
}
