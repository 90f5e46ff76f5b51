import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time.ts'
import type { RefusedSignIns, Tries } from '../sessions/guessing.ts'
import { recordHistory } from '../history.ts'
import { findUser } from '../queries.ts'
import { hashToken } from '../sessions/sessions.ts'
import { hashOfSecret } from '../codes.ts'
import {
  deleteTrustedDevice,
  findRecoveryCode,
  findTwoFactor,
  insertTrustedDevice,
  listTrustedDevices,
  renewTrustedDevice,
  useRecoveryCode,
  useStep,
} from './queries.ts'
import { Secret, TOTP } from 'otpauth'

/** How long a trusted device is not asked again. */
export const trustedMs = 30 * 24 * 60 * 60 * 1000

export type SecondStepDeps = {
  database: Database
  clock: Clock
  tries: Tries
  refused: RefusedSignIns
  secrets: Secrets
}

/** A right code. `use` uses it up in the transaction that needs it. Throws AppError `forbidden`. */
type RightCode = { use(conn: Conn): void }

type Given = {
  userId: string
  code: string | undefined
  /** The address of somebody who signs in. */
  address?: string
  trusted?: string | undefined
}

/**
 * Whether a user with a right password may sign in. Undefined when no code is needed: the user has no second step, or trusts the device.
 * Throws AppError `forbidden` at the field `code`, `rate_limited`.
 */
export async function checkSecondStep(
  deps: SecondStepDeps,
  { userId, code, address, trusted }: Given,
): Promise<RightCode | undefined> {
  const { database, clock } = deps
  if (!hasSecondStep(database.read, userId)) return undefined
  if (trusted !== undefined && isTrusted(database.read, { userId, token: trusted }, clock.now())) {
    return undefined
  }
  return await checkCode(deps, userId, code ?? '', address)
}

/** Asks a signed-in user with a second step for a code, and uses the code up. Throws AppError like `checkCode`. */
export async function passSecondStep(
  deps: SecondStepDeps,
  given: { userId: string; code: string | undefined },
): Promise<void> {
  const right = await checkSecondStep(deps, given)
  if (right !== undefined) await deps.database.write((conn) => right.use(conn))
}

/**
 * Checks a code that a user typed. `address` is set when somebody signs in. A wrong code is recorded in account history. Throws AppError
 * `forbidden` at the field `code` for a missing or wrong code, `rate_limited`.
 */
export async function checkCode(
  deps: SecondStepDeps,
  userId: string,
  typed: string,
  address?: string,
): Promise<RightCode> {
  const { database, clock, tries, secrets } = deps
  const code = typed.replaceAll(/[\s-]/g, '')
  if (code === '') throw refused('Enter the six digits that your authenticator app shows.')
  const attempt = tries.begin({ secondStep: userId }, clock.now())
  const right = /^\d{6}$/.test(code)
    ? await findByApp(userId, code)
    : findByRecovery(userId, hashOfSecret(code))
  if (right === undefined) {
    await recordWrongCode(deps, userId, address)
    throw wrongCode()
  }
  return {
    use(conn) {
      right.use(conn)
      // Only now: a code that was used before must not allow more guesses.
      attempt.wasRight()
    },
  }

  async function findByApp(of: string, digits: string): Promise<RightCode | undefined> {
    const kept = findTwoFactor(database.read).get({ userId: of })
    const secret = kept && (await secrets.open(kept.sealedSecret))
    if (kept !== undefined && secret === undefined) throw keyIsGone()
    const step = secret === undefined ? undefined : stepOfCode(secret, digits, clock.now())
    if (kept === undefined || step === undefined || step <= kept.lastStep) return undefined
    return { use: (conn) => requireOne(useStep(conn).all({ userId: of, step })) }
  }

  function findByRecovery(of: string, hash: string): RightCode | undefined {
    if (findRecoveryCode(database.read).get({ userId: of, hash }) === undefined) return undefined
    return {
      use(conn) {
        requireOne(useRecoveryCode(conn).all({ userId: of, hash, now: clock.now() }))
        recordHistory(conn, clock.now(), { action: 'recovery code used', userId: of, details: {} })
      },
    }
  }
}

async function recordWrongCode(
  { database, clock, refused: known }: SecondStepDeps,
  userId: string,
  address = '',
): Promise<void> {
  const now = clock.now()
  if (!known.isRecorded('code', now)) return
  const email = findUser(database.read).get({ id: userId })?.email ?? ''
  const from = address === '' ? {} : { address }
  await database.write((conn) =>
    recordHistory(conn, now, { action: 'code refused', details: { email, ...from } }),
  )
}

/** Whether signing in asks a user for more than the password. */
export function hasSecondStep(conn: Conn, userId: string): boolean {
  return (findTwoFactor(conn).get({ userId })?.confirmedAt ?? null) !== null
}

type Device = { userId: string; token: string }

/** Lets a device skip a user's second step for 30 days. */
export function trustDevice(
  conn: Conn,
  { userId, token, before }: Device & { before: string | undefined },
  now: number,
): void {
  const hash = hashToken(token)
  if (before !== undefined) {
    // Others who use this browser stay trusted in it.
    const was = hashToken(before)
    deleteTrustedDevice(conn).run({ userId, hash: was })
    renewTrustedDevice(conn).run({ from: was, to: hash })
  }
  insertTrustedDevice(conn).run({ userId, hash, createdAt: now, expiresAt: now + trustedMs })
}

function isTrusted(conn: Conn, { userId, token }: Device, now: number): boolean {
  const sent = hashToken(token)
  return listTrustedDevices(conn)
    .all({ userId, now })
    .some(({ hash }) => hash === sent)
}

/** Throws when somebody else used the code in between. */
function requireOne(used: readonly unknown[]): void {
  if (used.length === 0) throw wrongCode()
}

function wrongCode(): AppError {
  return refused(
    'This code is wrong, or was used. The app shows a new one each half minute; a phone’s clock must be right.',
  )
}

/** After a restore without the sealing key the secret cannot be read. Recovery codes still work, because they need no key. */
function keyIsGone(): AppError {
  return refused(
    'Codes of the app cannot be checked: their key was left on another computer. Use a recovery code, or run "daybook user reset-two-factor".',
  )
}

function refused(message: string): AppError {
  return new AppError('forbidden', message, { field: 'code' })
}

/** The parameters that every authenticator app knows: six digits that change each half minute (source: RFC 6238, 4). */
const algorithm = 'SHA1'
const digits = 6
const periodSeconds = 30

/** How many half minutes a phone's clock may be off, either way. */
const stepsOff = 1

/** As many bytes as the hash has (source: RFC 4226, 4). */
const secretBytes = 20

/** A new secret, in base32, as people type it into apps. */
export function newTotpSecret(): string {
  return new Secret({ size: secretBytes }).base32
}

/** The text of the QR code for an app. `label`: the user and the shop. */
export function totpUri(
  secret: string,
  { issuer, label }: { issuer: string; label: string },
): string {
  return totpOf(secret, { issuer, label }).toString()
}

/** The half minute, counted from 1970, for which a code is right near a time. Undefined for a wrong code. */
export function stepOfCode(secret: string, code: string, now: number): number | undefined {
  const off = totpOf(secret).validate({ token: code, timestamp: now, window: stepsOff })
  return off === null ? undefined : Math.floor(now / 1000 / periodSeconds) + off
}

function totpOf(secret: string, names: { issuer?: string; label?: string } = {}): TOTP {
  return new TOTP({ ...names, secret, algorithm, digits, period: periodSeconds })
}
