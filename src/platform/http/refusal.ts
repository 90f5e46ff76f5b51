import type { AppError, ErrorCode } from '../errors.ts'

/** The one table from what went wrong to the HTTP status. */
const statuses: Record<ErrorCode, number> = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
  insufficient_storage: 507,
}

/** The HTTP status of a refusal. */
export function statusOf(code: ErrorCode): number {
  return statuses[code]
}

/** What a caller is known by: what it sends in the header Authorization, or a cookie, which no header asks for. */
export type Credentials = 'bearer' | 'cookie'

/** The answer to a refused request; `body` is the service's own error shape. */
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
  if (typeof retryAfterSeconds === 'number') headers.set('retry-after', String(retryAfterSeconds))
  return new Response(JSON.stringify(body), { status: statusOf(error.code), headers })
}
