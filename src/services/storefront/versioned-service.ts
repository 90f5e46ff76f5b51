import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import type { HttpService } from '../../platform/http/service.ts'
import { catalogueVersion, versionHeaderName } from './catalogue-version.ts'

/** When whoever was refused may try again: a follower is behind for about as long, in seconds. */
const retryAfterSeconds = 1

/**
 * Every answer says which version of the catalogue it was made from, in the header `Daybook-Version`. Whoever sends the
 * highest that it has seen is never shown an older one, whichever of several copies answers: a follower that is behind
 * refuses, so that the proxy before it asks the next. The Daybook whose book counts never refuses: none is newer, also
 * when the book was put back to an earlier time.
 */
export function versionedService(
  service: HttpService,
  conn: Conn,
  isFollower: boolean,
): HttpService {
  const told = (reply: Response): Response => {
    if (!reply.headers.has(versionHeaderName)) {
      reply.headers.set(versionHeaderName, String(catalogueVersion(conn)))
    }
    return reply
  }
  return {
    ...service,
    authorise(request, endpoint) {
      service.authorise(request, endpoint)
      if (isFollower) requireSeen(request, conn)
    },
    handle(request) {
      const reply = service.handle(request)
      return reply instanceof Promise ? reply.then(told) : told(reply)
    },
  }
}

/** Throws AppError `invalid_request`, or `unavailable` where the client has seen more than this copy holds. */
function requireSeen(request: Request, conn: Conn): void {
  const sent = request.headers.get(versionHeaderName)
  if (sent === null) return
  if (!/^\d{1,15}$/.test(sent)) {
    throw new AppError('invalid_request', 'Daybook-Version must be a number that an answer told.')
  }
  if (Number(sent) <= catalogueVersion(conn)) return
  throw new AppError(
    'unavailable',
    'This copy is a moment behind what you have seen: ask again, or ask the Daybook that it follows.',
    { retryAfterSeconds },
  )
}
