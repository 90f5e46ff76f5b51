import { AppError } from '../errors.ts'
import { refuseLargeHeaders } from './listening/header-limit.ts'
import { loggedRefusal, type RowRefusal } from '../record/logged.ts'

/** What is known of a request beside the request itself; it lives exactly as long. */
export type RequestContext = {
  id: string
  /** The client's address, '' when it is not known (in-process tests). */
  address: string
  /** Where links in an answer point: scheme, host and port, without a slash. */
  origin: string
  /** Where it has to come instead, by HTTPS; undefined where it may stay. */
  originInstead?: string | undefined
  /** The answer goes without its body. */
  isHead?: boolean
  /** The key that was used, once it is known. */
  keyId?: string
  /** Whose key or session was used, once it is known. */
  userId?: string
  /** The key works on the copy for tests. */
  isTest?: boolean
  /** Only the service's own pages may read the answer. */
  isForOwnPages?: boolean
  /** How many rows the answer carries or the request changed: for the call log. */
  rows: number
  /** How many of `rows` were refused in an answer that is no refusal itself: for the call log. */
  refusedRows?: number
  /** The sentence of the refusal, or of the first refused row: for the call log, which the shop alone sees. */
  error?: string
  /** The same for the log, which leaves the shop in a report: without what was sent. */
  logged?: string
}

/** A finished request, for the call log. */
export type Call = RequestContext & {
  at: number
  method: string
  path: string
  status: number
  durationMs: number
}

/** The answer may quote what was sent, the log does not. */
export function loggedCall({ logged, ...call }: Call) {
  return logged === undefined ? call : { ...call, error: logged }
}

/** Sentences may name what was sent, which has no bound of its own; in characters. */
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

/** Undefined for a stranger. */
export function findUserOf(request: Request): string | undefined {
  return contexts.get(request)?.userId
}

/** Notes why a request was refused; undefined is a fault in Daybook. */
export function noteRefusal(request: Request, refusal: AppError | RowRefusal | undefined): void {
  const context = contextOf(request)
  context.error = refusal?.message.slice(0, sentenceLengthMax) ?? 'internal error'
  context.logged = refusal === undefined ? 'internal error' : loggedRefusal(refusal)
}

/** Notes what became of a list that was judged row by row: how many rows it had, and why some were refused. */
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

// What a URL is made of, without parsing it: each request is looked at.

/** Without a usable Host, and with CONNECT, what Bun calls the URL is none. */
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

/** Whether a path is a prefix such as `/storefront`, or leads on from it. */
export function isBelow(path: string, prefix: string): boolean {
  return path === prefix || path.startsWith(`${prefix}/`)
}

/** Letters, digits, `-`, `_` and `~` mean the same with a percent sign; a dot stays, as two of them lead up. */
const plainCharacter = /[\w~-]/

/** The request with a path that is written as the routes are: `/%73cans` is `/scans` (source: RFC 3986, 6.2.2.2). */
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

/** Throws AppError `forbidden` for what has to come by HTTPS, `headers_too_large`. */
export function requireWellSent(request: Request): void {
  requireHttps(request)
  refuseLargeHeaders(request)
}

/** Not led on: whoever sends a key without encryption has to learn of it. */
function requireHttps(request: Request): void {
  const { originInstead } = contextOf(request)
  if (originInstead === undefined) return
  throw new AppError(
    'forbidden',
    `Over the network Daybook answers by HTTPS alone: use ${originInstead}. A key or password that was sent without encryption may have been read by others.`,
  )
}
