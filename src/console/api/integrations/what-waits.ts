import type { KeyRow } from '../../../accounts/key-lookup.ts'
import { readScopes } from '../../../accounts/scopes.ts'
import { findWaitingForKey } from '../../../services/scan-export/service.ts'
import { listOrders } from '../../../services/storefront/service.ts'
import type { ConsoleDeps } from '../parts.ts'

type Key = Pick<KeyRow, 'userId' | 'service' | 'allUsers' | 'scopes'>

/** How much waits, and since when the oldest of it does (ms since the epoch; null when nothing waits). */
export type Waiting = { count: number; since: number | null }

/** What keys are handed: the scans of a user or of all, or the orders. Keys with the same queue are handed the same. */
export function queueOf(key: Key): string | null {
  if (key.service === 'scan-export') return key.allUsers ? 'scans' : `scans of ${key.userId}`
  return readScopes(key.scopes).includes('orders:read') ? 'orders' : null
}

/** Looks for what waits for keys, once for each queue; null for a key that nothing waits for. */
export function waitingReader(deps: ConsoleDeps): (key: Key) => Waiting | null {
  const known = new Map<string, Waiting>()
  return (key) => {
    const queue = queueOf(key)
    if (queue === null) return null
    const waiting = known.get(queue) ?? readWaiting(deps, key)
    known.set(queue, waiting)
    return waiting
  }
}

function readWaiting({ scanExport, storefront }: ConsoleDeps, key: Key): Waiting {
  if (key.service === 'scan-export') {
    const { waiting, since } = findWaitingForKey(scanExport, key)
    return { count: waiting, since }
  }
  const { orders, total } = listOrders(storefront, {
    sync: 'waiting',
    sort: 'oldest',
    limit: 1,
    offset: 0,
  })
  return { count: total, since: orders[0]?.createdAt ?? null }
}
