import { startedBy, waitedForMs } from './limited-process.ts'

/** Memory that a process for a hostile file may take, in bytes: what it is given and what its engines unpack. */
const processBytesMax = 600 * 1024 * 1024

/**
 * Who started this process ends it when it takes too long, and says so. Its guard does it after so many times of that, for
 * whom nobody ends: Windows gives the id of a process that was killed to another one, which then seems to be who started it.
 */
const patience = 2

/** What the guard is told, at its start and again: `aliveMs` is for how long it lives unless it is told again. */
export type Guarded = { bytesMax: number; startedBy: number; aliveMs: number }

/** What a process that took too much says last on stderr. */
export const tookTooMuch = 'The reader took too much memory.'

/**
 * For a process that has a hostile file in its hands: ends it, whatever it is at, when it takes more memory than `bytesMax` (no
 * limit of the operating system does so everywhere), and when the process that started it is gone, so that nobody waits for
 * it any more. What it answers is to be called when there is something new to wait for.
 */
export function guardProcess(bytesMax: number = processBytesMax): () => void {
  // Nobody waits for it to end.
  const worker = new Worker(workerUrl(), { ref: false })
  const guarded = { bytesMax, startedBy: startedBy(), aliveMs: waitedForMs() * patience }
  const renew = () => worker.postMessage(guarded satisfies Guarded, [])
  renew()
  return renew
}

/** In the executable all modules of the main thread lie in one file at its root, and workers at their paths from `src`. */
function workerUrl(): URL {
  const path = Bun.isStandaloneExecutable
    ? './platform/process-guard.worker.ts'
    : './process-guard.worker.ts'
  return new URL(path, import.meta.url)
}
