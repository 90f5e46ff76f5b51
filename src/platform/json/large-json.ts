import { isAscii, isUtf8 } from 'node:buffer'
import {
  jsonDepthMax,
  parseJson,
  parseOrNothing,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from './json.ts'
import { nextTurn } from '../turns.ts'
import { decodeUtf8 } from '../text.ts'
import { AppError } from '../errors.ts'

/** The smallest piece, in bytes: smaller ones cost more than they save others. */
const pieceBytesMin = 64 * 1024

/** How long pieces are parsed before other requests run, in milliseconds. */
const defaultSliceMs = 8

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Parses bytes of UTF-8 as JSON, for bodies that would keep others waiting. It cuts the lists in the outermost object between their
 * elements, parses each piece by itself, and lets the event loop turn in between. 31 MiB with 120 images take turns of about 10 ms
 * (otherwise two of 25), half the time, and no memory for the text as a whole. Throws AppError `invalid_request` for anything but JSON in
 * UTF-8. `sliceMs` of 0: a turn for each piece.
 */
export async function parseLargeJson(
  bytes: Uint8Array,
  what: string,
  sliceMs = defaultSliceMs,
): Promise<JsonValue> {
  const value = await parseInPieces(bytes, sliceMs)
  if (value !== undefined) return value
  // The refusal names what is wrong in the whole text.
  const text = decodeUtf8(bytes, what)
  await nextTurn()
  return parseJson(text, what)
}

/** Undefined for anything but JSON in UTF-8. */
async function parseInPieces(bytes: Uint8Array, sliceMs: number): Promise<JsonValue | undefined> {
  // Stands for a piece that was cut out. The sender of a body cannot know it.
  const nonce = crypto.randomUUID()
  const cutOut = new Map<JsonValue, readonly JsonValue[]>()
  const rest: Uint8Array[] = []
  let restFrom = 0
  let sliceEnd = performance.now() + sliceMs
  for (const { from, to } of piecesOf(bytes)) {
    const elements = parsePiece(bytes, { from, to })
    if (!Array.isArray(elements) || elements.length === 0) return undefined
    const name = `${nonce} ${from}`
    cutOut.set(name, elements)
    rest.push(bytes.subarray(restFrom, from), Buffer.from(`"${name}"`))
    restFrom = to
    if (performance.now() < sliceEnd) continue
    await nextTurn()
    sliceEnd = performance.now() + sliceMs
  }
  const value = parseBytes(Buffer.concat([...rest, bytes.subarray(restFrom)]))
  return isJsonObject(value) ? withPiecesPutBack(value, cutOut) : value
}

/** Changes the value in place. */
function withPiecesPutBack(
  value: JsonObject,
  cutOut: ReadonlyMap<JsonValue, readonly JsonValue[]>,
): JsonObject {
  for (const [label, list] of Object.entries(value)) {
    if (Array.isArray(list)) value[label] = list.flatMap((each) => cutOut.get(each) ?? [each])
  }
  return value
}

/** Elements of a list with the commas between them: the first byte, and the byte after the last. */
type Piece = { from: number; to: number }

/**
 * Pieces of the lists in the outermost object. For text that is not JSON the pieces are arbitrary, but hide nothing: bytes are JSON when
 * each piece consists of list elements, and the rest is JSON with one element in place of each piece.
 */
function* piecesOf(bytes: Uint8Array): Generator<Piece, void> {
  let [depth, from] = [0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === quote) at = endOfString(bytes, at + 1)
    else if (byte === openList || byte === openObject) {
      if (depth === 0 && byte === openList) return
      if (++depth === 2) from = byte === openList ? at + 1 : Number.POSITIVE_INFINITY
    } else if (byte === comma || byte === closeList || byte === closeObject) {
      if (depth === 2 && at - from >= pieceBytesMin) {
        yield { from, to: at }
        from = at + 1
      }
      if (byte !== comma) depth--
    }
  }
}

/** The position of the quote that ends a string. */
function endOfString(bytes: Uint8Array, start: number): number {
  const first = bytes.indexOf(quote, start)
  if (first < 0) return bytes.length
  // Fast way to the end of an image: looking at each of its bytes takes twenty times as long.
  if (bytes[first - 1] !== backslash) return first
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === quote) return at
    if (bytes[at] === backslash) at++
  }
  return bytes.length
}

