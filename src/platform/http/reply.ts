import { compressibleOf, plainTag, withContent } from './compression.ts'

const jsonType = 'application/json; charset=utf-8'

/** It may be kept but must be asked for again each time. */
const revalidated = 'private, no-cache'

/**
 * One address answers otherwise to another key or session, and in another encoding: a cache that passes over `private` must
 * know at least that.
 */
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

/** What every JSON answer to a GET carries. */
export function jsonHeaders(etag: string) {
  return { 'content-type': jsonType, etag, 'cache-control': revalidated, vary: varies }
}

export function notModified(etag: string, headers: Record<string, string> = {}): Response {
  return new Response(null, {
    status: 304,
    headers: { ...headers, etag, 'cache-control': revalidated, vary: varies },
  })
}

/** 64 bits of the content and its length: two states of one address do not meet by chance. */
export function etagOf(content: string | Uint8Array): string {
  return `"${Bun.hash.xxHash64(content).toString(36)}-${content.length.toString(36)}"`
}

/** If-None-Match as RFC 9110 has it: a list, `*`, and weak comparison, in whichever encoding the client has it. */
export function matches(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch
    .split(',')
    .some((candidate) => plainTag(candidate.trim().replace(/^W\//, '')) === etag)
}

/**
 * Seconds for which a browser that came by HTTPS comes by nothing else to this name, counted anew with each answer: half a
 * year, so that a shop that gives HTTPS up is not locked out for good.
 */
const httpsSeconds = 180 * 24 * 60 * 60

/** Seconds that a browser may keep what OPTIONS told it. */
const preflightMaxAgeSeconds = 600

/** What every answer tells browsers. `origin` is the address that links in answers point to. */
export function setBrowserHeaders(
  reply: Headers,
  request: Request,
  told: { origin: string; isHttpsAlone: boolean; corsOrigins: readonly string[] },
): void {
  const { origin, isHttpsAlone, corsOrigins } = told
  if (isHttpsAlone && isByHttps(origin))
    reply.set('strict-transport-security', `max-age=${httpsSeconds}`)
  setCorsHeaders(reply, request, corsOrigins)
}

/** Other programs share the name localhost, on other ports without HTTPS. */
function isByHttps(origin: string): boolean {
  return /^https:\/\/(?!localhost(:|$))/.test(origin)
}

/**
 * CORS headers, only for an origin that the owner listed (`cors_origins`, none by default). Where some are listed every
 * answer depends on the origin, and says so.
 */
function setCorsHeaders(reply: Headers, request: Request, origins: readonly string[]): void {
  if (origins.length === 0) return
  reply.append('vary', 'Origin')
  const methods = reply.get('allow') ?? 'GET, HEAD, OPTIONS'
  for (const [name, value] of headersFor(request, origins, methods)) reply.set(name, value)
}

/** `methods`: what the path answers to. */
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
