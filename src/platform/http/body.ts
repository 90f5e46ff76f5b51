import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { refuseCrowdedJson, parseLargeJson } from '../json/large-json.ts'
import { AppError, hasCode } from '../errors.ts'
import { type JsonValue, checkJson, parseJsonText } from '../json/json.ts'
import { nextTurn } from '../turns.ts'
import { decodeUtf8 } from '../text.ts'
import { findUserOf } from './request.ts'

/** A smaller body cannot hold so much that reading it takes long, in bytes. */
const crowdedBytes = 64 * 1024

/** A body from this size on is read in steps; a smaller one takes less than two milliseconds. */
const largeBodyBytes = 1024 * 1024

/** Bodies that come in at once take no more memory than this together, in bytes. */
const incomingBytesMax = 512 * 1024 * 1024

/** The same for the bodies of one user: whoever sends slowly leaves room for others. */
const incomingBytesOfUserMax = incomingBytesMax / 4

/** A body up to this size is taken also when larger ones fill that memory, in bytes. */
const smallBodyBytes = 1024 * 1024

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
  if (bytes.length >= crowdedBytes) await refuseCrowdedJson(bytes, what)
  if (bytes.length < largeBodyBytes) {
    return parseJsonText(decodeUtf8(bytes, what), what, rowLists)
  }
  const value = await parseLargeJson(bytes, what)
  // Given back at once: until it is collected as garbage, a few bodies of 31 MiB would fill hundreds of megabytes.
  bytes.buffer.transfer(0)
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

/**
 * Reads a body into memory, unpacked where it comes as gzip, never more than the limit. Throws AppError
 * `payload_too_large`, `unsupported_media_type` for another encoding, `unavailable` when others fill the memory, and
 * `invalid_request` for one that breaks off or has no usable Content-Length.
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
 * Refuses a body by its Content-Length, before a byte of it is read. Throws AppError `payload_too_large`, and
 * `invalid_request` for a length that is not one number.
 */
export function refuseDeclaredSize(request: Request, bytesMax = bodyBytesMax): void {
  const declared = declaredSize(request) ?? 0
  if (declared > bytesMax) throw tooLarge(bytesMax)
}

/** In bytes; undefined where it is not said. Bun lets several headers through that are equal, as `5, 5`. */
function declaredSize({ headers }: Request): number | undefined {
  const declared = headers.get('content-length')
  if (declared === null) return undefined
  if (!/^\d+$/.test(declared)) throw noSize()
  return Number(declared)
}

/** Whoever is gone when its body is whole is told nothing, so nothing is done: it will send the request again. */
async function requireStillThere(request: Request): Promise<void> {
  // Bun cuts a connection on which the next request comes before the answer, in the turn after the one that had the body.
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

/** Gzip packs no better: a byte of it unpacks to no more bytes than this (source: zlib, "Technical Details"). */
const packedBestRatio = 1032

/** At the end of a gzip stands how long its last member is, in so many bytes. */
const saidSizeBytes = 4

/** One after the other: however many come, one thread unpacks. */
let unpacking: Promise<unknown> = Promise.resolve()

/**
 * Unpacks gzip when there is room for it: as much as it says, and if that is not all, as much as it can be. Throws AppError
 * `payload_too_large`, `unavailable`, `invalid_request`.
 */
async function unpacked(
  packed: Uint8Array<ArrayBuffer>,
  bytesMax: number,
  memory: IncomingMemory,
): Promise<Uint8Array<ArrayBuffer>> {
  const most = Math.min(bytesMax, packed.length * packedBestRatio)
  const said = Math.min(saidSize(packed), most)
  memory.grow(said)
  const whole = await unpackedWithin(packed, said)
  if (whole !== undefined) return whole
  memory.grow(most - said)
  const longer = said < most ? await unpackedWithin(packed, most) : undefined
  if (longer === undefined) throw tooLarge(bytesMax)
  return longer
}

/** What a gzip says that it unpacks to, in bytes; it may have more members, or lie. */
function saidSize(packed: Uint8Array<ArrayBuffer>): number {
  if (packed.length < saidSizeBytes) return 0
  return new DataView(packed.buffer, packed.byteOffset).getUint32(
    packed.length - saidSizeBytes,
    true,
  )
}

/** By another thread; undefined when it is more. Throws AppError `invalid_request`. */
async function unpackedWithin(
  packed: Uint8Array<ArrayBuffer>,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // Node takes no limit of nothing.
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
  // A loop over the body would cancel it when it is refused: the rest is still to be discarded.
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

/** By the user who sends them, in bytes. */
const incoming = new Map<string | undefined, number>()

type IncomingMemory = ReturnType<typeof incomingMemory>

/** What one body holds while it comes in and is unpacked. `grow` throws AppError `unavailable` when there is no room for it. */
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

/** The client went away, or sent so slowly that it was cut. */
export function isBrokenOff(error: unknown): boolean {
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

/** The largest body of who is not known by a key or a session, in bytes: a form has less than a tenth of it. */
export const strangersBodyBytesMax = 64 * 1024