/** Puts brackets around a piece while it is parsed: copies of all pieces would be as much garbage as the body. */
function parsePiece(bytes: Uint8Array, { from, to }: Piece): JsonValue | undefined {
  const [before = 0, behind = 0] = [bytes[from - 1], bytes[to]]
  bytes[from - 1] = openList
  bytes[to] = closeList
  const value = parseBytes(bytes.subarray(from - 1, to + 1))
  bytes[from - 1] = before
  bytes[to] = behind
  return value
}

/**
 * A text with one letter of Hindi takes two bytes a character, including all images in it. JSON's own syntax is ASCII, so the bytes are
 * parsed as if each were a character, and the few texts that contain more are decoded afterwards. Only where an escape (`\u00e9`) could be
 * confused with such bytes is everything decoded first. Undefined for anything but JSON in UTF-8.
 */
function parseBytes(bytes: Uint8Array): JsonValue | undefined {
  if (!isUtf8(bytes)) return undefined
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isAscii(bytes)) return parseOrNothing(buffer.toString('latin1'))
  if (buffer.includes(String.raw`\u`)) return parseOrNothing(buffer.toString())
  const value = parseOrNothing(buffer.toString('latin1'))
  return value === undefined ? undefined : decodeTexts(value, 0)
}

/** Changes the value in place. Values below the allowed depth stay undecoded: they are refused, or nobody reads them. */
function decodeTexts(value: JsonValue, depth: number): JsonValue {
  if (typeof value === 'string') return decodeText(value)
  if (value === null || typeof value !== 'object' || depth > jsonDepthMax) return value
  if (Array.isArray(value)) {
    for (const [at, element] of value.entries()) value[at] = decodeTexts(element, depth + 1)
    return value
  }
  return decodeObject(value, depth)
}

function decodeObject(value: JsonObject, depth: number): JsonObject {
  const labels = Object.keys(value)
  for (const label of labels) value[label] = decodeTexts(value[label] ?? null, depth + 1)
  if (labels.every(isAsciiText)) return value
  return Object.fromEntries(labels.map((label) => [decodeText(label), value[label] ?? null]))
}

function decodeText(text: string): string {
  return isAsciiText(text) ? text : Buffer.from(text, 'latin1').toString('utf8')
}

/** Ten times as fast as a regular expression when the text is an image. */
function isAsciiText(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}

/**
 * The most values in one body: ten thousand products with ten complete variants each have fewer. Reading a million values takes 50 ms, and
 * three million 250 ms, in which nobody else is answered.
 */
export const valuesMax = 1_000_000

/** The most different labels in one body: a document has dozens. Each costs as much as thirty values. */
export const labelsMax = 10_000

/** How many signs are scanned before others get their turn: one or two milliseconds. */
const signsPerTurn = 100_000

const [colon, space] = [0x3a, 0x20]

/**
 * Refuses JSON that has few bytes but takes long to parse in one step. It only counts signs: the parser decides whether the text is JSON.
 * Throws AppError `payload_too_large`.
 */
export async function refuseCrowdedJson(bytes: Uint8Array, what: string): Promise<void> {
  const labels = new Set<string>()
  let values = 1
  let textFrom: number | undefined
  for (let at = 0, signs = 1; at < bytes.length; at++, signs++) {
    if (signs % signsPerTurn === 0) await nextTurn()
    const sign = bytes[at]
    if (textFrom !== undefined) {
      at = bytes.indexOf(quote, at)
      if (at < 0) return
      if (isEscaped(bytes, at, textFrom)) continue
      if (isLabel(bytes, at)) labels.add(latin1(bytes.subarray(textFrom, at)))
      textFrom = undefined
    } else if (sign === quote) textFrom = at + 1
    else if (sign === comma || sign === openList || sign === openObject) values++
    if (values > valuesMax) throw tooMany(what, `${valuesMax} values`)
    if (labels.size > labelsMax) throw tooMany(what, `${labelsMax} different labels`)
  }
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1')
}

function isEscaped(bytes: Uint8Array, at: number, start: number): boolean {
  let before = at - 1
  while (before >= start && bytes[before] === backslash) before--
  return (at - before) % 2 === 0
}

function isLabel(bytes: Uint8Array, closing: number): boolean {
  let next = closing + 1
  while ((bytes[next] ?? colon) <= space) next++
  return bytes[next] === colon
}

function tooMany(what: string, most: string): AppError {
  return new AppError(
    'payload_too_large',
    `${what} has more than ${most}: send it in smaller parts.`,
  )
}
