import type { Visitor } from '../../accounts/sessions.ts'
import { contextOf } from '../../platform/http/request-context.ts'
import { sentDevice } from './cookies.ts'

/** Where a request comes from, as "your sessions" shows it, and from which device. */
export function visitorOf(request: Request): Visitor {
  return {
    address: contextOf(request).address,
    userAgent: request.headers.get('user-agent') ?? '',
    device: sentDevice(request),
  }
}
