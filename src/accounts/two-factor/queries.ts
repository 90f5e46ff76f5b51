import { and, asc, count, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { type Params, query } from '../../platform/db/connection.ts'
import { insertInto } from '../../platform/db/statements.ts'
import { recoveryCodes, trustedDevices, twoFactors } from '../tables.ts'

type OfUser = Params<{ userId: string }>

export const findTwoFactor = query((conn, { userId }: OfUser) =>
  conn.select().from(twoFactors).where(eq(twoFactors.userId, userId)),
)

export const insertTwoFactor = insertInto(twoFactors)

export const confirmTwoFactor = query(
  (conn, p: Params<{ userId: string; now: number; step: number }>) =>
    conn
      .update(twoFactors)
      .set({ confirmedAt: sql`${p.now}`, lastStep: sql`${p.step}` })
      .where(eq(twoFactors.userId, p.userId)),
)

/** Uses a code up. Returns nothing when this code, or a later one, was used before. */
export const useStep = query((conn, { userId, step }: Params<{ userId: string; step: number }>) =>
  conn
    .update(twoFactors)
    .set({ lastStep: sql`${step}` })
    .where(and(eq(twoFactors.userId, userId), lt(twoFactors.lastStep, step)))
    .returning({ userId: twoFactors.userId }),
)

export const deleteTwoFactor = query((conn, { userId }: OfUser) =>
  conn.delete(twoFactors).where(eq(twoFactors.userId, userId)),
)

export const insertRecoveryCode = insertInto(recoveryCodes)

export const deleteRecoveryCodes = query((conn, { userId }: OfUser) =>
  conn.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
)

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

export const deleteTrustedDevice = query((conn, p: Params<{ userId: string; hash: string }>) =>
  conn
    .delete(trustedDevices)
    .where(and(eq(trustedDevices.userId, p.userId), eq(trustedDevices.hash, p.hash))),
)

/** Gives the browser's new token to all users who trust this browser. */
export const renewTrustedDevice = query((conn, p: Params<{ from: string; to: string }>) =>
  conn
    .update(trustedDevices)
    .set({ hash: sql`${p.to}` })
    .where(eq(trustedDevices.hash, p.from)),
)

export const deleteTrustedDevices = query((conn, { userId }: OfUser) =>
  conn.delete(trustedDevices).where(eq(trustedDevices.userId, userId)),
)
