import { createKey } from '../../accounts/keys/keys.ts'
import { type Scope, type Service, sideOf } from '../../accounts/keys/rules.ts'
import { listUsers } from '../../accounts/queries.ts'
import type { Keys } from '../../bridge/daybook/daybook.ts'
import { loopback, readConfig } from '../../platform/config.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { change, dataDirOf, withDatabase } from '../command.ts'
import type { BridgeOptions } from './folder.ts'

/** How a pairing comes to its keys. */
export type KeyOptions = BridgeOptions & {
  daybook?: string
  key?: string
  ordersKey?: string
  user?: string
}

const keyRandomBytes = 32

const ordersScopes: Scope[] = ['orders:read', 'orders:write', 'products:write']

/** Those that were given for another computer's Daybook; else they are made here. `name` says what they are for. */
export async function keysFor(options: KeyOptions, name: string): Promise<Keys> {
  return options.daybook === undefined ? await makeKeys(options, name) : givenKeys(options)
}

function givenKeys({ daybook, key, ordersKey }: KeyOptions): Keys {
  if (daybook !== undefined && key !== undefined) {
    if ([key, ordersKey].some((each) => each !== undefined && sideOf(each) === 'test')) {
      console.error(testKeysWarning)
    }
    return { daybook, scanKey: key, ...(ordersKey === undefined ? {} : { ordersKey }) }
  }
  throw new AppError('invalid_request', '--daybook needs --key, a key of that Daybook.')
}

const testKeysWarning =
  'This is a test key: what the bridge fetches and acknowledges is in a copy, but what it enters is in your books. Pair it with a company made for tests.'

/** On Daybook's own computer nobody has to carry keys about. */
async function makeKeys(options: KeyOptions, name: string): Promise<Keys> {
  const email = options.user ?? (await withDatabase(options, ({ read }) => firstOwner(read)))
  const { scanKey, ordersKey } = await change(options, (conn, now) => {
    const make = (service: Service, scopes: Scope[], allUsers: boolean) => {
      const random = crypto.getRandomValues(new Uint8Array(keyRandomBytes))
      return createKey(conn, { email, service, scopes, allUsers, name }, now, random).key
    }
    return {
      scanKey: make('scan-export', ['scans:import'], true),
      ordersKey: make('storefront', ordersScopes, false),
    }
  })
  const { port } = readConfig({}, process.env, dataDirOf(options).config)
  return { daybook: `http://${loopback}:${port}`, scanKey, ordersKey }
}

function firstOwner(conn: Conn): string {
  const found = listUsers(conn)
    .all()
    .find(({ role, deactivatedAt }) => role === 'owner' && deactivatedAt === null)
  if (found !== undefined) return found.email
  throw new AppError('not_found', 'This Daybook has no owner yet: set it up first.')
}
