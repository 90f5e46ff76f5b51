import type { Conn } from '../../platform/db/connection.ts'
import { version } from '../../platform/embedded.ts'
import type { Caller } from '../keys/guard.ts'
import { findKeyWithUser } from '../keys/queries.ts'
import type { Service } from '../keys/rules.ts'
import { findOrganisation } from '../queries.ts'

/** Who calls, and whom: what a program asks before it begins. `base` is the service's address as the call came to it. */
export function whoAmI(
  conn: Conn,
  caller: Caller,
  { service, base, now }: { service: Service; base: string; now: number },
) {
  const found = findKeyWithUser(conn).get({ id: caller.keyId })
  if (found === undefined) throw new Error('The key of a call that passed the guard is gone.')
  const { key, user } = found
  return {
    service,
    base,
    organisation: findOrganisation(conn).get()?.name ?? '',
    user: { id: caller.userId, name: user.name, role: caller.role },
    key: {
      id: key.id,
      name: key.name,
      scopes: [...caller.scopes],
      all_users: caller.allUsers,
      expires_at: key.expiresAt === null ? null : new Date(key.expiresAt).toISOString(),
      calls_per_minute: key.ratePerMinute,
    },
    server: { name: 'Daybook', version, time: new Date(now).toISOString() },
  }
}
