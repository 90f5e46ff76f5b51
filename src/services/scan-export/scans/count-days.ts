import type { ScanExportDeps } from '../parts.ts'
import { countArrived, listSyncedTimes } from './day-queries.ts'

/** Scans that arrived and that were acknowledged, for each of some days. */
export type ScanDays = { arrived: number[]; delivered: number[] }

/**
 * Counts the scans of one user or, when `userId` is null, of all. `bounds` are the beginnings of consecutive days and
 * the end of the last (ms since the epoch, rising): one more than there are days.
 */
export function countScanDays(
  { database }: Pick<ScanExportDeps, 'database'>,
  userId: string | null,
  bounds: readonly number[],
): ScanDays {
  const { read } = database
  const days = bounds.slice(1).map((until, day) => ({ from: bounds[day] ?? until, until }))
  const [from, until] = [bounds[0] ?? 0, bounds.at(-1) ?? 0]
  const delivered = days.map(() => 0)
  for (const [at] of listSyncedTimes(read).values({ userId, from, until })) {
    const day = days.findIndex((one) => Number(at) < one.until)
    delivered[day] = (delivered[day] ?? 0) + 1
  }
  return {
    arrived: days.map((day) => countArrived(read).get({ userId, ...day })?.n ?? 0),
    delivered,
  }
}
