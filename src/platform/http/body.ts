import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { refuseCrowdedJson, parseLargeJson } from '../json/large-json.ts'
import { AppError, hasCode } from '../errors.ts'
import { type JsonValue, checkJson, parseJsonText } from '../json/json.ts'
import { nextTurn } from '../turns.ts'
import { decodeUtf8 } from '../text.ts'
import { findUserOf } from './request.ts'

/** Below this size, in bytes, a body cannot hold enough to take long to read. */
const crowdedBytes = 64 * 1024

/** Larger bodies are read in steps. A smaller one takes less than two milliseconds. */
const largeBodyBytes = 1024 * 1024

/** The most memory for all incoming bodies together, in bytes. */
const incomingBytesMax = 512 * 1024 * 1024

/** The most memory for incoming bodies of one user: a slow sender leaves room for others. */
const incomingBytesOfUserMax = incomingBytesMax / 4

/** A body up to this size, in bytes, is accepted even when larger bodies fill that memory. */
const smallBodyBytes = 1024 * 1024

/** How refusals name the body. */
const what = 'The body'

/**
 * Reads a body as JSON, whatever its Content-Type says, and skips a byte order mark. `rowLists`: see `parseJsonText`. `bytesMax`: default
 * 32 MiB. Throws AppError `payload_too_large`, or `invalid_request` naming the place of anything that JSON, Unicode or a number cannot
 * carry without loss.
 */
export async function readJson(
  request: Request,
  rowLists: ReadonlySet<string> = new Set(),
  bytesMax = bodyBytesMax,
): Promise<JsonValue> {
  const bytes = await readBytes(request, bytesMax)
  if (bytes.length >= crowdedBytes) await refuseCrowdedJson(bytes, what)
  if (bytes.length < largeBodyBytes) {
    return parseJsonText(decodeUtf8(bytes, what), what, rowLists)
  }
  const value = await parseLargeJson(bytes, what)
  // Frees the memory at once: until garbage collection, a few bodies of 31 MiB would fill hundreds of megabytes.
  bytes.buffer.transfer(0)
  await nextTurn()
  checkJson(value, what, rowLists)
  return value
}

export function isMultipart(request: Request): boolean {
  return /^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? '')
}

const readBefore = new WeakMap<Request, Uint8Array<ArrayBuffer>>()

/** Reads a body with files ahead for `readBytes`, and marks that a route will take it. Throws AppError `payload_too_large`. */
export async function readAhead(request: Request): Promise<object> {
  readBefore.set(request, await readBytes(request))
  return {}
}

/**
 * Reads a body into memory, unpacks gzip, and never exceeds the limit. Throws AppError `payload_too_large`, `unsupported_media_type` for
 * another encoding, `unavailable` when other bodies fill the memory, and `invalid_request` for a body that breaks off or has no usable
 * Content-Length.
 */
export async function readBytes(
  request: Request,
  bytesMax = bodyBytesMax,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = readBefore.get(request)
  if (bytes !== undefined) return bytes
  refuseDeclaredSize(request, bytesMax)
  refuseEncoded(request)
  using memory = incomingMemory(request)
  try {
    const declared = declaredSize(request)
    const sent = await (declared === undefined
      ? readStream(request, bytesMax, memory)
      : readDeclared(request, declared, memory))
    await requireStillThere(request)
    return isPacked(request) ? await unpacked(sent, bytesMax, memory) : sent
  } catch (error) {
    throw isBrokenOff(error) ? brokenOff() : error
  }
}

/**
 * Refuses a body by its Content-Length, before any byte is read. Throws AppError `payload_too_large`, and `invalid_request` for a length
 * that is not one number.
 */
export function refuseDeclaredSize(request: Request, bytesMax = bodyBytesMax): void {
  const declared = declaredSize(request) ?? 0
  if (declared > bytesMax) throw tooLarge(bytesMax)
}

/** In bytes. Undefined without the header. Bun joins several equal headers, as in `5, 5`. */
function declaredSize({ headers }: Request): number | undefined {
  const declared = headers.get('content-length')
  if (declared === null) return undefined
  if (!/^\d+$/.test(declared)) throw noSize()
  return Number(declared)
}

