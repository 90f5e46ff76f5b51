import { AppError } from '../../platform/errors.ts'
import { imageBytesMax } from '../../platform/files/images.ts'
import { isJsonObject, type JsonObject, parseJsonText } from '../../platform/json/json.ts'
import type { Line, Tally } from './kind.ts'

/** The bytes of a product's images in base64: 20 images, four bytes for every three. */
const imagesBytesMax = 20 * Math.ceil(imageBytesMax / 3) * 4

/**
 * The longest line in bytes. Every exported line must fit. An exported document has its extraction and correction, at most 2 Mi
 * characters each and 3 bytes per character. An exported product may contain all its images.
 */
const lineBytesMax = 16 * 1024 * 1024 + imagesBytesMax

const newline = 0x0a

const carriageReturn = 0x0d

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A line of a file with its number from 1, without its line end, or why it cannot be read. */
export type TextLine = { line: number; text: string } | { line: number; error: string }

/** The objects of a JSON Lines file. Skips blank lines; other content goes to the tally. */
export async function* jsonLines(
  lines: AsyncIterable<TextLine>,
  tally: Tally,
): AsyncGenerator<Line> {
  for await (const text of lines) {
    if ('error' in text) {
      tally.fail(text.line, text.error)
      continue
    }
    if (text.text.trim() === '') continue
    const read = objectOf(text.text)
    if ('error' in read) tally.fail(text.line, read.error)
    else yield { line: text.line, size: text.text.length, value: read.value }
  }
}

function objectOf(text: string): { value: JsonObject } | { error: string } {
  try {
    const value = parseJsonText(text, 'The line')
    return isJsonObject(value) ? { value } : { error: 'The line is not a JSON object.' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error: error.message }
  }
}

/**
 * Streams the lines of a UTF-8 file, without a byte order mark. Calls `onRead` with the number of bytes read. Throws AppError
 * `invalid_request` for a UTF-16 file.
 */
export async function* textLines(
  path: string,
  onRead: (bytes: number) => void,
): AsyncGenerator<TextLine> {
  let line = 1
  let read = 0
  let part = emptyPart()
  for await (const chunk of Bun.file(path).stream()) {
    if (read === 0) refuseUtf16(chunk)
    read += chunk.byteLength
    onRead(read)
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield lineOf(line++, addTo(part, chunk.subarray(start, end)))
      part = emptyPart()
      start = end + 1
    }
    addTo(part, chunk.subarray(start))
  }
  if (part.bytes > 0) yield lineOf(line, part)
}

/** An incomplete line. Beyond the limit only its length is kept. */
type Part = { pieces: Uint8Array[]; bytes: number }

function emptyPart(): Part {
  return { pieces: [], bytes: 0 }
}

function addTo(part: Part, piece: Uint8Array): Part {
  part.bytes += piece.byteLength
  if (part.bytes > lineBytesMax) part.pieces = []
  else if (piece.byteLength > 0) part.pieces.push(piece)
  return part
}

function lineOf(line: number, { pieces, bytes }: Part): TextLine {
  if (bytes > lineBytesMax) {
    return { line, error: `The line has ${bytes} bytes; at most ${lineBytesMax} are allowed.` }
  }
  const all = pieces.length === 1 ? (pieces[0] ?? new Uint8Array()) : Buffer.concat(pieces)
  try {
    return { line, text: decoder.decode(all.at(-1) === carriageReturn ? all.subarray(0, -1) : all) }
  } catch {
    return {
      line,
      error: 'The line is not valid UTF-8. Save the file as UTF-8 ("CSV UTF-8" in Excel).',
    }
  }
}

function refuseUtf16(head: Uint8Array): void {
  const mark = head.subarray(0, 2).toHex()
  if (mark !== 'fffe' && mark !== 'feff') return
  throw new AppError('invalid_request', 'The file is UTF-16. Save it as UTF-8 and import it again.')
}
