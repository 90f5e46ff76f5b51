/** Seconds that a browser may keep what OPTIONS told it. */
const preflightMaxAgeSeconds = 600

/**
 * CORS headers, only for an origin that the owner listed (`cors_origins`, none by default). Where some are listed every
 * answer depends on the origin, and says so.
 */
export function setCorsHeaders(reply: Headers, request: Request, origins: readonly string[]): void {
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
