const beyondAscii = /[\u0080-\uffff]/
// U+0085 is white space in Unicode and not in JavaScript's \s.
const whiteSpace = /[\s\u0085]+/g

/**
 * The form in which names and values are compared: NFKC, case-folded, trimmed, runs of white space as one space.
 * Folding a folded text changes nothing.
 */
export function foldText(text: string): string {
  const folded = beyondAscii.test(text) ? foldUnicode(text) : text.toLowerCase()
  return folded.replace(whiteSpace, ' ').trim()
}

/** The same text in Unicode NFC, the form in which text is stored and delivered. */
export function toNfc(text: string): string {
  return beyondAscii.test(text) ? text.normalize('NFC') : text
}

/**
 * Upper case is what brings ß and ss together, but it leaves ẞ alone, so lower case comes first as well.
 * Which of the two small sigmas lower case gives depends on the letters around it: one is made of both.
 */
function foldUnicode(text: string): string {
  const lower = text.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase()
  return lower.replaceAll('ς', 'σ').normalize('NFKC')
}
