import { and, asc, count, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { type Params, query } from '../../platform/db/connection.ts'
import { insertInto, findIn, deleteIn, updateIn } from '../../platform/db/statements.ts'
import { recoveryCodes, trustedDevices, twoFactors } from '../tables.ts'

type OfUser = Params<{ userId: string }>

export const findTwoFactor = findIn(twoFactors, 'userId')

export const insertTwoFactor = insertInto(twoFactors)

export const confirmTwoFactor = updateIn(twoFactors, 'userId', ['confirmedAt', 'lastStep'])

/** Uses a code up. Returns nothing when this code, or a later one, was used before. */
export const useStep = query((conn, { userId, step }: Params<{ userId: string; step: number }>) =>
  conn
    .update(twoFactors)
    .set({ lastStep: sql`${step}` })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)))
    .returning({ userId: twoFactors.userId }),
)

export const deleteTwoFactor = deleteIn(twoFactors, 'userId')

export const insertRecoveryCode = insertInto(recoveryCodes)

export const deleteRecoveryCodes = deleteIn(recoveryCodes, 'userId')

export const countRecoveryCodes = query((conn, { userId }: OfUser) =>
  conn
    .select({ left: count() })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), isNull(recoveryCodes.usedAt))),
)

export const findRecoveryCode = query((conn, p: Params<{ userId: string; hash: string }>) =>
  conn
    .select({ hash: recoveryCodes.hash })
    .from(recoveryCodes)
    .where(
      and(
        eq(recoveryCodes.userId, p.userId),
        eq(recoveryCodes.hash, p.hash),
        isNull(recoveryCodes.usedAt),
      ),
    ),
)

/** Returns nothing when the code was used before. */
export const useRecoveryCode = query(
  (conn, p: Params<{ userId: string; hash: string; now: number }>) =>
    conn
      .update(recoveryCodes)
      .set({ usedAt: sql`${p.now}` })
      .where(
        and(
          eq(recoveryCodes.userId, p.userId),
          eq(recoveryCodes.hash, p.hash),
          isNull(recoveryCodes.usedAt),
        ),
      )
      .returning({ hash: recoveryCodes.hash }),
)

export const listTrustedDevices = query(
  (conn, { userId, now }: Params<{ userId: string; now: number }>) =>
    conn
      .select({ hash: trustedDevices.hash })
      .from(trustedDevices)
      .where(and(eq(trustedDevices.userId, userId), gt(trustedDevices.expiresAt, now)))
      .orderBy(asc(trustedDevices.createdAt)),
)

export const insertTrustedDevice = insertInto(trustedDevices)

export const deleteTrustedDevice = deleteIn(trustedDevices, 'userId', 'hash')

/** Gives the browser's new token to all users who trust this browser. */
export const renewTrustedDevice = query((conn, p: Params<{ from: string; to: string }>) =>
  conn
    .update(trustedDevices)
    .set({ hash: sql`${p.to}` })
    .where(eq(trustedDevices.hash, p.from)),
)

export const deleteTrustedDevices = deleteIn(trustedDevices, 'userId')
