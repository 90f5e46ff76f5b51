import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Clock } from '../../platform/time.ts'
import { recordHistory } from '../history.ts'
import { findUser, findUserByEmail, type User } from '../queries.ts'
import { checkedEmail } from '../rules.ts'
import { findDeviceProof, type Tries } from './guessing.ts'
import { isPassword } from './passwords.ts'
import { newToken, signOut, type StartedSession, startSession, type Visitor } from './sessions.ts'

/*
 * Signing in. What goes on then is in sessions.ts, what slows down whoever guesses in guessing.ts, hashes and what a new
 * password must be in passwords.ts.
 */

/** Refused sign-ins that a day of account history holds at most: it is kept for good, and strangers write here. */
const recordedADayMax = 200
const dayMs = 24 * 60 * 60 * 1000

export type SignInDeps = { database: Database; clock: Clock; tries: Tries; refused: RefusedSignIns }

type SignInInput = {
  email: string
  password: string
  visitor: Visitor
  /** The session that the browser has already; it ends. */
  replaces?: { id: string; userId: string } | undefined
}

/**
 * Signs a user in by e-mail and password. Whatever is wrong, the way through this function is the same, and the answer.
 * The wrong tries of strangers do not hold up a device that is known to the account.
 * Throws AppError `unauthorized`, or `rate_limited` after too many wrong tries.
 */
export async function signIn(deps: SignInDeps, input: SignInInput): Promise<StartedSession> {
  const { database, clock, tries } = deps
  const { visitor, replaces } = input
  const email = checkedEmail(input.email)
  const found = findUserByEmail(database.read).get({ email })
  const user = found?.deactivatedAt === null ? found : undefined
  const hash = user?.passwordHash ?? null
  const device = findDeviceProof(visitor.device, hash)
  const stranger = { account: email, address: visitor.address }
  const attempt = tries.begin(device === undefined ? stranger : { device }, clock.now())
  const isRight = await isPassword(
    input.password,
    hash,
    device === undefined ? 'stranger' : 'known',
  )
  if (user === undefined || !isRight) {
    await recordRefusal(deps, found, visitor)
    throw wrongSignIn()
  }
  attempt.wasRight()
  const token = newToken()
  return await database.write((conn) => {
    requireUnchanged(conn, user)
    if (replaces !== undefined) signOut(conn, replaces, clock.now())
    return startSession(conn, { userId: user.id, token, visitor }, clock.now())
  })
}

/** Counts the refused sign-ins of a day, so that history stays readable. In memory: a restart begins anew. */
type RefusedSignIns = { isRecorded(now: number): boolean }

export function refusedSignIns(): RefusedSignIns {
  let since = Number.NEGATIVE_INFINITY
  let count = 0
  return {
    isRecorded(now) {
      if (now < since || now - since >= dayMs) {
        since = now
        count = 0
      }
      count++
      return count <= recordedADayMax
    },
  }
}

/** What nobody has as an e-mail address is not written down: it may be a password in the wrong field. */
async function recordRefusal(
  deps: SignInDeps,
  user: User | undefined,
  { address }: Visitor,
): Promise<void> {
  const now = deps.clock.now()
  if (!deps.refused.isRecorded(now)) return
  await deps.database.write((conn) =>
    recordHistory(conn, now, {
      action: 'sign-in refused',
      details: user === undefined ? { address } : { email: user.email, address },
    }),
  )
}

/** The password took its time to check: the user may have been deactivated, or got another one, in between. */
function requireUnchanged(conn: Conn, user: User): void {
  const current = findUser(conn).get({ id: user.id })
  if (current?.deactivatedAt === null && current.passwordHash === user.passwordHash) return
  throw wrongSignIn()
}

function wrongSignIn(): AppError {
  return new AppError('unauthorized', 'The e-mail address or the password is wrong.', {
    field: 'password',
  })
}
