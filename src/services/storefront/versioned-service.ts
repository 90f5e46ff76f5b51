import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import type { HttpService } from '../../platform/http/service.ts'
import { catalogueVersion, versionHeaderName } from './catalogue-version.ts'

/** The seconds after which a refused client may try again. A follower is behind for about as long. */
const retryAfterSeconds = 1

/**
 * Every answer names the catalogue version behind it, in the header `Daybook-Version`. A client that sends the highest
 * version it has seen never gets an older one, whichever copy answers: a follower that is behind refuses, and the
 * proxy asks the next copy. The main Daybook never refuses. No copy is newer, even after a restore to an earlier time.
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

/** Throws AppError `invalid_request`, or `unavailable` if the client has seen more than this copy holds. */
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
