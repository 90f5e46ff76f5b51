import { AppError } from '../errors.ts'
import type { JsonValue } from '../json.ts'
import { bodyBytesMax, jsonDepthMax } from './limits.ts'

/**
 * Reads a body as JSON whatever its Content-Type says; a byte order mark is skipped.
 * Throws AppError `payload_too_large`, or `invalid_request` naming the place for anything that JSON, Unicode or a
 * number cannot carry without loss.
 */
export async function readJson(request: Request): Promise<JsonValue> {
  return parseJsonText(decode(await readBytes(request)))
}

/** Likewise for text that is in memory already. Throws AppError `invalid_request`. */
export function parseJsonText(text: string): JsonValue {
  if (text.trim() === '') throw invalid('The body is empty: send a JSON object.')
  const value = parse(text)
  checkValue(value, '', 0)
  return value
}

export function isMultipart(request: Request): boolean {
  return request.headers.get('content-type')?.startsWith('multipart/form-data') ?? false
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

function parse(text: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^JSON Parse error: /, '') : ''
    throw invalid(`The body is not valid JSON: ${reason || 'it cannot be read'}.`)
  }
}

/** Walks the value once. `path` is where it stands, as the caller would write it. */
function checkValue(value: JsonValue, path: string, depth: number): void {
  if (depth > jsonDepthMax) {
    throw invalid(`The body is nested too deeply: at most ${jsonDepthMax} levels are allowed.`)
  }
  if (typeof value === 'string') return checkText(value, path)
  if (typeof value === 'number') return checkNumber(value, path)
  if (value === null || typeof value === 'boolean') return
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) checkValue(value[i] ?? null, `${path}[${i}]`, depth + 1)
    return
  }
  for (const key of Object.keys(value)) {
    checkText(key, path)
    checkValue(value[key] ?? null, path === '' ? key : `${path}.${key}`, depth + 1)
  }
}

function checkText(text: string, path: string): void {
  if (!text.isWellFormed())
    throw invalid(`${path || 'The body'} holds text that is not valid Unicode.`)
}

function checkNumber(value: number, path: string): void {
  if (!Number.isFinite(value))
    throw invalid(`${path || 'The body'} holds a number that is too large.`)
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw invalid(
      `${path || 'The body'} holds a whole number above 9007199254740991, which JSON cannot carry exactly: send it as text.`,
    )
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
