import type { Call } from './request.ts'

/** Upper ends of the buckets of how long requests took, in milliseconds: from an answer out of memory to what a person waits for. */
export const bucketsMs = [1, 2, 5, 10, 25, 50, 100, 250, 1_000, 5_000, 30_000] as const

/** How many requests ended with statuses of one hundred, and how long they took. */
export type Counted = {
  /** `2xx`. */
  status: string
  count: number
  totalMs: number
  /** As many as took at most the bucket's time, and longer than that of the bucket before it. */
  buckets: readonly number[]
}

export type RequestCounts = {
  note(call: Pick<Call, 'status' | 'durationMs'>): void
  all(): readonly Counted[]
}

/** Counts requests in memory, since the start of this process: some nanoseconds a request. */
export function requestCounts(): RequestCounts {
  const counted = [1, 2, 3, 4, 5].map((hundreds) => ({
    status: `${hundreds}xx`,
    count: 0,
    totalMs: 0,
    buckets: bucketsMs.map(() => 0),
  }))
  return {
    note({ status, durationMs }) {
      const row = counted[Math.floor(status / 100) - 1]
      if (row === undefined) return
      row.count++
      row.totalMs += durationMs
      const bucket = bucketsMs.findIndex((end) => durationMs <= end)
      if (bucket >= 0) row.buckets[bucket] = (row.buckets[bucket] ?? 0) + 1
    },
    all: () => counted,
  }
}
