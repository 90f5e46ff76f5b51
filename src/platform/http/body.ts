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
 * Reads a body as JSON whatever its Content-Type says; a byte order mark is skipped. `rowLists`: see `parseJsonText`;
 * `bytesMax`: 32 MiB unless told otherwise.
 * Throws AppError `payload_too_large`, or `invalid_request` naming the place for anything that JSON, Unicode or a
 * number cannot carry without loss.
 */
export async function readJson(
  request: Request,
  rowLists: ReadonlySet<string> = new Set(),
  bytesMax = bodyBytesMax,
): Promise<JsonValue> {
  const bytes = await readBytes(request, bytesMax)
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

const readBefore = new WeakMap<Request, Uint8Array<ArrayBuffer>>()

/** Reads the body of files for `readBytes`, and says that a route will take it. Throws AppError `payload_too_large`. */
export async function readAhead(request: Request): Promise<object> {
  readBefore.set(request, await readBytes(request))
  return {}
}

/** Reads a body into memory, never more than the limit. Throws AppError `payload_too_large`. */
export async function readBytes(
  request: Request,
  bytesMax = bodyBytesMax,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = readBefore.get(request)
  if (bytes !== undefined) return bytes
  refuseDeclaredSize(request, bytesMax)
  if (request.headers.has('content-length')) return new Uint8Array(await request.arrayBuffer())
  return await readStream(request, bytesMax)
}

/** Refuses a body by its Content-Length, before a byte of it is read. Throws AppError `payload_too_large`. */
export function refuseDeclaredSize(request: Request, bytesMax = bodyBytesMax): void {
  const declared = Number(request.headers.get('content-length') ?? '0')
  if (declared > bytesMax) throw tooLarge(bytesMax)
}

async function readStream(request: Request, bytesMax: number): Promise<Uint8Array<ArrayBuffer>> {
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.byteLength
    if (length > bytesMax) {
      await reader.cancel()
      throw tooLarge(bytesMax)
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

function tooLarge(bytesMax: number): AppError {
  const kib = bytesMax / 1024
  const shown = kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`
  return new AppError(
    'payload_too_large',
    `The body is larger than ${bytesMax} bytes (${shown}): send it in smaller parts.`,
  )
}
