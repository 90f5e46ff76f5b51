import { readdirSync, readFileSync } from 'node:fs'

/** What a server holds at a moment. */
export type Sample = {
  /** Since the beginning, in milliseconds. */
  at: number
  /** Private memory of the server's process, in MB: what no other process has as well. */
  memoryMb: number
  /** Open files, sockets and pipes. */
  handles: number
}

/** How long an answer took, in milliseconds, and when it was asked for. */
export type Taken = { at: number; ms: number }

/** Looks at a process, as Linux tells of it. */
export function sampleOf(pid: number, at: number): Sample {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const kib = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+) kB$/gm)].reduce(
    (sum, [, value]) => sum + Number(value),
    0,
  )
  const handles = readdirSync(`/proc/${pid}/fd`).length
  return { at, memoryMb: (kib * 1024) / 1_000_000, handles }
}
