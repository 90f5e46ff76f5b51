import { hour } from '../../../src/cli/demo/dates.ts'
import type { Random } from '../random.ts'

export type OrderStatus =
  'pending' | 'paid' | 'packed' | 'dispatched' | 'delivered' | 'cancelled' | 'returned'

/** The status of each of the newest orders, newest first. */
const newest: readonly OrderStatus[] = [
  'pending',
  'pending',
  'paid',
  'pending',
  'paid',
  'packed',
  'paid',
  'cancelled',
  'packed',
  'pending',
  'paid',
  'dispatched',
  'packed',
  'dispatched',
  'dispatched',
  'delivered',
  'dispatched',
  'delivered',
  'cancelled',
  'delivered',
  'dispatched',
  'delivered',
]

/** The shares of older orders that were cancelled or returned. The others were delivered. */
const cancelledShare = 0.1
const returnedShare = 0.08

/** How many of the newest orders no client has fetched. Some of the orders before them are booked only in part. */
const waiting = 16
const partly = { ranks: 20, share: 0.4 }

/** `rank` is 0 for the newest order. */
export function statusOf(random: Random, rank: number): OrderStatus {
  const at = random.next()
  const recent = newest[rank]
  if (recent !== undefined) return recent
  if (at < cancelledShare) return 'cancelled'
  return at < cancelledShare + returnedShare ? 'returned' : 'delivered'
}

/** When the accounting system acknowledged each line of an order of `time` (ms); null for a line that waits. */
export function acknowledgements(
  random: Random,
  { time, now, rank, lines }: { time: number; now: number; rank: number; lines: number },
): (number | null)[] {
  const syncedAt = Math.min(time + random.int(2, 30) * hour, now - hour / 2)
  const isPartly = random.chance(partly.share) && rank < waiting + partly.ranks && lines > 1
  const taken = rank < waiting ? 0 : isPartly ? Math.floor(lines / 2) : lines
  return Array.from({ length: lines }, (_, at) => (at < taken ? syncedAt : null))
}
