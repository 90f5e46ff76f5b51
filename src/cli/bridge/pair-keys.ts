import { findRunningServer } from '../../accounts/call-log/read-calls.ts'
import { createKey, revokeKey } from '../../accounts/keys/keys.ts'
import { type Scope, type Service, sideOf } from '../../accounts/keys/rules.ts'
import { listUsers } from '../../accounts/queries.ts'
import { daybookAt, type Keys } from '../../bridge/daybook/daybook.ts'
import type { Mappings } from '../../bridge/vouchers/mappings.ts'
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

export type OpeningKeys = { keys: Keys; mappings: Mappings }

/**
 * Those that were given for another computer's Daybook; else they are made here. `name` says what they are for. Before
 * anything is kept: whether they open what the bridge needs.
 */
export async function keysFor(options: KeyOptions, name: string): Promise<OpeningKeys> {
  if (options.daybook === undefined) return await makeKeys(options, name)
  const keys = givenKeys(options)
  return { keys, mappings: await daybookAt(keys).mappings() }
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

/** On Daybook's own computer nobody has to carry keys about. Those that open nothing end at once. */
async function makeKeys(options: KeyOptions, name: string): Promise<OpeningKeys> {
  const daybook = addressOf(options)
  const email = options.user ?? (await withDatabase(options, ({ read }) => firstOwner(read)))
  const made = await change(options, (conn, now) => {
    const make = (service: Service, scopes: Scope[], allUsers: boolean) => {
      const random = crypto.getRandomValues(new Uint8Array(keyRandomBytes))
      return createKey(conn, { email, service, scopes, allUsers, name }, now, random)
    }
    return {
      scan: make('scan-export', ['scans:import'], true),
      orders: make('storefront', ordersScopes, false),
    }
  })
  const keys = { daybook, scanKey: made.scan.key, ordersKey: made.orders.key }
  try {
    return { keys, mappings: await daybookAt(keys).mappings() }
  } catch (error) {
    await change(options, (conn, now) => {
      for (const { id } of [made.scan, made.orders]) revokeKey(conn, id, now)
    })
    throw error
  }
}

/** Of the server that last started on these data: it may have been given another port than the settings say. */
function addressOf(options: KeyOptions): string {
  const dir = dataDirOf(options)
  const running = findRunningServer(dir)
  return running?.url ?? `http://${loopback}:${readConfig({}, process.env, dir.config).port}`
}

function firstOwner(conn: Conn): string {
  const found = listUsers(conn)
    .all()
    .find(({ role, deactivatedAt }) => role === 'owner' && deactivatedAt === null)
  if (found !== undefined) return found.email
  throw new AppError('not_found', 'This Daybook has no owner yet: set it up first.')
}
