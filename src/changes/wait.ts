import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { isBehind } from './feed.ts'

/** How often a waiting request looks, in milliseconds: a look costs some microseconds. */
const lookEveryMs = 100

/** The most waiting requests. Further clients are asked to come back. */
const waitingMax = 200

/** The most waiting requests of one key, so that it takes no places of others: as many programs as one shop has. */
const waitingOfKeyMax = 20

/** A waiting request: its key, its place, and the longest wait in milliseconds. */
type Wait = { keyId: string; next: string; ms: number }

export type ChangeWaits = {
  /**
   * Resolves when something changed after a place, the time is over, or the client is gone. Throws AppError `unavailable`, and the guard's
   * refusal when the key ended meanwhile.
   */
  until(request: Request, wait: Wait): Promise<void>
  /** Ends all waits, because the server stops. */
  end(): void
  isEnded(): boolean
}

/** Requests that wait for changes by any process. `authorise` is called again when a wait is over. */
export function changeWaits(
  { read, changeToken }: Pick<Database, 'read' | 'changeToken'>,
  authorise: (request: Request) => void,
): ChangeWaits {
  const places = waitingPlaces()
  const ending = new AbortController()
  const untilChange = async (signal: AbortSignal, { next, ms }: Wait) => {
    const until = performance.now() + ms
    let token = ''
    while (!ending.signal.aborted && !signal.aborted && performance.now() < until) {
      const now = changeToken()
      if (now !== token && isBehind(read, next)) return
      token = now
      await Bun.sleep(lookEveryMs)
    }
  }
  return {
    async until(request, wait) {
      places.take(wait.keyId)
      try {
        await untilChange(request.signal, wait)
      } finally {
        places.leave(wait.keyId)
      }
      authorise(request)
    },
    end: () => ending.abort(),
    isEnded: () => ending.signal.aborted,
  }
}

/** Counts the waiting requests of each key. */
function waitingPlaces() {
  const byKey = new Map<string, number>()
  let waiting = 0
  return {
    take(keyId: string): void {
      const ofKey = byKey.get(keyId) ?? 0
      if (ofKey >= waitingOfKeyMax) throw tooMany('This key waits for changes too often at once')
      if (waiting >= waitingMax) throw tooMany('Too many programs wait for changes')
      waiting++
      byKey.set(keyId, ofKey + 1)
    },
    leave(keyId: string): void {
      waiting--
      const ofKey = (byKey.get(keyId) ?? 0) - 1
      if (ofKey > 0) byKey.set(keyId, ofKey)
      else byKey.delete(keyId)
    },
  }
}

function tooMany(what: string): AppError {
  return new AppError('unavailable', `${what}: ask without wait.`, { retryAfterSeconds: 5 })
}
