import { findKeyWithUser } from '../../../accounts/key-queries.ts'
import type { Book } from '../../../platform/db/book.ts'
import {
  findOrderWithLines,
  gstByRate,
  nextStatuses,
  syncStateOf,
  type OrderLine,
} from '../../../services/storefront/service.ts'
import { isoTime } from '../iso-time.ts'
import type { ConsoleParts } from '../parts.ts'

/** One order with its lines, its tax and what can be done with it; money in paise. Throws AppError `not_found`. */
export function shownOrder({ book, storefront }: ConsoleParts, id: string) {
  const { order, lines } = findOrderWithLines(storefront, id)
  const { seq: _seq, waitingItems, takesStock, createdAt, updatedAt, syncedAt, ...rest } = order
  const keyNameOf = keyNames(book)
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
function keyNames({ read }: Book): (id: string | null) => string | null {
  const known = new Map<string, string | null>()
  return (id) => {
    if (id === null) return null
    const name = known.get(id) ?? findKeyWithUser(read).get({ id })?.key.name ?? null
    known.set(id, name)
    return name
  }
}
