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

/** Bytes of a piece, at least: smaller ones cost more than they spare others. */
const pieceBytesMin = 64 * 1024

/** How long pieces are parsed before requests come in between, in milliseconds. */
const defaultSliceMs = 8

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Reads bytes of UTF-8 as JSON, for bodies that would keep others waiting. The lists in the outermost object are cut
 * between their elements, each piece is parsed by itself, and the event loop turns in between: 31 MiB with 120 images
 * take turns of about 10 ms (else two of 25), half the time, and no memory for the text as a whole.
 * Throws AppError `invalid_request` for what is not JSON in UTF-8. `sliceMs` of 0: a turn for each piece.
 */
export async function parseLargeJson(
  bytes: Uint8Array,
  what: string,
  sliceMs = defaultSliceMs,
): Promise<JsonValue> {
  const value = await parseInPieces(bytes, sliceMs)
  if (value !== undefined) return value
  // The refusal names what is wrong in the whole.
  const text = decodeUtf8(bytes, what)
  await nextTurn()
  return parseJson(text, what)
}

/** Undefined for what is not JSON in UTF-8. */
async function parseInPieces(bytes: Uint8Array, sliceMs: number): Promise<JsonValue | undefined> {
  // Stands for what is cut out. Whoever sends a body cannot know it.
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
  return isJsonObject(value) ? withCutOut(value, cutOut) : value
}

/** In place. */
function withCutOut(
  value: JsonObject,
  cutOut: ReadonlyMap<JsonValue, readonly JsonValue[]>,
): JsonObject {
  for (const [label, list] of Object.entries(value)) {
    if (Array.isArray(list)) value[label] = list.flatMap((each) => cutOut.get(each) ?? [each])
  }
  return value
}

/** Elements of a list with the commas between them: where they begin, and the byte behind them. */
type Piece = { from: number; to: number }

/**
 * Pieces of the lists in the outermost object. Of what is no JSON they may be anything, but hide nothing: bytes are JSON
 * when each piece is elements of a list, and what is left is JSON with an element where each piece was.
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

/** The place of the quote that ends a string. */
function endOfString(bytes: Uint8Array, start: number): number {
  const first = bytes.indexOf(quote, start)
  if (first < 0) return bytes.length
  // Where an image ends. To look at each of its bytes takes twenty times as long.
  if (bytes[first - 1] !== backslash) return first
  for (let at = start; at < bytes.length; at++) {
    if (bytes[at] === quote) return at
    if (bytes[at] === backslash) at++
  }
  return bytes.length
}

/** Puts brackets around a piece for as long as it is parsed: a copy of each would be as much garbage as the body. */
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
 * A text that holds one letter of Hindi takes two bytes a character, the images in it too. What JSON itself is made of
 * is ASCII, so the bytes are parsed as if each were a character, and the few texts that hold more are decoded then. Only
 * where an escape (`\u00e9`) could be taken for such bytes is all decoded first. Undefined for what is not JSON in UTF-8.
 */
function parseBytes(bytes: Uint8Array): JsonValue | undefined {
  if (!isUtf8(bytes)) return undefined
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isAscii(bytes)) return parseOrNothing(buffer.toString('latin1'))
  if (buffer.includes(String.raw`\u`)) return parseOrNothing(buffer.toString())
  const value = parseOrNothing(buffer.toString('latin1'))
  return value === undefined ? undefined : decodeTexts(value, 0)
}

/** In place. What lies deeper than JSON may nest stays as it is: it is refused, or nobody reads it. */
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

/** Ten times as fast as a regular expression where the text is an image. */
function isAsciiText(text: string): boolean {
  return Buffer.byteLength(text) === text.length
}

/**
 * Values in one body: ten thousand products with ten whole variants each are fewer. To read a million that are one value
 * takes 50 ms, and three million 250 ms, in which nobody else is answered.
 */
export const valuesMax = 1_000_000

/** Different labels in one body: a document has dozens. Each costs as much as thirty values. */
export const labelsMax = 10_000

/** Signs that are looked at before others get their turn: one or two milliseconds. */
const signsPerTurn = 100_000

const [colon, space] = [0x3a, 0x20]

/**
 * Refuses JSON that is small in bytes and long in reading, which goes in one step. Only signs are looked at: whether it
 * is JSON at all is for the parser to say. Throws AppError `payload_too_large`.
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
