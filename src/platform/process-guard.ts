import { startedBy } from './limited-process.ts'

/** Memory that a process for a hostile file may take, in bytes: what it is given and what its engines unpack. */
const processBytesMax = 600 * 1024 * 1024

/** What the guard is told. */
export type Guarded = { bytesMax: number; startedBy: number }

/** What a process that took too much says last on stderr. */
export const tookTooMuch = 'The reader took too much memory.'

/**
 * For a process that has a hostile file in its hands: ends it, whatever it is at, when it takes more memory than `bytesMax` (no
 * limit of the operating system does so everywhere), and when the process that started it is gone, so that nobody waits for
 * it any more.
 */
export function guardProcess(bytesMax: number = processBytesMax): void {
  // Nobody waits for it to end.
  const worker = new Worker(workerUrl(), { ref: false })
  worker.postMessage({ bytesMax, startedBy: startedBy() } satisfies Guarded, [])
}

/** In the executable all modules of the main thread lie in one file at its root, and workers at their paths from `src`. */
function workerUrl(): URL {
  const path = Bun.isStandaloneExecutable
    ? './platform/process-guard.worker.ts'
    : './process-guard.worker.ts'
  return new URL(path, import.meta.url)
}
