import { AppError } from './errors.ts'

/** A parser's message without the quoted text, which may be a password or a customer's name. */
export function withoutQuotes(complaint: string): string {
  return complaint.replace(/:? ?(["'`]).{2,}\1/s, '')
}

const beyondAscii = /[\u0080-\uffff]/
/**
 * How many combining marks in a row are sorted together: the time grows with the square of their number. The bound is Unicode's own, as are
 * the joiner that splits longer rows and the half-wide marks that count too (UAX #15, Stream-Safe Text Format).
 */
const marksMax = 30
const tooManyMarks = new RegExp(
  String.raw`([[\p{M}\uff9e\uff9f]--\u034f]{${marksMax}})(?=[[\p{M}\uff9e\uff9f]--\u034f])`,
  'gv',
)
const graphemeJoiner = '\u034f'
/**
 * All characters but ASCII, the scripts of India from Devanagari to Sinhala, and the two joiners: of those only ASCII has upper and lower
 * case, and no compatible form leads out of them.
 */
const beyondAsciiAndIndic = /[\u0080-\u08ff\u0e00-\u200b\u200e-\uffff]/
// U+0085 is white space in Unicode but not in JavaScript's \s.
const whiteSpace = /[\s\u0085]+/g
/** White space other than single spaces between words. Most texts have none: looking costs an eighth of replacing. */
const otherWhiteSpace = /[^\S ]|\u0085| {2}/

/**
 * The form in which names and values are compared: NFKC, case-folded, trimmed, runs of white space as one space.
 * Folding a folded text changes nothing.
 */
export function foldText(text: string): string {
  const folded = foldLetters(text)
  return (otherWhiteSpace.test(folded) ? folded.replace(whiteSpace, ' ') : folded).trim()
}

/** The text in Unicode NFC, the form in which text is stored and delivered. */
export function toNfc(text: string): string {
  return beyondAscii.test(text) ? normalised(text, 'NFC') : text
}

/** The text in a form of Unicode, in time that grows only with its length. Nothing else in Daybook may normalise text. */
export function normalised(text: string, form: 'NFC' | 'NFKC'): string {
  const safe = text.length > marksMax ? text.replace(tooManyMarks, `$1${graphemeJoiner}`) : text
  return safe.normalize(form)
}

/** One regular expression of many alternatives, written a few a line: a line break stands for `|`. */
export function anyOf(alternatives: string, flags = ''): RegExp {
  return new RegExp(alternatives.trim().replaceAll(/\s*\n\s*/g, '|'), flags)
}

/** The text of bytes, without a byte order mark. Throws AppError `invalid_request` for bytes that are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new AppError('invalid_request', `${what} is not valid UTF-8.`)
  }
}

function foldLetters(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase()
  return beyondAsciiAndIndic.test(text) ? foldUnicode(text) : normalised(text.toLowerCase(), 'NFKC')
}

/**
 * Upper case makes ß and ss equal but leaves ẞ alone, so lower case comes first as well. Lower case gives one of two small sigmas,
 * depending on the neighbouring letters: both are made one.
 */
function foldUnicode(text: string): string {
  const lower = normalised(text, 'NFKC').toLowerCase().toUpperCase().toLowerCase()
  return normalised(lower.replaceAll('ς', 'σ'), 'NFKC')
}
