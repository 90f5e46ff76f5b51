import { type AppError, type ErrorCode, errorCodes } from '../errors.ts'

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
