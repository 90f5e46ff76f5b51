import type { LastUse } from '../../../accounts/call-log/last-uses.ts'
import type { ListedKey } from '../../../accounts/key-queries.ts'
import { keyState } from '../../../accounts/key-state.ts'
import { readScopes } from '../../../accounts/scopes.ts'
import { mayRotate } from '../../../accounts/rotate-key.ts'
import { isoTime } from '../iso-time.ts'

/** A key as the page shows it: without the key. */
export function shownKey(
  { key, user, deactivatedAt }: ListedKey,
  lastUse: LastUse | undefined,
  viewer: { userId: string; role: 'owner' | 'member' },
  now: number,
) {
  return {
    id: key.id,
    name: key.name,
    prefix: key.prefix,
    service: key.service,
    scopes: readScopes(key.scopes),
    allUsers: key.allUsers,
    ratePerMinute: key.ratePerMinute,
    state: keyState({ ...key, deactivatedAt }, now),
    user,
    isMine: key.userId === viewer.userId,
    mayRotate: mayRotate(key, viewer),
    createdAt: new Date(key.createdAt).toISOString(),
    expiresAt: isoTime(key.expiresAt),
    revokedAt: isoTime(key.revokedAt),
    lastUsedAt: isoTime(lastUse?.lastUsedAt),
    lastUsedFrom: lastUse?.address ?? null,
  }
}
