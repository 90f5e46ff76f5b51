import { AppError } from './errors.ts'

/** What a parser complains of, without the piece of the text that it quotes: that may be a password or a customer's name. */
export function withoutQuotes(complaint: string): string {
  return complaint.replace(/:? ?(["'`]).{2,}\1/s, '')
}

const beyondAscii = /[\u0080-\uffff]/
/**
 * Combining marks in a row that are put in order together: the time for it grows with the square of their number. Unicode's
 * own bound, as are the joiner that stands between more of them and the half-wide marks that count too (UAX #15, Stream-Safe
 * Text Format).
 */
const marksMax = 30
const tooManyMarks = new RegExp(
  String.raw`([[\p{M}\uff9e\uff9f]--\u034f]{${marksMax}})(?=[[\p{M}\uff9e\uff9f]--\u034f])`,
  'gv',
)
const graphemeJoiner = '\u034f'
/**
 * All but ASCII, the scripts of India from Devanagari to Sinhala, and the two joiners: of those only ASCII has letters of
 * two cases, and no compatible form leads out of them.
 */
const beyondAsciiAndIndic = /[\u0080-\u08ff\u0e00-\u200b\u200e-\uffff]/
// U+0085 is white space in Unicode and not in JavaScript's \s.
const whiteSpace = /[\s\u0085]+/g
/** White space that is not one space between words. Most texts have none: looking costs an eighth of replacing. */
const otherWhiteSpace = /[^\S ]|\u0085| {2}/

/**
 * The form in which names and values are compared: NFKC, case-folded, trimmed, runs of white space as one space.
 * Folding a folded text changes nothing.
 */
export function foldText(text: string): string {
  const folded = foldLetters(text)
  return (otherWhiteSpace.test(folded) ? folded.replace(whiteSpace, ' ') : folded).trim()
}

/** The same text in Unicode NFC, the form in which text is stored and delivered. */
export function toNfc(text: string): string {
  return beyondAscii.test(text) ? normalised(text, 'NFC') : text
}

/** The text in a form of Unicode, in time that grows with its length alone. Nothing else in Daybook may normalise text. */
export function normalised(text: string, form: 'NFC' | 'NFKC'): string {
  const safe = text.length > marksMax ? text.replace(tooManyMarks, `$1${graphemeJoiner}`) : text
  return safe.normalize(form)
}

/** One regular expression of many alternatives, written a few a line: a line break stands for `|`. */
export function anyOf(alternatives: string, flags = ''): RegExp {
  return new RegExp(alternatives.trim().replaceAll(/\s*\n\s*/g, '|'), flags)
}

/** The text of bytes, without a byte order mark. Throws AppError `invalid_request` for what is not UTF-8. */
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
 * Upper case is what brings ß and ss together, but it leaves ẞ alone, so lower case comes first as well.
 * Which of the two small sigmas lower case gives depends on the letters around it: one is made of both.
 */
function foldUnicode(text: string): string {
  const lower = normalised(text, 'NFKC').toLowerCase().toUpperCase().toLowerCase()
  return normalised(lower.replaceAll('ς', 'σ'), 'NFKC')
}
