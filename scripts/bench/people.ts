import { createKey } from '../../src/accounts/keys/keys.ts'
import { isScope, storefrontScopes, type Service } from '../../src/accounts/keys/rules.ts'
import { setUp } from '../../src/accounts/users/set-up.ts'
import type { Conn } from '../../src/platform/db/connection.ts'

const email = 'owner@example.com'

/** Sets a shop up. Returns the owner's id. */
export function addOwner(conn: Conn, now: number): string {
  const owner = { email, name: 'Owner', passwordHash: '' }
  return setUp(conn, { organisation: 'Sharma General Stores', owner }, now)
}

/** A key of the owner with every scope. */
export function addKey(conn: Conn, service: Service, allUsers: boolean, now: number) {
  const scopes = service === 'storefront' ? Object.keys(storefrontScopes).filter(isScope) : []
  const input = { email, service, scopes, allUsers, name: service }
  return createKey(conn, input, now, crypto.getRandomValues(new Uint8Array(32)))
}
