/**
 * References to characters that XML does not have, which Tally writes: `&#4; Not Applicable`, and the characters
 * themselves.
 */
const illegalReference = /&#(?:[0-8]|1[124-9]|2\d|3[01]|x0*(?:[0-8bcefBCEF]|1[0-9a-fA-F]));/g
// Matching control characters is the purpose: tab, line feed and carriage return stay.
// oxlint-disable-next-line no-control-regex
const illegalCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** The longest reference that could be cut in two. */
const referenceMax = '&#x00001f;'.length

/** Takes out of an answer, as it comes in pieces, what no parser of XML takes. */
export class Scrubber {
  #held = ''

  scrub(piece: string): string {
    const text = this.#held + piece
    const ampersand = text.lastIndexOf('&')
    const isCut = ampersand >= text.length - referenceMax && !text.includes(';', ampersand)
    const end = ampersand >= 0 && isCut ? ampersand : text.length
    this.#held = text.slice(end)
    return scrubbed(text.slice(0, end))
  }

  end(): string {
    const text = scrubbed(this.#held)
    this.#held = ''
    return text
  }
}

function scrubbed(text: string): string {
  return text.replace(illegalReference, '').replace(illegalCharacter, '')
}
