import { AppError } from '../errors.ts'
import { type RowRefusal, loggedRefusal } from '../record/sentence.ts'
import http from 'node:http'
import { standbySentence } from '../db/guarded-database.ts'

/** What Daybook knows of a request beside the request itself. It lives exactly as long. */
export type RequestContext = {
  id: string
  /** The client's address, or '' when unknown (in-process tests). */
  address: string
  /** The origin for links in an answer: scheme, host and port, without a slash. */
  origin: string
  /** The HTTPS origin that the request must use instead. Undefined when it may stay. */
  originInstead?: string | undefined
  /** The answer goes without its body. */
  isHead?: boolean
  /** The key of the request, once known. */
  keyId?: string
  /** The user of the key or session, once known. */
  userId?: string
  /** The key works on the copy for tests. */
  isTest?: boolean
  /** The Bearer key as it was sent, once it was read: see `bearerOf`. Never logged. */
  bearer?: { key: string | undefined }
  /** Only the service's own pages may read the answer. */
  isForOwnPages?: boolean
  /** How many rows the answer carries or the request changed, for the call log. */
  rows: number
  /** How many of `rows` were refused although the answer is a success, for the call log. */
  refusedRows?: number
  /** The sentence of the refusal, or of the first refused row, for the call log: only the shop sees it. */
  error?: string
  /** The same without what the client sent, for the log, which leaves the shop in a report. */
  logged?: string
}

/** A request for the call log: its status and duration are set when it is finished. */
export type Call = RequestContext & {
  at: number
  method: string
  path: string
  status: number
  durationMs: number
}

/** What the log says of a request: nothing that the client sent beside the address. An answer may quote more. */
export function loggedCall(call: Call) {
  const { bearer: _, logged, ...fields } = call
  return logged === undefined ? fields : { ...fields, error: logged }
}

/** The longest sentence, in characters: sentences may name what the client sent, which has no limit of its own. */
const sentenceLengthMax = 500

const contexts = new WeakMap<Request, RequestContext>()

export function attachContext(request: Request, context: RequestContext): void {
  contexts.set(request, context)
}

export function contextOf(request: Request): RequestContext {
  const context = contexts.get(request)
  if (context === undefined) throw new Error('The request did not come through the dispatcher.')
  return context
}

/**
 * The key of the Authorization header, read once for each request. Undefined without a Bearer header, '' for a Bearer header that does not
 * hold exactly one key.
 */
export function bearerOf(request: Request): string | undefined {
  const context = contextOf(request)
  context.bearer ??= { key: bearerIn(request.headers.get('authorization')) }
  return context.bearer.key
}

function bearerIn(header: string | null): string | undefined {
  if (header === null) return undefined
  const key = /^Bearer +(\S+)\s*$/i.exec(header)?.[1]
  return key ?? (/^Bearer\b/i.test(header) ? '' : undefined)
}

/** Undefined for an unknown caller. */
export function findUserOf(request: Request): string | undefined {
  return contexts.get(request)?.userId
}

/** Records why a request was refused. Undefined stands for a fault in Daybook. */
export function noteRefusal(request: Request, refusal: AppError | RowRefusal | undefined): void {
  const context = contextOf(request)
  context.error = refusal?.message.slice(0, sentenceLengthMax) ?? 'internal error'
  context.logged = refusal === undefined ? 'internal error' : loggedRefusal(refusal)
}

/** Records the result of a list that was checked row by row: how many rows it had, and why some were refused. */
export function noteRows(
  request: Request,
  rows: number,
  refusals: readonly (AppError | RowRefusal)[],
): void {
  const context = contextOf(request)
  context.rows = rows
  const [first] = refusals
  if (first === undefined) return
  context.refusedRows = refusals.length
  noteRefusal(request, first)
}

// Splits a URL without parsing it: this runs for each request.

/** Without a usable Host, and for CONNECT, Bun's `url` is no valid URL. */
export function hasAddress({ url }: Request): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}

