import { AppError } from '../errors.ts'
import type { JsonValue } from '../json.ts'
import { parseJsonText } from '../json-text.ts'
import { bodyBytesMax } from './limits.ts'

/**
 * Reads a body as JSON whatever its Content-Type says; a byte order mark is skipped. `rowLists`: see `parseJsonText`.
 * Throws AppError `payload_too_large`, or `invalid_request` naming the place for anything that JSON, Unicode or a
 * number cannot carry without loss.
 */
export async function readJson(
  request: Request,
  rowLists?: ReadonlySet<string>,
): Promise<JsonValue> {
  return parseJsonText(decode(await readBytes(request)), 'The body', rowLists)
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

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('The body is not valid UTF-8.')
  }
}

function invalid(message: string): AppError {
  return new AppError('invalid_request', message)
}

function tooLarge(): AppError {
  return new AppError(
    'payload_too_large',
    `The body is larger than ${bodyBytesMax} bytes (32 MiB): send it in smaller parts.`,
  )
}
