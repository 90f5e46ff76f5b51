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
  { origin, corsOrigins }: { origin: string; corsOrigins: readonly string[] },
): void {
  if (isByHttps(origin)) reply.set('strict-transport-security', `max-age=${httpsSeconds}`)
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
  for (const [name, value] of headersFor(request, origins)) reply.set(name, value)
}

function headersFor(request: Request, origins: readonly string[]): [string, string][] {
  const origin = request.headers.get('origin')
  if (origin === null || !origins.includes(origin)) return []
  const headers: [string, string][] = [
    ['access-control-allow-origin', origin],
    ['access-control-expose-headers', 'X-Request-Id, ETag, Idempotency-Replayed, Retry-After'],
  ]
  if (request.method !== 'OPTIONS') return headers
  return [
    ...headers,
    ['access-control-allow-methods', 'GET, HEAD, POST, OPTIONS'],
    [
      'access-control-allow-headers',
      'Authorization, X-Api-Key, Content-Type, Idempotency-Key, If-None-Match',
    ],
    ['access-control-max-age', String(preflightMaxAgeSeconds)],
  ]
}
