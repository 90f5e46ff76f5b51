import { type AppError, type ErrorCode, errorCodes } from '../errors.ts'
import { gzip } from 'node:zlib'
import { promisify } from 'node:util'

const jsonType = 'application/json; charset=utf-8'

/** Caches may keep the answer but must ask again each time. */
const revalidated = 'private, no-cache'

/** One address answers differently for each key, session and encoding. A cache that ignores `private` must know at least that. */
const varies = 'Accept-Encoding, Authorization, Cookie, X-Api-Key'

/**
 * A JSON answer. Every answer to a GET carries a strong ETag of its exact bytes and honours If-None-Match.
 */
export function jsonReply(
  request: Request,
  status: number,
  text: string,
  headers: Record<string, string> = {},
): Response {
  if (request.method !== 'GET' || status !== 200) {
    return new Response(text, { status, headers: { ...headers, 'content-type': jsonType } })
  }
  const etag = etagOf(text)
  if (matches(request.headers.get('if-none-match'), etag)) return notModified(etag, headers)
  const reply = new Response(text, { status, headers: { ...headers, ...jsonHeaders(etag) } })
  return withContent(reply, compressibleOf(text))
}

/** The headers of every JSON answer to a GET. */
export function jsonHeaders(etag: string) {
  return { 'content-type': jsonType, etag, 'cache-control': revalidated, vary: varies }
}

export function notModified(etag: string, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 304,
    headers: { ...headers, etag, 'cache-control': revalidated, vary: varies },
  })
}

/** 64 bits of the content's hash, and its bytes: two states of one address do not collide by chance. */
export function etagOf(content: string | Uint8Array): string {
  const size = typeof content === 'string' ? Buffer.byteLength(content) : content.length
  return `"${Bun.hash.xxHash64(content).toString(36)}-${size.toString(36)}"`
}

