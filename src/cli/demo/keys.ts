import { createKey } from '../../accounts/keys/keys.ts'
import { findKeyByHash } from '../../accounts/keys/queries.ts'
import {
  hashKey,
  isScope,
  makeKey,
  type Scope,
  type Service,
  type Side,
  storefrontScopes,
} from '../../accounts/keys/rules.ts'
import type { Conn } from '../../platform/db/connection.ts'
import type { Database } from '../../platform/db/database.ts'
import { members, owner } from './people.ts'

/** A key of the demo, by the name that the documentation uses. */
export type DemoKey = { name: string; service: Service; key: string; about: string }

type KeyInput = Omit<DemoKey, 'key'> & {
  email: string
  scopes: readonly Scope[]
  allUsers?: boolean
  side?: Side
}

/** What an accounting system needs of the storefront. */
const erpScopes: readonly Scope[] = ['orders:read', 'orders:write', 'products:write']

/** A key for each user, two for the storefront, and a test key of each service. */
const inputs: readonly KeyInput[] = [
  ...[owner, ...members].map(({ name, email, role }, i): KeyInput => ({
    name: role === 'owner' ? 'owner' : `member${i}`,
    service: 'scan-export',
    about: `scan export, ${role} ${name}`,
    email,
    scopes: [],
  })),
  {
    name: 'storefront',
    service: 'storefront',
    about: 'storefront, all scopes',
    email: owner.email,
    scopes: Object.keys(storefrontScopes).filter(isScope),
  },
  {
    name: 'erp',
    service: 'storefront',
    about: `storefront, ${erpScopes.join(' ')}`,
    email: owner.email,
    scopes: erpScopes,
  },
  {
    name: 'test-scans',
    service: 'scan-export',
    about: 'scan export, all users, on a copy for tests',
    email: owner.email,
    scopes: [],
    allUsers: true,
    side: 'test',
  },
  {
    name: 'test-storefront',
    service: 'storefront',
    about: 'storefront, all scopes, on a copy for tests',
    email: owner.email,
    scopes: Object.keys(storefrontScopes).filter(isScope),
    side: 'test',
  },
]

/** The demo's keys when the database has all of them, undefined when it has not. */
export function findDemoKeys({ read }: Database): DemoKey[] | undefined {
  const keys = inputs.map(({ name, service, about, side }) => {
    return { name, service, about, key: makeKey(fixedBytes(name), side) }
  })
  const areThere = keys.every(({ key }) => findKeyByHash(read).get({ hash: hashKey(key) }))
  return areThere ? keys : undefined
}

/** Makes the keys: the same ones every time. */
export async function addDemoKeys(database: Database, now: number): Promise<DemoKey[]> {
  return await database.write((conn) =>
    inputs.map(({ name, service, about, allUsers = false, ...given }) => {
      const input = { ...given, name, service, allUsers }
      return { name, service, about, key: createKey(conn, input, now, fixedBytes(name)).key }
    }),
  )
}

/** The key of the bridge, which is made with the fake Tally only; the same one every time. */
export function addBridgeKey(conn: Conn, now: number): string {
  const name = 'bridge'
  const key = makeKey(fixedBytes(name))
  if (findKeyByHash(conn).get({ hash: hashKey(key) }) !== undefined) return key
  const scopes: Scope[] = ['scans:import']
  const input = {
    email: owner.email,
    service: 'scan-export',
    scopes,
    allUsers: true,
    name,
  } as const
  return createKey(conn, input, now, fixedBytes(name)).key
}

/** Not random at all, on purpose: the documentation can print the keys. */
function fixedBytes(name: string): Uint8Array {
  return Uint8Array.fromHex(Bun.SHA256.hash(`daybook demo ${name}`, 'hex'))
}
