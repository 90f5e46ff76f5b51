/*
 * The bytes of a request and of its answer. Tally answers in the charset of the request: UTF-16LE without a byte order
 * mark, or a page of 256 characters, where everything else becomes a question mark.
 */

export type Charset = 'utf-16' | 'utf-8'

/** What `Content-Type` says; Tally believes nothing else. */
export function charsetOf(contentType: string | undefined): Charset {
  return /charset\s*=\s*"?utf-16/i.test(contentType ?? '') ? 'utf-16' : 'utf-8'
}

/** The text of a body; undefined when its bytes are not of the charset that was said. */
export function decodeBody(bytes: Buffer, charset: Charset): string | undefined {
  const isMarkedUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  if (charset === 'utf-16') return bytes.subarray(isMarkedUtf16 ? 2 : 0).toString('utf16le')
  if (isMarkedUtf16) return undefined
  return outsideLatinAsMark(bytes.toString('utf8').replace(/^\uFEFF/, ''))
}

export function encodeAnswer(text: string, charset: Charset): Buffer {
  return charset === 'utf-16'
    ? Buffer.from(text, 'utf16le')
    : Buffer.from(outsideLatinAsMark(text), 'utf8')
}

function outsideLatinAsMark(text: string): string {
  return Array.from(text, (character) => (character <= '\u00ff' ? character : '?')).join('')
}