/** Checks If-None-Match by RFC 9110: a list, `*`, and weak comparison, whichever encoding the client has. */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch
    .split(',')
    .some((candidate) => plainTag(candidate.trim().replace(/^W\//, '')) === etag)
}

/**
 * How long a browser that used HTTPS must use only HTTPS for this name, in seconds, counted anew with each answer: half a year, so that a
 * shop that gives HTTPS up is not locked out for good.
 */
const httpsSeconds = 180 * 24 * 60 * 60

/** How long a browser may cache the answer to OPTIONS, in seconds. */
const preflightMaxAgeSeconds = 600

/** Headers for browsers on every answer. `origin` is the address that links in answers point to. */
export function setBrowserHeaders(
  reply: Headers,
  request: Request,
  told: { origin: string; isHttpsAlone: boolean; corsOrigins: readonly string[] },
): void {
  const { origin, isHttpsAlone, corsOrigins } = told
  if (isHttpsAlone && isByHttps(origin)) {
    reply.set('strict-transport-security', `max-age=${httpsSeconds}`)
  }
  setCorsHeaders(reply, request, corsOrigins)
}

/** Other programs share the name localhost, on other ports without HTTPS. */
function isByHttps(origin: string): boolean {
  return origin.startsWith('https:') && !/^https:\/\/localhost(?::|$)/.test(origin)
}

/**
 * CORS headers, only for origins that the owner listed (`cors_origins`, none by default). With a list, every answer depends on the origin,
 * and says so.
 */
function setCorsHeaders(reply: Headers, request: Request, origins: readonly string[]): void {
  if (origins.length === 0) return
  reply.append('vary', 'Origin')
  const methods = reply.get('allow') ?? 'GET, HEAD, OPTIONS'
  for (const [name, value] of headersFor(request, origins, methods)) reply.set(name, value)
}

/** `methods`: the methods that the path answers. */
function headersFor(
  request: Request,
  origins: readonly string[],
  methods: string,
): [string, string][] {
  const origin = request.headers.get('origin')
  if (origin === null || !origins.includes(origin)) return []
  const headers: [string, string][] = [
    ['access-control-allow-origin', origin],
    [
      'access-control-expose-headers',
      'X-Request-Id, ETag, Daybook-Version, Daybook-Test, Idempotency-Replayed, Retry-After',
    ],
  ]
  if (request.method !== 'OPTIONS') return headers
  return [
    ...headers,
    ['access-control-allow-methods', methods],
    [
      'access-control-allow-headers',
      'Authorization, X-Api-Key, Content-Type, Daybook-Version, Daybook-Test-Fail, Idempotency-Key, If-None-Match',
    ],
    ['access-control-max-age', String(preflightMaxAgeSeconds)],
  ]
}

/** The header with a file's name, given twice: in ASCII for old programs, and in full (source: RFC 6266, RFC 8187). */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(filename.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`
}

/** The one table from error codes to HTTP statuses. */
const statuses: Record<ErrorCode, number> = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  insufficient_stock: 409,
  price_missing: 409,
  price_changed: 409,
  idempotency_conflict: 409,
  invalid_transition: 409,
  conflict: 409,
  gone: 410,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
  out_of_space: 507,
}

/** The HTTP status of a refusal. */
export function statusOf(code: ErrorCode): number {
  return statuses[code]
}

/** The most general error code of a status. */
export function codeOf(status: number): ErrorCode {
  return errorCodes.findLast((code) => statuses[code] === status) ?? 'internal'
}

/** How callers identify themselves: by the Authorization header, or by a cookie, which no header asks for. */
export type Credentials = 'bearer' | 'cookie'

/** The answer to a refused request. `body` has the service's own error shape. */
export function refusalReply(
  error: AppError,
  body: unknown,
  credentials: Credentials = 'bearer',
): Response {
  const headers = new Headers({ 'content-type': 'application/json; charset=utf-8' })
  if (error.code === 'unauthorized' && credentials === 'bearer') {
    headers.set('www-authenticate', 'Bearer')
  }
  const { allow, retryAfterSeconds } = error.details
  if (Array.isArray(allow)) headers.set('allow', allow.join(', '))
  // Names the encodings that we read (source: RFC 9110, 15.5.16).
  if (error.code === 'unsupported_media_type') headers.set('accept-encoding', 'gzip')
  if (typeof retryAfterSeconds === 'number') headers.set('retry-after', String(retryAfterSeconds))
  return new Response(JSON.stringify(body), { status: statusOf(error.code), headers })
}

// Compresses answers of the API for clients that accept it. Answers of the console are not compressed: the length of an answer to a request
// with a cookie must not reveal its content.

/** The order of choice when a client accepts both equally: zstd takes a tenth of gzip's time. */
const encodings = ['zstd', 'gzip'] as const

type Encoding = (typeof encodings)[number]

/** Smaller answers, in characters, fit into a few packets uncompressed. */
const compressedFrom = 4 * 1024

/** zstd's default level: it packs 370 kB of documents into 27 kB in 0.4 ms. */
const zstdLevel = 3

/** The content of an answer, with its compressed forms so far. */
export type Compressible = {
  content: string | Uint8Array<ArrayBuffer>
  made: Map<Encoding, Blob>
}

const contents = new WeakMap<Response, Compressible>()

/** Undefined for content that is sent uncompressed. */
export function compressibleOf(content: Compressible['content']): Compressible | undefined {
  return content.length < compressedFrom ? undefined : { content, made: new Map() }
}

/** Attaches the content of an answer, for `inEncoding`. */
export function withContent(reply: Response, content: Compressible | undefined): Response {
  if (content !== undefined) contents.set(reply, content)
  return reply
}

/** The answer in the encoding that the client prefers. Another thread compresses it. A form that was made before is returned at once. */
export function inEncoding(
  request: Request,
  reply: Response | Promise<Response>,
): Response | Promise<Response> {
  return reply instanceof Promise
    ? reply.then((made) => encoded(request, made))
    : encoded(request, reply)
}

function encoded(request: Request, reply: Response): Response | Promise<Response> {
  if (reply.status === 304) return withHeldTag(request, reply)
  const content = contents.get(reply)
  if (content === undefined) return reply
  const encoding = encodingFor(request.headers.get('accept-encoding'))
  if (encoding === undefined) return reply
  const made = content.made.get(encoding)
  if (made !== undefined) return encodedReply(reply, encoding, made)
  return compress(content.content, encoding).then((bytes) => {
    const blob = new Blob([bytes])
    content.made.set(encoding, blob)
    return encodedReply(reply, encoding, blob)
  })
}

/** An ETag without its mark for the encoding: it names the same content. */
function plainTag(etag: string): string {
  return etag.replace(/-(?:zstd|gzip)"$/, '"')
}

/** Reads Accept-Encoding by RFC 9110: names with weights. Weight 0 means never. */
export function encodingFor(accepted: string | null): Encoding | undefined {
  if (accepted === null) return undefined
  const weights = new Map(accepted.toLowerCase().split(',').map(weighted))
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? 0
  const [best] = encodings.toSorted((a, b) => weightOf(b) - weightOf(a))
  return best !== undefined && weightOf(best) > 0 ? best : undefined
}

function weighted(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
  const weight = parameters.find((text) => text.startsWith('q='))
  return [name, weight === undefined ? 1 : Number(weight.slice(2))]
}

const gzipped = promisify(gzip)

async function compress(
  content: Compressible['content'],
  encoding: Encoding,
): Promise<Uint8Array<ArrayBuffer>> {
  const made =
    encoding === 'zstd'
      ? await Bun.zstdCompress(content, { level: zstdLevel })
      : await gzipped(content)
  return new Uint8Array(made)
}

/** Each encoded form of an answer has a strong ETag of its own. */
function encodedReply(reply: Response, encoding: Encoding, body: Blob): Response {
  const headers = new Headers(reply.headers)
  headers.set('content-encoding', encoding)
  const etag = headers.get('etag')
  if (etag !== null) headers.set('etag', tagIn(etag, encoding))
  return new Response(body, { status: reply.status, headers })
}

/** A 304 carries the ETag of the form that the client has. */
function withHeldTag(request: Request, reply: Response): Response {
  const etag = reply.headers.get('etag') ?? ''
  const sent = request.headers.get('if-none-match') ?? ''
  const held = encodings.map((encoding) => tagIn(etag, encoding)).find((tag) => sent.includes(tag))
  if (held !== undefined) reply.headers.set('etag', held)
  return reply
}

function tagIn(etag: string, encoding: Encoding): string {
  return etag.replace(/"$/, `-${encoding}"`)
}
