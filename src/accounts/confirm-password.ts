import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { AppError } from '../platform/errors.ts'
import { isPassword } from './password-hash.ts'
import { findUser, type User } from './queries.ts'
import type { Tries } from './tries.ts'

/** So long after its password somebody may do what must not be done at a computer that it left. */
const confirmedMs = 10 * 60_000

/** Sessions remembered at once: more than a shop has. */
const rememberedMax = 1000

/** When sessions had their password entered once more. In memory: a restart asks again. */
export type ConfirmedSessions = {
  note(sessionId: string, now: number): void
  /**
   * Signing in counts as well. Throws AppError `forbidden` with the field `confirmation` when the password was entered too
   * long ago.
   */
  require(session: { id: string; createdAt: number }, now: number): void
}

export function confirmedSessions(): ConfirmedSessions {
  const known = new Map<string, number>()
  return {
    note(sessionId, now) {
      known.delete(sessionId)
      const oldest = known.size < rememberedMax ? undefined : known.keys().next().value
      if (oldest !== undefined) known.delete(oldest)
      known.set(sessionId, now)
    },
    require({ id, createdAt }, now) {
      const since = now - (known.get(id) ?? createdAt)
      // One of the future was noted by a clock that was wrong.
      if (since >= 0 && since < confirmedMs) return
      throw new AppError('forbidden', 'Enter your password once more to do this.', {
        field: 'confirmation',
      })
    },
  }
}

type Deps = { database: Database; clock: Clock; tries: Tries }

export type EnteredPassword = { userId: string; sessionId: string; password: string; field: string }

/**
 * Whoever is signed in, once it has entered its password. Wrong tries count for the session alone: strangers cannot hold
 * it up. Throws AppError `forbidden` at the field for a wrong one, `rate_limited`.
 */
export async function requireOwnPassword(
  { database, clock, tries }: Deps,
  { userId, sessionId, password, field }: EnteredPassword,
): Promise<User> {
  const user = findUser(database.read).get({ id: userId })
  const attempt = tries.begin({ device: sessionId }, clock.now())
  const isRight = await isPassword(password, user?.passwordHash ?? null, 'known')
  if (user === undefined || !isRight) throw wrongPassword(field)
  attempt.wasRight()
  return user
}

export function wrongPassword(field: string): AppError {
  return new AppError('forbidden', 'Your present password is wrong.', { field })
}
