import type { AppError, ErrorCode } from '../errors.ts'
import { mustBe } from '../record/sentence.ts'

/** The one table from what went wrong to the HTTP status. */
const statuses: Record<ErrorCode, number> = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  gone: 410,
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
  // What is read (source: RFC 9110, 15.5.16).
  if (error.code === 'unsupported_media_type') headers.set('accept-encoding', 'gzip')
  if (typeof retryAfterSeconds === 'number') headers.set('retry-after', String(retryAfterSeconds))
  return new Response(JSON.stringify(body), { status: statusOf(error.code), headers })
}

/** What a schema check says of the first thing that is wrong, as TypeBox reports it. */
type Problem = { path?: string; value?: unknown; schema?: unknown; message?: string }

/**
 * One sentence: the field, what is allowed, what came. A schema may say what is allowed in its own words in the
 * keyword `expected`, and by the keyword `secret` that what came is not repeated.
 */
export function sentenceOf(problem: unknown): string {
  const { value, schema, message = '' } = isProblem(problem) ? problem : {}
  const field = fieldOf(problem) ?? 'The body'
  const expected = expectedOf(schema, message)
  if (value !== undefined && isSecret(schema)) return `${field} must be ${expected}.`
  return mustBe(field, expected, value)
}

/** The field that a problem is with, such as `items.0.name`; undefined when it is the body as a whole. */
export function fieldOf(problem: unknown): string | undefined {
  const { path = '' } = isProblem(problem) ? problem : {}
  return path === '' ? undefined : path.slice(1).replaceAll('/', '.')
}

function isProblem(problem: unknown): problem is Problem {
  return problem !== null && typeof problem === 'object'
}

function isSecret(schema: unknown): boolean {
  return (
    schema !== null && typeof schema === 'object' && 'secret' in schema && schema.secret === true
  )
}

function expectedOf(schema: unknown, message: string): string {
  if (schema !== null && typeof schema === 'object') {
    if ('expected' in schema && typeof schema.expected === 'string') return schema.expected
    if ('type' in schema && typeof schema.type === 'string') return nameOfType(schema.type)
  }
  return message.replace(/^Expected /, '')
}

function nameOfType(type: string): string {
  switch (type) {
    case 'array':
      return 'a list'
    case 'object':
      return 'an object'
    case 'string':
      return 'text'
    case 'boolean':
      return 'true or false'
    default:
      return `a ${type}`
  }
}
