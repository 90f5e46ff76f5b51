import { day, hour, indiaMidnight } from '../../src/cli/demo/dates.ts'
import { minute, timeWhenOpen } from './calendar.ts'
import type { Random } from './random.ts'

// Scans are kept 30 days. The scans of the first afternoon are in their last day whenever the demo starts,
// so no other scan may be as old.
const firstDay = 30
const others = 28

/** `count` moments of the first afternoon: the scans that are due for deletion. */
export function dueTimes(random: Random, now: number, count: number): number[] {
  const noon = indiaMidnight(now) - firstDay * day + 12 * hour
  return times(random, count, noon, noon + 12 * hour)
}

/** `count` moments of the last 29 days up to `now` (ms), while the shop was open. */
export function recentTimes(random: Random, now: number, count: number): number[] {
  return times(random, count, indiaMidnight(now) - others * day, now - 10 * minute)
}

function times(random: Random, count: number, from: number, to: number): number[] {
  return Array.from({ length: count }, () => timeWhenOpen(random, from, to))
}
