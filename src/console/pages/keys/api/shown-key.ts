import type { LastUse } from '../../../../accounts/call-log/read-calls.ts'
import { mayRotate } from '../../../../accounts/keys/keys.ts'
import {
  findKeyWithUser,
  type FoundKey,
  type ListedKey,
} from '../../../../accounts/keys/queries.ts'
import {
  keyState,
  readScopes,
  type Scope,
  type Service,
  sideOf,
} from '../../../../accounts/keys/rules.ts'
import { findUser } from '../../../../accounts/queries.ts'
import { AppError } from '../../../../platform/errors.ts'
import {
  findWaitingForKey,
  listWaitingByUser,
} from '../../../../services/scan-export/overview/counts.ts'
import {
  listOrders,
  oldestOrdersFirst,
} from '../../../../services/storefront/orders/list-orders.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import type { Session } from '../../../api/guard.ts'
import { isoTime } from '../../../api/reply.ts'

/** A key for the pages, without the key itself. */
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
    isTest: sideOf(key.prefix) === 'test',
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

/** Throws AppError `not_found` for a missing key and for one that the session may not see. */
export function requireVisibleKey(
  { database }: Pick<ConsoleDeps, 'database'>,
  { userId, role }: Session,
  id: string,
): ListedKey {
  const row = findKeyWithUser(database.read).get({ id })
  if (row !== undefined && (role === 'owner' || row.key.userId === userId)) return row
  throw new AppError('not_found', `There is no key with the id ${id}.`)
}

/** Calls that try a key. They change nothing and answer 200 to a working key. */
const tries: readonly { scope: Scope; path: string; body?: string }[] = [
  { scope: 'storefront:read', path: 'products?limit=1' },
  { scope: 'orders:read', path: 'orders/unsynced?limit=1' },
  { scope: 'products:write', path: 'products/stock', body: '{"updates":[]}' },
  { scope: 'orders:write', path: 'orders/sync', body: '{"orders":[]}' },
]

/**
 * A command that tries a key at an address, quoted so that it also works in cmd.exe. Null for a key without a call
 * that changes nothing.
 */
export function tryLine(
  base: string,
  { service, scopes }: { service: Service; scopes: readonly Scope[] },
  key: string,
): string | null {
  const api = `${base}/api/public/v1`
  const head = `curl -H "Authorization: Bearer ${key}"`
  if (service === 'scan-export') {
    const list = scopes.includes('scans:extract') ? 'unread' : 'unsynced'
    return `${head} "${api}/scans/${list}?limit=1"`
  }
  const found = tries.find(({ scope }) => scopes.includes(scope))
  if (found === undefined) return null
  const { path, body } = found
  const data = body === undefined ? '' : ` -d "${body.replaceAll('"', String.raw`\"`)}"`
  return `${head}${data} "${api}/${path}"`
}

type Key = Pick<FoundKey, 'userId' | 'service' | 'allUsers'>

/**
 * The number of scans that a key would get now and, for an owner, the other users with waiting scans. Throws AppError
 * `invalid_request` for a storefront key.
 */
export function whatKeySees({ database, scanExport }: ConsoleDeps, session: Session, key: Key) {
  if (key.service !== 'scan-export') {
    throw new AppError('invalid_request', 'A storefront key sees no documents.')
  }
  const { waiting: sees } = findWaitingForKey(scanExport, key)
  if (key.allUsers || session.role !== 'owner') return { sees, others: [] }
  const others = listWaitingByUser(scanExport)
    .filter(({ id, waiting }) => id !== key.userId && waiting > 0)
    .map(({ id, waiting }) => ({
      id,
      name: findUser(database.read).get({ id })?.name ?? '',
      waiting,
    }))
  return { sees, others }
}

type WaitingKey = Pick<FoundKey, 'userId' | 'service' | 'allUsers' | 'scopes' | 'prefix'>

/** The number of waiting items, and since when the oldest waits (ms since the epoch, null if nothing waits). */
type Waiting = { count: number; since: number | null }

/** The queue of a key: the scans of one user or of all, or the orders. Keys with the same queue get the same items. */
export function queueOf(key: WaitingKey): string | null {
  // Test keys acknowledge only in their copy, so real items stay.
  if (sideOf(key.prefix) === 'test') return null
  const scopes = readScopes(key.scopes)
  if (key.service === 'storefront') return scopes.includes('orders:read') ? 'orders' : null
  // A reader's key acknowledges nothing.
  if (scopes.includes('scans:extract')) return null
  return key.allUsers ? 'scans' : `scans of ${key.userId}`
}

/** Reads what waits for keys, once for each queue. Null for a key that has no queue. */
export function waitingReader(deps: ConsoleDeps): (key: WaitingKey) => Waiting | null {
  const known = new Map<string, Waiting>()
  return (key) => {
    const queue = queueOf(key)
    if (queue === null) return null
    const waiting = known.get(queue) ?? readWaiting(deps, key)
    known.set(queue, waiting)
    return waiting
  }
}

function readWaiting({ scanExport, storefront }: ConsoleDeps, key: WaitingKey): Waiting {
  if (key.service === 'scan-export') {
    const { waiting, since } = findWaitingForKey(scanExport, key)
    return { count: waiting, since }
  }
  const { orders, total } = listOrders(storefront, {
    sync: 'waiting',
    sort: oldestOrdersFirst,
    limit: 1,
    offset: 0,
  })
  return { count: total, since: orders[0]?.createdAt ?? null }
}
