import type { ListedUser } from '../../../accounts/user-queries.ts'
import { isoTime } from '../iso-time.ts'

/** Whether a user may come in, and if not, why. `link expired`: it was invited or reset, and nobody used the link. */
export type UserState = 'active' | 'invited' | 'link expired' | 'deactivated'

/** A user as the page lists it. */
export function shownUser(user: ListedUser, viewerId: string, now: number) {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    role: user.role,
    state: stateOf(user, now),
    isYou: user.id === viewerId,
    createdAt: new Date(user.createdAt).toISOString(),
    deactivatedAt: isoTime(user.deactivatedAt),
    lastSeenAt: isoTime(user.lastSeenAt),
    linkExpiresAt: isoTime(user.linkExpiresAt),
    /** Keys that work, or would if the user was not deactivated. */
    keys: user.keys,
    /** Of these, what only an owner may have. */
    ownersKeys: user.ownersKeys,
  }
}

function stateOf(
  { deactivatedAt, hasPassword, linkExpiresAt }: ListedUser,
  now: number,
): UserState {
  if (deactivatedAt !== null) return 'deactivated'
  if (hasPassword === 1) return 'active'
  return linkExpiresAt !== null && linkExpiresAt > now ? 'invited' : 'link expired'
}