/** Does nothing for a client that is gone when its body is complete: it gets no answer, and will send the request again. */
async function requireStillThere(request: Request): Promise<void> {
  // When the next request comes before the answer, Bun cuts the connection one turn after the body is complete.
  await nextTurn()
  if (request.signal.aborted) throw brokenOff()
}

function isPacked({ headers }: Request): boolean {
  return /^(x-)?gzip$/i.test(headers.get('content-encoding')?.trim() ?? '')
}

function refuseEncoded(request: Request): void {
  const encoding = request.headers.get('content-encoding')?.trim() ?? ''
  if (encoding === '' || encoding.toLowerCase() === 'identity' || isPacked(request)) return
  throw new AppError(
    'unsupported_media_type',
    'The body has a Content-Encoding that Daybook does not read: send it as gzip, or as it is.',
  )
}

const gunzipped = promisify(gunzip)

/** Gzip's best ratio: one packed byte unpacks to at most this many bytes (source: zlib, "Technical Details"). */
const packedBestRatio = 1032

/** A gzip ends with the unpacked length of its last member, in this many bytes. */
const unpackedSizeBytes = 4

/** One body at a time: however many arrive, one thread unpacks. */
let unpacking: Promise<unknown> = Promise.resolve()

/**
 * Unpacks gzip when there is room: first for the size that it declares, and if that is too little, for the largest possible size. Throws
 * AppError `payload_too_large`, `unavailable`, `invalid_request`.
 */
async function unpacked(
  packed: Uint8Array<ArrayBuffer>,
  bytesMax: number,
  memory: IncomingMemory,
): Promise<Uint8Array<ArrayBuffer>> {
  const most = Math.min(bytesMax, packed.length * packedBestRatio)
  const said = Math.min(unpackedSizeIn(packed), most)
  memory.grow(said)
  const whole = await unpackedWithin(packed, said)
  if (whole !== undefined) return whole
  memory.grow(most - said)
  const longer = said < most ? await unpackedWithin(packed, most) : undefined
  if (longer === undefined) throw tooLarge(bytesMax)
  return longer
}

/** The unpacked size that a gzip declares, in bytes. It may have more members, or lie. */
function unpackedSizeIn(packed: Uint8Array<ArrayBuffer>): number {
  if (packed.length < unpackedSizeBytes) return 0
  return new DataView(packed.buffer, packed.byteOffset).getUint32(
    packed.length - unpackedSizeBytes,
    true,
  )
}

/** Unpacks in another thread. Undefined when the result is larger. Throws AppError `invalid_request`. */
async function unpackedWithin(
  packed: Uint8Array<ArrayBuffer>,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // Node refuses a limit of 0.
  const options = { maxOutputLength: Math.max(bytes, 1) }
  const result = unpacking.then(() => gunzipped(packed, options))
  unpacking = result.catch(() => undefined)
  try {
    return new Uint8Array(await result)
  } catch (error) {
    if (hasCode(error, ['ERR_BUFFER_TOO_LARGE'])) return undefined
    throw new AppError(
      'invalid_request',
      'The body says that it is gzip, and is not, or not whole.',
    )
  }
}

async function readDeclared(
  request: Request,
  length: number,
  memory: IncomingMemory,
): Promise<Uint8Array<ArrayBuffer>> {
  memory.grow(length)
  return new Uint8Array(await request.arrayBuffer())
}

async function readStream(
  request: Request,
  bytesMax: number,
  memory: IncomingMemory,
): Promise<Uint8Array<ArrayBuffer>> {
  if (request.body === null) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  // A loop over the body would cancel it on a refusal, and the rest must still be discarded.
  const reader = request.body.getReader()
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      length += read.value.byteLength
      if (length > bytesMax) throw tooLarge(bytesMax)
      memory.grow(read.value.byteLength)
      chunks.push(read.value)
    }
  } finally {
    reader.releaseLock()
  }
  return concatenate(chunks, length)
}

/** Bytes of incoming bodies, by the user who sends them. */
const incoming = new Map<string | undefined, number>()

