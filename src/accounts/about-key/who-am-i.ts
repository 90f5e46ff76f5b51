import type { Conn } from '../../platform/db/connection.ts'
import { version } from '../../platform/embedded.ts'
import type { KeyCaller } from '../keys/guard.ts'
import type { Service } from '../keys/rules.ts'
import { findOrganisation } from '../queries.ts'

/** Who calls, and whom: what a program asks before it begins. `base` is the service's address as the call came to it. */
export function whoAmI(
  conn: Conn,
  caller: KeyCaller,
  { service, base, now }: { service: Service; base: string; now: number },
) {
  return {
    service,
    base,
    organisation: findOrganisation(conn).get()?.name ?? '',
    test: caller.side === 'test',
    user: { id: caller.userId, name: caller.userName, role: caller.role },
    key: {
      id: caller.keyId,
      name: caller.keyName,
      scopes: [...caller.scopes],
      all_users: caller.allUsers,
      expires_at: caller.expiresAt === null ? null : new Date(caller.expiresAt).toISOString(),
      calls_per_minute: caller.ratePerMinute,
    },
    server: { name: 'Daybook', version, time: new Date(now).toISOString() },
  }
}
