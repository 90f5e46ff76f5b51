/** Whether a key still opens anything, and if not, why. */
export type KeyState = 'active' | 'revoked' | 'expired' | 'user_deactivated'

/** Times in milliseconds since the epoch; `deactivatedAt` is the one of the key's user. */
type KeyTimes = {
  revokedAt: number | null
  expiresAt: number | null
  deactivatedAt: number | null
}

/** The one judgement of a key: the guard goes by it, and lists show it. */
export function keyState({ revokedAt, expiresAt, deactivatedAt }: KeyTimes, now: number): KeyState {
  if (revokedAt !== null) return 'revoked'
  if (expiresAt !== null && expiresAt <= now) return 'expired'
  return deactivatedAt === null ? 'active' : 'user_deactivated'
}
