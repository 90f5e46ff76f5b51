import type { HttpService } from './platform/http/elysia-service.ts'
import type { Pages } from './platform/http/front.ts'
import { jsonReply } from './platform/http/reply.ts'
import { version } from './platform/version.ts'

/** What needs no key. */
export function pages(_services: readonly HttpService[]): Pages {
  return (request, path) => {
    if (path === '/health')
      return jsonReply(request, 200, JSON.stringify({ status: 'ok', version }))
    return undefined
  }
}
