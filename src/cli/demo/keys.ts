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

/** A key of the demo, with the name that the documentation uses. */
export type DemoKey = { name: string; service: Service; key: string; about: string }

type KeyInput = Omit<DemoKey, 'key'> & {
  email: string
  scopes: readonly Scope[]
  allUsers?: boolean
  side?: Side
}

/** The storefront scopes that an accounting system needs. */
const erpScopes: readonly Scope[] = ['orders:read', 'orders:write', 'products:write']

/** One key per user, two for the storefront, and a test key for each service. */
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

/** The demo's keys if the database has all of them, otherwise undefined. */
export function findDemoKeys({ read }: Database): DemoKey[] | undefined {
  const keys = inputs.map(({ name, service, about, side }) => {
    return { name, service, about, key: makeKey(fixedBytes(name), side) }
  })
  const areThere = keys.every(({ key }) => findKeyByHash(read).get({ hash: hashKey(key) }))
  return areThere ? keys : undefined
}

/** Creates the keys, the same ones every time. */
export async function addDemoKeys(database: Database, now: number): Promise<DemoKey[]> {
  return await database.write((conn) =>
    inputs.map(({ name, service, about, allUsers = false, ...given }) => {
      const input = { ...given, name, service, allUsers }
      return { name, service, about, key: createKey(conn, input, now, fixedBytes(name)).key }
    }),
  )
}

/** The bridge's key, the same every time. It is made only with the Tally stand-in. */
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

/** Deliberately not random, so that the documentation can print the keys. */
function fixedBytes(name: string): Uint8Array {
  return Uint8Array.fromHex(Bun.SHA256.hash(`daybook demo ${name}`, 'hex'))
}
