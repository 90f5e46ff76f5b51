import type { Call } from './request.ts'

/** Upper ends of the buckets for request durations, in milliseconds: from an answer out of memory to the time that a person waits. */
export const bucketsMs = [1, 2, 5, 10, 25, 50, 100, 250, 1_000, 5_000, 30_000] as const

/** Number of requests with statuses of one hundred (such as 2xx), and their durations. */
export type Counted = {
  /** `2xx`. */
  status: string
  count: number
  totalMs: number
  /** Requests in each bucket: those longer than the end of the bucket before, up to the bucket's own end. */
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
