import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { recordHistory } from '../history.ts'
import { findUser, findUserByEmail, type User } from '../queries.ts'
import { checkedEmail } from '../rules.ts'
import { checkSecondStep, trustDevice, type SecondStepDeps } from '../two-factor/second-step.ts'
import { findDeviceProof, countedTries, refusedSignIns } from '../sessions/guessing.ts'
import { isPassword } from '../sessions/passwords.ts'
import {
  newToken,
  signOut,
  startSession,
  type StartedSession,
  type Visitor,
} from '../sessions/sessions.ts'
import { pairingCodes } from '../keys/pairing-codes.ts'
import { challenges } from '../passkeys/challenges.ts'
import { confirmedSessions } from '../users/passwords.ts'

// Signing in. sessions.ts has what follows, guessing.ts slows down guessing, passwords.ts has hashes and rules for new passwords, and
// two-factor/ has the second step.

export type SignInDeps = SecondStepDeps

type SignInInput = {
  email: string
  password: string
  /** The second step, for users who have one: a code of the app, or a recovery code. */
  code?: string | undefined
  /** True to skip the second step on this device for a while. */
  trustsDevice?: boolean
  visitor: Visitor
  /** The session that the browser has already. It ends. */
  replaces?: { id: string; userId: string } | undefined
}

/**
 * Signs a user in by e-mail and password. Whatever is wrong, this function takes the same way and gives the same answer. Wrong tries of
 * strangers do not delay a device that the account knows. Throws AppError `unauthorized`, `forbidden` at the field `code` when the password
 * is right and the second step is missing or wrong, or `rate_limited` after too many wrong tries.
 */
export async function signIn(
  deps: SignInDeps,
  input: SignInInput,
): Promise<StartedSession & { trusted: string | undefined }> {
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
  const { code, trustsDevice = false } = input
  const { address, trusted: before } = visitor
  const step = await checkSecondStep(deps, { userId: user.id, code, address, trusted: before })
  const token = newToken()
  // Never a token that was sent: another program on this host name may have put it into the browser.
  const trusted = newToken()
  return await database.write((conn) => {
    const now = clock.now()
    requireUnchanged(conn, user)
    step?.use(conn)
    if (replaces !== undefined) signOut(conn, replaces, now)
    const trusts = step !== undefined && trustsDevice
    if (trusts) trustDevice(conn, { userId: user.id, token: trusted, before }, now)
    const started = startSession(conn, { userId: user.id, token, visitor }, now)
    return { ...started, trusted: trusts ? trusted : undefined }
  })
}

/** Text that is nobody's e-mail address is not recorded: it may be a password in the wrong field. */
async function recordRefusal(
  deps: SignInDeps,
  user: User | undefined,
  { address }: Visitor,
): Promise<void> {
  const now = deps.clock.now()
  if (!deps.refused.isRecorded('password', now)) return
  await deps.database.write((conn) =>
    recordHistory(conn, now, {
      action: 'sign-in refused',
      details: user === undefined ? { address } : { email: user.email, address },
    }),
  )
}

/** Checking the password took time. Meanwhile the user may have been deactivated, or may have another password. */
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

/** What Daybook remembers in memory about people signing in. A restart forgets it. */
export function waysIn() {
  const guessing = countedTries()
  return {
    tries: guessing,
    pairing: pairingCodes(guessing),
    refused: refusedSignIns(),
    challenges: challenges(),
    confirmed: confirmedSessions(),
  }
}
