import { AppError } from '../errors.ts'
import type { JsonValue } from '../json.ts'
import { checkJson, parseJsonText } from '../json-text.ts'
import { parseLargeJson } from '../large-json.ts'
import { nextTurn } from '../next-turn.ts'
import { decodeUtf8 } from '../text.ts'
import { bodyBytesMax } from './limits.ts'

/** A body from this size on is read in steps; a smaller one takes less than two milliseconds. */
const largeBodyBytes = 1024 * 1024

/** What refusals call it. */
const what = 'The body'

/**
 * Reads a body as JSON whatever its Content-Type says; a byte order mark is skipped. `rowLists`: see `parseJsonText`.
 * Throws AppError `payload_too_large`, or `invalid_request` naming the place for anything that JSON, Unicode or a
 * number cannot carry without loss.
 */
export async function readJson(
  request: Request,
  rowLists: ReadonlySet<string> = new Set(),
): Promise<JsonValue> {
  const bytes = await readBytes(request)
  if (bytes.length < largeBodyBytes) {
    return parseJsonText(decodeUtf8(bytes, what), what, rowLists)
  }
  const value = await parseLargeJson(bytes, what)
  await nextTurn()
  checkJson(value, what, rowLists)
  return value
}

export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')
}

/** Reads a body into memory, never more than the limit. Throws AppError `payload_too_large`. */
export async function readBytes(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  refuseDeclaredSize(request)
  if (request.headers.has('content-length')) return new Uint8Array(await request.arrayBuffer())
  return await readStream(request)
}

/** Refuses a body by its Content-Length, before a byte of it is read. Throws AppError `payload_too_large`. */
export function refuseDeclaredSize(request: Request): void {
  const declared = Number(request.headers.get('content-length') ?? '0')
  if (declared > bodyBytesMax) throw tooLarge()
}

async function readStream(request: Request): Promise<Uint8Array<ArrayBuffer>> {
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length > bodyBytesMax) {
      await reader.cancel()
      throw tooLarge()
    }
    chunks.push(value)
  }
  return concatenate(chunks, length)
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.byteLength
  }
  return bytes
}

function tooLarge(): AppError {
  return new AppError(
    'payload_too_large',
    `The body is larger than ${bodyBytesMax} bytes (32 MiB): send it in smaller parts.`,
  )
}
