import type { StorefrontDeps } from '../deps.ts'
import { countPlaced, countSynced } from './day-queries.ts'

/** Orders that were placed and that the ERP took whole, for each of some days. */
export type OrderDays = { arrived: number[]; delivered: number[] }

/**
 * `bounds` are the beginnings of consecutive days and the end of the last (ms since the epoch, rising): one more than
 * there are days.
 */
export function countOrderDays(
  { database }: Pick<StorefrontDeps, 'database'>,
  bounds: readonly number[],
): OrderDays {
  const days = bounds.slice(1).map((until, day) => ({ from: bounds[day] ?? until, until }))
  return {
    arrived: days.map((day) => countPlaced(database.read).get(day)?.n ?? 0),
    delivered: days.map((day) => countSynced(database.read).get(day)?.n ?? 0),
  }
}
