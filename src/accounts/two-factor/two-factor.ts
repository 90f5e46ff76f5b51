import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { recordHistory } from '../history.ts'
import { findOrganisation } from '../queries.ts'
import { requireUser, requireUserById } from '../require-user.ts'
import { hashToken, revokeSessions } from '../sessions/sessions.ts'
import { newCode, shownCode } from '../codes.ts'
import {
  confirmTwoFactor,
  countRecoveryCodes,
  deleteRecoveryCodes,
  deleteTrustedDevices,
  deleteTwoFactor,
  findTwoFactor,
  insertRecoveryCode,
  insertTwoFactor,
  listTrustedDevices,
} from './queries.ts'
import {
  checkCode,
  hasSecondStep,
  newTotpSecret,
  stepOfCode,
  totpUri,
  type SecondStepDeps,
} from './second-step.ts'
import { deletePasskeysOf } from '../passkeys/passkeys.ts'

// How users switch the second step of signing in on and off. The caller has confirmed the user's password shortly before.

/** How many recovery codes a user gets at once. */
const recoveryCodesAtOnce = 10

/** 58 bits: tries are slowed down, and the hashes are stored beside the password's hash. */
const recoveryCodeLength = 12

type Deps = SecondStepDeps

/** What users see of their own second step. */
export function shownTwoFactor(conn: Conn, userId: string, now: number) {
  const isOn = hasSecondStep(conn, userId)
  return {
    isOn,
    recoveryCodesLeft: isOn ? (countRecoveryCodes(conn).get({ userId })?.left ?? 0) : 0,
    trustedDevices: isOn ? listTrustedDevices(conn).all({ userId, now }).length : 0,
  }
}

/**
 * Begins: makes a new secret for the app, which becomes active once a code of it was entered. Throws AppError `conflict` when the second
 * step is on already.
 */
export async function beginTwoFactor(
  { database, clock, secrets }: Deps,
  userId: string,
): Promise<{ secret: string; uri: string }> {
  const secret = newTotpSecret()
  const sealedSecret = await secrets.seal(secret)
  return await database.write((conn) => {
    requireOff(conn, userId)
    const { email } = requireUserById(conn, userId)
    const createdAt = clock.now()
    deleteTwoFactor(conn).run({ userId })
    insertTwoFactor(conn).run({ userId, sealedSecret, createdAt, confirmedAt: null, lastStep: 0 })
    const shop = findOrganisation(conn).get()?.name ?? ''
    return { secret, uri: totpUri(secret, { issuer: `Daybook ${shop}`.trim(), label: email }) }
  })
}

/**
 * Switches the second step on with a code of the app. All other sessions of the user end, because they did no second step. Returns the
 * recovery codes, only this once. Throws AppError `conflict` when it is on or was not begun, `forbidden` at `code`, `rate_limited`.
 */
export async function confirmTwoFactorOf(
  { database, clock, tries, secrets }: Deps,
  { userId, id: sessionId }: { userId: string; id: string },
  code: string,
): Promise<string[]> {
  requireOff(database.read, userId)
  const kept = findTwoFactor(database.read).get({ userId })
  const secret = kept && (await secrets.open(kept.sealedSecret))
  if (kept === undefined || secret === undefined) {
    throw new AppError('conflict', 'Begin again: there is no secret that waits for its first code.')
  }
  const now = clock.now()
  const attempt = tries.begin({ secondStep: userId }, now)
  const step = stepOfCode(secret, code.replaceAll(/\s/g, ''), now)
  if (step === undefined) throw notThatCode()
  attempt.wasRight()
  return await database.write((conn) => {
    requireOff(conn, userId)
    if (findTwoFactor(conn).get({ userId })?.sealedSecret !== kept.sealedSecret) throw notThatCode()
    confirmTwoFactor(conn).run({ userId, confirmedAt: now, lastStep: step })
    recordHistory(conn, now, { action: 'two steps switched on', userId, details: {} })
    revokeSessions(conn, { userId, exceptId: sessionId, by: userId }, now)
    return storeRecoveryCodes(conn, userId, now)
  })
}

/** Makes new recovery codes and ends the old ones. Throws AppError `conflict` when the second step is off, and like `checkCode`. */
export async function renewRecoveryCodes(
  deps: Deps,
  userId: string,
  code: string,
): Promise<string[]> {
  requireOn(deps.database.read, userId)
  const right = await checkCode(deps, userId, code)
  return await deps.database.write((conn) => {
    right.use(conn)
    const now = deps.clock.now()
    recordHistory(conn, now, { action: 'recovery codes made', userId, details: {} })
    return storeRecoveryCodes(conn, userId, now)
  })
}

/** Throws AppError `conflict` when the second step is off, and like `checkCode`. */
export async function switchTwoFactorOff(deps: Deps, userId: string, code: string): Promise<void> {
  requireOn(deps.database.read, userId)
  const right = await checkCode(deps, userId, code)
  await deps.database.write((conn) => {
    right.use(conn)
    removeTwoFactor(conn, userId)
    recordHistory(conn, deps.clock.now(), { action: 'two steps switched off', userId, details: {} })
  })
}

/** Makes every trusted device ask again. Returns how many there were. */
export function forgetTrustedDevices(conn: Conn, userId: string, now: number): number {
  const { length } = listTrustedDevices(conn).all({ userId, now })
  deleteTrustedDevices(conn).run({ userId })
  return length
}

/**
 * For a user who lost app and codes, run by somebody with access to the computer. Afterwards only the password is asked. Passkeys end too,
 * because they may be lost with the phone. Returns whether there was a second step. Throws AppError `not_found`.
 */
export function resetTwoFactor(conn: Conn, email: string, now: number): boolean {
  const { id: userId, email: kept } = requireUser(conn, email)
  const wasOn = hasSecondStep(conn, userId)
  removeTwoFactor(conn, userId)
  deletePasskeysOf(conn).run({ userId })
  recordHistory(conn, now, { action: 'two steps switched off', details: { email: kept } })
  return wasOn
}

function removeTwoFactor(conn: Conn, userId: string): void {
  deleteTwoFactor(conn).run({ userId })
  deleteRecoveryCodes(conn).run({ userId })
  deleteTrustedDevices(conn).run({ userId })
}

function storeRecoveryCodes(conn: Conn, userId: string, now: number): string[] {
  deleteRecoveryCodes(conn).run({ userId })
  return Array.from({ length: recoveryCodesAtOnce }, () => {
    const code = newCode(recoveryCodeLength)
    insertRecoveryCode(conn).run({ hash: hashToken(code), userId, createdAt: now, usedAt: null })
    return shownCode(code)
  })
}

function requireOff(conn: Conn, userId: string): void {
  if (!hasSecondStep(conn, userId)) return
  throw new AppError('conflict', 'Signing in has two steps already.')
}

function requireOn(conn: Conn, userId: string): void {
  if (hasSecondStep(conn, userId)) return
  throw new AppError('conflict', 'Signing in has one step: there is nothing to change.')
}

function notThatCode(): AppError {
  return new AppError(
    'forbidden',
    'That is not the code which the app shows now. Was the code above scanned, and is the phone’s clock right?',
    { field: 'code' },
  )
}
