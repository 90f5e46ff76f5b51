import { findKeyWithUser } from '../../../accounts/keys/queries.ts'
import type { Database } from '../../../platform/db/database.ts'
import {
  findOrderWithLines,
  gstByRate,
  nextStatuses,
  syncStateOf,
  type OrderLine,
} from '../../../services/storefront/service.ts'
import { isoTime } from '../reply.ts'
import type { ConsoleDeps } from '../deps.ts'

/** One order with its lines, its tax and what can be done with it; money in paise. Throws AppError `not_found`. */
export function shownOrder({ database, storefront }: ConsoleDeps, id: string) {
  const { order, lines } = findOrderWithLines(storefront, id)
  const { seq: _seq, waitingItems, takesStock, createdAt, updatedAt, syncedAt, ...rest } = order
  const keyNameOf = keyNames(database)
  return {
    ...rest,
    next: nextStatuses[order.status],
    /** Its units left the stock: they come back when it is cancelled or returned. */
    takesStock,
    taxes: gstByRate(lines),
    sync: syncStateOf(order),
    waitingLines: waitingItems,
    lines: lines.map((line) => shownLine(line, keyNameOf)),
    createdAt: new Date(createdAt).toISOString(),
    updatedAt: new Date(updatedAt).toISOString(),
    syncedAt: isoTime(syncedAt),
  }
}

function shownLine(line: OrderLine, keyNameOf: (id: string | null) => string | null) {
  const { syncedAt, syncedKeyId, ...rest } = line
  return {
    ...rest,
    sync: syncStateOf({ waitingItems: line.sku !== null && syncedAt === null ? 1 : 0, syncedAt }),
    syncedAt: isoTime(syncedAt),
    /** The program that took it over; null for one that was imported as synced. */
    syncedBy: keyNameOf(syncedKeyId),
  }
}

/** Names of keys, each looked up once: mostly one key acknowledges all lines. */
function keyNames({ read }: Database): (id: string | null) => string | null {
  const known = new Map<string, string | null>()
  return (id) => {
    if (id === null) return null
    const name = known.get(id) ?? findKeyWithUser(read).get({ id })?.key.name ?? null
    known.set(id, name)
    return name
  }
}
