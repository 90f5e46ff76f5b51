import type { Violation } from '../client-flow/proof.ts'
import type { Sample, Taken } from './samples.ts'

/** What may be: a run of minutes says less than one of hours, so its bounds are looser. */
export type Bounds = {
  /** By how much memory may grow from the middle third to the last one, as a share, and in MB besides. */
  memoryShare: number
  memoryMb: number
  /** How many more handles the last third may have at its most than the middle one. */
  handles: number
  /** How many times as long the slowest hundredth may take, and so many milliseconds besides. */
  slower: number
  slowerMs: number
}

export const boundsOfMinutes: Bounds = {
  memoryShare: 0.3,
  memoryMb: 40,
  handles: 24,
  slower: 4,
  slowerMs: 500,
}

export const boundsOfHours: Bounds = {
  memoryShare: 0.05,
  memoryMb: 10,
  handles: 12,
  slower: 1.5,
  slowerMs: 50,
}

export type Figures = {
  memoryMb: readonly [middle: number, last: number]
  /** By all samples behind the first third, in MB an hour. */
  slopeMbPerHour: number
  handles: readonly [middle: number, last: number]
  p99Ms: readonly [middle: number, last: number]
  answers: number
}

const msPerHour = 60 * 60 * 1000

/** The first third warms up; the middle one is what the last one is held against. */
export function figuresOf(
  samples: readonly Sample[],
  taken: readonly Taken[],
  ms: number,
): Figures {
  const [middle, last] = thirds(samples, ms)
  const [middleTaken, lastTaken] = thirds(taken, ms)
  return {
    memoryMb: [medianOf(middle.map(memoryOf)), medianOf(last.map(memoryOf))],
    slopeMbPerHour: slopeOf([...middle, ...last]) * msPerHour,
    handles: [mostOf(middle.map(handlesOf)), mostOf(last.map(handlesOf))],
    p99Ms: [p99Of(middleTaken), p99Of(lastTaken)],
    answers: taken.length,
  }
}

/** What a long run must not do. */
export function judge({ memoryMb, handles, p99Ms }: Figures, bounds: Bounds): Violation[] {
  const { memoryShare, memoryMb: more, slower, slowerMs } = bounds
  const checks: [rule: string, pair: readonly [number, number], most: number][] = [
    ['memory does not grow', memoryMb, memoryMb[0] * (1 + memoryShare) + more],
    ['handles do not grow', handles, handles[0] + bounds.handles],
    ['answers do not get slower', p99Ms, p99Ms[0] * slower + slowerMs],
  ]
  return checks
    .filter(([, [, last], most]) => last > most)
    .map(([rule, [before, after]]) => ({
      rule,
      detail: `${before.toFixed(1)} in the middle third, ${after.toFixed(1)} in the last`,
    }))
}

function thirds<T extends { at: number }>(all: readonly T[], ms: number): [T[], T[]] {
  const third = ms / 3
  return [
    all.filter(({ at }) => at >= third && at < 2 * third),
    all.filter(({ at }) => at >= 2 * third),
  ]
}

/** By least squares, in MB a millisecond. */
function slopeOf(samples: readonly Sample[]): number {
  const [at, memory] = [meanOf(samples.map((one) => one.at)), meanOf(samples.map(memoryOf))]
  const [above, below] = samples.reduce(
    ([up, down], one) => [up + (one.at - at) * (one.memoryMb - memory), down + (one.at - at) ** 2],
    [0, 0],
  )
  return below === 0 ? 0 : above / below
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function p99Of(taken: readonly Taken[]): number {
  const sorted = taken.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function mostOf(values: readonly number[]): number {
  return Math.max(0, ...values)
}

const memoryOf = ({ memoryMb }: Sample) => memoryMb
const handlesOf = ({ handles }: Sample) => handles