export function noAddress(): AppError {
  return new AppError(
    'invalid_request',
    'The request does not say which address it is for: send a path that begins with / and a Host header.',
  )
}

export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

export function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', url.indexOf('://') + 3))
}

/** Whether a path equals a prefix such as `/storefront`, or lies below it. */
export function isBelow(path: string, prefix: string): boolean {
  if (!path.startsWith(prefix)) return false
  return path.length === prefix.length || path[prefix.length] === '/'
}

/** Letters, digits, `-`, `_` and `~` mean the same when percent-encoded. A dot stays encoded, because two dots lead up. */
const plainCharacter = /[\w~-]/

/** The request with its path in plain spelling, as routes are: `/%73cans` becomes `/scans` (source: RFC 3986, 6.2.2.2). */
export function withPlainPath(request: Request): Request {
  const { url } = request
  const path = pathOf(url)
  if (!path.includes('%')) return request
  const plain = path.replaceAll(/%[2-7][\da-f]/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
    return plainCharacter.test(character) ? character : encoded
  })
  if (plain === path) return request
  const origin = originOf(url)
  return new Request(origin + plain + url.slice(origin.length + path.length), request)
}

/** Throws AppError `forbidden` for a request that must use HTTPS, and `headers_too_large`. */
export function requireWellSent(request: Request): void {
  requireHttps(request)
  refuseLargeHeaders(request)
}

/** No redirect: whoever sends a key without encryption has to learn of it. */
function requireHttps(request: Request): void {
  const { originInstead } = contextOf(request)
  if (originInstead === undefined) return
  throw new AppError(
    'forbidden',
    `Over the network Daybook answers by HTTPS alone: use ${originInstead}. A key or password that was sent without encryption may have been read by others.`,
  )
}

/** The limit for the address and all headers of a request together, in bytes: the same as Node's and Bun's own. */
const headerBytesMax = 16 * 1024

/**
 * Bun's limit, in bytes: a second net behind ours. Beyond it, or with some 190 headers, Bun answers 431 without a body and ends the
 * connection (source: measured with Bun 1.4.5).
 */
const bunHeaderBytesMax = 128 * 1024

/** Lets Bun accept larger headers than we do, so that our refusal can give a reason. */
export function raiseHeaderLimit(): void {
  Object.assign(http, { maxHeaderSize: bunHeaderBytesMax })
}

/** Throws AppError `headers_too_large`. */
function refuseLargeHeaders({ url, headers }: Request): void {
  let bytes = url.length
  for (const [name, value] of headers) bytes += name.length + value.length
  if (bytes <= headerBytesMax) return
  throw new AppError(
    'headers_too_large',
    `The address and the headers have ${bytes} bytes together, and at most ${headerBytesMax} are allowed: send fewer or shorter ones.`,
  )
}

/** What a standby adds to each answer. */
export type StandbyAnswers = {
  /** The greatest possible age of the book, in seconds. Undefined while unknown. */
  lagSeconds(): number | undefined
  /** Why the book may not be read now. Undefined: reading is allowed. */
  refusal(): AppError | undefined
  /** Why the standby cannot follow, as a sentence. Undefined: it follows. */
  problem(): string | undefined
}

/** Methods that change nothing. */
const readingMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * Throws AppError `unavailable` for requests that a standby does not answer, before any byte of a body is read: whatever it stored would be
 * in nobody's book.
 */
export function requireAnswerable(standby: StandbyAnswers | undefined, { method }: Request): void {
  if (standby === undefined) return
  if (!readingMethods.includes(method)) throw new AppError('unavailable', standbySentence)
  const refusal = standby.refusal()
  if (refusal !== undefined) throw refusal
}

/** `Daybook-Lag: 3.2`, in seconds. */
export function setLag(headers: Headers, standby: StandbyAnswers | undefined): void {
  const lag = standby?.lagSeconds()
  if (lag !== undefined) headers.set('daybook-lag', lag.toFixed(1))
}
