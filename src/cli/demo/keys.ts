import { createKey } from '../../accounts/keys/keys.ts'
import {
  hashKey,
  makeKey,
  storefrontScopes,
  isScope,
  type Scope,
  type Service,
} from '../../accounts/keys/rules.ts'
import { findKeyByHash } from '../../accounts/keys/queries.ts'
import type { Database } from '../../platform/db/database.ts'
import type { SampleUser } from './sample-scan.ts'

/** A key of the demo, by the name that the documentation uses. */
export type DemoKey = { name: string; service: Service; key: string; about: string }

type KeyInput = Omit<DemoKey, 'key'> & { email: string; scopes: readonly Scope[] }

/** What an accounting system needs of the storefront. */
const erpScopes: readonly Scope[] = ['orders:read', 'orders:write', 'products:write']

/** The demo's keys when the database has all of them, undefined when it has not. */
export function findDemoKeys(
  database: Database,
  users: readonly SampleUser[],
): DemoKey[] | undefined {
  const keys = keyInputs(users).map(({ name, service, about }) => {
    return { name, service, key: makeKey(fixedBytes(name)), about }
  })
  const areThere = keys.every(({ key }) => findKeyByHash(database.read).get({ hash: hashKey(key) }))
  return areThere ? keys : undefined
}

/** Makes a key for each user, and two for the storefront: the same ones every time. */
export async function addDemoKeys(
  database: Database,
  users: readonly SampleUser[],
  now: number,
): Promise<DemoKey[]> {
  return await database.write((conn) =>
    keyInputs(users).map(({ name, service, about, email, scopes }) => {
      const input = { email, service, scopes, allUsers: false, name }
      return { name, service, about, key: createKey(conn, input, now, fixedBytes(name)).key }
    }),
  )
}

function keyInputs(users: readonly SampleUser[]): KeyInput[] {
  const scans = users.map(({ name, email, role }, i): KeyInput => ({
    name: role === 'owner' ? 'owner' : `member${i}`,
    service: 'scan-export',
    about: `scan export, ${role} ${name}`,
    email,
    scopes: [],
  }))
  const owner = users.find(({ role }) => role === 'owner')
  if (owner === undefined) throw new Error('The sample shop has no owner.')
  const { email } = owner
  const all = Object.keys(storefrontScopes).filter(isScope)
  return [
    ...scans,
    {
      name: 'storefront',
      service: 'storefront',
      about: 'storefront, all scopes',
      email,
      scopes: all,
    },
    {
      name: 'erp',
      service: 'storefront',
      about: `storefront, ${erpScopes.join(' ')}`,
      email,
      scopes: erpScopes,
    },
  ]
}

/** Not random at all, on purpose: the README can print the keys. */
function fixedBytes(name: string): Uint8Array {
  return Uint8Array.fromHex(Bun.SHA256.hash(`daybook demo ${name}`, 'hex'))
}