type IncomingMemory = ReturnType<typeof incomingMemory>

/** Memory that one body holds while it arrives and is unpacked. `grow` throws AppError `unavailable` when there is no room. */
function incomingMemory(request: Request) {
  const user = findUserOf(request)
  let held = 0
  const hold = (bytes: number) => {
    held += bytes
    const ofUser = (incoming.get(user) ?? 0) + bytes
    if (ofUser > 0) incoming.set(user, ofUser)
    else incoming.delete(user)
  }
  return {
    grow(bytes: number) {
      const isSmall = held + bytes <= smallBodyBytes
      if (!isSmall && !hasRoom(user, bytes)) throw tooManyAtOnce()
      hold(bytes)
    },
    [Symbol.dispose]: () => hold(-held),
  }
}

function hasRoom(user: string | undefined, bytes: number): boolean {
  const ofUser = incoming.get(user) ?? 0
  const ofAll = incoming.values().reduce((sum, ofOne) => sum + ofOne, 0)
  return ofUser + bytes <= incomingBytesOfUserMax && ofAll + bytes <= incomingBytesMax
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

function noSize(): AppError {
  return new AppError(
    'invalid_request',
    'Content-Length is not one whole number of bytes: send the header once, or leave it out and send chunks.',
  )
}

/** The client went away, or was cut because it sent too slowly. */
function isBrokenOff(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError'
}

function brokenOff(): AppError {
  return new AppError('invalid_request', 'The body broke off before its end: send it again.')
}

function tooManyAtOnce(): AppError {
  return new AppError(
    'unavailable',
    'Too many large bodies come in at once. Nothing was written: try again in a few seconds.',
    { retryAfterSeconds: 5 },
  )
}

function tooLarge(bytesMax: number): AppError {
  const kib = bytesMax / 1024
  const shown = kib < 1024 ? `${kib} KiB` : `${kib / 1024} MiB`
  return new AppError(
    'payload_too_large',
    `The body is larger than ${bytesMax} bytes (${shown}): send it in smaller parts.`,
  )
}

/** The largest request body, in bytes: 32 MiB (source: decisions, "POST products/bulk"). */
export const bodyBytesMax = 32 * 1024 * 1024

/** The largest body from a caller without a known key or session, in bytes. A form has less than a tenth of it. */
export const strangersBodyBytesMax = 64 * 1024

/**
 * How much of a refused body is read before the refusal is sent, in bytes: `closes` for clients that announce to close the connection,
 * `other` for the rest. The rest may include HTTP/1.0 clients, which Bun does not distinguish. A client that keeps its connection could get
 * the refusal at once.
 */
const discardedBytesMax = { closes: 256 * 1024 * 1024, other: 64 * 1024 * 1024 }

/** When a client sends nothing more of a refused body for this long, in milliseconds, it gets the refusal. */
const discardPauseMs = 1000

/**
 * Reads the rest of a refused body and throws it away. A server that closes a connection with unread bytes resets it, and the client loses
 * the refusal (source: RFC 9112, 9.6). That concerns every client that sends `Connection: close` or HTTP/1.0 and looks for an answer only
 * after sending everything. A client that pauses is already waiting for the answer. Undefined where nothing is left to read.
 */
export function discardRest({ body, headers }: Request): Promise<void> | undefined {
  if (body === null || body.locked) return undefined
  const closes = headers.get('connection')?.toLowerCase() === 'close'
  return discard(body, closes ? discardedBytesMax.closes : discardedBytesMax.other)
}

async function discard(body: ReadableStream<Uint8Array>, bytesMax: number): Promise<void> {
  const reader = body.getReader()
  const pause = setTimeout(() => void reader.cancel(), discardPauseMs)
  try {
    let left = bytesMax
    for (let read = await reader.read(); !read.done && left > 0; read = await reader.read()) {
      left -= read.value.byteLength
      pause.refresh()
    }
  } catch (error) {
    // The client is gone: nobody can read the refusal.
    if (!isBrokenOff(error)) throw error
  } finally {
    clearTimeout(pause)
  }
}
