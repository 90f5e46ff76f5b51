import { isAscii, isUtf8 } from 'node:buffer'
import { jsonDepthMax, parseJson } from './json-text.ts'
import type { JsonObject, JsonValue } from './json.ts'
import { nextTurn } from './next-turn.ts'
import { decodeUtf8 } from './text.ts'

/**
 * Reads bytes of UTF-8 as JSON, for bodies that would keep others waiting: the event loop turns between the steps.
 *
 * A text that holds one letter of Hindi takes two bytes a character, the images in it too. What JSON itself is made of
 * is ASCII, so the bytes are parsed as if each were a character, and the few texts that hold more are decoded then:
 * with 31 MiB of images a step takes some 25 ms (else 45), and the texts half the memory. Only where an escape (`\u00e9`)
 * could be taken for such bytes is all decoded first.
 * Throws AppError `invalid_request` for what is not JSON in UTF-8.
 */
export async function parseLargeJson(bytes: Uint8Array, what: string): Promise<JsonValue> {
  if (!isUtf8(bytes) || (!isAscii(bytes) && bufferOf(bytes).includes(String.raw`\u`))) {
    return await parseDecoded(bytes, what)
  }
  const text = bufferOf(bytes).toString('latin1')
  await nextTurn()
  const value = parseOrNothing(text)
  // The refusal names what stands in the decoded text.
  if (value === undefined) return await parseDecoded(bytes, what)
  await nextTurn()
  return isAscii(bytes) ? value : decodeTexts(value, 0)
}

async function parseDecoded(bytes: Uint8Array, what: string): Promise<JsonValue> {
  const text = decodeUtf8(bytes, what)
  await nextTurn()
  return parseJson(text, what)
}

function parseOrNothing(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
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

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
