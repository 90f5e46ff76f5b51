import type { Visitor } from '../../accounts/sessions.ts'
import { contextOf } from '../../platform/http/request-context.ts'

/** Where a request comes from, as "your sessions" shows it. */
export function visitorOf(request: Request): Visitor {
  return {
    address: contextOf(request).address,
    userAgent: request.headers.get('user-agent') ?? '',
  }
}
