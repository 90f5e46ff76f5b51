import { day, hour, minute, timeWhenOpen } from './calendar.ts'
import type { Random } from './random.ts'

// Scans are kept 30 days. Those due tomorrow are in their last day, and two hours from either end of it,
// so that a demo that is left running for a while still shows the same ten.
const keptFor = 30 * day
const clear = 2 * hour

/** `count` moments whose scans the cleanup takes within the 24 hours after `now` (ms). */
export function dueTimes(random: Random, now: number, count: number): number[] {
  const oldest = now - keptFor
  return times(random, count, oldest + clear, oldest + day - clear)
}

/** `count` moments of the 29 days before `now` (ms), while the shop was open. */
export function recentTimes(random: Random, now: number, count: number): number[] {
  return times(random, count, now - keptFor + day + clear, now - 10 * minute)
}

function times(random: Random, count: number, from: number, to: number): number[] {
  return Array.from({ length: count }, () => timeWhenOpen(random, from, to))
}
