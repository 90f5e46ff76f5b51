/** Fewer characters are a stamp, a page number or nothing. */
const charactersMin = 20

/** A picture that covers so much of a page is the page: a scan, with what its scanner printed beside it. */
const scanFrom = 0.4

/** A scan that says so much in its own text is a letterhead with a printed bill on it. */
const scanCharactersMin = 250

/** So many characters without a meaning make a text useless, and so many words that are no words. */
const unknownShareMax = 0.1
const oddShareMax = 0.5

/** Words and figures as papers have them; a font without a table of its characters gives others. */
const wellFormed =
  /^[("'[<*#₹$+-]*(\p{Lu}?[\p{Ll}\p{Lo}\p{M}'’]+|\p{Lu}+|[\p{Lo}\p{M}]+|[\p{L}]*[\d.,:/\\\-–+%@&()#_*x×]+[\p{L}\d.,:/\\\-–+%@&()#_*]*|[^\p{L}\d]+)[)"'\].,:;!?%*>/-]*$/u

/** Whether the text of a page is what somebody sees on it. `unknown`: the share of its characters without a meaning. */
export function isUsable(
  words: readonly { readonly text: string }[],
  { unknown, pictured }: { unknown: number; pictured: number },
): boolean {
  const characters = words.reduce((sum, { text }) => sum + text.length, 0)
  if (characters < charactersMin || unknown > unknownShareMax) return false
  if (pictured >= scanFrom && characters < scanCharactersMin) return false
  const odd = words.filter(({ text }) => !wellFormed.test(text)).length
  return odd <= oddShareMax * words.length
}
