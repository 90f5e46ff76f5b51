import { eq } from 'drizzle-orm'
import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Clock } from '../../platform/time.ts'
import { recordHistory } from '../history.ts'
import { findOrganisation, findUser, type User } from '../queries.ts'
import { deletePasskeysOf, listPasskeys } from '../passkeys/passkeys.ts'
import { requireUser } from '../require-user.ts'
import { remember, rememberedDevice, type Tries } from '../sessions/guessing.ts'
import { checkedNewPassword, hashPassword, isPassword } from '../sessions/passwords.ts'
import {
  newToken,
  revokeSessions,
  type StartedSession,
  startSession,
  type Visitor,
} from '../sessions/sessions.ts'
import { users } from '../tables.ts'
import { deleteTrustedDevices } from '../two-factor/queries.ts'
import { hasSecondStep } from '../two-factor/second-step.ts'
import { endLinks, requirePasswordLink, useLink } from './links.ts'

/* How users choose, change and confirm their passwords. */

/** How long after entering the password a user may do things that must not be possible at an abandoned computer. */
const confirmedMs = 10 * 60_000

/** The most remembered sessions: more than a shop has. */
const rememberedMax = 1000

const currentField = 'currentPassword'

type Deps = { database: Database; clock: Clock; tries: Tries }

type PasswordChange = {
  userId: string
  /** The session that asks: it continues, all others end. */
  sessionId: string
  visitor: Visitor
  current: string
  next: string
}

/**
 * Changes a user's own password. Returns how many other sessions ended, how many passkeys still open Daybook, and the new cookie of the
 * known device. Wrong tries count for the session alone. Throws AppError `forbidden` for a wrong password, `invalid_request` for an
 * unacceptable new one, `rate_limited`.
 */
export async function changeOwnPassword(
  deps: Deps,
  change: PasswordChange,
): Promise<{ sessionsEnded: number; passkeys: number; device: string }> {
  const { database, clock } = deps
  const { userId, sessionId, visitor, current } = change
  const entered = { userId, sessionId, password: current, field: currentField }
  const user = await requireOwnPassword(deps, entered)
  const organisation = findOrganisation(database.read).get()?.name ?? ''
  const next = await checkedNewPassword(change.next, { ...user, organisation }, 'newPassword')
  const hash = await hashPassword(next)
  const sessionsEnded = await database.write((conn) => {
    if (findUser(conn).get({ id: userId })?.passwordHash !== user.passwordHash)
      throw wrongPassword(currentField)
    return changePassword(conn, user.email, hash, clock.now(), { userId, sessionId })
  })
  const passkeys = listPasskeys(database.read).all({ userId }).length
  return { sessionsEnded, passkeys, device: rememberedDevice(visitor.device, hash) }
}

/**
 * Signs out whoever knew the old password: every session of the user ends, except `by.sessionId`. Passkeys end when somebody else chooses
 * the password, at the computer itself. Returns how many ended. Throws AppError `not_found`.
 */
export function changePassword(
  conn: Conn,
  email: string,
  passwordHash: string,
  now: number,
  by?: { userId: string; sessionId?: string },
): number {
  const user = requireUser(conn, email)
  conn.update(users).set({ passwordHash }).where(eq(users.id, user.id)).run()
  // The holder of an old link must not be able to change the password back.
  endLinks(conn).run({ userId: user.id, now })
  deleteTrustedDevices(conn).run({ userId: user.id })
  if (by === undefined) deletePasskeysOf(conn).run({ userId: user.id })
  recordHistory(conn, now, {
    action: 'password changed',
    userId: by?.userId,
    details: { email: user.email },
  })
  const { userId, sessionId = '' } = by ?? {}
  return revokeSessions(conn, { userId: user.id, exceptId: sessionId, by: userId }, now)
}

/** The token of the link, or the short code, and the password that its user chose. */
type ChosenPassword = { code: string; password: string; visitor: Visitor }

/**
 * Sets the password that the user of a link chose, and signs the user in. Undefined when the user has a second step, which no link
 * replaces: the user signs in separately. After any refusal the link stays usable. Throws AppError `forbidden` for a link or code that does
 * not work, `invalid_request` with the field.
 */
export async function choosePassword(
  deps: Omit<Deps, 'tries'>,
  input: ChosenPassword,
): Promise<StartedSession | undefined> {
  const { database, clock } = deps
  const { code, visitor } = input
  const { user } = requirePasswordLink(database.read, code, clock.now())
  const organisation = findOrganisation(database.read).get()?.name ?? ''
  const { email, name } = user
  const password = await checkedNewPassword(input.password, { organisation, email, name })
  const passwordHash = await hashPassword(password)
  const token = newToken()
  return await database.write((conn) => {
    const now = clock.now()
    const link = requirePasswordLink(conn, code, now)
    useLink(conn).run({ id: link.id, usedAt: now })
    changePassword(conn, email, passwordHash, now, { userId: user.id })
    if (hasSecondStep(conn, user.id)) return undefined
    return startSession(conn, { userId: user.id, token, visitor }, now)
  })
}

/** When each session's user last entered the password again. In memory: a restart asks again. */
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
    note: (sessionId, now) => remember(known, sessionId, now, rememberedMax),
    require({ id, createdAt }, now) {
      const since = now - (known.get(id) ?? createdAt)
      // A time in the future was recorded by a wrong clock.
      if (since >= 0 && since < confirmedMs) return
      throw new AppError('forbidden', 'Enter your password once more to do this.', {
        field: 'confirmation',
      })
    },
  }
}

type EnteredPassword = { userId: string; sessionId: string; password: string; field: string }

/**
 * The signed-in user, after entering the password again. Wrong tries count for the session alone: strangers cannot block it. Throws
 * AppError `forbidden` at the field for a wrong password, `rate_limited`.
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

function wrongPassword(field: string): AppError {
  return new AppError('forbidden', 'Your present password is wrong.', { field })
}
