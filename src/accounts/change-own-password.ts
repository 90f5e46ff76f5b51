import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { requireOwnPassword, wrongPassword } from './confirm-password.ts'
import { rememberedDevice } from './known-devices.ts'
import { hashPassword } from './password-hash.ts'
import { checkedNewPassword } from './passwords.ts'
import { findOrganisation, findUser } from './queries.ts'
import type { Visitor } from './sessions.ts'
import type { Tries } from './tries.ts'
import { changePassword } from './users.ts'

const currentField = 'currentPassword'

type Deps = { database: Database; clock: Clock; tries: Tries }

export type PasswordChange = {
  userId: string
  /** The session that asks: it goes on, all others end. */
  sessionId: string
  visitor: Visitor
  current: string
  next: string
}

/**
 * Changes a user's own password. Returns how many other sessions ended, and the cookie by which the device is known now.
 * Wrong tries count for the session alone.
 * Throws AppError `forbidden` for a wrong password, `invalid_request` for a new one that cannot be, `rate_limited`.
 */
export async function changeOwnPassword(
  deps: Deps,
  change: PasswordChange,
): Promise<{ sessionsEnded: number; device: string }> {
  const { database, clock } = deps
  const { userId, sessionId, visitor, current } = change
  const entered = { userId, sessionId, password: current, field: currentField }
  const user = await requireOwnPassword(deps, entered)
  const organisation = findOrganisation(database.read).get()?.name ?? ''
  const next = checkedNewPassword(change.next, { ...user, organisation }, 'newPassword')
  const hash = await hashPassword(next)
  const sessionsEnded = await database.write((conn) => {
    if (findUser(conn).get({ id: userId })?.passwordHash !== user.passwordHash)
      throw wrongPassword(currentField)
    return changePassword(conn, user.email, hash, clock.now(), { userId, sessionId })
  })
  return { sessionsEnded, device: rememberedDevice(visitor.device, hash) }
}
